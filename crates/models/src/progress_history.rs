//! The progress of opening a model, with a rate of its download that is steady enough to read.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::progress::Progress;

/// The newest report of the progress of a model that is being opened, and the rate of its download.
#[derive(Debug, Clone, Default)]
pub struct ProgressHistory {
    newest: Option<Progress>,
    rate: DownloadRate,
}

impl ProgressHistory {
    pub fn newest(&self) -> Option<&Progress> {
        self.newest.as_ref()
    }

    /// Adds a report.
    pub fn add(&mut self, progress: Progress, now: Instant) {
        match progress {
            Progress::Downloading {
                number,
                done,
                total,
                ..
            } => self.rate.add(number, done, total, now),
            Progress::Connecting | Progress::Reading { .. } => self.rate = DownloadRate::default(),
        }
        self.newest = Some(progress);
    }

    /// Bytes per second, over about the last two seconds; `None` until it can be estimated.
    pub fn bytes_per_second(&self) -> Option<f64> {
        self.rate.per_second()
    }

    /// The remaining time of the current file at this rate.
    pub fn time_left(&self) -> Option<Duration> {
        let Some(Progress::Downloading { done, total, .. }) = &self.newest else {
            return None;
        };
        let rate = self.bytes_per_second()?;
        let seconds = total.checked_sub(*done).filter(|_| *total > 0)? as f64 / rate;
        // Longer than any clock can represent is unknown.
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// The downloaded part of the file, 0 to 1.
    pub fn fraction(&self) -> Option<f64> {
        let (done, total) = match self.newest.as_ref()? {
            Progress::Connecting => return None,
            Progress::Downloading { done, total, .. } | Progress::Reading { done, total } => {
                (*done, *total)
            }
        };
        (total > 0).then(|| (done as f64 / total as f64).clamp(0.0, 1.0))
    }
}

/// A rate steady enough to read: bytes over the last two seconds.
#[derive(Debug, Clone, Default)]
struct DownloadRate {
    /// Times with the bytes downloaded by then, over all files; the oldest is at least [`RATE_WINDOW`] old, if possible.
    reports: VecDeque<(Instant, u64)>,
    /// Number and size of the current file.
    file: (usize, u64),
    /// Bytes of the files before it.
    before: u64,
}

/// A longer gap between the end of one file and the start of the next is waiting time for the hub.
const MAX_GAP: Duration = Duration::from_millis(500);

/// The time span of the rate.
const RATE_WINDOW: Duration = Duration::from_secs(2);
/// A rate over less time would fluctuate.
const MIN_RATE_TIME: Duration = Duration::from_secs(1);

impl DownloadRate {
    fn add(&mut self, file: usize, done: u64, total: u64, now: Instant) {
        if self.file.0 != file {
            if self.reports.is_empty() || file < self.file.0 {
                *self = Self::default();
            } else {
                self.before = self.before.saturating_add(self.file.1);
                // The hub took time to respond for the next file, which does not count for the rate.
                if self
                    .reports
                    .back()
                    .is_some_and(|(at, _)| now.duration_since(*at) >= MAX_GAP)
                {
                    self.reports.clear();
                }
            }
        }
        self.file = (file, total);
        let bytes = self.before.saturating_add(done);
        // A download that restarts does not count for the rate.
        if self.reports.back().is_some_and(|(_, last)| *last > bytes) {
            self.reports.clear();
        }
        self.reports.push_back((now, bytes));
        while self
            .reports
            .get(1)
            .is_some_and(|(at, _)| now.duration_since(*at) >= RATE_WINDOW)
        {
            self.reports.pop_front();
        }
    }

    fn per_second(&self) -> Option<f64> {
        let (first, from) = self.reports.front()?;
        let (last, to) = self.reports.back()?;
        let time = last.duration_since(*first);
        (time >= MIN_RATE_TIME && to > from).then(|| (to - from) as f64 / time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(number: usize, done: u64, total: u64) -> Progress {
        Progress::Downloading {
            file: "f".into(),
            number,
            files: 2,
            done,
            total,
        }
    }

    #[test]
    fn the_rate_is_that_of_the_last_two_seconds_and_not_known_before_the_first() {
        let mut history = ProgressHistory::default();
        let start = Instant::now();
        history.add(at(1, 50, 10_000), start);
        history.add(at(1, 100, 10_000), start + Duration::from_millis(900));
        assert_eq!(
            (history.bytes_per_second(), history.time_left()),
            (None, None)
        );
        for second in 1..=10 {
            history.add(
                at(1, 50 + 100 * second, 10_000),
                start + Duration::from_secs(second),
            );
        }
        for second in 11..=13 {
            history.add(
                at(1, 1050 + 300 * (second - 10), 10_000),
                start + Duration::from_secs(second),
            );
        }
        assert_eq!(history.bytes_per_second(), Some(300.0));
        assert_eq!(
            history.time_left(),
            Some(Duration::from_secs_f64((10_000.0 - 1950.0) / 300.0))
        );
    }

    #[test]
    fn what_was_here_before_a_download_went_on_does_not_count_and_a_pause_does() {
        let mut history = ProgressHistory::default();
        let start = Instant::now();
        history.add(at(1, 5_000, 10_000), start);
        history.add(at(1, 5_100, 10_000), start + Duration::from_secs(1));
        assert_eq!(history.bytes_per_second(), Some(100.0));
        history.add(at(1, 5_200, 10_000), start + Duration::from_secs(11));
        assert_eq!(history.bytes_per_second(), Some(10.0));
    }

    #[test]
    fn the_rate_continues_from_file_to_file() {
        let mut history = ProgressHistory::default();
        let start = Instant::now();
        history.add(at(1, 0, 100), start);
        history.add(at(1, 100, 100), start + Duration::from_secs(1));
        history.add(at(2, 25, 925), start + Duration::from_millis(1250));
        assert_eq!(history.bytes_per_second(), Some(100.0));
        assert_eq!(history.time_left(), Some(Duration::from_secs(9)));
    }

    #[test]
    fn the_wait_between_two_files_does_not_count() {
        let mut history = ProgressHistory::default();
        let start = Instant::now();
        history.add(at(1, 0, 100), start);
        history.add(at(1, 100, 100), start + Duration::from_secs(1));
        history.add(at(2, 0, 9_000), start + Duration::from_secs(4));
        assert_eq!(
            (history.bytes_per_second(), history.time_left()),
            (None, None)
        );
        history.add(at(2, 1_000, 9_000), start + Duration::from_secs(5));
        assert_eq!(
            (history.bytes_per_second(), history.time_left()),
            (Some(1_000.0), Some(Duration::from_secs(8)))
        );
    }

    #[test]
    fn nothing_that_is_reported_breaks_it() {
        let mut history = ProgressHistory::default();
        let start = Instant::now();
        for (i, progress) in [
            at(2, u64::MAX, 0),
            at(1, 9, 3),
            at(1, u64::MAX, u64::MAX),
            at(2, u64::MAX, 1),
            at(2, 0, 1),
        ]
        .into_iter()
        .chain([
            Progress::Connecting,
            Progress::Reading { done: 3, total: 0 },
            Progress::Reading { done: 9, total: 3 },
        ])
        .enumerate()
        {
            history.add(progress, start + Duration::from_secs(i as u64));
            assert!(
                history
                    .fraction()
                    .is_none_or(|part| (0.0..=1.0).contains(&part))
            );
            assert!(history.bytes_per_second().is_none_or(f64::is_finite));
            let _ = history.time_left();
        }
    }
}
