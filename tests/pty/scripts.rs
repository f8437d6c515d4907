//! The scripts that the docs' recording and screenshots are made from: keys, and what the screen must show.
//! `benches/programs/record` plays them too, and draws what comes.

use std::path::Path;

use bertscope::testing::EDIT_PAUSE;

use super::support::Session;

pub const DEMO_ROWS: u16 = 27;
pub const DEMO_COLUMNS: u16 = 88;

/// A step of the recording of README.md.
pub struct DemoStep {
    pub caption: String,
    pub keys: Vec<String>,
    /// How long the last screen of the step stays.
    #[cfg_attr(test, expect(dead_code, reason = "only the recording takes time"))]
    pub seconds: f64,
    /// What the last screen has.
    pub shown: String,
}

pub fn demo_steps() -> Vec<DemoStep> {
    let text = include_str!("../../assets/demo/script.tsv");
    let mut steps = Vec::new();
    for line in text.lines().skip(1) {
        let [caption, keys, seconds, shown] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line:?}")
        };
        let keys = keys.replace("<Esc>", "\x1b").replace("<Ctrl-w>", "\x17");
        steps.push(DemoStep {
            caption: caption.to_owned(),
            keys: keys.chars().map(String::from).collect(),
            seconds: seconds.parse().unwrap(),
            shown: shown.to_owned(),
        });
    }
    steps
}

/// The inspector as the recording begins, after its first score.
pub fn open_demo(program: &str, folder: &Path) -> Session {
    let texts = "-r 'The ferry leaves at noon.' -c 'The boat departs at'";
    let start = format!("COLORTERM=truecolor exec {program} --no-session --theme dark {texts}");
    let size = (DEMO_COLUMNS, DEMO_ROWS);
    let mut session = Session::sized(folder, size, "sh", &["-c", &start]);
    session.wait_for("a score", |screen| screen.contains("F1 ."));
    session
}

/// A screenshot of README.md and docs/.
pub struct DocScreen {
    pub name: &'static str,
    columns: u16,
    rows: u16,
    keys: &'static str,
    pub arguments: &'static str,
    shown: &'static str,
}

pub fn doc_screens() -> Vec<DocScreen> {
    let text = include_str!("../../assets/pictures/screens.tsv");
    let mut screens = Vec::new();
    for row in text.lines().skip(1) {
        let [name, size, keys, arguments, shown] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row:?}")
        };
        let (columns, rows) = size.split_once('x').unwrap();
        screens.push(DocScreen {
            name,
            columns: columns.parse().unwrap(),
            rows: rows.parse().unwrap(),
            keys,
            arguments,
            shown,
        });
    }
    screens
}

impl DocScreen {
    /// The inspector with this screen. After a `Pause`, changes are those of the next key.
    pub fn open(&self, program: &str, folder: &Path) -> Session {
        let root = env!("CARGO_MANIFEST_DIR");
        let arguments = self.arguments;
        let start =
            format!("cd '{root}'; COLORTERM=truecolor exec {program} {arguments} --no-session");
        let size = (self.columns, self.rows);
        let mut session = Session::sized(folder, size, "sh", &["-c", &start]);
        session.wait_for_start();
        for keys in self.keys.split("Pause") {
            session.press(keys);
            if keys.ends_with(' ') {
                std::thread::sleep(EDIT_PAUSE);
            }
        }
        session.wait_for(self.name, |screen| screen.contains(self.shown));
        session
    }
}
