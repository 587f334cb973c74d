//! The subcommands that read positions and games, as whole programs: what they print, complain of, and end with.

mod analyze;
mod ends;
mod solve;
mod support;

#[path = "../sessions/support/program.rs"]
#[allow(dead_code, reason = "shared with the sessions, which use all of it")]
mod program;

#[path = "../formats/data/mod.rs"]
mod data;
