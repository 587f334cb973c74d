//! What the whole-program tests share: the executable as a child process, patterns for its lines, and
//! scenes of a conversation read from a file.

pub mod pattern;
pub mod program;
pub mod scene;
