//! A shell session in a fresh folder with the example files, and with the program on its path.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tempfile::TempDir;

use super::ROOT;
use crate::pty::PROGRAM;
use crate::pty::support::Session;

/// Stands between the outputs of two commands.
const SEPARATOR: &str = "\u{1f}end of command\u{1f}";

/// Only a command that hangs takes so long.
const DEADLINE: Duration = Duration::from_secs(120);

/// What a command did.
pub struct Done {
    /// Both streams, as they would appear in a terminal.
    pub lines: Vec<String>,
    pub exit: i32,
}

/// One shell for all blocks of a page.
pub struct Shell {
    folder: TempDir,
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

impl Shell {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (work, home) = (folder.path().join("work"), folder.path().join("home"));
        copy(&Path::new(ROOT).join("examples"), &work.join("examples"));
        std::fs::create_dir(&home).unwrap();
        let mut path = vec![Path::new(PROGRAM).parent().unwrap().to_owned()];
        path.extend(std::env::split_paths(
            &std::env::var_os("PATH").unwrap_or_default(),
        ));
        let mut command = Command::new("bash");
        command
            .args(["--noprofile", "--norc"])
            .current_dir(&work)
            .env_clear();
        command
            .env("PATH", std::env::join_paths(path).unwrap())
            .env("HOME", &home)
            .env("TMPDIR", folder.path());
        for (name, folder) in [
            ("CACHE", "cache"),
            ("CONFIG", "config"),
            ("DATA", "data"),
            ("STATE", "state"),
        ] {
            command.env(format!("XDG_{name}_HOME"), home.join(folder));
        }
        std::fs::create_dir(home.join("state")).unwrap();
        command.envs([
            ("HF_HUB_OFFLINE", "1"),
            ("LANG", "C.UTF-8"),
            ("TERM", "xterm-256color"),
            ("COLUMNS", "100"),
        ]);
        // Shown numbers are checked on each set of instructions that the processor has.
        if let Some(set) = std::env::var_os("BERTSCOPE_INSTRUCTION_SET") {
            command.env("BERTSCOPE_INSTRUCTION_SET", set);
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("bash");
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"exec 2>&1\nset -o pipefail\n").unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (lines, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while stdout
                .read_until(b'\n', &mut bytes)
                .is_ok_and(|count| count > 0)
            {
                let line = String::from_utf8_lossy(&bytes);
                if lines
                    .send(line.strip_suffix('\n').unwrap_or(&line).to_owned())
                    .is_err()
                {
                    return;
                }
                bytes.clear();
            }
        });
        Self {
            folder,
            child,
            input,
            output,
        }
    }

    /// Runs a command. Folder and variables stay for the next one.
    ///
    /// # Errors
    /// Where it does not end, or ends the shell.
    pub fn run(&mut self, command: &str) -> Result<Done, String> {
        // The separator starts on a line of its own, whether or not the output ends with a line break.
        let script = format!(
            "eval {} < /dev/null\nprintf '\\n{SEPARATOR}%s\\n' $?\n",
            quoted(command)
        );
        self.input
            .write_all(script.as_bytes())
            .map_err(|_| "the shell has ended".to_owned())?;
        let mut lines = Vec::new();
        loop {
            let Ok(line) = self.output.recv_timeout(DEADLINE) else {
                return Err(format!(
                    "the command does not end, or ends the shell; it printed\n{}",
                    lines.join("\n")
                ));
            };
            if let Some(exit) = line.strip_prefix(SEPARATOR) {
                while lines
                    .last()
                    .is_some_and(|line: &String| line.trim().is_empty())
                {
                    lines.pop();
                }
                return Ok(Done {
                    lines,
                    exit: exit.parse().unwrap(),
                });
            }
            lines.push(line);
        }
    }

    /// Opens the inspector in a terminal, waits for its first picture and quits.
    ///
    /// # Errors
    /// With what stands on the terminal where no picture comes.
    ///
    /// # Panics
    /// Where the inspector does not quit.
    pub fn inspect(&mut self, command: &str) -> Result<(), String> {
        let variables = self.folder.path().join("variables");
        self.run(&format!(
            "declare -p > {}",
            quoted(&variables.to_string_lossy())
        ))?;
        let folder = self.run("pwd")?.lines.concat();
        let script = format!(
            "source {} 2> /dev/null; cd {}; {command}\ncode=$?; [ $code = 0 ] || echo \"exit code $code\"; exit $code",
            quoted(&variables.to_string_lossy()),
            quoted(&folder)
        );
        let state = self.folder.path().join("home/state");
        let mut session = Session::run(&state, "bash", &["--noprofile", "--norc", "-c", &script]);
        session.wait_until("the inspector", |session| {
            let drawn = session.alternate_screen() && !session.screen().trim().is_empty();
            drawn || session.screen().contains("exit code ")
        });
        if !session.alternate_screen() {
            return Err(format!(
                "the inspector does not open:\n{}",
                session.screen().trim_end()
            ));
        }
        session.send("\x03");
        session.assert_left(0);
        Ok(())
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether bash needs more lines: a here-document, loop or quotation is open, or the last line ends with a backslash.
pub fn is_incomplete(command: &str) -> bool {
    if command.ends_with('\\') {
        return true;
    }
    let checked = Command::new("bash")
        .args(["--norc", "-n", "-c", command])
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&checked.stderr);
    ["unexpected end of file", "unexpected EOF", "here-document"]
        .iter()
        .any(|text| said.contains(text))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn a_session_keeps_its_folder_and_variables_and_tells_outputs_apart() {
    let mut shell = Shell::start();
    assert!(shell.run("ls").unwrap().lines == ["examples"]);
    assert_eq!(shell.run("cd examples; one='it'\\''s'").unwrap().exit, 0);
    let done = shell
        .run("printf \"$one\\n\\nhere\"; basename \"$PWD\" >&2; cat; (exit 3)")
        .unwrap();
    assert_eq!(
        (done.lines.join("|"), done.exit),
        ("it's||hereexamples".to_owned(), 3)
    );
    assert_ne!(shell.run("if then").unwrap().exit, 0);
    assert_eq!(
        shell.run("cat <<'EOF'\n'two'\nEOF").unwrap().lines,
        ["'two'"]
    );
}

#[test]
fn a_command_of_several_lines_is_complete_at_its_end() {
    for open in [
        "for x in a b; do",
        "cat <<'EOF'\ntext",
        "echo 'a",
        "echo \\",
        "echo a |",
    ] {
        assert!(is_incomplete(open), "{open}");
    }
    for complete in [
        "echo a",
        "cat <<'EOF'\ntext\nEOF",
        "for x in a b; do\necho $x\ndone",
        "echo a \\\n b",
        "fi",
    ] {
        assert!(!is_incomplete(complete), "{complete}");
    }
}
