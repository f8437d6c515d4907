//! A human score, as a table or a line of JSON has it.

use crate::error::RowProblem;
use crate::lines::excerpt;

/// Maximum absolute value of a human score: ratings and sums of ratings are smaller, and squares of larger ones may overflow.
const MAX_HUMAN_SCORE: f64 = 1e6;

/// Parses a human score; an empty field is none.
///
/// # Errors
/// [`RowProblem::HumanScore`] for anything but a number within ±1,000,000.
pub fn parse_human_score(text: &str) -> Result<Option<f64>, RowProblem> {
    let text = text.trim();
    // As R, pandas, Python and JSON write a missing number.
    if ["", "na", "n/a", "nan", "none", "null"].contains(&text.to_ascii_lowercase().as_str()) {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(number) if number.abs() <= MAX_HUMAN_SCORE => Ok(Some(number)),
        _ => Err(RowProblem::HumanScore {
            text: excerpt(text),
            remedy: human_score_remedy(text),
        }),
    }
}

/// What to do about a human score that is not a number.
fn human_score_remedy(text: &str) -> String {
    let with_point = text.replacen(',', ".", 1);
    if text.contains(',') && with_point.parse::<f64>().is_ok() {
        format!("write {}", excerpt(&with_point))
    } else {
        "leave the field empty if there is none".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_human_score_is_a_number_on_some_scale() {
        for (text, number) in [
            ("0", 0.0),
            ("-25", -25.0),
            (" 1e6 ", 1e6),
            ("1512.5", 1512.5),
        ] {
            assert_eq!(parse_human_score(text), Ok(Some(number)));
        }
        assert_eq!(parse_human_score("N/A"), Ok(None));
        let decimal_comma = parse_human_score("4,5").unwrap_err().to_string();
        assert!(decimal_comma.ends_with("; write 4.5"), "{decimal_comma}");
        for text in ["1e308", "-1000001", "inf", "-Infinity", "1e999", "fine"] {
            let problem = parse_human_score(text).unwrap_err().to_string();
            assert!(
                problem.contains(&format!(
                    "{text:?} is not a number from -1000000 to 1000000"
                )),
                "{problem}"
            );
        }
    }

    #[test]
    fn a_judgement_is_a_finite_number_or_nothing() {
        assert_eq!(parse_human_score(" -0.5 "), Ok(Some(-0.5)));
        assert!(
            ["NA", "n/a", "", " null"]
                .iter()
                .all(|none| parse_human_score(none) == Ok(None))
        );
        assert!(parse_human_score("inf").is_err() && parse_human_score("good").is_err());
    }
}
