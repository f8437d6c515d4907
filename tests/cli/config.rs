//! `bertscope config`, and the commands that a configuration does not reach.

use super::{CANDIDATE, Files, REFERENCE, bertscope};

/// One fault in each line that has a value.
const FAULTY: &str = r##"[start]
layer = "six"
idf = "tabel"
modle = "roberta-large"
[look]
palette = ["viridis"]
[colours]
quiet = "#222222"
accent = "puce"
[keys]
swop = ["x"]
mark = ["Crtl-m"]
mouse = ["§"]
theme = ["§"]
quit = ["Esc"]
commands = []
keep = ["Ctrl-d"]
[keys.text]
redraw = ["r"]
[files]
page = "your.host"
[loook]
zoom = "digits"
"##;

const FAULTS: [(usize, &str); 15] = [
    (
        2,
        "start.layer: found the string \"six\", expected a whole number, 0 or more",
    ),
    (
        3,
        "start.idf: unknown value `tabel`; did you mean `table`? There are `off`, `table`, `references`",
    ),
    (
        4,
        "start.modle: unknown key `modle`; did you mean `model`? There are `model`, `layer`, `idf`, `rescale`, `program`, \
         `long`, `panel`, `restore`",
    ),
    (6, "look.palette: found a list, expected a text in quotes"),
    (
        8,
        "colours.quiet: in the dark theme, `quiet` has a contrast of 1.2 with the background, and needs 4.5",
    ),
    (
        9,
        "colours.accent: \"puce\" is not a colour; write \"#rrggbb\", a name such as \"light blue\", or a number from 0 to 255",
    ),
    (
        11,
        "keys.swop: there is no such command; did you mean `swap`? `bertscope config --default` lists them all",
    ),
    (
        12,
        "keys.mark: \"Crtl-m\" is not a key; write a character, or a name such as \"F5\" or \"Enter\", after Ctrl-, Alt- or \
         Shift- if these are held; a capital letter has no Shift-",
    ),
    (
        14,
        "keys.theme: `§` is already the key of `mouse` in the matrix (line 13); give one of the two another key",
    ),
    (
        15,
        "keys.quit: `Esc` always belongs to `leave-text` everywhere; choose another key",
    ),
    (
        16,
        "keys.commands: the command palette keeps a key that types no character: `Ctrl-d` stays",
    ),
    (
        17,
        "keys.keep: `Ctrl-d` opens the command palette, which always keeps a key; give `commands` another one first",
    ),
    (
        19,
        "keys.text.redraw: `r` types a character in a text, so it cannot be a key there; choose one that types none",
    ),
    (
        21,
        "files.page: expected the URL of a page, such as \"https://your.host/bert/\"",
    ),
    (
        22,
        "unknown table `loook`; did you mean `look`? There are `start`, `look`, `colours`, `keys`, `files`",
    ),
];

fn printed(arguments: &[&str], code: i32) -> String {
    let done = bertscope()
        .arg("config")
        .args(arguments)
        .assert()
        .code(code);
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn every_fault_of_a_file_is_listed_with_its_line_and_what_was_probably_meant() {
    let files = Files::new();
    let path = files.write("config.toml", FAULTY);
    let printed = printed(&["--check", &path], 2);
    let listed: Vec<&str> = printed
        .lines()
        .filter(|line| line.contains(", line "))
        .collect();
    let file_command = format!("15 faults: `bertscope config --check {path}` lists them\n");
    assert!(self::printed(&[&path], 0).ends_with(&file_command));
    let expected = FAULTS.map(|(line, problem)| format!("{path}, line {line}: {problem}"));
    for (listed, expected) in listed.iter().zip(&expected) {
        assert_eq!(listed, expected);
    }
    assert_eq!(listed.len(), expected.len(), "{printed}");
}

#[test]
fn a_key_that_may_not_arrive_and_one_that_another_command_loses_are_warnings() {
    let files = Files::new();
    let path = files.write(
        "config.toml",
        "[keys]\nkeep = [\"Ctrl-b\"]\nmark = [\"s\", \"Ctrl-i\"]\n",
    );
    let printed = printed(&["--check", &path], 0);
    for warning in [
        "line 2: keys.keep: `Ctrl-b` was the key of `previous-topic` everywhere",
        "line 2: keys.keep: `Ctrl-b` may not arrive from VS Code, tmux",
        "line 3: keys.mark: `s` was the key of `special-tokens` in the matrix",
        "line 3: keys.mark: `s` was the key of `sort` in the list of pairs",
        "line 3: keys.mark: most terminals send `Ctrl-i` as Tab",
    ] {
        assert!(printed.contains(warning), "{warning}\n{printed}");
    }
}

#[test]
fn the_command_prints_the_place_and_what_differs_from_the_defaults() {
    let files = Files::new();
    let path = files.write(
        "config.toml",
        "[start]\nrescale = true\nidf = \"off\"\n[keys]\nswap = [\"x\",\n  \"Ctrl-t\"]\n",
    );
    let done = bertscope()
        .arg("config")
        .env("BERTSCOPE_CONFIG", &path)
        .assert()
        .success();
    let printed = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert_eq!(
        printed,
        format!(
            "{path}\n  start.rescale = true  (default: false)\n  keys.swap = [\"x\", \"Ctrl-t\"]\n"
        )
    );
    let folder = files.path("");
    let done = bertscope()
        .arg("config")
        .env("XDG_CONFIG_HOME", &folder)
        .assert()
        .success();
    let printed = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(
        printed.contains("config.toml: there is no such file"),
        "{printed}"
    );
}

#[test]
fn a_configuration_changes_no_byte_of_what_other_commands_print() {
    let files = Files::new();
    let path = files.write(
        "config.toml",
        "[start]\nlayer = 1\nidf = \"table\"\nrescale = true\nprogram = \"torchmetrics\"\n[look]\npalette = \"magma\"\n",
    );
    for command in [
        &["score", "--json"][..],
        &["score", "--explain", "matches"],
        &["plot", "--format", "svg"],
    ] {
        let outputs = [Some(&path), None].map(|config| {
            let mut program = bertscope();
            if let Some(config) = config {
                program.env("BERTSCOPE_CONFIG", config);
            }
            let texts = ["-r", REFERENCE, "-c", CANDIDATE];
            let done = program.args(command).args(texts).assert().success();
            done.get_output().stdout.clone()
        });
        assert!(outputs[0] == outputs[1], "{command:?}");
    }
    bertscope()
        .args(["score", "--config", &path, "-r", REFERENCE, "-c", CANDIDATE])
        .assert()
        .code(2);
}
