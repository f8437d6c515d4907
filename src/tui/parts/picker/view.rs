//! Draws the list of models over the matrix or over everything below the texts, which stay visible.

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line as TextLine;
use ratatui::widgets::Clear;
use unicode_width::UnicodeWidthStr;

use super::{ModelPicker, PickerLine, PickerRow, areas, first_line};
use crate::tui::common::{put, text_field};
use crate::tui::context::Screen;
use crate::tui::parts::border::{clear_below_text, panel};
use crate::tui::state::State;
use crate::tui::terminal::theme::Theme;
use bertscope_models::catalogue::{ModelChoice, ModelLocation};
use bertscope_printable::{printable, size};
use bertscope_report::label::{align_left, align_right, fit};
use bertscope_report::number::without_zero;

pub fn draw(frame: &mut Frame<'_>, screen: &Screen, state: &State, picker: &ModelPicker) {
    let theme = &state.look.theme;
    let layout = areas(screen);
    let rows = picker.rows();
    let place = layout.frame;
    if place.width == screen.footer.width {
        clear_below_text(frame, place, theme);
    } else {
        clear_inside(frame, place, theme);
    }
    frame.buffer_mut().set_style(place, theme.text());
    let found = TextLine::styled(match_count_text(picker, &rows), theme.quiet());
    let has_keys = state.stack.palette().is_none();
    let block = panel(state, " Models ", has_keys).title(found.right_aligned());
    frame.render_widget(block, place);

    let columns = PickerColumns::new(layout.list.width);
    let buffer = frame.buffer_mut();
    put(buffer, layout.header, columns.header(), theme.quiet());
    let lines = picker.lines();
    let first = first_line(&layout, picker, &lines);
    for (row, line) in layout.list.rows().zip(lines.iter().skip(first)) {
        match *line {
            PickerLine::Title(group) => put(buffer, row, title(group), theme.strong()),
            PickerLine::Row(i) => {
                let is_selected = i == picker.selected;
                let is_current = rows[i].name() == picker.current;
                let mark = if is_selected { "▸" } else { " " };
                let text = columns.text(rows[i], is_current);
                let style = match is_current {
                    _ if is_selected => theme.selection(),
                    true => theme.accent(),
                    false => theme.text(),
                };
                put(
                    buffer,
                    row,
                    align_left(&format!("{mark}{text}"), row.width),
                    style,
                );
            }
        }
    }
    let about = about_row(picker, columns);
    put(buffer, layout.about, about, theme.quiet());
    let words = [
        "› ",
        "filter, or type a hub name, NAME@REVISION, or a folder",
    ];
    text_field::draw(frame, layout.filter, theme, &picker.filter, words, has_keys);
}

/// Erases the place of the matrix. The title on its frame is erased, too, but not where other frames join it.
fn clear_inside(frame: &mut Frame<'_>, place: Rect, theme: &Theme) {
    let inside = place.inner(Margin {
        horizontal: 1,
        vertical: 1,
    });
    frame.render_widget(Clear, inside);
    let line = "─".repeat(inside.width.into());
    for y in [place.y, place.bottom() - 1] {
        let buffer = frame.buffer_mut();
        buffer.set_string(inside.x, y, &line, theme.border());
    }
}

fn title(group: ModelLocation) -> &'static str {
    match group {
        ModelLocation::Bundled => "Bundled",
        ModelLocation::OnDisk => "On this disk",
        ModelLocation::Known => "Known, not downloaded",
    }
}

/// The number of matching models.
fn match_count_text(picker: &ModelPicker, rows: &[PickerRow<'_>]) -> String {
    let Some(choices) = &picker.choices else {
        return " searching … ".into();
    };
    let matching = rows
        .iter()
        .filter(|row| matches!(row, PickerRow::Choice(_)))
        .count();
    if matching == choices.len() {
        format!(" {matching} ")
    } else {
        format!(" {matching} of {} ", choices.len())
    }
}

/// The effect of Enter, and facts that do not fit in the row.
fn about_row(picker: &ModelPicker, columns: PickerColumns) -> String {
    match picker.row() {
        None => String::new(),
        Some(PickerRow::Typed(_)) => {
            "Enter opens it as a hub name, NAME@REVISION, or a folder".into()
        }
        Some(PickerRow::Choice(choice)) => {
            let mut parts = Vec::new();
            if choice.name.width() > columns.name.into() {
                parts.push(printable(&choice.name));
            }
            if picker.current == choice.name {
                parts.push("in use".to_owned());
            } else if choice.location == ModelLocation::Known {
                parts.push(match choice.bytes {
                    Some(bytes) => format!("Enter downloads {}", size(bytes)),
                    None => "Enter downloads it".to_owned(),
                });
            }
            if !choice.note.is_empty() {
                parts.push(printable(&choice.note));
            }
            if parts.is_empty() && choice.correlation.is_some() {
                parts.push(
                    "human r: correlation with human scores, as listed by bert_score".to_owned(),
                );
            }
            parts.join(" · ")
        }
    }
}

/// Column widths; 0 if there is no room.
#[derive(Debug, Clone, Copy)]
struct PickerColumns {
    name: u16,
    family: u16,
    layer: u16,
    correlation: u16,
    size: u16,
}

impl PickerColumns {
    /// Names have priority; then size, correlation, layer and family, as far as they fit.
    fn new(width: u16) -> Self {
        const NAME: u16 = 22;
        let mut room = width.saturating_sub(3);
        let mut full = false;
        let mut take = |wanted: u16| {
            full |= room < NAME + wanted;
            room -= if full { 0 } else { wanted };
            if full { 0 } else { wanted }
        };
        let size = take(10);
        let correlation = take(9);
        let layer = take(7);
        let family = take(if width >= 90 { 16 } else { 13 });
        Self {
            name: room,
            family,
            layer,
            correlation,
            size,
        }
    }

    /// Columns beside the name.
    fn width_without_name(self) -> u16 {
        self.family + self.layer + self.correlation + self.size
    }

    fn line(self, [name, family, layer, correlation, size]: [&str; 5]) -> String {
        let family = if self.family > 0 {
            format!("  {}", align_left(family, self.family - 2))
        } else {
            String::new()
        };
        let rest = [
            (layer, self.layer),
            (correlation, self.correlation),
            (size, self.size),
        ];
        let rest: String = rest
            .iter()
            .map(|(text, width)| align_right(text, *width))
            .collect();
        format!("{}{family}{rest}", align_left(name, self.name))
    }

    fn header(self) -> String {
        format!(
            "   {}",
            self.line(["model", "family", "layer", "human r", "size"])
        )
    }

    /// The text of a row.
    fn text(self, row: PickerRow<'_>, is_current: bool) -> String {
        match row {
            PickerRow::Typed(typed) => {
                let room = self.name.saturating_sub(7) + self.width_without_name();
                format!("  open “{}”", fit(&printable(typed), room))
            }
            PickerRow::Choice(choice) => self.row(choice, is_current),
        }
    }

    /// The cells of a model; unknown values are blank.
    fn row(self, choice: &ModelChoice, current: bool) -> String {
        let layer = choice
            .default_layer
            .map(|layer| layer.to_string())
            .unwrap_or_default();
        let correlation = choice
            .correlation
            .map(|r| without_zero(r, 4))
            .unwrap_or_default();
        let size = choice.bytes.map(size).unwrap_or_default();
        let name = printable(&choice.name);
        let family = printable(&choice.family);
        let mark = if current { '●' } else { ' ' };
        format!(
            "{mark} {}",
            self.line([&name, &family, &layer, &correlation, &size])
        )
    }
}
