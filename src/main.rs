//! The `bertscope` program: reads the command line, runs what it asks for, reports errors.

use std::process::ExitCode;

fn main() -> ExitCode {
    bertscope::cli::run()
}
