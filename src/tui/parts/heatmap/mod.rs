//! Draws the heatmap: candidate tokens are rows, reference tokens are columns.

mod cells;
pub mod geometry;
mod labels;
mod legend;
mod overview;

use std::sync::Arc;
use std::time::Instant;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph, Wrap};

use crate::tui::commands::{Command, Focus};
use crate::tui::common::line_at;
use crate::tui::context::{
    CellMode, ColorScale, HeatmapGeometry, MatchDirection, SIDE_BY_SIDE_WIDTH, inside,
};
use crate::tui::parts::border::{is_focused, panel};
use crate::tui::state::State;
use crate::tui::terminal::theme::ColorDepth;
use bertscope_analysis::{Analysis, Side};
use bertscope_metric::{Alignment as MatchAlignment, GreedyMatches};
use bertscope_report::explanation::costliest_word;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::export::palette::mixed;

/// The frame of the panel; its title has the visible part of the matrix.
pub fn frame(state: &State, area: Rect, geometry: Option<&HeatmapGeometry>) -> Block<'static> {
    let title = match state.contributions() {
        Some(sum) => format!(" Contributions × {} ", sum.pair_count()),
        None => " Similarity ".to_owned(),
    };
    let mut block = panel(state, title, is_focused(state, Focus::Matrix));
    if let Some(geometry) = geometry
        && geometry.mode != CellMode::Overview
        && geometry.shown() != geometry.total
    {
        let shown = geometry.shown();
        let (rows, columns) = geometry.total;
        let words =
            [Side::Candidate, Side::Reference].map(|side| state.unfolded_tokens(side).len());
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
    let cut = cut_token_count(state);
    // Beside a panel on 80 columns there is no room; the text box says it too.
    if cut > 0 && area.width >= 56 {
        let title = format!(" {cut} more tokens cut ");
        let title = Line::styled(title, state.look.theme.warning());
        block = block.title(title.right_aligned());
    }
    block
}

/// The tokens of both texts that are not scored.
fn cut_token_count(state: &State) -> usize {
    let Some(analysis) = state.shown_analysis(Stage::Tokens) else {
        return 0;
    };
    let texts = [&analysis.candidate, &analysis.reference].into_iter();
    let cuts = texts.filter_map(|text| text.tokenized.truncated);
    cuts.map(|cut| cut.total - cut.kept).sum()
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
        overview::draw(buffer, &picture);
    } else {
        labels::draw(buffer, &picture);
        cells::draw(buffer, &picture);
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
    legend::draw(buffer, line_at(inner, area.bottom() - 1), &picture);
    if state.results.is_late(now) {
        fade(buffer, inner, state);
    }
}

/// The data that the parts of the heatmap need.
pub struct HeatmapPicture<'a> {
    pub state: &'a State,
    pub analysis: &'a Analysis,
    pub geometry: &'a HeatmapGeometry,
    /// The alignment drawn instead of the metric's matches.
    pub overlay: Option<&'a MatchAlignment>,
    /// The ends of the colour scale.
    pub scale: (f32, f32),
}

impl HeatmapPicture<'_> {
    /// The position of a number on the colour scale: 0 at the low end, 1 at the high end.
    pub fn position_on_scale(&self, value: f32) -> f32 {
        let (low, high) = self.scale;
        if high > low {
            (value - low) / (high - low)
        } else {
            1.0
        }
    }

    /// The colours of a cell at a position of the scale.
    pub fn style(&self, place: f32) -> Style {
        let look = &self.state.look;
        look.theme.cell_style(look.palette(), place)
    }

    /// The value of a cell without digits as shading, if there are no colours.
    pub fn shade(&self, place: f32) -> char {
        const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
        if self.state.look.theme.depth != ColorDepth::None {
            return ' ';
        }
        SHADES[((place.clamp(0.0, 1.0) * 5.0) as usize).min(4)]
    }

    /// The match symbol: the candidate's best, the reference's best, or both.
    pub fn symbol(&self, candidate: usize, reference: usize) -> Option<char> {
        let direction = self.state.display().direction;
        if let Some(alignment) = self.overlay {
            let sign = alignment.symbol(candidate, reference);
            return sign.filter(|sign| match direction {
                MatchDirection::Both => true,
                MatchDirection::Precision => *sign != '▼',
                MatchDirection::Recall => *sign != '▶',
            });
        }
        let (row, column) = self
            .analysis
            .matches
            .best_of_row_and_column(candidate, reference);
        GreedyMatches::symbol_of((
            row && direction.has_precision() && self.state.shows(Stage::RowBest),
            column && direction.has_recall() && self.state.shows(Stage::ColumnBest),
        ))
    }
}

/// The ends of the colour scale.
fn ends(state: &State, analysis: &Analysis) -> (f32, f32) {
    if state.display().scale == ColorScale::Unit && state.contributions().is_none() {
        return (0.0, 1.0);
    }
    let all = analysis.similarity.range();
    let (low, high) = match all.filter(|_| state.display().show_special) {
        Some(ends) => ends,
        None => range_of_shown(state, analysis),
    };
    // Rescaling preserves the order, so rescaling the ends of the scale is enough.
    (
        analysis.scaled_similarity(low),
        analysis.scaled_similarity(high),
    )
}

/// The smallest and the largest similarity of tokens with a row and a column.
fn range_of_shown(state: &State, analysis: &Analysis) -> (f32, f32) {
    let columns = state.shown_tokens(Side::Reference);
    let mut low = f32::INFINITY;
    let mut high = f32::NEG_INFINITY;
    for candidate in state.shown_tokens(Side::Candidate) {
        let row = analysis.similarity.row(candidate);
        for &reference in &columns {
            low = low.min(row[reference]);
            high = high.max(row[reference]);
        }
    }
    (low, high)
}

/// Draws the old heatmap while the new one is late: colours are blended half-way into the background.
fn fade(buffer: &mut Buffer, area: Rect, state: &State) {
    for position in area.positions() {
        let cell = &mut buffer[position];
        let style = Style::new()
            .fg(faded(cell.fg, state))
            .bg(faded(cell.bg, state))
            .add_modifier(Modifier::DIM);
        cell.set_style(style);
    }
}

fn faded(color: Color, state: &State) -> Color {
    let paper = if state.look.theme.light { 255 } else { 0 };
    match color {
        Color::Rgb(r, g, b) => {
            let (r, g, b) = mixed((r, g, b), (paper, paper, paper), 0.5);
            Color::Rgb(r, g, b)
        }
        other => other,
    }
}

fn empty(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let text = match (&state.models.current, &state.results.analysis) {
        (None, _) => state.models.waiting_words().to_owned(),
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
