//! A program in a pseudo terminal, and a reader of what it draws.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Only a broken program waits for so long.
const DEADLINE: Duration = Duration::from_secs(60);

/// The session file as it is written.
pub fn saved_session(state: &Path) -> String {
    std::fs::read_to_string(state.join("bertscope/session.json")).unwrap()
}

/// What a terminal sends for a key with this name.
fn key(name: &str) -> String {
    match name {
        "Esc" => "\x1b".into(),
        "Tab" => "\t".into(),
        "Enter" => "\r".into(),
        "Down" => "\x1b[B".into(),
        "F2" => "\x1bOQ".into(),
        "F3" => "\x1bOR".into(),
        "F4" => "\x1bOS".into(),
        "F5" => "\x1b[15~".into(),
        _ => match name.split_once('-') {
            Some(("Alt", rest)) => format!("\x1b{}", key(rest)),
            Some(("Ctrl", letter)) => char::from(letter.as_bytes()[0] & 0x1f).into(),
            _ => name.into(),
        },
    }
}

struct Output {
    screen: vt100::Parser,
    raw: Vec<u8>,
    ended: bool,
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

pub struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    output: Arc<Mutex<Output>>,
}

impl Session {
    pub fn run(state: &Path, program: &str, arguments: &[&str]) -> Self {
        Self::sized(state, (100, 30), program, arguments)
    }

    /// A program on so many columns and rows.
    pub fn sized(
        state: &Path,
        (cols, rows): (u16, u16),
        program: &str,
        arguments: &[&str],
    ) -> Self {
        let pair = native_pty_system()
            .openpty(PtySize {
                rows,
                cols,
                ..PtySize::default()
            })
            .unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        // Nothing of where the tests run: a service that runs jobs has variables that change the colours.
        command.env_clear();
        for name in ["PATH", "HOME", "TMPDIR", "LLVM_PROFILE_FILE"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.env("XDG_STATE_HOME", state);
        command.env("TERM", "xterm-256color");
        command.env("HF_HOME", state.join("no-such-home"));
        command.env("HF_HUB_OFFLINE", "1");
        command.cwd(state);
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let keys = pair.master.take_writer().unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let output = Output {
            screen: vt100::Parser::new(cells(rows), cells(cols), 0),
            raw: Vec::new(),
            ended: false,
        };
        let output = Arc::new(Mutex::new(output));
        let shared = Arc::clone(&output);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                let mut output = shared.lock().unwrap();
                output.screen.process(&bytes[..count]);
                output.raw.extend_from_slice(&bytes[..count]);
            }
            shared.lock().unwrap().ended = true;
        });
        Self {
            child,
            master: pair.master,
            keys,
            output,
        }
    }

    pub fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Until there is a list or an analysis, of which a projector shows no time; the legend of a matrix has one ◆.
    pub fn wait_for_start(&mut self) {
        self.wait_for("a list or an analysis", |screen| {
            screen.contains("file order")
                || screen.contains(" ms")
                || screen.matches('◆').count() > 1
        });
        self.settle();
    }

    /// Presses keys, named as in the help. Each is pressed when the program has drawn what came of those before.
    pub fn press(&mut self, keys: &str) {
        for name in keys.split_whitespace() {
            let drawn = self.raw().len();
            self.send(&key(name));
            self.wait_until(name, |session| session.raw().len() > drawn);
            self.settle();
        }
    }

    /// Until nothing has been drawn for a while, which is longer than a pause until an old matrix is dimmed.
    pub fn settle(&mut self) {
        let mut drawn = None;
        while drawn.replace(self.raw().len()) != Some(self.raw().len()) {
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    pub fn resize(&mut self, rows: u16, cols: u16) {
        self.output
            .lock()
            .unwrap()
            .screen
            .screen_mut()
            .set_size(cells(rows), cells(cols));
        self.claim_size(rows, cols);
    }

    /// The program is told of a size that the reader does not have.
    pub fn claim_size(&mut self, rows: u16, cols: u16) {
        self.master
            .resize(PtySize {
                rows,
                cols,
                ..PtySize::default()
            })
            .unwrap();
    }

    pub fn id(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    pub fn signal(&mut self, name: &str) {
        let id = self.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([&format!("-{name}"), &id])
            .status()
            .unwrap();
        assert!(sent.success());
    }

    /// Ends the program as a power cut would.
    pub fn kill(&mut self) {
        self.signal("KILL");
        self.child.wait().unwrap();
    }

    /// Until something holds; only a broken program takes a minute.
    pub fn wait_until(&mut self, what: &str, mut holds: impl FnMut(&mut Self) -> bool) {
        let deadline = Instant::now() + DEADLINE;
        while !holds(self) {
            assert!(
                Instant::now() < deadline,
                "{what} never came; the screen is\n{}",
                self.screen()
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn screen(&self) -> String {
        self.output.lock().unwrap().screen.screen().contents()
    }

    /// The screen with its colours and modes.
    pub fn drawn(&self) -> vt100::Screen {
        self.output.lock().unwrap().screen.screen().clone()
    }

    /// Everything that the terminal got so far.
    pub fn raw(&self) -> String {
        String::from_utf8_lossy(&self.output.lock().unwrap().raw).into_owned()
    }

    /// The texts that were sent for the clipboard (OSC 52), in order.
    pub fn clipboard(&self) -> Vec<String> {
        use base64::prelude::{BASE64_STANDARD, Engine};
        let raw = self.raw();
        let sent = raw
            .split("\x1b]52;c;")
            .skip(1)
            .filter_map(|rest| rest.split_once("\x1b\\"));
        sent.map(|(text, _)| String::from_utf8(BASE64_STANDARD.decode(text).unwrap()).unwrap())
            .collect()
    }

    pub fn alternate_screen(&self) -> bool {
        self.output
            .lock()
            .unwrap()
            .screen
            .screen()
            .alternate_screen()
    }

    pub fn wait_for(&mut self, what: &str, seen: impl Fn(&str) -> bool) {
        self.wait_until(what, |session| seen(&session.screen()));
    }

    /// Everything that the terminal got until the program ended.
    pub fn printed(mut self) -> String {
        self.child.wait().unwrap();
        self.wait_until("the end of the output", |session| {
            session.output.lock().unwrap().ended
        });
        self.raw()
    }

    /// Ctrl-C ends the program, and the terminal is as it was.
    pub fn quit(&mut self) {
        self.send("\x03");
        self.assert_left(0);
    }

    /// The program ends with this code, and the terminal is as it was.
    pub fn assert_left(&mut self, code: u32) {
        let mut status = None;
        self.wait_until("the end of the program", |session| {
            status = status.take().or_else(|| session.child.try_wait().unwrap());
            status.is_some() && session.output.lock().unwrap().ended
        });
        let status = status.unwrap();
        let output = self.output.lock().unwrap();
        let screen = output.screen.screen();
        assert_eq!(status.exit_code(), code, "{}", screen.contents());
        assert!(!screen.alternate_screen(), "the alternate screen is left");
        assert!(!screen.hide_cursor(), "the cursor is shown");
        assert!(!screen.bracketed_paste(), "pasting is as before");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let raw = String::from_utf8_lossy(&output.raw);
        for (on, off) in [
            ("\x1b[?1049h", "\x1b[?1049l"),
            ("\x1b[?2004h", "\x1b[?2004l"),
            ("\x1b[?25l", "\x1b[?25h"),
        ] {
            assert!(raw.rfind(on) <= raw.rfind(off), "{on:?} is not taken back");
        }
    }
}
