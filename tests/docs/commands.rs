//! Every command in the README and in `docs/` runs as printed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::expected::{renewed, same};
use super::fences::{Block, Kind, blocks};
use super::shell::{Shell, is_incomplete};
use super::{ROOT, markdown, name, writes};

/// A command of a block, and the output below it.
struct Step {
    /// The index of its first line in the block.
    start: usize,
    /// The index of the line after its last one, where its output begins.
    end: usize,
    command: String,
    shown: Vec<String>,
}

/// An output that is not as shown.
struct Difference {
    /// The line of the command, and what differs.
    failure: (usize, String),
    /// The lines of the page to be replaced: the first, and how many.
    replaced: (usize, usize),
    new: Vec<String>,
}

/// What is wrong on a page.
#[derive(Default)]
struct Checked {
    /// The line of each, and what is wrong.
    failures: Vec<(usize, String)>,
    differences: Vec<Difference>,
}

/// The commands of a `console` block, each after `$ `; further lines of a command may start with `> `.
fn console_steps(block: &Block) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    let mut at = 0;
    while at < block.lines.len() {
        let start = at;
        if let Some(first) = block.lines[at].strip_prefix("$ ") {
            let mut command = first.to_owned();
            at += 1;
            while at < block.lines.len() && is_incomplete(&command) {
                let line = &block.lines[at];
                command = format!("{command}\n{}", line.strip_prefix("> ").unwrap_or(line));
                at += 1;
            }
            steps.push(Step {
                start,
                end: at,
                command,
                shown: Vec::new(),
            });
        } else {
            let Some(step) = steps.last_mut() else {
                return Err("a console block starts with `$ `".to_owned());
            };
            step.shown.push(block.lines[at].clone());
            at += 1;
        }
    }
    for step in &mut steps {
        while step.shown.last().is_some_and(|line| line.trim().is_empty()) {
            step.shown.pop();
        }
    }
    Ok(steps)
}

/// The commands of an `sh` block.
fn shell_steps(block: &Block) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = 0;
    while at < block.lines.len() {
        let start = at;
        let mut command = block.lines[at].clone();
        at += 1;
        while at < block.lines.len() && is_incomplete(&command) {
            command = format!("{command}\n{}", block.lines[at]);
            at += 1;
        }
        if !command.trim().is_empty() && !command.trim_start().starts_with('#') {
            steps.push(Step {
                start,
                end: at,
                command,
                shown: Vec::new(),
            });
        }
    }
    steps
}

/// A reader of a pipe that has enough, such as `head`, ends its writer with this code.
const BROKEN_PIPE: i32 = 128 + 13;

fn printed(title: &str, lines: &[String]) -> String {
    format!("--- {title} ---\n{}\n", lines.join("\n"))
}

/// Runs the commands of a block.
fn check_block(
    shell: &mut Shell,
    block: &Block,
    checked: &mut Checked,
) -> Result<(), (usize, String)> {
    let kind = block.kind().map_err(|error| (block.line - 1, error))?;
    let (steps, exit) = match kind {
        Kind::Console { exit } => (
            console_steps(block).map_err(|error| (block.line, error))?,
            exit,
        ),
        Kind::Shell | Kind::Inspector => (shell_steps(block), 0),
        Kind::Outside => {
            let ours = |line: &String| line.split_whitespace().next() == Some("bertscope");
            let Some(i) = block.lines.iter().position(ours) else {
                return Ok(());
            };
            return Err((
                block.line + i,
                "a command of bertscope in `sh outside`, which is not run".to_owned(),
            ));
        }
        Kind::File(file) => {
            let path = Path::new(ROOT).join("examples").join(&file);
            let content = std::fs::read_to_string(path)
                .map_err(|error| (block.line, format!("{file}: {error}")))?;
            let content: Vec<String> = content.lines().map(str::to_owned).collect();
            let differs = content != block.lines;
            return if differs {
                Err((block.line, printed(&format!("examples/{file}"), &content)))
            } else {
                Ok(())
            };
        }
        Kind::Shown => return Ok(()),
    };
    for (i, step) in steps.iter().enumerate() {
        let line = block.line + step.start;
        let said = |text: String| (line, format!("$ {}\n{text}", step.command));
        if kind == Kind::Inspector
            && step
                .command
                .split_whitespace()
                .any(|word| word == "bertscope")
        {
            shell.inspect(&step.command).map_err(said)?;
            continue;
        }
        let done = shell.run(&step.command).map_err(said)?;
        let last = i + 1 == steps.len();
        if done.exit != exit && done.exit != BROKEN_PIPE && (last || done.exit != 0) {
            let title = format!("it ends with {}, not with {exit}; output", done.exit);
            return Err(said(printed(&title, &done.lines)));
        }
        if !step.shown.is_empty() && !same(&step.shown, &done.lines) {
            let new = renewed(&step.shown, &done.lines);
            let failure = said(format!(
                "{}{}",
                printed("shown", &step.shown),
                printed("real", &new)
            ));
            let indented = |line: &String| {
                format!("{}{line}", " ".repeat(block.indent))
                    .trim_end()
                    .to_owned()
            };
            checked.differences.push(Difference {
                failure,
                replaced: (block.line + step.end, step.shown.len()),
                new: new.iter().map(indented).collect(),
            });
        }
    }
    Ok(())
}

/// Runs the blocks of a page in one shell.
fn check_page(page: &str) -> Checked {
    let mut checked = Checked::default();
    let mut shell = Shell::start();
    for block in blocks(page) {
        let done = catch_unwind(AssertUnwindSafe(|| {
            check_block(&mut shell, &block, &mut checked)
        }));
        let done = done.unwrap_or_else(|_| Err((block.line, "panicked; see above".to_owned())));
        checked.failures.extend(done.err());
    }
    checked
}

/// The page with its shown outputs renewed.
fn renew(page: &str, checked: &Checked) -> String {
    let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
    for Difference {
        replaced: (line, count),
        new,
        ..
    } in checked.differences.iter().rev()
    {
        lines.splice(line - 1..line - 1 + count, new.iter().cloned());
    }
    lines.join("\n") + "\n"
}

#[test]
fn every_command_of_the_documentation_runs_as_printed() {
    let mut pages = vec![Path::new(ROOT).join("README.md")];
    pages.extend(markdown("docs"));
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism()
            .map_or(2, usize::from)
            .min(8)
        {
            scope.spawn(|| {
                while let Some(path) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Ok(page) = std::fs::read_to_string(path) else {
                        continue;
                    };
                    let mut checked = check_page(&page);
                    // An author may have saved the page meanwhile.
                    if writes() && std::fs::read_to_string(path).is_ok_and(|now| now == page) {
                        if !checked.differences.is_empty() {
                            std::fs::write(path, renew(&page, &checked)).unwrap();
                        }
                        checked.differences.clear();
                    }
                    let differences = checked
                        .differences
                        .into_iter()
                        .map(|difference| difference.failure);
                    let all = checked.failures.into_iter().chain(differences);
                    let named = all.map(|(line, text)| (name(path), line, text));
                    failures.lock().unwrap().extend(named);
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let text: Vec<String> = failures
        .iter()
        .map(|(page, line, text)| format!("{page}:{line}: {text}"))
        .collect();
    let count = failures.len();
    assert!(
        count == 0,
        "{count} failures; BERTSCOPE_WRITE_DOCS=1 writes the real outputs\n\n{}",
        text.join("\n\n")
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_failure(page: &str) -> String {
        let checked = check_page(page);
        let differences = checked
            .differences
            .into_iter()
            .map(|difference| difference.failure);
        let first = checked.failures.into_iter().chain(differences).next();
        first
            .map(|(line, text)| format!("{line}: {text}"))
            .unwrap_or_default()
    }

    #[test]
    fn commands_with_their_outputs_pass() {
        let page = "```sh\ncd examples  # the example files\nfor x in 1 2; do\n  echo $x >> new\ndone\n```\n\n\
            - In a list:\n\n  ```console\n  $ cat \\\n  >   new\n  1\n  …\n\n  $ bertscope --version | cut -d' ' -f1\n  \
            bertscope\n  $ echo silent\n  ```\n\n```console exit-2\n$ bertscope score --no-such-option\n…\n```\n\n\
            ```sh inspector\nbertscope -r 'A dog.' -c 'A cat.'\n```\n";
        assert_eq!(first_failure(page), "");
    }

    #[test]
    fn a_failure_names_the_line_and_shows_both_outputs() {
        let page = "```console\n$ echo one; echo 0.512\ntwo\n…\n0.7\n```\n";
        let failure = first_failure(page);
        assert!(
            failure.starts_with("2: $ echo one; echo 0.512\n"),
            "{failure}"
        );
        assert!(
            failure.contains("--- shown ---\ntwo\n…\n0.7\n--- real ---\none\n0.512\n"),
            "{failure}"
        );
        let shown = "Text\n\n- ```console\n  $ printf 'one\\n\\n0.51\\n'\n  ?\n  $ echo 2\n  2\n  ```\nend\n";
        let real = "Text\n\n- ```console\n  $ printf 'one\\n\\n0.51\\n'\n  one\n\n  0.51\n  $ echo 2\n  2\n  ```\nend\n";
        assert_eq!(renew(shown, &check_page(shown)), real);
        assert_eq!(first_failure(real), "");
    }

    #[test]
    fn what_cannot_be_run_or_is_not_run_fails() {
        for (page, failure) in [
            ("```bash\nls\n```", "1: a fence that says \"bash\""),
            (
                "```sh\nls no-such-file\n```",
                "2: $ ls no-such-file\n--- it ends with 2, not with 0; output ---\n",
            ),
            (
                "```console exit-2\n$ true\n```",
                "2: $ true\n--- it ends with 0, not with 2",
            ),
            ("```console\nls\n```", "2: a console block starts with"),
            (
                "```sh outside\npip install x\nbertscope plot\n```",
                "3: a command of bertscope in `sh outside`",
            ),
            ("```toml file=no-such.toml\n```", "2: no-such.toml: "),
            (
                "```tsv file=systems.tsv\na\n```",
                "2: --- examples/systems.tsv ---\n",
            ),
            (
                "```sh inspector\nbertscope open no-such.tsv\n```",
                "2: $ bertscope open no-such.tsv\nthe inspector does not",
            ),
        ] {
            assert!(
                first_failure(page).starts_with(failure),
                "{page}\n{}",
                first_failure(page)
            );
        }
    }
}
