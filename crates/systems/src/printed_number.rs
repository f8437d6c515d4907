//! Numbers that were printed elsewhere, compared with P, R and F1 under many settings: which are nearest, which agree, and
//! how many would by chance.

use serde::Serialize;

use bertscope_metric::{BERT_SCORE_TOLERANCE, BaselineRow, Score};

/// A score as it was printed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintedNumber {
    pub value: f64,
    /// Half a unit of its last digit.
    half_unit: f64,
}

/// P, R and F1 under some settings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SettingScore {
    pub score: Score,
    /// How far P, R and F1 may lie from those of `bert_score`.
    tolerances: [f64; 3],
}

/// The numbers of a setting that are nearest to the printed ones.
#[derive(Debug, Clone, PartialEq)]
pub struct NearestNumbers {
    /// The position of each among P, R and F1.
    pub positions: Vec<usize>,
    /// The largest difference.
    pub difference: f64,
    /// Whether each rounds to the digits that were printed, within the tolerance.
    pub agrees: bool,
}

/// How many of the compared numbers would agree by chance. With several printed numbers, these are choices of as many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct ChanceAgreement {
    pub compared: usize,
    /// Those within 0.01, or ten units of the last digit.
    pub nearby: usize,
    /// How many of these would agree if they were spread evenly.
    pub expected: f64,
}

/// Which of P, R and F1 the printed numbers may be, F1 first.
const ORDERS: [[usize; 3]; 6] = [
    [2, 0, 1],
    [2, 1, 0],
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
];

impl PrintedNumber {
    /// Reads a score such as 0.9312, .9312 or −0.05; a number above 1 is a percentage. `None` if it is no such number.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if !digits.chars().all(|c| c.is_ascii_digit() || c == '.') {
            return None;
        }
        let value: f64 = text.parse().ok()?;
        let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
        let scale = if value.abs() > 1.0 { 100.0 } else { 1.0 };
        if value.abs() > 100.0 {
            return None;
        }
        Some(Self {
            value: value / scale,
            half_unit: 0.5 * 10f64.powi(-(places as i32)) / scale,
        })
    }

    /// Within which the numbers are counted that could have agreed by chance.
    fn reach(self) -> f64 {
        (20.0 * self.half_unit).max(0.01)
    }
}

impl SettingScore {
    pub fn raw(score: Score) -> Self {
        Self {
            score,
            tolerances: [BERT_SCORE_TOLERANCE; 3],
        }
    }

    /// The same score, rescaled.
    #[must_use]
    pub fn rescaled(&self, row: &BaselineRow) -> Self {
        let baselines = [row.precision, row.recall, row.f1];
        Self {
            score: self.score.rescaled(row),
            tolerances: baselines.map(|baseline| BERT_SCORE_TOLERANCE / (1.0 - baseline)),
        }
    }

    /// Every choice of numbers for the printed ones, of which each has another.
    fn choices(&self, printed: &[PrintedNumber]) -> Vec<NearestNumbers> {
        let numbers = self.score.numbers();
        let mut choices: Vec<NearestNumbers> = Vec::new();
        for order in ORDERS {
            let positions = &order[..printed.len()];
            // Fewer numbers than three have the same positions in several orders.
            if choices.iter().any(|choice| choice.positions == positions) {
                continue;
            }
            let mut choice = NearestNumbers {
                positions: positions.to_vec(),
                difference: 0.0,
                agrees: true,
            };
            for (position, printed) in positions.iter().zip(printed) {
                // An undefined number is that of no program.
                let number = numbers[*position].unwrap_or(f64::INFINITY);
                let difference = (number - printed.value).abs();
                choice.difference = choice.difference.max(difference);
                choice.agrees &= difference <= printed.half_unit + self.tolerances[*position];
            }
            choices.push(choice);
        }
        choices
    }

    /// The numbers nearest to the printed ones, of which there are one to three.
    pub fn nearest(&self, printed: &[PrintedNumber]) -> Option<NearestNumbers> {
        let choices = self.choices(printed).into_iter();
        choices.min_by(|a, b| a.difference.total_cmp(&b.difference))
    }
}

impl ChanceAgreement {
    /// Counts over all settings.
    pub fn count(printed: &[PrintedNumber], settings: &[SettingScore]) -> Self {
        let mut chance = Self::default();
        for setting in settings {
            let numbers = setting.score.numbers();
            for choice in setting.choices(printed) {
                chance.compared += 1;
                let mut is_nearby = true;
                let mut probability = 1.0;
                for (position, printed) in choice.positions.iter().zip(printed) {
                    let number = numbers[*position].unwrap_or(f64::INFINITY);
                    is_nearby &= (number - printed.value).abs() <= printed.reach();
                    let agreeing = printed.half_unit + setting.tolerances[*position];
                    probability *= (agreeing / printed.reach()).min(1.0);
                }
                if is_nearby {
                    chance.nearby += 1;
                    chance.expected += probability;
                }
            }
        }
        chance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(texts: &[&str]) -> Vec<PrintedNumber> {
        let numbers = texts.iter().map(|text| PrintedNumber::parse(text).unwrap());
        numbers.collect()
    }

    fn score(precision: f64, recall: f64, f1: f64) -> SettingScore {
        SettingScore::raw(Score {
            precision: Some(precision),
            recall: Some(recall),
            f1,
        })
    }

    #[test]
    fn a_number_agrees_if_it_rounds_to_the_digits_or_lies_within_the_tolerance_of_that() {
        let agrees = |text: &str, f1| {
            score(0.1, 0.2, f1)
                .nearest(&printed(&[text]))
                .unwrap()
                .agrees
        };
        for (text, f1, expected) in [
            ("0.9312", 0.931_249, true),
            ("0.9312", 0.931_265, true),
            ("0.9312", 0.931_28, false),
            (".931200", 0.931_219, true),
            (".931200", 0.931_222, false),
            ("93.12", 0.931_16, true),
            ("93", 0.926, true),
            ("93", 0.924, false),
        ] {
            assert_eq!(agrees(text, f1), expected, "{text} {f1}");
        }
        for text in ["", "nan", "1e-3", "931.2", "0,93", "93%"] {
            assert_eq!(PrintedNumber::parse(text), None, "{text}");
        }
        let row = BaselineRow::new(0.5, 0.5, 0.75).unwrap();
        let rescaled = score(0.1, 0.2, 0.9).rescaled(&row);
        let found = rescaled.nearest(&printed(&["0.600079"])).unwrap();
        assert!(found.agrees && found.positions == [2], "{found:?}");
        assert!(!rescaled.nearest(&printed(&["0.600082"])).unwrap().agrees);
    }

    #[test]
    fn several_numbers_are_p_r_and_f1_in_any_order_each_another() {
        let scored = score(0.9245, 0.9380, 0.9312);
        for (texts, positions) in [
            (&["0.9312", "0.9245", "0.9380"][..], &[2, 0, 1][..]),
            (&["0.9245", "0.9380", "0.9312"], &[0, 1, 2]),
            (&["0.9380", "0.9245"], &[1, 0]),
        ] {
            let found = scored.nearest(&printed(texts)).unwrap();
            assert!(found.agrees && found.positions == positions, "{found:?}");
        }
        assert!(
            !scored
                .nearest(&printed(&["0.9312", "0.9312"]))
                .unwrap()
                .agrees
        );
    }

    #[test]
    fn as_many_agree_by_chance_as_of_numbers_drawn_evenly() {
        let settings: Vec<SettingScore> = (0..100_000)
            .map(|i| score(2.0, 2.0, 0.8 + f64::from(i) * 2e-6))
            .collect();
        let printed = printed(&["0.9312"]);
        let chance = ChanceAgreement::count(&printed, &settings);
        assert_eq!(chance.compared, 300_000);
        // The window of .01 on both sides has a number on its edge.
        assert!(chance.nearby.abs_diff(10_000) <= 1, "{chance:?}");
        let agreeing = settings
            .iter()
            .filter(|setting| setting.nearest(&printed).unwrap().agrees);
        assert!(
            (chance.expected - agreeing.count() as f64).abs() < 1.5,
            "{chance:?}"
        );
    }
}
