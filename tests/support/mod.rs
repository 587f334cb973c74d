//! What the whole-program tests share: the executable as a child process, patterns for its lines, and
//! scenes of a conversation read from a file.
// Each test file under `tests/` is a crate of its own and uses a part of this.
#![allow(dead_code)]

pub mod pattern;
pub mod program;
pub mod scene;
