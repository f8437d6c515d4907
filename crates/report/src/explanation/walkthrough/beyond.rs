//! Around the score: other ways to match, several references, and what the score does not say.

use super::step_sheet::StepSheet;
use crate::number::exact;
use crate::topics::{alignments, compare};
use bertscope_analysis::Side;
use bertscope_explain::Explanation;
use bertscope_explain::alignments::ScoredAlignment;
use bertscope_metric::Alignment;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_sheet::Subject;

/// Most tokens named that would need another match.
const MAX_NAMED_TOKENS: usize = 2;

/// The alignment that a stage sets beside the metric's matches: its matrix shows these pairs instead.
pub fn overlay(answer: &Explanation) -> Option<&Alignment> {
    match answer {
        Explanation::Matches(all) => Some(&all.get(AlignmentKind::OneToOne)?.alignment),
        _ => None,
    }
}

impl StepSheet<'_> {
    /// Why matching is greedy, and the score with one-to-one matching.
    pub fn greedy(&mut self) {
        self.introduce(
            "greedy: each token takes its best match, even one already taken",
            "One word can say what two words say, so both may match it. And a maximum is easy to compute.",
        );
        let Some(Explanation::Matches(answer)) = self.answer else {
            return;
        };
        let Some(strict) = answer.get(AlignmentKind::OneToOne) else {
            return;
        };
        if self.warn_of_convention() {
            return;
        }
        let mut scores = alignments::scores_table(answer, self.analysis, AlignmentKind::Greedy);
        let mutual = Some(Subject::Alignment(AlignmentKind::Mutual));
        scores.rows.retain(|row| row.subject != mutual);
        // How tokens are matched is said above.
        scores.columns.truncate(4);
        for row in &mut scores.rows {
            row.cells.truncate(4);
        }
        self.push(scores);
        let moved = self.moved_matches(strict);
        if moved.is_empty() {
            self.note(
                "Here no two tokens with weight share a match, so both give the same scores.",
            );
            return;
        }
        for sentence in moved.into_iter().take(MAX_NAMED_TOKENS) {
            self.warn(sentence);
        }
        self.note("In the matrix, the one-to-one pairs stand out.");
    }

    /// Sentences about weighted tokens that lose their best match, of the candidate and then of the reference.
    fn moved_matches(&self, strict: &ScoredAlignment) -> Vec<String> {
        let mut sentences = Vec::new();
        for side in Side::BOTH {
            let weights = self.analysis.side(side).weights.as_slice();
            let matches = self.analysis.matches_of(side).iter();
            for (token, (best, other)) in matches.zip(strict.aligned_tokens(side)).enumerate() {
                let other = other.map(|other| other.token);
                if weights[token] == 0.0 || other == Some(best.token) {
                    continue;
                }
                let instead = match other {
                    Some(other) => self.name_and_similarity(side, token, other),
                    None => "no token".to_owned(),
                };
                let name = self.name(side, token);
                let best = self.name_and_similarity(side, token, best.token);
                sentences.push(format!("One-to-one, {name} gets {instead}, not {best}."));
            }
        }
        sentences
    }

    /// Several references for one candidate.
    pub fn references(&mut self) {
        self.introduce(
            "P, R, F1 = the maximum of each over all references",
            "There is more than one good way to say something. With several references, the best score counts.",
        );
        let Some(Explanation::Compare(comparison)) = self.answer else {
            return;
        };
        let references = &comparison.references;
        if references.texts.len() < 2 {
            self.step(
                "This pair has one reference. With a second one, each of P, R and F1 would be the larger of the two, as long as the weights are the same.",
            );
            return;
        }
        self.push(compare::on_references(comparison, 0));
        let [precision, recall, _] = references.winners();
        if !precision.iter().any(|winner| recall.contains(winner)) {
            self.warn("P and R are from different references, so F1 is not 2PR ÷ (P + R).");
        }
        let shown = references.name(references.shown_index());
        let f1 = exact(references.texts[references.shown_index()].score.f1);
        self.warn(format!(
            "The next steps use only reference {shown}, the one on screen: F1 {f1}."
        ));
    }

    /// What the score does not say.
    pub fn limits(&mut self) {
        self.introduce(
            "score = how similar the model finds the two texts",
            "It does not say whether the candidate is true, complete or well written.",
        );
        self.note("A “not”, a name or a number is one or a few tokens among many, so a wrong one often costs little.");
        self.note("But not always: one token can shift the vectors of all the others.");
        if !self.analysis.has_empty_side() {
            for side in Side::BOTH {
                self.largest_share(side);
            }
        }
        self.warn("A good candidate that differs from the reference can score low.");
        self.warn("Scores of different models, layers, weights or languages cannot be compared.");
        self.warn("One pair says little about a system: compare the means of many pairs.");
        self.note(
            "Try it: change one word of the candidate to its opposite, and repeat the steps.",
        );
    }

    /// The largest share that a single token has in a mean.
    fn largest_share(&mut self, side: Side) {
        let weights = &self.analysis.side(side).weights;
        let most = weights.as_slice().iter().copied().fold(0.0, f64::max);
        if weights.sum() > 0.0 {
            let share = exact(most / weights.sum());
            let mean = side.mean_symbol();
            let name = side.name();
            self.step(format!(
                "{mean}: no token of the {name} has more than {share} of the weight"
            ));
        }
    }
}
