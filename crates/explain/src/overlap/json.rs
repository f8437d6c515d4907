//! Word overlap as JSON.

use serde::Serialize;

use super::{ComparedWord, MatchTarget, WordOverlap};
use crate::json::as_object;
use bertscope_overlap::{BleuCounts, ChrfCounts, chrf};

struct Bleu<'a>(&'a BleuCounts);

#[derive(Serialize)]
struct Chrf {
    #[serde(flatten)]
    counts: ChrfCounts,
    #[serde(flatten)]
    score: chrf::Chrf,
}

as_object!(WordOverlap, this => {
    "scores": this.scores,
    "together": this.all_references.map(|together| together.scores),
    "bleu": Bleu(&this.counts.bleu),
    "chrf": Chrf { counts: this.counts.chrf, score: this.counts.chrf.score() },
    "rouge1": this.counts.rouge.rouge1,
    "rouge2": this.counts.rouge.rouge2,
    "rougeL": this.counts.rouge.rouge_l,
    "ngrams": this.ngrams,
    "words": this.words,
});

as_object!(Bleu<'_>, this => {
    "matches": this.0.matches,
    "totals": this.0.totals,
    "precisions": this.0.sentence().precisions,
    "orders": this.0.sentence().orders,
    "candidate_words": this.0.candidate_words,
    "reference_words": this.0.reference_words,
    "brevity_penalty": this.0.sentence().brevity_penalty,
});

as_object!(ComparedWord, this => {
    "word": this.text,
    "start": this.characters.start,
    "end": this.characters.end,
    "counted": this.counted,
    "tokens": this.tokens.clone().collect::<Vec<_>>(),
    "similarity": this.best.map(|best| best.similarity),
    "match": this.best.and_then(|best| match best.target {
        MatchTarget::Word(i) => Some(i),
        MatchTarget::Special | MatchTarget::Several => None,
    }),
});
