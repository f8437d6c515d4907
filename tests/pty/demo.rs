//! The recording of README.md: a script of keys, each with what it must show. `assets/demo/make.sh` plays it in real time and
//! writes the recording; the test plays it as fast as the program answers.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use super::film::Film;
use super::support::{PROGRAM, Session};

const ROWS: u16 = 27;
const COLUMNS: u16 = 88;
/// Eight letters per second: brisk, and not faster than a person.
const KEY: f64 = 0.125;

struct Step {
    caption: String,
    keys: Vec<String>,
    /// How long the last screen of the step stays.
    seconds: f64,
    shown: String,
}

fn script() -> Vec<Step> {
    let text = include_str!("../../assets/demo/script.tsv");
    let mut steps = Vec::new();
    for line in text.lines().skip(1) {
        let [caption, keys, seconds, shown] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line:?}")
        };
        let keys = keys.replace("<Esc>", "\x1b").replace("<Ctrl-w>", "\x17");
        steps.push(Step {
            caption: caption.to_owned(),
            keys: keys.chars().map(String::from).collect(),
            seconds: seconds.parse().unwrap(),
            shown: shown.to_owned(),
        });
    }
    steps
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
        let came = serde_json::to_string(&raw[self.bytes..]).unwrap();
        writeln!(self.cast, "[{:.3}, \"o\", {came}]", self.seconds).unwrap();
        self.film.add(&session.drawn(), caption, self.seconds);
        self.bytes = raw.len();
        self.seconds += seconds;
    }

    fn write(mut self, folder: &Path) {
        let header = format!(
            "{{\"version\": 2, \"width\": {COLUMNS}, \"height\": {ROWS}, \"title\": \"bertscope\"}}\n"
        );
        // The last event holds the last screen for players that stop at the end.
        writeln!(self.cast, "[{:.3}, \"o\", \"\"]", self.seconds).unwrap();
        std::fs::write(folder.join("bertscope.cast"), header + &self.cast).unwrap();
        std::fs::write(folder.join("bertscope.svg"), self.film.svg(self.seconds)).unwrap();
    }
}

#[test]
fn the_demo_shows_what_its_script_says() {
    let record = std::env::var_os("BERTSCOPE_RECORD");
    let folder = tempfile::tempdir().unwrap();
    let texts = "-r 'The ferry leaves at noon.' -c 'The boat departs at'";
    let start = format!("COLORTERM=truecolor exec {PROGRAM} --no-session --theme dark {texts}");
    let mut session = Session::sized(folder.path(), (COLUMNS, ROWS), "sh", &["-c", &start]);
    session.wait_for("a score", |screen| screen.contains("F1 ."));
    let mut recording = record.is_some().then(Recording::default);
    for step in script() {
        for key in &step.keys {
            session.send(key);
            if let Some(recording) = &mut recording {
                recording.keep(&session, &step.caption, KEY);
            } else if key == "\x1b" {
                // Esc and a letter that follow at once are Alt and the letter.
                session.wait_for("the matrix", |screen| screen.contains(" c candidate"));
            }
        }
        session.wait_for(&step.caption, |screen| screen.contains(&step.shown));
        if let Some(recording) = &mut recording {
            recording.keep(&session, &step.caption, step.seconds);
        }
    }
    session.quit();
    if let (Some(recording), Some(folder)) = (recording, record) {
        recording.write(Path::new(&folder));
    }
}

#[test]
fn the_recording_was_made_from_this_script_and_asks_nobody_for_anything() {
    let svg = include_str!("../../assets/demo/bertscope.svg");
    let captions = script().into_iter().map(|step| step.caption);
    let missing: Vec<_> = captions
        .filter(|caption| !svg.contains(&format!(">{caption}<")))
        .collect();
    assert!(
        missing.is_empty(),
        "not in the recording, run assets/demo/make.sh: {missing:?}"
    );
    assert!(
        svg.len() < 300_000,
        "GitHub shows it at once only while it is small: {} bytes",
        svg.len()
    );
    assert!(
        !["<script", "http://", "https://", "@import", "url("]
            .iter()
            .any(|asks| { svg.replace("http://www.w3.org/2000/svg", "").contains(asks) })
    );
}
