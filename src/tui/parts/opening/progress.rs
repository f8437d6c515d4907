//! Progress of opening a model.

use std::time::Duration;

use unicode_width::UnicodeWidthStr;

use crate::tui::commands::Command;
use crate::tui::common::{ClickableLine, longest_that_fits};
use crate::tui::context::{Opening, short_name};
use crate::tui::parts::scores::lines::bar;
use crate::tui::state::State;
use bertscope_models::{Progress, bundled};
use bertscope_printable::size;
use bertscope_report::label::fit;
use bertscope_report::number::{percent_done, with_thousands_separators};

/// The progress of the model that is being opened, and the key to cancel it, in at most `width` columns; nothing while
/// the first model opens quickly.
pub fn words(state: &State, width: u16) -> Option<ClickableLine> {
    let opening = state.models.opening.as_ref()?;
    if state.models.current.is_none()
        && (opening.progress.newest().is_none() || opening.request.name == bundled::NAME)
    {
        return None;
    }
    let theme = &state.look.theme;
    let stop = "stop  ";
    let key = state.key_label(Command::CancelOpening);
    let room = usize::from(width).saturating_sub(4 + key.text.width() + stop.width());
    let sentence = longest_that_fits(&sentences(opening), room as u16);
    let mut words = ClickableLine::default();
    words.push_plain(" ");
    if let Some(part) = opening
        .progress
        .fraction()
        .filter(|_| room > sentence.width() + usize::from(GAUGE))
    {
        let (full, rest) = bar(part, GAUGE);
        words.push(full, theme.bar());
        words.push(rest + " ", theme.border());
    }
    words.push(sentence + "  ", theme.strong());
    words.push_labelled_key(key, stop, theme);
    Some(words)
}

/// Width of the bar.
const GAUGE: u16 = 10;

/// Longer and shorter versions of the text.
fn sentences(opening: &Opening) -> Vec<String> {
    let name = fit(&short_name(&opening.request.name), 32);
    let progress = &opening.progress;
    match progress.newest() {
        None => vec![format!("{name}: opening …")],
        Some(Progress::Connecting) => vec![format!("{name}: contacting the hub …")],
        Some(Progress::Reading { .. }) => match progress.fraction() {
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
            let rate = progress
                .bytes_per_second()
                .map(|rate| format!(", {}/s", size(two_digits(rate))));
            let left = progress
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
            if let Some(part) = progress.fraction() {
                all.push(format!("{name}: {}", percent_done(part)));
                all.push(percent_done(part));
            }
            all
        }
    }
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
