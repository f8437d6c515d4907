//! What follows from P and R: F1 and rescaling; then the whole computation on one screen.

use super::step_sheet::StepSheet;
use crate::number::{exact, exact_or_undefined, with_thousands_separators};
use crate::topics::derivation;
use bertscope_analysis::{Note, Side};

impl StepSheet<'_> {
    pub fn f1(&mut self) {
        self.introduce(
            "F1 = 2 × P × R ÷ (P + R)",
            "A short candidate can have a high P, a long one a high R. If neither is below 0, F1 is high only if both are.",
        );
        self.note("If both are above 0, it lies between them, closer to the smaller one.");
        let raw = &self.analysis.raw;
        let [p, r] = [raw.precision, raw.recall].map(exact_or_undefined);
        self.step(format!("P = {p}, R = {r}"));
        self.step(derivation::f1(raw).short());
        self.warn_of_convention();
    }

    pub fn rescaling(&mut self) {
        self.introduce(
            "rescaled = (x − b) ÷ (1 − b)",
            "b, the mean score of random pairs of sentences, becomes 0.",
        );
        let Some(rescaled) = &self.analysis.rescaled else {
            let is_explained = self.warn_of(|note| {
                matches!(note, Note::NoBaseline { .. } | Note::BaselineWithoutWindows)
            });
            if !is_explained {
                self.warn("There is no baseline for this model and layer, so the scores stay raw.");
            }
            return;
        };
        for (name, raw, b) in
            derivation::raw_and_baseline(&self.analysis.raw, &rescaled.baseline.row)
        {
            self.step(derivation::rescaling(name, raw, b).named(name));
        }
        self.warn(
            "The cells are rescaled too, with the b of F1. The metric rescales only P, R and F1.",
        );
        let score = rescaled.score;
        if let [Some(p), Some(r)] = [score.precision, score.recall]
            && !self.analysis.has_empty_side()
            && p + r > 0.0
        {
            let mean = exact(2.0 * p * r / (p + r));
            if mean != exact(score.f1) {
                self.warn(format!(
                    "F1 has its own b, so it is not 2PR ÷ (P + R) = {mean}."
                ));
            }
        }
        let is_defined = score.precision.is_some() && score.recall.is_some();
        if score.f1 < 0.0 && is_defined && !self.analysis.has_empty_side() {
            self.warn(
                "F1 is below 0: these texts are less similar than the random pairs of the baseline are on average.",
            );
        } else if score.f1 < 0.0 {
            self.warn("F1 is 0 by convention, and rescaling moves 0 below 0.");
        }
        self.warn_of_convention();
    }

    /// The whole computation on one screen.
    pub fn summary(&mut self) {
        self.introduce(
            "texts → tokens → vectors → cosines → best matches → weighted means → F1",
            "P and R are weighted means of cells of one matrix.",
        );
        if self.warn_of_convention() {
            return;
        }
        let analysis = self.analysis;
        let rows = analysis.similarity.candidate_tokens();
        let columns = analysis.similarity.reference_tokens();
        let cells = with_thousands_separators(rows * columns);
        let layer = analysis.layer;
        let model = &analysis.model.name;
        self.step(format!(
            "tokens: {rows} of the candidate, {columns} of the reference"
        ));
        self.step(format!("vectors: layer {layer} of {model}"));
        self.step(format!("cosines: {rows} × {columns} = {cells}"));
        let sums = Side::BOTH.map(|side| analysis.sums(side));
        for step in derivation::means(&analysis.raw, sums) {
            self.step(step);
        }
        if let Some(rescaled) = &analysis.rescaled {
            let baseline = rescaled.baseline.row.f1;
            self.step(derivation::rescaling("F1", analysis.raw.f1, baseline));
        }
    }
}
