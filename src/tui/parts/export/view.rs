//! Draws the export prompt above the footer, and status messages about exports.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::{Command, CopyContent};
use crate::tui::common::clickable_line::ClickableLine;
use crate::tui::common::text_field;
use crate::tui::context::status::StatusMessage;
use crate::tui::parts::export;
use crate::tui::parts::export::job::DEFAULT_PAGE_URL;
use crate::tui::parts::export::job::ExportSubject;
use crate::tui::parts::export::prompt::{ExportPrompt, PromptError};
use crate::tui::parts::notice;
use crate::tui::parts::strip::Strip;
use crate::tui::state::State;
use bertscope_printable::{printable, size};
use bertscope_report::label::{fit, fit_end};

/// Clipboard limit of the most restrictive terminals, in bytes of text: as base64, almost 100,000.
const MAX_SAFE_CLIPBOARD_BYTES: usize = 74_994;

/// The export prompt.
pub const STRIP: Strip = Strip {
    height: |state, screen| prompt_height(state, screen.width, screen.height),
    words: |_, _| ClickableLine::default(),
    draw,
};

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(prompt) = state.stack.prompt() else {
        return;
    };
    let theme = &state.look.theme;
    let field = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        height: 1,
        ..area
    };
    let has_keys = state.stack.palette().is_none() && prompt.waits_for.is_none();
    let to = match prompt.subject {
        ExportSubject::Screen => "Export to › ".to_owned(),
        ExportSubject::Marked { pairs: 1, .. } => "Export 1 marked pair to › ".to_owned(),
        ExportSubject::Marked { pairs, .. } => format!("Export {pairs} marked pairs to › "),
    };
    text_field::draw(
        frame,
        field,
        theme,
        &prompt.name,
        [&to, "a file name"],
        has_keys,
    );
    let below = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    };
    let status = prompt_error(prompt, area.width, state.terminal.size.1);
    let lines: Vec<Line<'_>> = if prompt.waits_for.is_some() {
        vec![Line::styled(" writing …", theme.quiet())]
    } else if status.is_empty() {
        vec![kinds(state, prompt, area.width)]
    } else {
        status
            .into_iter()
            .map(|line| Line::styled(format!(" {line}"), theme.warning()))
            .collect()
    };
    frame.render_widget(Paragraph::new(lines), below);
}

/// The height of the prompt: a line for the name, and lines for an error.
fn prompt_height(state: &State, width: u16, height: u16) -> u16 {
    state.stack.prompt().map_or(0, |prompt| {
        1 + prompt_error(prompt, width, height).len().max(1) as u16
    })
}

/// The error in the name, as far as there is room.
fn prompt_error(prompt: &ExportPrompt, width: u16, height: u16) -> Vec<String> {
    let sentence = match &prompt.error {
        // The line of file extensions shows this error.
        None | Some(PromptError::UnknownExtension) => return Vec::new(),
        Some(exists @ PromptError::Exists(_)) => {
            format!("{}: Enter again replaces it", exists.message())
        }
        Some(other) => other.message(),
    };
    notice::lines(&sentence, width, usize::from(height / 6).max(2) - 1)
}

/// The file extensions, with the current one highlighted and described.
fn kinds(state: &State, prompt: &ExportPrompt, width: u16) -> Line<'static> {
    let (theme, here) = (&state.look.theme, prompt.format_index());
    let wrong = prompt.error.as_ref().map(PromptError::message);
    let usual = if wrong.is_some() {
        theme.warning()
    } else {
        theme.quiet()
    };
    let mut spans = Vec::new();
    let formats = prompt.subject.formats();
    for (i, format) in formats.iter().enumerate() {
        spans.push(Span::styled(" ", usual));
        spans.push(Span::styled(
            format.extensions[0],
            if Some(i) == here {
                theme.accent()
            } else {
                usual
            },
        ));
    }
    let style = if wrong.is_some() { usual } else { theme.text() };
    let words = wrong.unwrap_or_else(|| {
        here.map_or("the extension sets the format", |here| {
            formats[here].description
        })
        .to_owned()
    });
    let used: usize = spans.iter().map(Span::width).sum();
    if used + words.width() + 4 <= width.into() {
        spans.push(Span::styled(format!("   {words}"), style));
    }
    Line::from(spans)
}

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
        format!("{sent}; {}", export::way_to_show(state)),
        sent,
        format!("Sent to the clipboard: {name}"),
    ]
}

/// The status message for the bottom line, in at most `width` columns.
pub fn status_line(state: &State, status: &StatusMessage, width: u16) -> Line<'static> {
    let theme = &state.look.theme;
    let room = width.saturating_sub(2);
    let longest = |sentences: &[String]| {
        let fits = sentences
            .iter()
            .find(|sentence| sentence.width() <= room.into());
        fits.cloned()
            .unwrap_or_else(|| fit(sentences.last().map_or("", String::as_str), room))
    };
    let (text, style): (String, Style) = match status {
        StatusMessage::Written(path, bytes, missing) => {
            let boxes = match missing {
                0 => String::new(),
                1 => ", but 1 character is in no font here".to_owned(),
                n => format!(", but {n} characters are in no font here"),
            };
            let (words, size) = ("Written: ", format!(", {}{boxes}", size(*bytes)));
            let room = usize::from(room).saturating_sub(words.width() + size.width());
            let path = fit_end(&printable(&path.to_string_lossy()), room as u16);
            (format!("{words}{path}{size}"), theme.strong())
        }
        StatusMessage::Copied(what, bytes) if *bytes <= MAX_SAFE_CLIPBOARD_BYTES => {
            let sentences = copied_sentences(state, *what, *bytes);
            (longest(&sentences), theme.strong())
        }
        StatusMessage::Copied(what, bytes) => {
            let (what, amount) = (what.name(), size(*bytes as u64));
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
            (longest(&sentences), theme.warning())
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
