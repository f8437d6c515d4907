//! The message on the bottom line.

use ratatui::style::Style;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::{Command, CopyContent};
use crate::tui::common::longest_that_fits;
use crate::tui::context::StatusMessage;
use crate::tui::state::{DEFAULT_PAGE_URL, State};
use bertscope_printable::{printable, size};
use bertscope_report::label::{fit, fit_end};

/// Clipboard limit of the most restrictive terminals, in bytes of text: as base64, almost 100,000.
const MAX_SAFE_CLIPBOARD_BYTES: usize = 74_994;

/// What was copied, from the longest to the shortest; of a link, the page that it opens.
fn copied_sentences(state: &State, what: CopyContent, bytes: usize) -> Vec<String> {
    let page = &*state.page;
    if what == CopyContent::Link && page == DEFAULT_PAGE_URL {
        return vec![
            format!(
                "Sent to the terminal’s clipboard: a link to {page}, where the page must be served; BERTSCOPE_PAGE sets \
                 another address"
            ),
            format!("Link copied: serve the page at {page} or set BERTSCOPE_PAGE"),
        ];
    }
    let name = match what {
        CopyContent::Link => format!("a link to {}", printable(page)),
        _ => what.name().to_owned(),
    };
    let sent = format!("Sent to the terminal’s clipboard: {name}, {bytes} bytes");
    vec![
        format!("{sent}; {}", state.way_to_show_copied()),
        sent,
        format!("Sent to the clipboard: {name}"),
    ]
}

/// The message in at most `width` columns.
pub fn line(state: &State, status: &StatusMessage, width: u16) -> Line<'static> {
    let theme = &state.look.theme;
    let room = width.saturating_sub(2);
    let (text, style): (String, Style) = match status {
        StatusMessage::Written(path, bytes, missing) => {
            let boxes = match missing {
                0 => String::new(),
                1 => ", but 1 character is in no font here".to_owned(),
                n => format!(", but {n} characters are in no font here"),
            };
            let words = "Written: ";
            let size = format!(", {}{boxes}", size(*bytes));
            let room = usize::from(room).saturating_sub(words.width() + size.width());
            let path = fit_end(&printable(&path.to_string_lossy()), room as u16);
            (format!("{words}{path}{size}"), theme.strong())
        }
        StatusMessage::Copied(what, bytes) if *bytes <= MAX_SAFE_CLIPBOARD_BYTES => {
            let sentences = copied_sentences(state, *what, *bytes);
            (longest_that_fits(&sentences, room), theme.strong())
        }
        StatusMessage::Copied(what, bytes) => {
            let what = what.name();
            let amount = size(*bytes as u64);
            let key = state.key_name(Command::Export);
            let limit = format!("but many accept only 75 kB: {key} writes a file");
            let sentences = [
                format!("Sent to the terminal’s clipboard: {what}, {amount}, {limit}"),
                format!(
                    "{what} sent: {amount}, {}",
                    limit.replace("many", "many terminals")
                ),
                format!("{amount} may be too much: {key}"),
            ];
            (longest_that_fits(&sentences, room), theme.warning())
        }
        StatusMessage::Info(what) => (fit(&printable(what), room), theme.strong()),
        StatusMessage::Failed(why) => (fit(&printable(why), room), theme.warning()),
        StatusMessage::Pasted(_) => {
            let words = format!(
                "Pasted outside the texts: Enter inserts it into the {}",
                state.last_text.name()
            );
            (fit(&words, room), theme.strong())
        }
    };
    Line::styled(format!(" {text}"), style)
}
