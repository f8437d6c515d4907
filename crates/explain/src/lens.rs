//! Lenses: what other programs and conventions would say about the same pair with the same model.
//!
//! A lens keeps what is chosen on screen (layer, IDF, rescaling) unless the program or convention that it stands for leaves
//! no choice or has a default of its own. `tests/lenses.rs` holds each against what the real package answers.

mod marks;
mod seen;
mod torchmetrics;

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Explanation, Tell};
use bertscope_analysis::scoring::Pairing;
use bertscope_analysis::{Analysis, Analyzer, Idf, Settings};
use bertscope_encoder::{FastTokenizer, Layer, TokenizedText, Tokenizer};
use bertscope_models::ModelError;

pub use seen::Seen;

/// A program or a convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `bert_score` with the tokenizers that are written in Python: the score on screen.
    BertScore,
    /// `bert_score` with `use_fast_tokenizer=True`.
    Fast,
    /// Hugging Face's `evaluate`.
    Evaluate,
    /// `torchmetrics`.
    TorchMetrics,
    /// The last layer in place of the chosen one.
    LastLayer,
    /// Marks of a text's begin and end are no partners.
    NoSpecial,
    /// IDF, counted over this reference alone.
    OwnIdf,
}

impl Kind {
    /// All of them, the score on screen first.
    pub const ALL: [Self; 7] = [
        Self::BertScore,
        Self::Fast,
        Self::Evaluate,
        Self::TorchMetrics,
        Self::LastLayer,
        Self::NoSpecial,
        Self::OwnIdf,
    ];
}

/// What a lens has to say.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A score.
    Seen(Box<Seen>),
    /// Nothing, and why.
    Silent(String),
    /// Nothing yet.
    Coming,
}

/// A program or convention and what it says.
#[derive(Debug, Clone, PartialEq)]
pub struct Lens {
    /// Which one.
    pub kind: Kind,
    /// What it says.
    pub answer: Answer,
}

/// What all of them say.
#[derive(Debug, Clone, PartialEq)]
pub struct Lenses {
    /// In the order of [`Kind::ALL`].
    pub lenses: Vec<Lens>,
    /// Whether the score on screen is rescaled.
    pub rescaled: bool,
}

impl Lenses {
    /// Looks through every lens, first through those that need no other tokens, because a large tokenizer.json takes a
    /// second to read.
    ///
    /// # Errors
    /// [`ModelError`] when the model refuses a text.
    pub fn tell(
        analyzer: &mut Analyzer,
        analysis: &Arc<Analysis>,
        tell: &mut Tell<'_>,
    ) -> Result<ControlFlow<()>, ModelError> {
        let rescaled = analysis.rescaling().is_some();
        let coming = |kind| Lens { kind, answer: Answer::Coming };
        let mut all = Self { lenses: Kind::ALL.map(coming).into(), rescaled };
        for lens in &mut all.lenses {
            if !matches!(lens.kind, Kind::Fast | Kind::TorchMetrics) {
                lens.answer = answer(lens.kind, analyzer, analysis)?;
            }
        }
        if tell(Explanation::Lenses(all.clone())).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        for lens in &mut all.lenses {
            if lens.answer == Answer::Coming {
                lens.answer = answer(lens.kind, analyzer, analysis)?;
            }
        }
        Ok(tell(Explanation::Lenses(all)))
    }

    /// What one of them says.
    #[must_use]
    pub fn seen(&self, kind: Kind) -> Option<&Seen> {
        self.lenses.iter().find(|lens| lens.kind == kind).and_then(|lens| match &lens.answer {
            Answer::Seen(seen) => Some(&**seen),
            Answer::Silent(_) | Answer::Coming => None,
        })
    }
}

fn answer(kind: Kind, analyzer: &mut Analyzer, analysis: &Analysis) -> Result<Answer, ModelError> {
    let seen = |seen| Answer::Seen(Box::new(seen));
    match kind {
        Kind::BertScore | Kind::Evaluate => Ok(seen(Seen::of(analysis, Vec::new()))),
        Kind::Fast => fast(analyzer, analysis),
        Kind::TorchMetrics => torchmetrics::answer(analyzer, analysis),
        Kind::LastLayer => {
            let last = Layer(analyzer.model().encoder.layers());
            if analysis.layer == last {
                let remark = format!("Layer {last} is the last one, and the one on screen.");
                return Ok(seen(Seen::of(analysis, vec![remark])));
            }
            let Some(pairing) = analyzer.pairing_at(analysis, last)? else { return Ok(not_read(last)) };
            let other = rescored(analyzer, pairing, analysis, Settings { layer: last, ..analysis.settings })?;
            let remark = format!("Layer {last}, the last, in place of layer {}.", analysis.layer);
            Ok(seen(Seen::of(&other, vec![remark])))
        }
        Kind::NoSpecial => Ok(seen(marks::without(analysis)?)),
        Kind::OwnIdf => {
            let pairing = analyzer.pairing_of(analysis)?;
            let settings = Settings { idf: Idf::References, ..analysis.settings };
            let other = analyzer.scoring().analyze(pairing, settings, None)?;
            let unseen = other.candidate.weights.as_slice().iter().filter(|w| **w > 0.0).count();
            let remark = format!(
                "{unseen} of {} candidate tokens are not in the reference and weigh ln(2/1) = 0.69315; all others weigh \
                 ln(2/2) = 0, and so does every token of the reference.",
                other.candidate.weights.len()
            );
            Ok(seen(Seen::of(&other, vec![remark])))
        }
    }
}

/// The pair with other settings or other tokens.
fn rescored(
    analyzer: &Analyzer,
    pairing: Pairing,
    analysis: &Analysis,
    settings: Settings,
) -> Result<Analysis, ModelError> {
    // Counts over more references than this one hold for these tokens as well: they are what the pair was weighed by.
    let counted = analysis.idf.as_ref().filter(|idf| idf.documents > 1).map(|idf| &idf.frequencies);
    analyzer.scoring().analyze(pairing, settings, counted)
}

/// `bert_score` with the tokenizer that tokenizer.json describes.
fn fast(analyzer: &mut Analyzer, analysis: &Analysis) -> Result<Answer, ModelError> {
    let model = Arc::clone(analyzer.model());
    let tokenizer = match fast_tokenizer(&model.fast) {
        Ok(tokenizer) => tokenizer,
        Err(why) => return Ok(Answer::Silent(why)),
    };
    let (candidate, reference) = (&analysis.candidate.tokenized, &analysis.reference.tokenized);
    let (own, other) = (tokenizer.tokenize(&candidate.text)?, tokenizer.tokenize(&reference.text)?);
    let remarks = differences(analysis, &own, &other);
    if own.ids() == candidate.ids() && other.ids() == reference.ids() {
        return Ok(Answer::Seen(Box::new(Seen::of(analysis, remarks))));
    }
    if let Some(why) = counted_otherwise(analysis) {
        return Ok(Answer::Silent(why));
    }
    let pairing = in_other_tokens(analyzer, analysis, analysis.layer, own, other)?;
    let other = analyzer.scoring().analyze(pairing, analysis.settings, None)?;
    Ok(Answer::Seen(Box::new(Seen::of(&other, remarks))))
}

/// The pair in other tokens; a side whose tokens are the same is not embedded again.
fn in_other_tokens(
    analyzer: &mut Analyzer,
    analysis: &Analysis,
    layer: Layer,
    candidate: TokenizedText,
    reference: TokenizedText,
) -> Result<Pairing, ModelError> {
    let known = analyzer.pairing_at(analysis, layer)?;
    let [mut own, mut other] = known.map_or([None, None], |known| [Some(known.candidate), Some(known.reference)]);
    own = own.filter(|_| candidate.ids() == analysis.candidate.tokenized.ids());
    other = other.filter(|_| reference.ids() == analysis.reference.tokenized.ids());
    let own = own.map_or_else(|| analyzer.embed_tokens(candidate, layer), Ok)?;
    let other = other.map_or_else(|| analyzer.embed_tokens(reference, layer), Ok)?;
    Pairing::at(layer, &own, &other)
}

fn fast_tokenizer(fast: &FastTokenizer) -> Result<&Tokenizer, String> {
    match fast.get() {
        Ok(Some(tokenizer)) => Ok(tokenizer),
        Ok(None) => Err("The model has no tokenizer.json, which is what describes its fast tokenizer.".to_owned()),
        Err(error) => Err(format!("The fast tokenizer can not be made: {error}")),
    }
}

/// Why weights that were counted over several references do not serve for other tokens.
fn counted_otherwise(analysis: &Analysis) -> Option<String> {
    let idf = analysis.idf.as_ref()?;
    (analysis.settings.idf == Idf::References && idf.documents > 1).then(|| {
        format!("IDF was counted over {} references in the Python tokenizer's tokens, which are others.", idf.documents)
    })
}

fn not_read(last: Layer) -> Answer {
    Answer::Silent(format!("The model was not read up to layer {last}, its last."))
}

/// Where two tokenizers part, for each side; one sentence where they do not.
fn differences(analysis: &Analysis, candidate: &TokenizedText, reference: &TokenizedText) -> Vec<String> {
    let side = |name: &str, own: &TokenizedText, other: &TokenizedText| {
        let at = own.tokens.iter().zip(&other.tokens).position(|(a, b)| a.id != b.id);
        let at = at.or((own.tokens.len() != other.tokens.len()).then(|| own.tokens.len().min(other.tokens.len())))?;
        let piece = |text: &TokenizedText| text.tokens.get(at).map_or("nothing", |token| &token.piece).to_owned();
        Some(format!(
            "The {name} is {} tokens there, {} here; token {} is “{}” there, “{}” here.",
            other.tokens.len(),
            own.tokens.len(),
            at + 1,
            piece(other),
            piece(own)
        ))
    };
    let (own, other) = (&analysis.candidate.tokenized, &analysis.reference.tokenized);
    let found: Vec<String> =
        [side("candidate", own, candidate), side("reference", other, reference)].into_iter().flatten().collect();
    if found.is_empty() {
        let (c, r) = (own.tokens.len(), other.tokens.len());
        return vec![format!("The fast tokenizer splits this pair into the same {c} and {r} tokens.")];
    }
    found
}
