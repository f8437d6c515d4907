//! Writes the row of a scored pair, with what the summary needs of it.

use color_eyre::eyre::Result;

use crate::cli::ScoreArgs;
use bertscope_metric::{Score, TokenWeights};
use bertscope_overlap::PairCounts;
use bertscope_pairs::PairRecord;
use bertscope_report::ScoredCandidate;
use bertscope_report::explanation::Section;
use bertscope_report::findings::rows::{Drawing, OutputRow, RowFields, RowFormat, ScoredRow};
use bertscope_report::findings::scored::scores_of_all_settings;

/// The form of the rows.
#[derive(Clone, Copy)]
pub struct RowWriter<'a> {
    pub args: &'a ScoreArgs,
    pub format: RowFormat,
    pub fields: &'a RowFields,
    pub chosen_layer: usize,
    /// The weights of the other half of all settings, if the run has none itself.
    pub opposite_weights: Option<&'a TokenWeights>,
}

/// A pair with the number of its row, from 1.
#[derive(Clone, Copy)]
pub struct NumberedPair<'a> {
    pub number: u64,
    pub pair: &'a PairRecord,
}

/// The answers to the request for a pair.
#[derive(Default)]
pub struct Answers {
    pub explanations: Vec<Section>,
    pub drawings: Vec<Drawing>,
}

/// A row as text, and its part of the summary.
pub struct WrittenRow {
    pub text: Vec<u8>,
    /// At each layer; for all settings, then with the opposite weights at each layer.
    pub scores: Vec<Score>,
    pub overlap: Option<PairCounts>,
    pub signature: String,
    pub notes: Vec<&'static str>,
}

impl RowWriter<'_> {
    /// Writes the row of a pair with its scores at each layer.
    pub fn write(
        self,
        numbered: NumberedPair<'_>,
        layers: &[ScoredCandidate],
        answers: &Answers,
    ) -> Result<WrittenRow> {
        let pair = numbered.pair;
        let has_all_settings = self.args.all_settings.is_some();
        let mut overlap = None;
        if self.fields.overlap || has_all_settings {
            overlap = Some(PairCounts::count(&pair.candidate, &pair.references));
        }
        // The other layers are of the row only if it lists them.
        let mut listed = layers;
        let mut chosen = self.chosen_layer;
        if !self.args.all_layers {
            listed = &layers[chosen..=chosen];
            chosen = 0;
        }
        let scored = ScoredRow {
            layers: listed,
            chosen,
            overlap: overlap.as_ref().filter(|_| self.fields.overlap),
            explanations: &answers.explanations,
            drawings: &answers.drawings,
        };
        let row = OutputRow {
            number: numbered.number,
            id: pair.id.as_ref(),
            pair: Some(pair),
            fields: self.fields,
            outcome: Ok(scored),
        };
        let mut text = Vec::new();
        self.format.write(&mut text, &row, self.args.details)?;
        let scores = if has_all_settings {
            scores_of_all_settings(layers, self.opposite_weights)?
        } else {
            layers.iter().map(|layer| layer.scaled).collect()
        };
        Ok(WrittenRow {
            text,
            scores,
            signature: scored.chosen().analyses[0].signature.clone(),
            notes: scored.note_kinds(),
            overlap,
        })
    }
}
