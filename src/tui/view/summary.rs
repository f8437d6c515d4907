//! Draws the summary of the listed pairs over the list and the texts: means, differences between systems, a histogram.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::super::state::State;
use super::frame::panel;
use super::histogram::{self, HistogramContent};
use super::score::bar;
use super::screen::{Screen, inside};
use super::{summary_human, summary_words};
use crate::tui::input::keymap::{Action, LessonAction};
use crate::tui::pairs::{PairsList, Summary};
use crate::tui::state::scene::SummarySelection;
use crate::tui::terminal::theme::Theme;
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::Quantity;
use bertscope_report::label::{align_left, align_right, fit};
use bertscope_report::number::{five_places, fixed, pluralized, with_thousands_separators};
use bertscope_report::systems::{SIGNIFICANCE_LEVEL, p_value};
use bertscope_systems::{Histogram, Interval, Measure, SystemComparison};
use summary_human::Coefficients;

/// Maximum width of a system's name.
const MAX_NAME_WIDTH: u16 = 20;

/// Width of a mean with its interval.
const MEAN_WIDTH: u16 = 9;
const INTERVAL_WIDTH: u16 = 20;

/// Maximum number of systems with a line.
const MAX_LISTED_SYSTEMS: usize = 8;

/// The area between the status line and the bottom lines.
fn summary_area(screen: &Screen, area: Rect) -> Rect {
    let rows = [screen.pair, screen.lesson, screen.notice, screen.prompt];
    let bottom = rows.into_iter().flatten().map(|row| row.y).min().unwrap_or(screen.footer.y);
    let top = screen.status.bottom();
    Rect { y: top, height: bottom.saturating_sub(top), ..area }
}

/// Draws the summary.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    screen: &Screen,
    state: &State,
    list: &PairsList,
    at: SummarySelection,
) {
    let theme = &state.look.theme;
    let place = summary_area(screen, area);
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.text());
    let shown = state.shows(Quantity::F1) && !state.hides_scores();
    let summary = list.summaries.latest().filter(|_| shown);
    let pairs = Line::styled(summary.map_or_else(String::new, |summary| pairs(summary, list)), theme.quiet());
    let most = place.width.saturating_sub(pairs.width() as u16 + 16);
    let title = format!(" Summary of {} ", fit(&printable(&list.name()), most));
    frame.render_widget(panel(state, title, true).title(pairs.alignment(Alignment::Right)), place);
    let inner = inside(place);
    let Some(summary) = summary else {
        let why = if shown && list.order.is_empty() && !list.items.is_empty() {
            "No pair matches the filter.".to_owned()
        } else if shown {
            "No listed pair has scores yet.".to_owned()
        } else {
            format!("The scores are still hidden: {} shows them.", state.key_name(Action::Lesson(LessonAction::Reveal)))
        };
        frame.render_widget(Paragraph::new(Line::styled(why, theme.quiet())), inner);
        return;
    };
    let mut lines = means(&summary.comparison, theme, inner.width);
    lines.extend(summary_human::judged_text(&summary.comparison).map(|words| Line::styled(words, theme.quiet())));
    lines.push(Line::default());
    let (histogram, counted) = if summary.comparison.systems.len() > 1 {
        lines.extend(difference(summary, at.difference, theme));
        (
            summary.comparison.differences.get(at.difference).and_then(|of| of.histogram.as_ref()),
            HistogramContent::Differences,
        )
    } else {
        (summary.f1_histogram.as_ref(), HistogramContent::Scores)
    };
    if let Some(histogram) = histogram {
        lines.push(heading(histogram, counted, theme));
    }
    let used = (lines.len() as u16).min(inner.height);
    frame.render_widget(Paragraph::new(lines), inner);
    let words = summary.words(at.difference);
    let rescaled = list.basis.as_ref().is_some_and(|basis| basis.settings.rescale);
    let room = inner.height - used;
    let high = bars(room, !words.is_empty());
    let area = Rect { y: inner.y + used, height: high, ..inner };
    if let Some(histogram) = histogram {
        histogram::draw(frame.buffer_mut(), area, theme, histogram, counted);
    }
    let area = Rect { y: area.bottom() + 1, height: room.saturating_sub(high + 1), ..inner };
    summary_words::draw(frame.buffer_mut(), area, theme, summary, &words, (at, rescaled));
}

/// Height of the histogram with its axis: most of a small screen, but limited on a large one.
fn bars(room: u16, with_words: bool) -> u16 {
    if with_words { (room * 2 / 5).clamp(room.min(4), 12) } else { room.min(13) }
}

/// The number of pairs.
fn pairs(summary: &Summary, list: &PairsList) -> String {
    let pairs = match summary.comparison.segments {
        1 => "1 pair".to_owned(),
        n => format!("{} pairs", with_thousands_separators(n as u64)),
    };
    let filtered = if list.order.len() == list.items.len() { "" } else { "listed " };
    let missing = match summary.missing {
        0 => String::new(),
        n => format!(", {} without scores", with_thousands_separators(n as u64)),
    };
    format!(" {}{missing} ", pairs.replacen(' ', &format!(" {filtered}"), 1))
}

/// The means with bars: for a single system, P, R and F1; for several, the F1 of each, with P and R beside it.
fn means(comparison: &SystemComparison, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let systems = &comparison.systems;
    if systems.len() < 2 {
        let head = format!(
            "{}{}{}",
            align_left("", 4),
            align_right("mean", MEAN_WIDTH),
            align_right("95% interval", INTERVAL_WIDTH)
        );
        let coefficients = Coefficients::new(comparison, width.saturating_sub(4 + MEAN_WIDTH + INTERVAL_WIDTH));
        let head = head + &coefficients.names();
        let rows = Measure::MAIN.into_iter().map(|measure| {
            let people = coefficients.values(measure, 0);
            row(align_left(&measure.to_string(), 4), mean(comparison, measure, 0), people, theme, width)
        });
        return std::iter::once(Line::styled(fit(&head, width), theme.quiet())).chain(rows).collect();
    }
    let names: Vec<String> = systems.iter().map(|name| printable(name)).collect();
    let name = names.iter().map(|name| name.width() as u16).max().unwrap_or(0).min(MAX_NAME_WIDTH) + 1;
    let head = format!(
        "{}{}{}{}{}",
        align_left("", name),
        align_right("P", 6),
        align_right("R", 6),
        align_right("F1", MEAN_WIDTH),
        align_right("95% interval", INTERVAL_WIDTH)
    );
    let coefficients = Coefficients::new(comparison, width.saturating_sub(name + 12 + MEAN_WIDTH + INTERVAL_WIDTH));
    let head = head + &coefficients.names();
    let mut lines = vec![Line::styled(fit(&head, width), theme.quiet())];
    lines.extend(names.iter().enumerate().take(MAX_LISTED_SYSTEMS).map(|(system, text)| {
        let other = |measure| {
            let value = mean(comparison, measure, system).0;
            align_right(&value.map_or_else(|| "—".to_owned(), |value| fixed(value as f32, 3)), 6)
        };
        let lead = align_left(&fit(text, name - 1), name) + &other(Measure::Precision) + &other(Measure::Recall);
        let people = coefficients.values(Measure::F1, system);
        row(lead, mean(comparison, Measure::F1, system), people, theme, width)
    }));
    if systems.len() > MAX_LISTED_SYSTEMS {
        lines.push(Line::styled(format!("and {} more systems", systems.len() - MAX_LISTED_SYSTEMS), theme.quiet()));
    }
    lines
}

fn mean(comparison: &SystemComparison, measure: Measure, system: usize) -> (Option<f64>, Option<Interval>) {
    let estimate = comparison.measure(measure).and_then(|compared| compared.systems.get(system));
    (estimate.and_then(|estimate| estimate.value), estimate.and_then(|estimate| estimate.interval))
}

/// A mean with its interval, its agreement with human scores, and a bar if there is room.
fn row(
    lead: String,
    (value, interval): (Option<f64>, Option<Interval>),
    people: String,
    theme: &Theme,
    width: u16,
) -> Line<'static> {
    let interval = interval.map_or_else(String::new, |interval| interval_text(interval, false));
    let text = [Span::raw(lead), Span::styled(align_right(&five_places(value), MEAN_WIDTH), theme.strong())];
    let interval = align_right(&interval, INTERVAL_WIDTH);
    let used: usize = text.iter().map(Span::width).sum::<usize>() + interval.width() + people.width() + 2;
    let (full, rest) = bar(value.unwrap_or(0.0), (usize::from(width).saturating_sub(used)).min(60) as u16);
    let [first, second] = text;
    Line::from(vec![
        first,
        second,
        Span::styled(interval, theme.quiet()),
        Span::raw(people),
        Span::raw("  "),
        Span::styled(full, theme.bar()),
        Span::styled(rest, theme.border()),
    ])
}

fn interval_text(interval: Interval, sign: bool) -> String {
    let number = |x: f64| if sign { signed(x) } else { five_places(Some(x)) };
    format!("{} to {}", number(interval.low), number(interval.high))
}

fn signed(x: f64) -> String {
    let text = five_places(Some(x));
    if x > 0.0 { format!("+{text}") } else { text }
}

/// A system compared with the first: the difference of F1, its significance, and the numbers of wins and losses.
fn difference(summary: &Summary, at: usize, theme: &Theme) -> Vec<Line<'static>> {
    let comparison = &summary.comparison;
    let Some(of) = comparison.differences.get(at) else { return Vec::new() };
    let [baseline, name] = [of.baseline, of.system].map(|at| fit(&printable(&comparison.systems[at]), MAX_NAME_WIDTH));
    let change = comparison.measure(Measure::F1).and_then(|f1| f1.changes.get(at));
    let lead = format!("{name} − {baseline}");
    let Some((change, by)) = change.and_then(|change| Some((change, change.difference?))) else {
        return vec![Line::styled(format!("{lead}: no pair has an F1 for both."), theme.quiet())];
    };
    let style: Style = match by {
        _ if by > 0.0 => theme.up(),
        _ if by < 0.0 => theme.down(),
        _ => theme.strong(),
    };
    let interval = change.interval.map(|interval| format!("   95% interval {}", interval_text(interval, true)));
    let others = match comparison.differences.len() {
        1 => String::new(),
        all => format!("   ({} of {all})", at + 1),
    };
    let [wins, ties, losses] = [of.wins, of.ties, of.losses].map(|n| with_thousands_separators(n as u64));
    let chance = match (change.p_bootstrap, change.p_randomisation) {
        _ if of.identical => "the same scores in every pair: difference 0, p = 1".to_owned(),
        (Some(bootstrap), Some(randomisation)) => {
            let is_real = bootstrap.max(randomisation) < SIGNIFICANCE_LEVEL;
            let chance = if is_real { "statistically significant" } else { "could be chance" };
            format!(
                "p = {} by bootstrap, {} by randomisation; {chance}",
                p_value_text(bootstrap),
                p_value_text(randomisation)
            )
        }
        _ if comparison.segments < 2 => "a single pair has no interval and no p-value".to_owned(),
        _ => "intervals and p-values appear once all pairs are scored".to_owned(),
    };
    let people = summary_human::preference_text(comparison, at);
    let mut lines = vec![
        Line::from(vec![
            Span::styled(format!("{lead}  "), theme.strong()),
            Span::styled(signed(by), style),
            Span::styled(interval.unwrap_or_default() + &others, theme.quiet()),
        ]),
        Line::raw(format!("{name}: F1 higher in {wins}, equal in {ties}, lower in {losses}")),
        Line::styled(chance, theme.quiet()),
    ];
    lines.extend(people.map(Line::raw));
    lines
}

/// In the form of the other numbers on the screen, without a leading 0.
fn p_value_text(p: f64) -> String {
    p_value(p, 4).trim_start_matches('0').to_owned()
}

/// The label of the histogram.
fn heading(histogram: &Histogram, counted: HistogramContent, theme: &Theme) -> Line<'static> {
    let what = match counted {
        HistogramContent::Scores => "Pairs by F1",
        HistogramContent::Differences => "Pairs by difference of F1 (not 0)",
    };
    let step = fixed(histogram.width as f32, histogram::decimal_places(histogram.width));
    let highest = pluralized(histogram.counts.iter().copied().max().unwrap_or(0) as u64, "pair");
    Line::styled(format!("{what}, steps of {step}, highest bar: {highest}"), theme.quiet())
}
