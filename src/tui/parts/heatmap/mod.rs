//! Draws the heatmap: candidate tokens are rows, reference tokens are columns.

pub mod cell_text;
pub mod geometry;
pub mod legend;
pub mod overview;
pub mod picture;

use std::sync::Arc;
use std::time::Instant;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph, Wrap};

use crate::tui::commands::{Command, Focus};
use crate::tui::common::border::{is_focused, panel};
use crate::tui::common::large_digits::Size;
use crate::tui::context::frame::{CellMode, HeatmapGeometry};
use crate::tui::context::look::ColorScale;
use crate::tui::context::screen::{SIDE_BY_SIDE_WIDTH, inside};
use crate::tui::parts::heatmap::cell_text::{digits, large, large_width};
use crate::tui::parts::heatmap::geometry::MIN_CELL_WIDTH;
use crate::tui::parts::heatmap::picture::{HeatmapPicture, shade};
use crate::tui::parts::opening::progress::waiting;
use crate::tui::parts::{heatmap, texts};
use crate::tui::state::State;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::sentences::sentence_starts;
use bertscope_report::explanation::costliest_word;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label;

/// The frame of the panel; its title has the visible part of the matrix.
pub fn frame(state: &State, area: Rect, geometry: Option<&HeatmapGeometry>) -> Block<'static> {
    let title = state
        .contributions()
        .map_or(" Similarity ".to_owned(), |sum| {
            format!(" Contributions × {} ", sum.pair_count())
        });
    let mut block = panel(state, title, is_focused(state, Focus::Matrix));
    if let Some(geometry) = geometry
        && geometry.mode != CellMode::Overview
        && (geometry.rows.len(), geometry.columns.len()) != geometry.total
    {
        let (rows, columns) = geometry.total;
        let words =
            [Side::Candidate, Side::Reference].map(|side| state.unfolded_tokens(side).len());
        let shown = (geometry.rows.len(), geometry.columns.len());
        let part = if geometry.is_folded && shown == words.into() {
            " special folded ".to_owned()
        } else {
            format!(" {}×{} of {rows}×{columns} ", shown.0, shown.1)
        };
        // If the matrix covers the panel, the scores are on the right.
        let alone = area.width == state.terminal.size.0 && area.width >= SIDE_BY_SIDE_WIDTH;
        let alignment = if alone {
            Alignment::Left
        } else {
            Alignment::Right
        };
        block = block.title(Line::styled(part, state.look.theme.quiet()).alignment(alignment));
    }
    let texts = state
        .results
        .analysis
        .iter()
        .flat_map(|analysis| [&analysis.candidate, &analysis.reference]);
    let cuts = texts.filter_map(|text| {
        text.tokenized
            .truncated
            .filter(|_| state.shows(Stage::Tokens))
    });
    let cut: usize = cuts.map(|cut| cut.total - cut.kept).sum();
    let title = Line::styled(
        format!(" {cut} more tokens cut "),
        state.look.theme.warning(),
    )
    .right_aligned();
    // Beside a panel on 80 columns there is no room; the text box says it too.
    if cut == 0 || area.width < 56 {
        block
    } else {
        block.title(title)
    }
}

/// Draws the heatmap, and the legend on the bottom line of the frame.
pub fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    geometry: Option<&HeatmapGeometry>,
    state: &State,
    now: Instant,
) {
    let inner = inside(area);
    let (Some(analysis), Some(geometry)) = (&state.results.analysis, geometry) else {
        empty(frame, inner, state);
        return;
    };
    // The same picture of other numbers.
    let contributions = state.contributions().map(|sum| Analysis {
        similarity: Arc::clone(&sum.cells),
        rescaled: None,
        ..(**analysis).clone()
    });
    let drawn = contributions.as_ref().unwrap_or(analysis);
    let scale = ends(state, drawn);
    let overlay = match &state.staged {
        Some(staged) => staged.overlay(analysis),
        None => state.panel().overlay(analysis),
    };
    let picture = HeatmapPicture {
        state,
        analysis: drawn,
        geometry,
        overlay,
        scale,
    };
    let buffer = frame.buffer_mut();
    if geometry.mode == CellMode::Overview {
        heatmap::overview::draw(buffer, &picture);
    } else {
        labels(buffer, &picture);
        cells(buffer, &picture);
    }
    if geometry.headline
        && let Some(sentence) = match state.contributions() {
            Some(sum) => Some(format!(
                "The mean of all {} cells is the cosine.",
                sum.pair_count()
            )),
            None => costliest_word(analysis, &state.sides(), inner.width),
        }
    {
        buffer.set_string(inner.x, inner.y, sentence, state.look.theme.text());
    }
    heatmap::legend::draw(
        buffer,
        Rect {
            y: area.bottom() - 1,
            height: 1,
            ..inner
        },
        &picture,
    );
    if state.results.is_late(now) {
        fade(buffer, inner, state);
    }
}

fn ends(state: &State, analysis: &Analysis) -> (f32, f32) {
    if state.display().scale == ColorScale::Unit && state.contributions().is_none() {
        return (0.0, 1.0);
    }
    if let (true, Some((low, high))) = (state.display().show_special, analysis.similarity.range()) {
        return (
            analysis.scaled_similarity(low),
            analysis.scaled_similarity(high),
        );
    }
    let [rows, columns] = [Side::Candidate, Side::Reference].map(|side| state.shown_tokens(side));
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for row in rows.iter().map(|row| analysis.similarity.row(*row)) {
        low = columns
            .iter()
            .fold(low, |low, column| low.min(row[*column]));
        high = columns
            .iter()
            .fold(high, |high, column| high.max(row[*column]));
    }
    // Rescaling preserves the order, so rescaling the ends of the scale is enough.
    (
        analysis.scaled_similarity(low),
        analysis.scaled_similarity(high),
    )
}

#[expect(
    clippy::too_many_lines,
    reason = "one part of the screen, drawn from top to bottom"
)]
fn labels(buffer: &mut Buffer, picture: &HeatmapPicture<'_>) {
    let HeatmapPicture {
        state,
        analysis,
        geometry,
        ..
    } = picture;
    let most = [&analysis.candidate, &analysis.reference]
        .iter()
        .flat_map(|side| side.weights.as_slice())
        .fold(0.0f64, |most, w| most.max(*w));
    let counted = [Side::Candidate, Side::Reference]
        .map(|side| texts::overlap_highlights::tokens(state, analysis, side));
    let is_counted = |side: usize, i: usize| {
        counted[side]
            .as_ref()
            .is_some_and(|tokens| tokens.get(i) == Some(&true))
    };
    let style = |side: Side, i: usize, crossed: bool| -> Style {
        match (crossed, analysis.side(side).tokenized.tokens[i].special) {
            (true, _) => state.look.theme.accent(),
            (false, true) => state.look.theme.quiet(),
            (false, false) => state.look.theme.text(),
        }
    };
    let (w, h) = geometry.cell;
    for (y, &i) in geometry.rows.iter().enumerate() {
        let token = &analysis.candidate.tokenized.tokens[i];
        let crossed = i == state.display().cell.candidate;
        let area = geometry.row_labels;
        let text_width = area.width - 1 - if geometry.weights { 2 } else { 0 };
        let at = area.y + y as u16 * h + h / 2;
        let text = label::align_right(&label::fit_token(token, text_width), text_width);
        buffer.set_stringn(
            area.x,
            at,
            text,
            text_width.into(),
            style(Side::Candidate, i, crossed),
        );
        if is_counted(0, i) {
            underline(
                buffer,
                Rect {
                    y: at,
                    width: text_width,
                    height: 1,
                    ..area
                },
            );
        }
        if geometry.weights {
            let bar = label::weight_bar(analysis.candidate.weights.as_slice()[i], most);
            buffer.set_stringn(
                area.x + text_width + 1,
                at,
                bar.to_string(),
                1,
                state.look.theme.bar(),
            );
        }
    }
    let area = geometry.column_labels;
    let lines = area.height - u16::from(geometry.weights);
    for (x, &i) in geometry.columns.iter().enumerate() {
        let token = &analysis.reference.tokenized.tokens[i];
        let style = style(Side::Reference, i, i == state.display().cell.reference);
        let left = area.x + x as u16 * w;
        let line = x as u16 % geometry.label_lines;
        if geometry.label_lines > 1 {
            let room = (geometry.label_lines * w - 1).min(area.right() - left);
            buffer.set_stringn(
                left,
                area.y + line,
                label::fit_token(token, room),
                room.into(),
                style,
            );
        } else if geometry.mode == CellMode::Digits {
            let text = label::centre(&label::fit_token(token, w - 1), w);
            buffer.set_stringn(left, area.y, text, w.into(), style);
        } else {
            let text = if token.unknown {
                label::fit_token(token, lines + 1)
            } else {
                label::token(token)
            };
            upright(buffer, left, area.y, lines, &text, style);
        }
        if is_counted(1, i) {
            // On several lines, a label has the width of as many columns.
            let width = (geometry.label_lines * w - 1).max(w.min(2));
            let height = if geometry.mode == CellMode::Digits {
                1
            } else {
                lines
            };
            underline(
                buffer,
                Rect {
                    x: left,
                    y: area.y + line,
                    width,
                    height,
                }
                .intersection(area),
            );
        }
        if geometry.weights {
            let bar = label::weight_bar(analysis.reference.weights.as_slice()[i], most);
            let middle = left + (w - 1) / 2;
            buffer.set_stringn(
                middle,
                area.bottom() - 1,
                bar.to_string(),
                1,
                state.look.theme.bar(),
            );
        }
    }
}

/// Underlines text, not the spaces around it.
fn underline(buffer: &mut Buffer, area: Rect) {
    for position in area.positions() {
        let cell = &mut buffer[position];
        if cell.symbol() != " " {
            cell.modifier.insert(Modifier::UNDERLINED);
        }
    }
}

/// Draws a vertical label, one character per line, that ends just above its column.
fn upright(buffer: &mut Buffer, x: u16, y: u16, lines: u16, text: &str, style: Style) {
    use unicode_segmentation::UnicodeSegmentation;
    let characters: Vec<&str> = text.graphemes(true).collect();
    let fits = characters.len() <= usize::from(lines);
    let shown = if fits {
        characters.len()
    } else {
        usize::from(lines).saturating_sub(1)
    };
    let first = y + lines - (if fits { shown } else { shown + 1 }) as u16;
    for (i, character) in characters[..shown]
        .iter()
        .chain((!fits).then_some(&"…"))
        .enumerate()
    {
        buffer.set_stringn(x, first + i as u16, character, 2, style);
    }
}

fn cells(buffer: &mut Buffer, picture: &HeatmapPicture<'_>) {
    let HeatmapPicture {
        state,
        analysis,
        geometry,
        ..
    } = picture;
    let (w, h) = geometry.cell;
    let large_figures = large_digit_size(picture);
    let [rows, columns] =
        [Side::Candidate, Side::Reference].map(|side| sentence_starts(analysis, side));
    for (y, &c) in geometry.rows.iter().enumerate() {
        for (x, &r) in geometry.columns.iter().enumerate() {
            let value = analysis.cell(c, r);
            let place = picture.position_on_scale(value);
            let mut style = state.look.theme.cell_style(state.look.palette(), place);
            let area = Rect {
                x: geometry.cells.x + x as u16 * w,
                y: geometry.cells.y + y as u16 * h,
                width: w,
                height: h,
            }
            .intersection(geometry.cells);
            if area.is_empty() || !state.shows_cell(c, r) {
                continue;
            }
            let blank = if geometry.mode == CellMode::Digits {
                ' '
            } else {
                shade(state, place)
            };
            for cell in area.positions() {
                buffer[cell].set_char(blank).set_style(style);
            }
            let crossed =
                c == state.display().cell.candidate && r == state.display().cell.reference;
            let sign = picture.symbol(c, r);
            let text = if geometry.mode == CellMode::Digits {
                digits(value, sign, crossed, w)
            } else {
                match (crossed, sign) {
                    (true, _) => label::centre("[]", w),
                    (false, Some(sign)) if w == 2 => format!("{sign} "),
                    (false, Some(sign)) => label::centre(&sign.to_string(), w),
                    (false, None) => shade(state, place).to_string().repeat(w.into()),
                }
            };
            if sign.is_some() {
                style = style.add_modifier(Modifier::BOLD);
            }
            if crossed {
                style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
            }
            // A line below the last row of a sentence.
            if geometry
                .rows
                .get(y + 1)
                .is_some_and(|next| rows.contains(next))
            {
                style = style.add_modifier(Modifier::UNDERLINED);
            }
            if let Some(size) = large_figures {
                large(buffer, area, (value, sign), crossed, size, style);
            } else {
                buffer.set_stringn(
                    area.x,
                    area.y + area.height / 2,
                    text,
                    area.width.into(),
                    style,
                );
            }
            if geometry.mode == CellMode::Digits && w == MIN_CELL_WIDTH {
                // The first column is the gap to the cell before, also if it has a symbol.
                let gap = if sign.is_some() {
                    state.look.theme.strong()
                } else {
                    state.look.theme.text()
                };
                buffer[area.as_position()].set_style(Style::reset().patch(gap));
            }
            // A line left of the first column of a sentence, where there is room.
            for y in (area.top()..area.bottom()).filter(|_| x > 0 && columns.contains(&r)) {
                let cell = &mut buffer[(area.x, y)];
                if cell.symbol() == " " {
                    cell.set_char('▏');
                }
            }
            if state
                .staged
                .as_ref()
                .is_some_and(|staged| !staged.step().highlights(analysis, (c, r)))
            {
                fade(buffer, area, state);
            }
        }
    }
}

/// The digit size on a projector: the largest for which all cells have room. Different sizes in one matrix would
/// suggest that some cells count more.
fn large_digit_size(picture: &HeatmapPicture<'_>) -> Option<Size> {
    let HeatmapPicture {
        state,
        analysis,
        geometry,
        ..
    } = picture;
    let (w, h) = geometry.cell;
    if !state.look.projector || geometry.mode != CellMode::Digits {
        return None;
    }
    let pairs = || {
        geometry
            .rows
            .iter()
            .flat_map(|&c| geometry.columns.iter().map(move |&r| (c, r)))
    };
    [Size::Full, Size::Half].into_iter().find(|size| {
        let width = |(c, r)| large_width(analysis.cell(c, r), picture.symbol(c, r), *size);
        size.height() <= h && pairs().map(width).max().is_some_and(|widest| widest <= w)
    })
}

/// Draws the old heatmap while the new one is late: colours are blended half-way into the background.
fn fade(buffer: &mut Buffer, area: Rect, state: &State) {
    let back = if state.look.theme.light { 255u16 } else { 0 };
    let half = |color: Color| match color {
        Color::Rgb(r, g, b) => {
            let mix = |c: u8| u16::midpoint(u16::from(c), back) as u8;
            Color::Rgb(mix(r), mix(g), mix(b))
        }
        other => other,
    };
    for position in area.positions() {
        let cell = &mut buffer[position];
        cell.set_style(
            Style::new()
                .fg(half(cell.fg))
                .bg(half(cell.bg))
                .add_modifier(Modifier::DIM),
        );
    }
}

fn empty(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let text = match (&state.models.current, &state.results.analysis) {
        (None, _) => waiting(state).to_owned(),
        (_, None) => state.results.error.clone().unwrap_or_default(),
        (_, Some(_)) if area.width < 12 || area.height < 2 => String::new(),
        (_, Some(_)) => {
            let key = state.key_name(Command::SpecialTokens);
            format!(
                "one text has no words, and special tokens are hidden: type something, or press {key} to show them"
            )
        }
    };
    let message = Paragraph::new(text)
        .style(state.look.theme.quiet())
        .wrap(Wrap { trim: true });
    frame.render_widget(message, area);
}
