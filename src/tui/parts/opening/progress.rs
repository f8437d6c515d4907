//! Progress of opening a model.

use std::time::Duration;

use ratatui::text::Span;
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::Command;
use crate::tui::parts::opening::current::Opening;
use crate::tui::parts::scores::lines::bar;
use crate::tui::state::State;
use bertscope_models::{Progress, bundled};
use bertscope_printable::size;
use bertscope_report::label::fit;
use bertscope_report::number::{percent_done, with_thousands_separators};

/// The progress of the model that is being opened, and the key to cancel it, in at most `width` columns; nothing while
/// the first model opens quickly.
pub fn line(state: &State, width: u16) -> Option<(Vec<Span<'static>>, [Span<'static>; 2])> {
    let opening = state.models.opening.as_ref()?;
    if state.models.current.is_none()
        && (opening.progress.is_none() || opening.request.name == bundled::NAME)
    {
        return None;
    }
    let theme = &state.look.theme;
    let what = " stop  ";
    let key = state.key_name(Command::CancelOpening);
    let room = usize::from(width).saturating_sub(3 + key.width() + what.width());
    let words = sentences(opening)
        .into_iter()
        .find(|words| words.width() <= room);
    let words =
        words.unwrap_or_else(|| fit(&sentences(opening).pop().unwrap_or_default(), room as u16));
    let mut spans = vec![Span::raw(" ")];
    if let Some(part) = opening
        .fraction()
        .filter(|_| room > words.width() + usize::from(GAUGE))
    {
        let (full, rest) = bar(part, GAUGE);
        spans.push(Span::styled(full, theme.bar()));
        spans.push(Span::styled(rest + " ", theme.border()));
    }
    spans.push(Span::styled(words + "  ", theme.strong()));
    Some((
        spans,
        [
            Span::styled(key, theme.accent()),
            Span::styled(what, theme.quiet()),
        ],
    ))
}

/// Width of the bar.
const GAUGE: u16 = 10;

/// Longer and shorter versions of the text.
fn sentences(opening: &Opening) -> Vec<String> {
    let name = fit(&short_name(&opening.request.name), 32);
    match &opening.progress {
        None => vec![format!("{name}: opening …")],
        Some(Progress::Connecting) => vec![format!("{name}: contacting the hub …")],
        Some(Progress::Reading { .. }) => match opening.fraction() {
            Some(part) => vec![
                format!("{name}: reading {}", percent_done(part)),
                percent_done(part),
            ],
            None => vec![format!("{name}: reading …")],
        },
        Some(Progress::Downloading {
            number,
            files,
            done,
            total,
            ..
        }) => {
            let amount = amount(*done, *total);
            let rate = opening
                .bytes_per_second()
                .map(|rate| format!(", {}/s", size(two_digits(rate))));
            let left = opening
                .time_left()
                .map(|left| format!(", {} left", time(left)));
            let rest = rate.unwrap_or_default() + &left.unwrap_or_default();
            let file = if *files > 1 {
                format!("file {number} of {files}, ")
            } else {
                String::new()
            };
            let mut all = vec![
                format!("{name}: {file}{amount}{rest}"),
                format!("{name}: {amount}{rest}"),
                format!("{name}: {amount}"),
            ];
            if let Some(part) = opening.fraction() {
                all.push(format!("{name}: {}", percent_done(part)));
                all.push(percent_done(part));
            }
            all
        }
    }
}

/// The last part of a path or hub name.
pub fn short_name(name: &str) -> String {
    let name = name.trim_end_matches('/');
    bertscope_printable::printable(name.rsplit('/').next().unwrap_or(name))
}

/// `412 of 1,426 MB`, both in the unit of the larger.
fn amount(done: u64, total: u64) -> String {
    match (total, unit(total.max(done))) {
        (0, (unit, name)) => format!("{} {name}", with_thousands_separators(done / unit)),
        (_, (unit, name)) => format!(
            "{} of {} {name}",
            with_thousands_separators(done.min(total) / unit),
            with_thousands_separators(total.div_ceil(unit))
        ),
    }
}

fn unit(bytes: u64) -> (u64, &'static str) {
    if bytes >= 1_000_000 {
        (1_000_000, "MB")
    } else {
        (1_000, "kB")
    }
}

/// Rounds to two significant digits, so that the number does not flicker.
fn two_digits(x: f64) -> u64 {
    let x = x.round() as u64;
    let step = 10u64.pow(x.checked_ilog10().unwrap_or(0).saturating_sub(1));
    (x.saturating_add(step / 2)) / step * step
}

/// `44 s`, `3 min`, `2 h`.
fn time(left: Duration) -> String {
    match left.as_secs() {
        0..=99 => format!("{} s", left.as_secs_f64().ceil()),
        seconds @ 100..6000 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h", with_thousands_separators(seconds.div_ceil(3600))),
    }
}

/// The text in place of the heatmap while there is no model yet.
pub fn waiting(state: &State) -> &'static str {
    match state
        .models
        .opening
        .as_ref()
        .and_then(|opening| opening.progress.as_ref())
    {
        Some(Progress::Connecting | Progress::Downloading { .. }) => "waiting for the model …",
        _ => "reading the model …",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_have_few_digits() {
        let sizes = [0, 1, 466_062, 999_999, 90_868_376, 1_426_000_000].map(size);
        assert_eq!(
            sizes,
            ["0 kB", "1 kB", "467 kB", "1000 kB", "91 MB", "1.43 GB"]
        );
        assert_eq!(
            [7.0, 23.4, 23_456_789.0, 0.0].map(two_digits),
            [7, 23, 23_000_000, 0]
        );
        let times = [0, 44, 99, 100, 3000, 6000].map(|s| time(Duration::from_secs(s)));
        assert_eq!(times, ["0 s", "44 s", "99 s", "2 min", "50 min", "2 h"]);
        assert_eq!(
            [
                amount(412_400_000, 1_425_100_000),
                amount(12, 466_062),
                amount(5_000, 0)
            ],
            ["412 of 1,426 MB", "0 of 467 kB", "5 kB"]
        );
    }
}
