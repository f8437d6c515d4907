//! The weights of the tokens, the best cell of each row or column, and the weighted mean of them.

use super::step_sheet::StepSheet;
use crate::label::list_names;
use crate::number::{decimals, pluralized, with_thousands_separators};
use crate::topics::derivation;
use bertscope_analysis::{IdfSource, Note, Side};
use bertscope_metric::alignment::hub_tokens;

/// Why there are weights.
const WHY_WEIGHTS: &str = "Before taking the mean: how much does each token count?";

/// The tokens of a side as lines of the matrix.
fn line_name(side: Side) -> &'static str {
    side.pick("column", "row")
}

/// The sign of their best cells.
fn sign(side: Side) -> char {
    side.pick('▼', '▶')
}

impl StepSheet<'_> {
    pub fn weights(&mut self) {
        match &self.analysis.idf {
            Some(idf) => self.idf_weights(idf),
            None => self.equal_weights(),
        }
    }

    fn equal_weights(&mut self) {
        self.introduce("weight = 1, or 0 for a special token", WHY_WEIGHTS);
        for side in Side::BOTH {
            let weighted = self.analysis.side(side);
            let sum = decimals(weighted.weights.sum(), 0);
            let (name, count) = (side.name(), weighted.tokenized.tokens.len());
            self.step(format!(
                "Σ weights of the {name}: {sum}, for {count} tokens"
            ));
        }
        self.note("Here every token counts the same. With IDF weights, rare tokens count more.");
        self.warn_of(|note| *note == Note::NoFrequencies);
    }

    fn idf_weights(&mut self, idf: &IdfSource) {
        if let Some(documents) = idf.document_count() {
            self.introduce("weight = ln((N + 1) ÷ (df + 1))", WHY_WEIGHTS);
            self.note("df of the N texts contain the token. A rare token counts more than a frequent one (IDF).");
            let documents = with_thousands_separators(documents);
            self.step(format!("N = {documents}"));
        } else {
            self.introduce(format!("weight = as given in {}", idf.name), WHY_WEIGHTS);
        }
        for side in Side::BOTH {
            let token = self.token_of_cell(side);
            if token < self.analysis.side(side).tokenized.tokens.len() {
                let step = derivation::weight_of(self.analysis, idf, side, token);
                self.step(step.named(self.name(side, token)));
            }
        }
        self.warn_of(|note| matches!(note, Note::NoWeight { .. }));
    }

    /// The best matches of the tokens of a side.
    pub fn best_matches(&mut self, side: Side) {
        let line = line_name(side);
        let [own, other] = [side, side.other()].map(Side::name);
        self.introduce(
            format!("best = largest cell in the {line}"),
            side.pick(
                "Does the candidate say what the reference says?",
                "Is what the candidate says in the reference?",
            ),
        );
        self.note(format!(
            "Each token of the {own} is matched with the most similar token of the {other}. {} marks the cell.",
            sign(side)
        ));
        let token = self.token_of_cell(side);
        if let Some(found) = self.analysis.matches_of(side).get(token) {
            let name = self.name(side, token);
            let best = self.name_and_similarity(side, token, found.token);
            let next = match found.runner_up {
                Some(second) => {
                    let second = self.name_and_similarity(side, token, second.token);
                    format!("; runner-up {second}")
                }
                None => String::new(),
            };
            self.step(format!("{name} matches {best}{next}"));
        }
        self.warn_of_shared_match(side);
        self.warn_of_special_match(side);
        self.warn_of_missing_words();
    }

    /// The largest group of tokens with the same best match.
    fn warn_of_shared_match(&mut self, side: Side) {
        let weights = &self.analysis.side(side).weights;
        let hubs = hub_tokens(self.analysis.matches_of(side), weights);
        let Some(hub) = hubs.first() else {
            return;
        };
        let mut names = Vec::new();
        for &token in &hub.chosen_by {
            names.push(self.name(side, token));
        }
        let all = if names.len() == 2 { "both" } else { "all" };
        let names = list_names(&names, 3);
        let shared = self.name(side.other(), hub.token);
        self.warn(format!(
            "{names} {all} match {shared}: a token can be matched more than once."
        ));
    }

    /// Words whose best match is a special token.
    fn warn_of_special_match(&mut self, side: Side) {
        let mut found = self.analysis.matched_to_special(side);
        let Some((first, partner)) = found.next() else {
            return;
        };
        let more = match found.count() {
            0 => String::new(),
            more => {
                let tokens = pluralized(more, "more token");
                format!(" The same is true of {tokens}.")
            }
        };
        let word = self.name(side, first);
        let special = self.name(side.other(), partner.token);
        self.warn(format!(
            "{word} is matched with {special}, a special token, and that match counts.{more}"
        ));
    }

    /// P or R: the weighted mean of the best cells.
    pub fn mean(&mut self, side: Side) {
        let line = line_name(side);
        let mean = side.mean_symbol();
        let sign = sign(side);
        self.introduce(
            format!("{mean} = Σ weight × best in the {line} ÷ Σ weights"),
            side.pick(
                "Recall: how much of what the reference says is in the candidate.",
                "Precision: how much of what the candidate says is in the reference.",
            ),
        );
        self.note(format!("It is the weighted mean of the {sign} cells."));
        if self.warn_of_convention() {
            return;
        }
        self.step(derivation::mean(self.analysis, side).short());
        self.warn_of(|note| matches!(note, Note::NoWeight { side: own, .. } if *own == side));
        let mut tokens = self.analysis.side(side).tokenized.tokens.iter();
        if tokens.any(|token| token.special) && self.analysis.mean_of(side).is_some() {
            let name = side.name();
            self.warn(format!(
                "The special tokens of the {name} have a {sign} too, but zero weight."
            ));
        }
    }

    /// The token of a side under the crosshair.
    fn token_of_cell(&self, side: Side) -> usize {
        let (candidate, reference) = self.cell;
        side.pick(reference, candidate)
    }
}
