//! Draws the recording of README.md and the screenshots of the docs: plays their scripts in a pseudo terminal.
//! `assets/demo/make.sh` and `assets/pictures/make.sh` call it: `record demo FOLDER` or `record screens FOLDER`.

mod film;
#[path = "../../../tests/pty/scripts.rs"]
mod scripts;
mod still;
#[path = "../../../tests/pty/support.rs"]
#[expect(dead_code, reason = "the tests use the rest")]
mod support;
mod window;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use film::Film;
use scripts::{DEMO_COLUMNS, DEMO_ROWS, demo_steps, doc_screens, open_demo};
use still::still;
use support::Session;
use window::{DARK, LIGHT};

/// Eight letters per second: brisk, and not faster than a person.
const SECONDS_PER_KEY: f64 = 0.125;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, folder] = &arguments[..] else {
        panic!("record demo|screens FOLDER");
    };
    let program = program();
    let folder = Path::new(folder);
    match what.as_str() {
        "demo" => record_demo(&program, folder),
        "screens" => draw_screens(&program, folder),
        other => panic!("{other} is neither demo nor screens"),
    }
}

/// The program that was built beside this one: target/release/bertscope for target/release/examples/record.
fn program() -> String {
    let examples = std::env::current_exe().expect("this program has a path");
    let mut program = PathBuf::from(examples.parent().and_then(Path::parent).expect("a folder"));
    program.push("bertscope");
    program.to_str().expect("a path in UTF-8").to_owned()
}

fn record_demo(program: &str, folder: &Path) {
    let state = tempfile::tempdir().expect("a temporary folder");
    let mut session = open_demo(program, state.path());
    let mut recording = Recording::default();
    for step in demo_steps() {
        for key in &step.keys {
            session.send(key);
            recording.keep(&session, &step.caption, SECONDS_PER_KEY);
        }
        session.wait_for(&step.caption, |screen| screen.contains(&step.shown));
        recording.keep(&session, &step.caption, step.seconds);
    }
    session.quit();
    recording.write(folder);
}

fn draw_screens(program: &str, folder: &Path) {
    for screen in doc_screens() {
        let state = tempfile::tempdir().expect("a temporary folder");
        let mut session = screen.open(program, state.path());
        session.settle();
        let window = if screen.arguments.contains("--theme light") {
            LIGHT
        } else {
            DARK
        };
        let picture = still(&session.drawn(), &window);
        let file = folder.join(screen.name).with_extension("svg");
        std::fs::write(file, picture).expect("the folder is writable");
        session.quit();
    }
}

/// What is filmed: the picture, and the bytes for a player of terminals.
#[derive(Default)]
struct Recording {
    film: Film,
    cast: String,
    seconds: f64,
    bytes: usize,
}

impl Recording {
    /// Waits for a time that a person takes, then keeps what came meanwhile.
    fn keep(&mut self, session: &Session, caption: &str, seconds: f64) {
        std::thread::sleep(Duration::from_secs_f64(seconds));
        let raw = session.raw();
        let output = serde_json::to_string(&raw[self.bytes..]).unwrap();
        writeln!(self.cast, "[{:.3}, \"o\", {output}]", self.seconds).unwrap();
        self.film.add(&session.drawn(), caption, self.seconds);
        self.bytes = raw.len();
        self.seconds += seconds;
    }

    fn write(mut self, folder: &Path) {
        let header = format!(
            "{{\"version\": 2, \"width\": {DEMO_COLUMNS}, \"height\": {DEMO_ROWS}, \"title\": \"bertscope\"}}\n"
        );
        // The last event holds the last screen for players that stop at the end.
        writeln!(self.cast, "[{:.3}, \"o\", \"\"]", self.seconds).unwrap();
        std::fs::write(folder.join("bertscope.cast"), header + &self.cast).unwrap();
        std::fs::write(folder.join("bertscope.svg"), self.film.svg(self.seconds)).unwrap();
    }
}
