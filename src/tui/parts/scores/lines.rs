//! The room that the scores take, and the notes below them.

use ratatui::style::Style;
use ratatui::text::Line;

use crate::tui::commands::Command;
use crate::tui::parts::pairs::line::is_edited;
use crate::tui::state::State;
use bertscope_analysis::Note;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::export::picture::notes::{
    MAX_LISTED_MATCHES, hidden_matches, sources, warnings,
};
use bertscope_report::label;
use bertscope_report::wrap::wrapped_text;

/// Height of a table of raw and rescaled numbers.
pub const FULL: u16 = 4;

/// Width of the panel on a projector, with its border: a name and four large digits.
pub const LARGE: u16 = 34;

/// Width of the numbers on the frame of the matrix, with a change and its reason.
pub const ON_FRAME: u16 = 64;

/// Descriptions of P, R and F1, in this order.
const NUMBERS: [Stage; 3] = [Stage::Precision, Stage::Recall, Stage::F1];

/// How many of P, R and F1 are shown.
pub fn visible_number_count(state: &State) -> u16 {
    NUMBERS
        .into_iter()
        .filter(|number| state.shows(*number))
        .count() as u16
}

/// Width of the screen from which there is a table of raw and rescaled numbers.
const MIN_TABLE_WIDTH: u16 = 100;

/// Height of the numbers: a table, or a line.
pub fn lines(state: &State) -> u16 {
    if state.terminal.size.0 < MIN_TABLE_WIDTH {
        1
    } else {
        FULL
    }
}

/// Preferred height of the inside of the panel.
pub fn height(state: &State, width: u16) -> u16 {
    lines(state) + remark_lines(state, width.saturating_sub(4), u16::MAX).len() as u16
}

/// Whether a change is not .0000 in four decimals.
pub fn is_visible_change(change: f64) -> bool {
    change.abs() >= 5e-5
}

/// A bar for a number between 0 and 1, to half a column, and the rest of the `width`. With fewer than four columns,
/// there is no bar.
pub fn bar(x: f64, width: u16) -> (String, String) {
    if width < 4 {
        return (String::new(), " ".repeat(width.into()));
    }
    let halves = (x.clamp(0.0, 1.0) * f64::from(width) * 2.0).round() as usize;
    let full = "━".repeat(halves / 2) + if halves % 2 == 1 { "╸" } else { "" };
    (
        full,
        "─".repeat(usize::from(width).saturating_sub(halves.div_ceil(2))),
    )
}

/// Whether the pair on the screen is one of a file that has the quotes of a table in it.
fn is_quoted_pair(state: &State) -> bool {
    let Some(list) = state.pairs.as_ref().filter(|_| state.has_own_pair()) else {
        return false;
    };
    let Some(current) = list.current else {
        return false;
    };
    let row = list.items[current].row.as_ref();
    row.is_ok_and(|pair| pair.looks_quoted) && !is_edited(state, list, current)
}

/// A note on the numbers, or a warning.
struct Remark {
    text: String,
    style: Style,
}

/// All remarks, the most important first.
fn remarks(state: &State) -> Vec<Remark> {
    let Some(analysis) = &state.results.analysis else {
        return Vec::new();
    };
    // The walkthrough gives them at their stage.
    if state.is_staged() {
        return Vec::new();
    }
    let mut warned = Vec::new();
    if let Some(error) = &state.results.error {
        let error = bertscope_printable::printable(error);
        let shown = if state.results.is_from_other_model {
            "shows the previous model"
        } else {
            "shows an earlier text"
        };
        warned.push(format!("{error}; the screen still {shown}."));
    }
    // The text box itself reports truncation.
    warned.extend(warnings(analysis, |note| {
        !matches!(note, Note::Truncated { .. })
    }));
    if is_quoted_pair(state) {
        warned.push(Note::LooksQuoted.to_string());
    }
    if !state.display().show_special {
        let key = format!(" ({})", state.key_name(Command::SpecialTokens));
        let hidden = hidden_matches(analysis, &state.sides(), &key, MAX_LISTED_MATCHES);
        warned.extend(hidden);
    }
    let warning = state.look.theme.warning();
    let quiet = state.look.theme.quiet();
    let warned = warned.into_iter().map(|text| Remark {
        text,
        style: warning,
    });
    let sources = sources(analysis)
        .into_iter()
        .map(|text| Remark { text, style: quiet });
    warned.chain(sources).collect()
}

/// The lines of the remarks that fit into an area. A warning is cut where the area ends; of the other remarks, only whole
/// ones are shown.
pub fn remark_lines(state: &State, width: u16, height: u16) -> Vec<Line<'static>> {
    let height = usize::from(height);
    let mut shown = Vec::new();
    for remark in remarks(state) {
        let mut lines = wrapped_text(&remark.text, width);
        let room = height - shown.len();
        if lines.len() > room {
            if remark.style != state.look.theme.warning() || room == 0 {
                continue;
            }
            lines.truncate(room);
            let last = &mut lines[room - 1];
            *last = label::fit(&format!("{last} …"), width);
        }
        let styled = lines
            .into_iter()
            .map(|line| Line::styled(line, remark.style));
        shown.extend(styled);
    }
    shown
}
