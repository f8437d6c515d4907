//! Shown output compared with real output: character for character, apart from lines with a mark.

/// Stands alone on a line for any lines that are left out.
pub const ELISION: &str = "…";

/// Ends a line whose decimals may differ by one unit of the last digit, because they depend on how the processor's
/// instructions round. Every other line is exact.
const ROUNDED: &str = " ≈";

/// Whether two lines are the same, apart from blanks at the end.
pub fn same_line(shown: &str, real: &str) -> bool {
    let real = real.trim_end();
    match shown.trim_end().strip_suffix(ROUNDED) {
        Some(shown) => {
            let shown = parts(shown.trim_end());
            let real = parts(real);
            shown.len() == real.len() && shown.iter().zip(&real).all(|(a, b)| nearly_same(a, b))
        }
        None => shown.trim_end() == real,
    }
}

/// Whether two lines are the same apart from the values of their decimals.
fn same_but_decimals(shown: &str, real: &str) -> bool {
    let (shown, real) = (parts(shown.trim_end()), parts(real.trim_end()));
    let same = |(a, b): (&Part, &Part)| {
        a == b || matches!((a, b), (Part::Decimal { .. }, Part::Decimal { .. }))
    };
    shown.len() == real.len() && shown.iter().zip(&real).all(same)
}

/// Whether two lines are the same apart from their numbers and what aligns them.
fn same_but_numbers(shown: &str, real: &str) -> bool {
    let is_text =
        |c: &char| !c.is_ascii_digit() && !c.is_whitespace() && !['.', '+', '-', '−'].contains(c);
    shown
        .chars()
        .filter(is_text)
        .eq(real.chars().filter(is_text))
}

#[derive(Debug, PartialEq)]
enum Part<'a> {
    Text(&'a str),
    /// A decimal without its sign: its value in units of the last digit, and how many digits follow the point.
    Decimal {
        value: i128,
        digits: usize,
    },
}

fn nearly_same(shown: &Part, real: &Part) -> bool {
    match (shown, real) {
        (
            Part::Decimal { value, digits },
            Part::Decimal {
                value: other_value,
                digits: other_digits,
            },
        ) => digits == other_digits && (value - other_value).abs() <= 1,
        (a, b) => a == b,
    }
}

/// A line in parts. Integers and things like 0.3.13 are text.
fn parts(line: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut text = 0;
    let mut at = 0;
    let is_numeric = |c: char| c.is_ascii_digit() || c == '.';
    while let Some(offset) = line[at..].find(is_numeric) {
        let start = at + offset;
        let end = line[start..]
            .find(|c| !is_numeric(c))
            .map_or(line.len(), |length| start + length);
        // A full stop ends a sentence.
        let number = line[start..end].trim_end_matches('.');
        at = end;
        let Some((whole, digits)) = number.split_once('.') else {
            continue;
        };
        let Ok(value) = format!("{whole}{digits}").parse::<i128>() else {
            continue;
        };
        parts.push(Part::Text(&line[text..start]));
        parts.push(Part::Decimal {
            value,
            digits: digits.len(),
        });
        text = start + number.len();
    }
    parts.push(Part::Text(&line[text..]));
    parts
}

/// For each shown line the real line it stands for (`None` for an elision), at the lowest cost; nothing where that costs
/// too much. A line that cannot stand for another has no cost.
fn alignment(
    shown: &[String],
    real: &[String],
    cost: impl Fn(&str, &str) -> Option<usize>,
    limit: usize,
) -> Option<Vec<Option<usize>>> {
    let is_elision = |i: usize| shown[i].trim() == ELISION;
    // costs[i][j]: of shown[i..] for real[j..].
    let mut costs = vec![vec![None; real.len() + 1]; shown.len() + 1];
    costs[shown.len()][real.len()] = Some(0);
    let after = |costs: &[Vec<Option<usize>>], i: usize, j: usize| -> Option<usize> {
        Some(costs[i + 1].get(j + 1).copied()?? + cost(&shown[i], &real[j])?)
    };
    for i in (0..shown.len()).rev() {
        for j in (0..=real.len()).rev() {
            costs[i][j] = if is_elision(i) {
                let skipped = costs[i].get(j + 1).copied().flatten();
                [costs[i + 1][j], skipped].into_iter().flatten().min()
            } else {
                after(&costs, i, j)
            };
        }
    }
    costs[0][0].filter(|cost| *cost <= limit)?;
    let (mut j, mut aligned) = (0, Vec::new());
    for i in 0..shown.len() {
        if is_elision(i) {
            while costs[i + 1][j] != costs[i][j] {
                j += 1;
            }
            aligned.push(None);
        } else {
            aligned.push(Some(j));
            j += 1;
        }
    }
    Some(aligned)
}

/// Whether the real output is the shown one.
pub fn same(shown: &[String], real: &[String]) -> bool {
    alignment(shown, real, |a, b| same_line(a, b).then_some(0), 0).is_some()
}

/// What a line costs that says something else.
const OTHER: usize = 1000;

/// What to show instead: the real output, with the elisions of the shown one if most of its lines are still there.
pub fn renewed(shown: &[String], real: &[String]) -> Vec<String> {
    let trimmed = |line: &String| line.trim_end().to_owned();
    let cost = |a: &str, b: &str| {
        let a = a.trim_end();
        let a = a.strip_suffix(ROUNDED).unwrap_or(a);
        let cost = [same_but_decimals, same_but_numbers]
            .iter()
            .position(|same| same(a, b));
        Some(cost.unwrap_or(OTHER))
    };
    let lines = shown.iter().filter(|line| line.trim() != ELISION).count();
    match alignment(
        shown,
        real,
        cost,
        lines.saturating_sub(1) / 2 * OTHER + OTHER / 2,
    ) {
        Some(lines) => shown
            .iter()
            .zip(lines)
            .map(|(shown, line)| match line {
                // It may have a mark.
                Some(j) if same_line(shown, &real[j]) => trimmed(shown),
                Some(j) => trimmed(&real[j]),
                None => ELISION.to_owned(),
            })
            .collect(),
        None => real.iter().map(trimmed).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn lines_are_exact_and_a_mark_allows_one_unit_of_the_last_digit_of_decimals() {
        assert!(same_line("F1 0.71633, 12 pairs", "F1 0.71633, 12 pairs  "));
        assert!(same_line("F1 0.71633, 12 pairs ≈", "F1 0.71634, 12 pairs"));
        assert!(same_line("It is .999. ≈", "It is 1.000."));
        for (shown, real) in [
            ("F1 0.71633", "F1 0.71634"),
            ("F1 0.71633 ≈", "F1 0.71635"),
            ("F1 0.7163 ≈", "F1 0.71633"),
            ("12 pairs ≈", "13 pairs"),
            ("bert_score 0.3.13 ≈", "bert_score 0.3.12"),
            ("P 0.5 ≈", "R 0.5"),
            ("0.5 P ≈", "-0.5 P"),
        ] {
            assert!(!same_line(shown, real), "{shown} | {real}");
        }
    }

    #[test]
    fn an_elision_stands_for_any_lines() {
        let real = lines("a 0.50\nb\nc\nd 0.70");
        for shown in [
            "…",
            "a 0.50\n…",
            "…\nd 0.70",
            "a 0.51 ≈\n…\nd 0.70",
            "a 0.50\nb\n…\nc\nd 0.70",
            "…\nb\n…",
        ] {
            assert!(same(&lines(shown), &real), "{shown}");
        }
        for shown in ["", "a 0.50", "…\nb", "a 0.50\n…\nc", "b\n…", "…\nc\nb\n…"] {
            assert!(!same(&lines(shown), &real), "{shown}");
        }
    }

    #[test]
    fn an_elision_is_kept_when_most_lines_are_still_there() {
        let real = lines("a  1.50 \nb\nc\nd 12");
        assert_eq!(
            renewed(&lines("a 0.70\n…\nd 9"), &real),
            lines("a  1.50\n…\nd 12")
        );
        let layers = lines("layer 1: 0.1\nlayer 2: 0.2\nlayer 3: 0.3");
        assert_eq!(
            renewed(&lines("…\nlayer 2: 0.7\n…"), &layers),
            lines("…\nlayer 2: 0.2\n…")
        );
        assert_eq!(
            renewed(
                &lines("…\nlayer 1: 0.7\nlevel 2: 0.8\nlayer 3: 0.9"),
                &layers
            )[1..],
            layers
        );
        assert_eq!(
            renewed(&lines("layer 1: 0.2 ≈\nlayer 2: 0.3\n…"), &layers),
            lines("layer 1: 0.2 ≈\nlayer 2: 0.2\n…")
        );
        assert_eq!(renewed(&lines("?"), &layers), layers);
        assert_eq!(
            renewed(&lines("a 0.70\n…\ne 9"), &real),
            lines("a  1.50\nb\nc\nd 12")
        );
    }
}
