//! The inspector's sections of `bertscope doctor`: the terminal, the configuration and the session files.

use unicode_width::UnicodeWidthStr;

use crate::checkup::{Section, anonymous, set_variables};
use crate::console;
use crate::tui::config;
use crate::tui::panic_report;
use crate::tui::session::{Session, file};
use crate::tui::terminal::color_depth;
use clap::ValueEnum;

#[cfg(unix)]
use crate::tui::terminal::{answers, event::TerminalReply};
use bertscope_report::number::pluralized;

/// Characters that terminals disagree about, and their names.
#[cfg(unix)]
const MEASURED: [(&str, &str); 6] = [
    ("arrow", "→"),
    ("combining accent", "e\u{301}"),
    ("Chinese", "漢"),
    ("heart with variation selector", "❤\u{fe0f}"),
    ("flag", "🇫🇷"),
    ("joined emoji", "👩\u{200d}🔬"),
];

pub fn sections() -> Vec<Section> {
    vec![terminal(), configuration(), sessions()]
}

fn configuration() -> Section {
    let mut section = Section::new("Configuration");
    let Some(place) = config::file::place(None) else {
        section.fact("file", "none");
        return section;
    };
    section.fact("file", anonymous(&place.path));
    let state = match place.read() {
        Ok(None) => "there is none, so the defaults count".to_owned(),
        Ok(Some(parsed)) if parsed.faults.is_empty() => "valid".to_owned(),
        Ok(Some(parsed)) => {
            let faults = pluralized(parsed.faults.len(), "fault");
            section.problems.push(format!(
                "the configuration has {faults}; bertscope config --check lists them"
            ));
            faults
        }
        Err(_) => {
            let sentence = "the configuration cannot be read; bertscope config --check says why";
            section.problems.push(sentence.to_owned());
            "cannot be read".to_owned()
        }
    };
    section.fact("state", state);
    section
}

fn terminal() -> Section {
    let mut section = Section::new("Terminal");
    for name in ["TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION"] {
        if let Ok(value) = std::env::var(name) {
            section.fact(name, value);
        }
    }
    let inside = set_variables(&["TMUX", "STY", "SSH_CONNECTION"]);
    if !inside.is_empty() {
        section.fact("inside", inside.join(", "));
    }
    if !console::stdout_is_terminal() {
        section.fact("standard output", "not a terminal; nothing was measured");
        return section;
    }
    let depth = color_depth::detect().to_possible_value();
    let depth = depth.as_ref().map_or("", |value| value.get_name());
    let deciding = color_depth::deciding_variables();
    let reason = if deciding.is_empty() {
        "by several variables, none of them alone".to_owned()
    } else {
        format!("by {}", deciding.join(", "))
    };
    section.fact("colours", format!("{depth}, {reason}"));
    if let Ok((columns, rows)) = crossterm::terminal::size() {
        section.fact("size", format!("{columns} × {rows}"));
    }
    let clipboard = if inside.contains(&"TMUX") {
        "OSC 52, if tmux has `set -g set-clipboard on`"
    } else {
        "OSC 52, if the terminal allows it"
    };
    section.fact("clipboard", clipboard);
    #[cfg(unix)]
    add_answers(&mut section);
    section
}

/// What the terminal says of itself. One that does not answer is not broken.
#[cfg(unix)]
fn add_answers(section: &mut Section) {
    if !std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        return section.fact("answers", "not asked: standard input is not a terminal");
    }
    let replies = match answers::ask(&MEASURED.map(|(_, text)| text)) {
        Ok(replies) => replies,
        Err(error) => return section.fact("answers", format!("none: {error}")),
    };
    if replies.last() != Some(&TerminalReply::Attributes) {
        section.fact("answers", "incomplete: it does not answer in time");
    }
    let mut widths = Vec::new();
    for reply in replies {
        match reply {
            TerminalReply::Background { light } => {
                section.fact("background", if light { "light" } else { "dark" });
            }
            TerminalReply::KeyboardProtocol => section.fact("keyboard protocol", "kitty"),
            TerminalReply::Column(width) => widths.push(usize::from(width)),
            TerminalReply::Attributes => {}
        }
    }
    if widths.len() != MEASURED.len() {
        return;
    }
    for ((name, text), width) in MEASURED.into_iter().zip(widths) {
        let expected = text.width();
        let difference = if width == expected {
            String::new()
        } else {
            format!(", drawn as if it were {expected}")
        };
        section.fact(format!("width of {name}"), format!("{width}{difference}"));
    }
}

fn sessions() -> Section {
    let mut section = Section::new("Sessions");
    let Some(folder) = Session::folder() else {
        section.fact("folder", "none");
        section
            .problems
            .push("there is no home folder, so the inspector saves nothing; set HOME".to_owned());
        return section;
    };
    section.fact("folder", anonymous(&folder));
    let reports = panic_report::names(&folder);
    if let Some(newest) = reports.last() {
        let count = reports.len();
        section.fact("panic reports", format!("{count}, the newest {newest}"));
    }
    for file in file::states(&folder) {
        let state = match (&file.problem, file.is_open) {
            (Some(problem), _) => problem,
            (None, true) => "open in a window",
            (None, false) => "valid",
        };
        section.fact(&file.name, state);
        if let Some(problem) = &file.problem {
            section.problems.push(format!(
                "{} {problem}; the inspector restores what it can, and copies the file before it replaces it",
                file.name
            ));
        }
    }
    section
}
