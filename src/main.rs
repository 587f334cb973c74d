//! Start-up: the processor check runs before `main`; then the command line hands over to whoever was asked for.

mod cli;
mod processor;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
