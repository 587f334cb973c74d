//! The executable as its callers meet it: scenes of conversations, and whole sessions with their ends, pipes,
//! signals and clocks. One program for all of them, so that it is linked once.

mod clock;
mod end_of_input;
mod junk;
mod log;
mod options;
mod pipes;
mod records;
mod scenes;
mod search;
mod signals;
mod start;
mod support;
