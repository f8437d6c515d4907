//! Draws precision, recall and F1: raw and rescaled side by side, with a bar and the change since the last pause.

pub mod lines;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use self::lines::{is_visible_change, lines, remark_lines, visible_number_count};
use crate::tui::common::large_digits::Size;
use crate::tui::common::{below, indented, large_digits, put};
use crate::tui::context::{MatchDirection, ShownChange, inside};
use crate::tui::state::State;
use crate::tui::terminal::theme::Theme;
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_explain::Explanation;
use bertscope_explain::compare::TextRanking;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label::{align_left, align_right};
use bertscope_report::number::{five_places, narrow_change, or_missing, short, without_zero};

pub use crate::tui::parts::scores::lines::bar;

/// Width of P, R or F1.
const NAME_WIDTH: u16 = 2;
/// Width of a raw number.
const RAW_WIDTH: u16 = 8;
/// Width of a rescaled number.
const RESCALED_WIDTH: u16 = 9;
const CHANGE_WIDTH: u16 = 7;

/// A letter and a space before a large number.
const TEXT_NAME_WIDTH: u16 = 2;

/// The name of a large number, and spaces.
const LARGE_NAME_WIDTH: u16 = 4;

/// P, R or F1.
struct Number {
    name: &'static str,
    /// The direction in which it is emphasised.
    direction: MatchDirection,
    raw: Option<f64>,
    rescaled: Option<f64>,
    /// The one of both that the settings ask for.
    score: Option<f64>,
}

/// The numbers that are shown so far.
fn numbers(state: &State, analysis: &Analysis) -> Vec<Number> {
    let names = [
        ("P", MatchDirection::Precision),
        ("R", MatchDirection::Recall),
        ("F1", MatchDirection::Both),
    ];
    let raw = analysis.raw.numbers();
    let rescaled = analysis.rescaled.as_ref().map(|r| r.score.numbers());
    let score = analysis.score().numbers();
    names
        .into_iter()
        .enumerate()
        .take(visible_number_count(state).into())
        .map(|(i, (name, direction))| Number {
            name,
            direction,
            raw: raw[i],
            rescaled: rescaled.and_then(|numbers| numbers[i]),
            score: score[i],
        })
        .collect()
}

/// The scaled numbers, where there is no room for a table: with five decimals, or with three if they do not fit.
fn one_line(state: &State, analysis: &Analysis, width: u16) -> Line<'static> {
    let theme = &state.look.theme;
    let numbers = numbers(state, analysis);
    for (places, gap) in [(5, "  "), (5, " "), (3, " ")] {
        let mut line = Line::default();
        for number in &numbers {
            let score = or_missing(number.score, |score| without_zero(score, places));
            line.push_span(Span::styled(format!("{} ", number.name), theme.quiet()));
            line.push_span(Span::styled(format!("{score}{gap}"), theme.strong()));
        }
        if line.width() <= usize::from(width) + 1 {
            return line;
        }
    }
    Line::default()
}

/// The change of the scores on the screen. A walkthrough computes a single pair, without a comparison.
fn shown_change(state: &State) -> Option<ShownChange<'_>> {
    if state.is_staged() {
        return None;
    }
    state.results.change()
}

/// The change of F1 if it can be seen, with its reason in full and in short. Without a reason, it would pass for the effect
/// of an edit.
fn f1_changes(state: &State) -> Vec<Span<'static>> {
    let Some(change) = shown_change(state) else {
        return Vec::new();
    };
    let [.., Some(f1)] = change.numbers() else {
        return Vec::new();
    };
    if !is_visible_change(f1) {
        return Vec::new();
    }
    let number = narrow_change(Some(f1));
    let style = change_style(f1, &state.look.theme);
    match change.reasons() {
        None => vec![Span::styled(format!("{number} "), style)],
        Some(reasons) => reasons
            .iter()
            .map(|reason| Span::styled(format!("{number} {reason} "), style))
            .collect(),
    }
}

/// The title of the panel, at most `width` wide; on a projector, which has no status line, it includes settings that are
/// not the default.
pub fn title(state: &State, width: u16) -> String {
    let name = match ranking(state) {
        Some(ranking)
            if ranking.side == Side::Candidate
                && state.competing_texts(Side::Reference).len() > 1 =>
        {
            " Best F1 "
        }
        Some(_) => " F1 ",
        None => " Score ",
    };
    let settings = projected_settings(state);
    if lines(state) == 1 {
        for change in f1_changes(state) {
            let titles = [
                format!("{name}F1 {}{settings}", change.content),
                format!(" F1 {}{settings}", change.content),
            ];
            for title in titles {
                if title.width() <= width.into() {
                    return title;
                }
            }
        }
    }
    format!("{name}{settings}")
}

/// The settings on a projector, `· layer 6 `; empty elsewhere.
fn projected_settings(state: &State) -> String {
    let analysis = state.shown_analysis(Stage::F1);
    let Some(analysis) = analysis.filter(|_| state.look.is_large()) else {
        return String::new();
    };
    let idf = match analysis.settings.idf {
        Idf::Off => None,
        Idf::Table => Some("IDF".to_owned()),
        Idf::References => Some("IDF of this reference".to_owned()),
    };
    let rescaled = analysis.rescaling().map(|_| "rescaled".to_owned());
    let layer = format!("layer {}", analysis.layer);
    let parts = [rescaled, idf, Some(layer)].into_iter().flatten();
    parts.fold(String::new(), |settings, part| {
        settings + "· " + &part + " "
    })
}

/// Draws the panel; with a height of 1, only the numbers, on the frame of the matrix.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(analysis) = &state.results.analysis else {
        return;
    };
    if area.height == 1 {
        let mut line = one_line(state, analysis, area.width);
        line.spans.insert(0, Span::raw(" "));
        let taken = line.width();
        let fits = |change: &Span<'_>| taken + change.width() <= usize::from(area.width);
        line.spans.extend(f1_changes(state).into_iter().find(fits));
        let room = area.width.saturating_sub(line.width() as u16);
        frame.render_widget(line, indented(area, room));
        return;
    }
    let area = inside(area);
    if state.look.is_large()
        && (draw_competing_texts(frame, area, state) || large(frame, area, state, analysis))
    {
        return;
    }
    let mut lines = if area.height <= visible_number_count(state) || lines(state) == 1 {
        vec![one_line(state, analysis, area.width)]
    } else {
        table(state, analysis, area.width)
    };
    let room = area.height.saturating_sub(lines.len() as u16);
    lines.extend(remark_lines(state, area.width, room));
    frame.render_widget(Paragraph::new(lines), area);
}

/// The compared texts, on a projector that shows their page.
fn ranking(state: &State) -> Option<&TextRanking> {
    let shown = state.look.is_large() && state.has_panel() && !state.is_staged();
    let answer = state.panel().answered_question().filter(|_| shown)?;
    let Explanation::Compare(comparison) = &answer.explanation else {
        return None;
    };
    let ranking = |side| Some(comparison.ranking(side)).filter(|ranking| ranking.texts.len() > 1);
    ranking(Side::Candidate).or(ranking(Side::Reference))
}

/// After a guess on a projector: F1 of each compared text, side by side. Returns whether there are such texts, and
/// room.
fn draw_competing_texts(frame: &mut Frame<'_>, area: Rect, state: &State) -> bool {
    let Some(ranking) = ranking(state) else {
        return false;
    };
    let f1: Vec<String> = ranking
        .texts
        .iter()
        .map(|compared| short(compared.score.f1 as f32))
        .collect();
    let width = |size: Size| {
        f1.iter()
            .map(|number| TEXT_NAME_WIDTH + size.width(number))
            .sum::<u16>()
    };
    let gaps = (f1.len() as u16 - 1).max(1);
    // Closer together, they would read as one number.
    let fits = |size: &Size| width(*size) + 3 * gaps <= area.width && size.height() <= area.height;
    let Some(size) = [Size::Full, Size::Half].into_iter().find(fits) else {
        return false;
    };
    let gap = ((area.width - width(size)) / gaps).min(6);
    let mut x = area.x;
    let [.., winners] = ranking.winners();
    for (i, number) in f1.iter().enumerate() {
        let wins = winners.contains(&i) && winners.len() < f1.len();
        let middle = area.y + size.height() / 2;
        let buffer = frame.buffer_mut();
        buffer.set_string(x, middle, ranking.name(i), state.look.theme.accent());
        buffer.set_string(
            x,
            middle + 1,
            if wins { "▴" } else { " " },
            state.look.theme.up(),
        );
        let at = Rect {
            x: x + TEXT_NAME_WIDTH,
            width: size.width(number),
            ..area
        };
        let style = if wins {
            state.look.theme.strong()
        } else {
            state.look.theme.text()
        };
        large_digits::draw(buffer, at, number, size, style);
        x += TEXT_NAME_WIDTH + size.width(number) + gap;
    }
    true
}

/// On a projector: P, R and F1 in large digits; in a walkthrough, the newest. Returns whether there is room.
fn large(frame: &mut Frame<'_>, area: Rect, state: &State, analysis: &Analysis) -> bool {
    let mut shown = numbers(state, analysis);
    // Beside a panel, there is room for one: the newest, or that of the selected direction.
    if state.is_staged() {
        shown.drain(..shown.len().saturating_sub(1));
    } else if state.has_panel() {
        shown.retain(|number| number.direction == state.display().direction);
    }
    let texts: Vec<String> = shown.iter().map(|n| large_number(n.score)).collect();
    let count = texts.len() as u16;
    let sizes = [(Size::Full, 2), (Size::Full, 1), (Size::Half, 1)];
    let Some((size, gap)) = sizes.into_iter().find(|(size, gap)| {
        let widest = texts.iter().map(|text| size.width(text)).max();
        widest.unwrap_or(0) + LARGE_NAME_WIDTH <= area.width
            && count * (size.height() + gap) <= area.height + gap
    }) else {
        return false;
    };
    for (i, number) in shown.iter().enumerate() {
        let y = area.y + i as u16 * (size.height() + gap);
        let line = Rect {
            y,
            height: size.height(),
            ..area
        };
        let buffer = frame.buffer_mut();
        let middle = below(line, size.height() / 2);
        put(buffer, middle, number.name, state.look.theme.accent());
        let digits = indented(line, LARGE_NAME_WIDTH);
        large_digits::draw(buffer, digits, &texts[i], size, state.look.theme.strong());
    }
    let used = count * (size.height() + gap);
    let rest = below(area, used);
    // Facts that prevent misreading a number are shown on a projector as well.
    let warnings = remark_lines(state, rest.width, rest.height)
        .into_iter()
        .filter(|line| line.style == state.look.theme.warning());
    if !state.is_staged() && !state.has_panel() {
        frame.render_widget(Paragraph::new(warnings.collect::<Vec<_>>()), rest);
    }
    true
}

fn change_style(change: f64, theme: &Theme) -> Style {
    if change > 0.0 {
        theme.up()
    } else {
        theme.down()
    }
}

fn large_number(x: Option<f64>) -> String {
    x.map_or_else(|| "-".to_owned(), |x| short(x as f32))
}

/// The changes of P, R and F1 that can be seen, and their reason.
struct ChangeColumn {
    numbers: [Option<f64>; 3],
    reason: String,
}

/// The column of changes; `None` if no change can be seen, or if not even its short reason fits in `room`.
fn change_column(state: &State, room: u16) -> Option<ChangeColumn> {
    let change = shown_change(state)?;
    let numbers = change
        .numbers()
        .map(|change| change.filter(|change| is_visible_change(*change)));
    if numbers.iter().all(Option::is_none) {
        return None;
    }
    let mut reasons = change.reasons().unwrap_or_default();
    if change.after.rescaling().is_none() && shows_rescaled(state, change.after) {
        // It is beside the rescaled number, but is the change of the raw one.
        reasons = reasons.map(|reason| format!("raw {reason}").trim_end().to_owned());
    }
    let fits = |reason: &String| reason.width() <= room.into();
    let reason = reasons.into_iter().find(fits)?;
    Some(ChangeColumn { numbers, reason })
}

/// Whether the table has a column of rescaled numbers.
fn shows_rescaled(state: &State, analysis: &Analysis) -> bool {
    analysis.rescaled.is_some() && state.shows(Stage::Rescaling)
}

/// The styles of the raw and of the rescaled numbers: those that the settings ask for stand out.
fn column_styles(state: &State, analysis: &Analysis) -> [Style; 2] {
    let theme = &state.look.theme;
    if analysis.rescaling().is_some() {
        [theme.quiet(), theme.strong()]
    } else {
        [theme.strong(), theme.quiet()]
    }
}

/// A row for each number, below a header.
fn table(state: &State, analysis: &Analysis, width: u16) -> Vec<Line<'static>> {
    let theme = &state.look.theme;
    let [raw_style, rescaled_style] = column_styles(state, analysis);
    let shows_rescaled = shows_rescaled(state, analysis);
    let raw_name = align_right("raw", NAME_WIDTH + RAW_WIDTH);
    let mut header = Line::from(Span::styled(raw_name, raw_style));
    if shows_rescaled {
        let name = align_right("rescaled", RESCALED_WIDTH);
        header.push_span(Span::styled(name, rescaled_style));
    }
    let used = header.width() as u16;
    let room = width.saturating_sub(used + 1);
    let changes = change_column(state, room);
    if let Some(changes) = &changes {
        let reason = align_right(&changes.reason, room + 1);
        header.push_span(Span::styled(reason, theme.quiet()));
    }
    let change_width = if changes.is_some() { CHANGE_WIDTH } else { 0 };
    let mut lines = vec![header];
    for (i, number) in numbers(state, analysis).into_iter().enumerate() {
        let name_style = if state.display().direction == number.direction {
            theme.accent()
        } else {
            theme.strong()
        };
        let raw = align_right(&five_places(number.raw), RAW_WIDTH);
        let mut row = Line::from(vec![
            Span::styled(align_left(number.name, NAME_WIDTH), name_style),
            Span::styled(raw, raw_style),
        ]);
        if shows_rescaled {
            let rescaled = align_right(&five_places(number.rescaled), RESCALED_WIDTH);
            row.push_span(Span::styled(rescaled, rescaled_style));
        }
        let (full, rest) = bar(
            number.score.unwrap_or(0.0),
            room.saturating_sub(change_width),
        );
        row.push_span(" ");
        row.push_span(Span::styled(full, theme.bar()));
        row.push_span(Span::styled(rest, theme.border()));
        if let Some(change) = changes.as_ref().and_then(|changes| changes.numbers[i]) {
            let text = align_right(&narrow_change(Some(change)), CHANGE_WIDTH);
            row.push_span(Span::styled(text, change_style(change, theme)));
        }
        lines.push(row);
    }
    lines
}
