//! The legend: the colours, signs and bars of a matrix. A drawing has it below the cells, an HTML page as separate
//! text, which stays readable if the cells are small or scrolled.

use super::geometry::Legend;
use super::ink;
use crate::export::{ExportOptions, Palette};
use crate::{MatchDirection, number};
use bertscope_analysis::Analysis;
use bertscope_sheet::ColourScale;

/// Colours of the scale.
const STEPS: u8 = 24;

impl Legend {
    /// The legend; `most` is the largest IDF weight, `step` the number of tokens for each label.
    pub fn new(
        analysis: &Analysis,
        options: &ExportOptions,
        most: Option<f64>,
        step: usize,
    ) -> Self {
        let labels = match step {
            1 => None,
            2 => Some("every second".to_owned()),
            3 => Some("every third".to_owned()),
            n => Some(format!("every {n}th")),
        };
        Self {
            scale: colour_scale(analysis, options.palette),
            symbols: symbols(options.direction),
            weight: most.map(|most| format!("IDF weight, longest bar {}", number::weight(most))),
            labels: labels.map(|every| format!("Labels show {every} token.")),
        }
    }
}

/// The colours of the cells, and what they measure.
pub fn colour_scale(analysis: &Analysis, palette: Palette) -> ColourScale {
    let mut low = "0";
    let mut high = "1";
    if let Some((least, most)) = analysis.similarity.range() {
        // Half of the last decimal that a cell shows.
        if analysis.scaled_similarity(least) < -0.005 {
            low = "≤ 0";
        }
        if analysis.scaled_similarity(most) > 1.005 {
            high = "≥ 1";
        }
    }
    let steps = (0..STEPS).map(|i| ink::hex(palette.rgb(f32::from(i) / f32::from(STEPS - 1))));
    ColourScale {
        low: low.to_owned(),
        high: high.to_owned(),
        steps: steps.collect(),
        caption: caption(analysis),
    }
}

/// What the colour scale measures.
pub fn caption(analysis: &Analysis) -> String {
    match analysis.baseline() {
        Some(row) => format!(
            "cosine, rescaled with the F1 baseline {}",
            number::short(row.f1 as f32)
        ),
        None => "cosine similarity".to_owned(),
    }
}

/// The signs and what they mean.
pub fn symbols(direction: MatchDirection) -> Vec<(char, &'static str)> {
    let candidate = ('▶', "candidate’s best (precision)");
    let reference = ('▼', "reference’s best (recall)");
    match direction {
        MatchDirection::Both => vec![candidate, reference, ('◆', "both")],
        MatchDirection::Precision => vec![candidate],
        MatchDirection::Recall => vec![reference],
    }
}

/// The same as a line of text.
pub fn symbol_line(direction: MatchDirection) -> String {
    let symbols = symbols(direction).into_iter();
    let parts: Vec<String> = symbols
        .map(|(sign, text)| format!("{sign} {text}"))
        .collect();
    parts.join("   ")
}
