//! The audience’s guess of a hidden score, and its error.

use bertscope_analysis::Side;
use bertscope_explain::kept::text_name;
use bertscope_report::label::list_names;
use bertscope_report::number::three_places;

#[derive(Debug, Clone, PartialEq)]
pub enum Guess {
    /// A number: F1, or for two candidates the difference of their F1.
    Number(f64),
    /// Votes for each of the competing candidates, in the order of their letters.
    Votes(Vec<u32>),
}

/// The true scores that a guess is compared with.
#[derive(Debug, Clone, PartialEq)]
pub struct ActualScores {
    /// F1 of each candidate, in the order of its letter: the highest over the references, as in `bert_score`.
    pub f1: Vec<f64>,
    pub references: usize,
}

/// How several references count; `None` for a single one.
pub fn best_counts(references: usize) -> Option<String> {
    (references > 1).then(|| format!("with {references} references, the best score counts"))
}

/// The guesses that are accepted for this number of candidates, with an example.
pub fn hint(texts: usize) -> String {
    match texts {
        0 | 1 => "F1, such as .72".to_owned(),
        2 => "votes such as 12 : 5, or an F1 difference such as .08".to_owned(),
        texts => {
            let example: Vec<String> = (1..=texts).rev().map(|votes| votes.to_string()).collect();
            let names: Vec<String> = (0..texts)
                .map(|text| text_name(Side::Candidate, text))
                .collect();
            format!(
                "votes for {}, such as {}",
                list_names(&names, texts),
                example.join(" : ")
            )
        }
    }
}

impl Guess {
    /// Parses a guess about this number of candidates; the error says what is accepted.
    pub fn parse(typed: &str, texts: usize) -> Result<Self, String> {
        let guess = if texts <= 2
            && let Some(number) = parse_number(typed, texts <= 1)
        {
            (number.abs() <= 1.0).then_some(Self::Number(number))
        } else {
            parse_votes(typed, texts).map(Self::Votes)
        };
        guess.ok_or_else(|| format!("“{}” is not a guess: type {}.", typed.trim(), hint(texts)))
    }

    /// The guess as typed.
    pub fn typed(&self) -> String {
        match self {
            // With a decimal, so that it is not read as a vote.
            Self::Number(x) => {
                let text = three_places(*x);
                let short = text.trim_end_matches('0');
                if short.ends_with('.') {
                    format!("{short}0")
                } else {
                    short.to_owned()
                }
            }
            Self::Votes(votes) => votes
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(" : "),
        }
    }

    /// Compares the guess with the truth. `None` if they no longer match, because the number of candidates changed.
    pub fn verdict(&self, truth: &ActualScores) -> Option<String> {
        match (self, &truth.f1[..]) {
            (Self::Number(guess), [f1]) => {
                let off = distance(guess - f1, "too high", "too low");
                Some(format!("{} {}: {off}", f1_is(truth), three_places(*f1)))
            }
            (Self::Number(guess), [a, b]) => {
                let apart = (a - b).abs();
                let off = distance(guess.abs() - apart, "too high", "too low");
                Some(format!(
                    "{}, {} apart: {off}",
                    scores(truth),
                    three_places(apart)
                ))
            }
            (Self::Votes(votes), f1) if votes.len() == f1.len() => {
                let most = f1.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                #[expect(
                    clippy::float_cmp,
                    reason = "equal texts have equal scores, to the bit"
                )]
                let best: Vec<usize> = (0..f1.len()).filter(|&i| f1[i] == most).collect();
                let all: u64 = votes.iter().map(|votes| u64::from(*votes)).sum();
                let right: u64 = best.iter().map(|&i| u64::from(votes[i])).sum();
                Some(match best[..] {
                    [best] => format!(
                        "{right} of {all} chose {}: {}",
                        text_name(Side::Candidate, best),
                        scores(truth)
                    ),
                    _ => format!("no single text is best: {}", scores(truth)),
                })
            }
            (Self::Number(_) | Self::Votes(_), _) => None,
        }
    }
}

/// A number between 0 and 1, or a percentage; where votes are impossible, a decimal comma is accepted. A whole number
/// from 2 to 100 cannot be an F1, so it is a percentage.
fn parse_number(typed: &str, alone: bool) -> Option<f64> {
    let typed = typed.trim().replace('−', "-");
    let (digits, percent) = typed
        .strip_suffix('%')
        .map_or((&*typed, false), |digits| (digits.trim_end(), true));
    if !alone && !percent && !digits.contains('.') {
        return None;
    }
    let plain = digits
        .chars()
        .all(|c| c.is_ascii_digit() || ['.', ',', '-', '+'].contains(&c));
    let number: f64 = digits.replace(',', ".").parse().ok().filter(|_| plain)?;
    let whole = (2.0..=100.0).contains(&number) && digits.bytes().all(|byte| byte.is_ascii_digit());
    Some(if percent || whole {
        number / 100.0
    } else {
        number
    })
}

/// The votes for each of several candidates, at least one vote in all.
fn parse_votes(typed: &str, texts: usize) -> Option<Vec<u32>> {
    let parts =
        typed.split(|c: char| c.is_whitespace() || [':', ',', ';', '/', '-', '–'].contains(&c));
    let votes: Vec<u32> = parts
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    if texts < 2 || votes.len() != texts || votes.iter().all(|votes| *votes == 0) {
        return None;
    }
    Some(votes)
}

/// `F1 is A .592, B .855`.
fn scores(truth: &ActualScores) -> String {
    let mut named = Vec::new();
    for (text, f1) in truth.f1.iter().enumerate() {
        let name = text_name(Side::Candidate, text);
        named.push(format!("{name} {}", three_places(*f1)));
    }
    format!("{} {}", f1_is(truth), named.join(", "))
}

fn f1_is(truth: &ActualScores) -> &'static str {
    if truth.references > 1 {
        "best F1 is"
    } else {
        "F1 is"
    }
}

/// The error of a guess.
fn distance(off: f64, above: &str, below: &str) -> String {
    match off {
        off if off.abs() < 0.0005 => "exactly right".to_owned(),
        off => format!(
            "{} {}",
            three_places(off.abs()),
            if off > 0.0 { above } else { below }
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_in_every_common_form() {
        for typed in [".72", "0.72", " 0,72 ", "72%", "72 %", "+.72", "72"] {
            assert_eq!(Guess::parse(typed, 1), Ok(Guess::Number(0.72)), "{typed}");
        }
        assert_eq!(Guess::parse("-.1", 1), Ok(Guess::Number(-0.1)));
        assert_eq!(Guess::parse("2", 1), Ok(Guess::Number(0.02)));
        assert_eq!(Guess::parse("100", 1), Ok(Guess::Number(1.0)));
        assert_eq!(
            Guess::parse("1", 1),
            Ok(Guess::Number(1.0)),
            "the highest F1, not one percent"
        );
        for typed in [
            "",
            "101",
            "1.5",
            "-72",
            "72.5",
            "1e0",
            "NaN",
            "inf",
            ".7 .8",
            "12 : 5",
            "seven",
            "\u{1b}[31m",
        ] {
            let error = Guess::parse(typed, 1).unwrap_err();
            assert!(
                error.ends_with("is not a guess: type F1, such as .72."),
                "{typed}: {error}"
            );
        }
    }

    #[test]
    fn votes_are_one_number_for_each_text() {
        for typed in ["12 : 5", "12:5", "12 5", "12, 5", "12-5", "12/5"] {
            assert_eq!(
                Guess::parse(typed, 2),
                Ok(Guess::Votes(vec![12, 5])),
                "{typed}"
            );
        }
        assert_eq!(Guess::parse(".08", 2), Ok(Guess::Number(0.08)));
        assert_eq!(Guess::parse("3 2 1", 3), Ok(Guess::Votes(vec![3, 2, 1])));
        for (typed, texts) in [
            ("12", 2),
            ("1 2 3", 2),
            ("0 : 0", 2),
            ("4 : -1x", 2),
            ("99999999999 : 1", 2),
            (".3", 3),
        ] {
            assert!(Guess::parse(typed, texts).is_err(), "{typed}");
        }
    }

    #[test]
    fn what_is_typed_again_is_the_same_guess() {
        for (typed, texts) in [
            (".72", 1),
            (".0", 1),
            ("1.0", 2),
            ("−.5", 1),
            ("12 : 5", 2),
            (".08", 2),
            ("1 : 2 : 3", 3),
        ] {
            let guess = Guess::parse(typed, texts).unwrap();
            assert_eq!(
                Guess::parse(&guess.typed(), texts),
                Ok(guess.clone()),
                "{typed}"
            );
            assert_eq!(guess.typed(), typed);
        }
    }

    #[test]
    fn the_distance_is_that_of_the_truth() {
        let verdict = |guess: Guess, f1: &[f64]| {
            guess.verdict(&ActualScores {
                f1: f1.to_vec(),
                references: 1,
            })
        };
        assert_eq!(
            verdict(Guess::Number(0.65), &[0.716]).unwrap(),
            "F1 is .716: .066 too low"
        );
        assert_eq!(
            verdict(Guess::Number(0.716), &[0.7163]).unwrap(),
            "F1 is .716: exactly right"
        );
        assert_eq!(
            verdict(Guess::Number(0.1), &[0.592, 0.855]).unwrap(),
            "F1 is A .592, B .855, .263 apart: .163 too low"
        );
        assert_eq!(
            verdict(Guess::Votes(vec![12, 5]), &[0.592, 0.855]).unwrap(),
            "5 of 17 chose B: F1 is A .592, B .855"
        );
        assert_eq!(
            verdict(Guess::Votes(vec![1, 1]), &[0.5, 0.5]).unwrap(),
            "no single text is best: F1 is A .500, B .500"
        );
        assert_eq!(verdict(Guess::Votes(vec![1, 1]), &[0.5]), None);
    }

    #[test]
    fn with_several_references_the_verdict_is_about_the_best_f1() {
        let verdict = |guess: Guess, f1: &[f64]| {
            guess
                .verdict(&ActualScores {
                    f1: f1.to_vec(),
                    references: 3,
                })
                .unwrap()
        };
        assert_eq!(
            verdict(Guess::Number(0.9), &[0.98]),
            "best F1 is .980: .080 too low"
        );
        assert_eq!(
            verdict(Guess::Votes(vec![12, 5]), &[0.592, 0.855]),
            "5 of 17 chose B: best F1 is A .592, B .855"
        );
    }
}
