//! The `bertscope` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    bertscope::run()
}
