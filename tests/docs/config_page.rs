//! `docs/config.md`: the documented file is the one that the program prints.

use std::path::Path;
use std::process::Command;

use super::{ROOT, assert_generated};

#[test]
fn the_page_of_the_configuration_has_the_file_that_the_program_prints() {
    let program = env!("CARGO_BIN_EXE_bertscope");
    let done = Command::new(program)
        .args(["config", "--default"])
        .output()
        .unwrap();
    let file = String::from_utf8(done.stdout).unwrap();
    let page = std::fs::read_to_string(Path::new(ROOT).join("docs/config.md")).unwrap();
    let (before, rest) = page.split_once("## The file\n").unwrap();
    let (_, after) = rest.rsplit_once("```\n").unwrap();
    let page = format!("{before}## The file\n\n```toml\n{file}```\n{after}");
    assert_generated("docs/config.md", &page);
}
