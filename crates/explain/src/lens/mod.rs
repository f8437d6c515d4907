//! Lenses: what other programs and conventions score for the same pair with the same model.
//!
//! A lens keeps the settings on screen (layer, IDF, rescaling) unless its program or convention leaves no choice or has its
//! own default. `crates/report/tests/report/lenses.rs` compares each with the real package.

mod answer;
mod fast_tokenizer;
mod no_special;
mod score;
mod torchmetrics;

use super::json::as_object;
use super::question::OnPartial;
use bertscope_analysis::pairing::Pairing;
use bertscope_analysis::{Analysis, Analyzer, Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_models::ModelError;

use self::answer::NoScore;
pub use answer::LensAnswer;
pub use score::LensScore;

/// A program or a convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LensKind {
    /// `bert_score` with the slow (Python) tokenizers: the score on screen.
    #[serde(rename = "bert_score")]
    BertScore,
    /// `bert_score` with `use_fast_tokenizer=True`.
    #[serde(rename = "bert_score-fast-tokenizer")]
    FastTokenizer,
    /// Hugging Face's `evaluate`.
    Evaluate,
    /// `torchmetrics`.
    #[serde(rename = "torchmetrics")]
    TorchMetrics,
    /// The last layer instead of the layer in the settings.
    LastLayer,
    /// Special tokens are not matched.
    #[serde(rename = "no-special-tokens")]
    NoSpecial,
    /// IDF, counted over this reference alone.
    #[serde(rename = "idf-of-this-reference")]
    SingleReferenceIdf,
}

impl LensKind {
    /// All of them, the score on screen first.
    pub const ALL: [Self; 7] = [
        Self::BertScore,
        Self::FastTokenizer,
        Self::Evaluate,
        Self::TorchMetrics,
        Self::LastLayer,
        Self::NoSpecial,
        Self::SingleReferenceIdf,
    ];
}

/// A program or convention and its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Lens {
    /// The program or convention.
    pub kind: LensKind,
    /// Its answer.
    pub answer: LensAnswer,
}

/// The answers of all lenses.
#[derive(Debug, Clone, PartialEq)]
pub struct Lenses {
    /// In the order of [`LensKind::ALL`].
    pub lenses: Vec<Lens>,
    /// Whether the score on screen is rescaled.
    pub rescaled: bool,
}

impl Lenses {
    /// Computes every lens; those with the tokens of another tokenizer last, because a large tokenizer.json takes a
    /// second to load.
    ///
    /// # Errors
    /// [`ModelError`] when the model rejects a text.
    pub fn compute(
        analyzer: &mut Analyzer,
        analysis: &Analysis,
        on_partial: &mut OnPartial<'_, Self>,
    ) -> Result<(), ModelError> {
        let rescaled = analysis.rescaling().is_some();
        let pending = |kind| Lens { kind, answer: LensAnswer::Pending };
        let mut all = Self { lenses: LensKind::ALL.map(pending).into(), rescaled };
        for is_slow in [false, true] {
            for lens in &mut all.lenses {
                if matches!(lens.kind, LensKind::FastTokenizer | LensKind::TorchMetrics) == is_slow {
                    lens.answer = match score_with(lens.kind, analyzer, analysis) {
                        Ok(score) => LensAnswer::Score(Box::new(score)),
                        Err(NoScore::Unavailable(why)) => LensAnswer::Unavailable(why),
                        Err(NoScore::Model(error)) => return Err(error),
                    };
                }
            }
            if on_partial(all.clone()).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The score of one of them; `None` where it has none.
    #[must_use]
    pub fn score(&self, kind: LensKind) -> Option<&LensScore> {
        self.lenses.iter().find(|lens| lens.kind == kind).and_then(Lens::score)
    }
}

impl Lens {
    fn score(&self) -> Option<&LensScore> {
        match &self.answer {
            LensAnswer::Score(score) => Some(score),
            LensAnswer::Unavailable(_) | LensAnswer::Pending => None,
        }
    }
}

fn score_with(kind: LensKind, analyzer: &mut Analyzer, analysis: &Analysis) -> Result<LensScore, NoScore> {
    let (other, remark) = match kind {
        LensKind::BertScore | LensKind::Evaluate => return Ok(LensScore::from_analysis(analysis, Vec::new())),
        LensKind::FastTokenizer => return fast_tokenizer::score(analyzer, analysis),
        LensKind::TorchMetrics => return torchmetrics::score(analyzer, analysis),
        LensKind::NoSpecial => return Ok(no_special::score(analysis)?),
        LensKind::LastLayer => {
            let last = Layer(analyzer.model().encoder.layer_count());
            if analysis.layer == last {
                let remark = format!("Layer {last} is the last layer, and the one that is scored.");
                return Ok(LensScore::from_analysis(analysis, vec![remark]));
            }
            let pairing = analyzer.pairing_at(analysis, last)?.ok_or_else(|| NoScore::not_loaded(last))?;
            let other = rescore(analyzer, pairing, analysis, Settings { layer: last, ..analysis.settings })?;
            (other, format!("Layer {last}, the last, instead of layer {}.", analysis.layer))
        }
        LensKind::SingleReferenceIdf => {
            let pairing = analyzer.pairing_of(analysis)?;
            let settings = Settings { idf: Idf::References, ..analysis.settings };
            let other = analyzer.scoring().analyze(pairing, settings, None)?;
            let unseen = other.candidate.weights.as_slice().iter().filter(|w| **w > 0.0).count();
            let remark = format!(
                "{unseen} of {} candidate tokens are not in the reference and have weight ln(2/1) = 0.69315; all others have weight \
                 ln(2/2) = 0, and so does every token of the reference.",
                other.candidate.weights.len()
            );
            (other, remark)
        }
    };
    Ok(LensScore::from_analysis(&other, vec![remark]))
}

/// The pair with other settings or other tokens.
fn rescore(
    analyzer: &Analyzer,
    pairing: Pairing,
    analysis: &Analysis,
    settings: Settings,
) -> Result<Analysis, ModelError> {
    // Document frequencies over several references apply to these tokens too: the pair was weighted with them.
    let counted = analysis.idf.as_ref().and_then(|idf| idf.weights.counted());
    analyzer.scoring().analyze(pairing, settings, counted.filter(|counted| counted.document_count() > 1))
}

/// A lens, and whether the score on screen is rescaled.
struct InScale<'a>(&'a Lens, bool);

as_object!(Lenses, all => {
    "lenses": all.lenses.iter().map(|lens| InScale(lens, all.rescaled)).collect::<Vec<_>>(),
});

as_object!(InScale<'_>, this => {
    "lens": this.0.kind,
    "score": this.0.score().and_then(|score| score.scaled(this.1)),
    "raw": this.0.score().map(|score| score.raw),
    "baseline": this.0.score().and_then(|score| score.baseline),
    "layer": this.0.score().map(|score| score.layer),
    "remarks": match &this.0.answer {
        LensAnswer::Score(score) => score.notes.iter().map(String::as_str).collect(),
        LensAnswer::Unavailable(why) => vec![why.as_str()],
        LensAnswer::Pending => vec!["not computed yet"],
    },
});
