//! Draws the export prompt above the footer.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::job::ExportSubject;
use super::prompt::{ExportPrompt, PromptError};
use crate::tui::common::{ClickableLine, below, first_lines, text_field};
use crate::tui::parts::border::Strip;
use crate::tui::state::State;
use bertscope_report::number::pluralized;

/// The export prompt.
pub const STRIP: Strip = Strip {
    height: |state, screen| prompt_height(state, screen.width, screen.height),
    words: |_, _| ClickableLine::default(),
    draw,
};

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(prompt) = state.stack.export_prompt() else {
        return;
    };
    let theme = &state.look.theme;
    let has_keys = state.stack.palette().is_none() && prompt.waits_for.is_none();
    let to = match prompt.subject {
        ExportSubject::Screen => "Export to › ".to_owned(),
        ExportSubject::Marked { pairs, .. } => {
            format!("Export {} to › ", pluralized(pairs, "marked pair"))
        }
    };
    let words = [&*to, "a file name"];
    text_field::draw_in_strip(frame, area, theme, &prompt.name, words, has_keys);
    let status = prompt_error(prompt, area.width, state.terminal.size.1);
    let mut lines = Vec::new();
    if prompt.waits_for.is_some() {
        lines.push(Line::styled(" writing …", theme.quiet()));
    } else if status.is_empty() {
        lines.push(kinds(state, prompt, area.width));
    } else {
        for line in status {
            lines.push(Line::styled(format!(" {line}"), theme.warning()));
        }
    }
    frame.render_widget(Paragraph::new(lines), below(area, 1));
}

/// The height of the prompt: a line for the name, and lines for an error.
fn prompt_height(state: &State, width: u16, height: u16) -> u16 {
    state.stack.export_prompt().map_or(0, |prompt| {
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
    first_lines(&sentence, width, usize::from(height / 6).max(2) - 1)
}

/// The file extensions, with the current one highlighted and described.
fn kinds(state: &State, prompt: &ExportPrompt, width: u16) -> Line<'static> {
    let theme = &state.look.theme;
    let here = prompt.format_index();
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
