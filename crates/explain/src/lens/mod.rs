//! Lenses: what other programs and conventions score for the same pair with the same model.
//!
//! A lens keeps the settings on screen (program, layer, IDF, rescaling) unless its program or convention leaves no choice or has its
//! own default. `crates/report/tests/report/lenses.rs` compares each with the real package.

mod answer;
mod no_special;
mod program;
mod score;

use super::json::as_object;
use super::question::OnPartial;
use bertscope_analysis::{Analysis, Analyzer, Conventions, Idf, Program, Settings};
use bertscope_encoder::Layer;
use bertscope_metric::DocumentFrequencies;
use bertscope_models::ModelError;

use self::answer::NoScore;
pub use answer::LensAnswer;
pub use score::LensScore;

/// A program or a convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LensKind {
    /// A program, as `--as` names it.
    Program(Program),
    /// `bert_score` with long texts in windows.
    Windows,
    /// Hugging Face's `evaluate`, which calls `bert_score`.
    Evaluate,
    /// The last layer instead of the layer in the settings.
    LastLayer,
    /// Special tokens are not matched.
    NoSpecial,
    /// IDF, counted over this reference alone.
    SingleReferenceIdf,
}

impl LensKind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Program(Program::BertScore),
        Self::Windows,
        Self::Program(Program::Transformers5),
        Self::Program(Program::FastTokenizer),
        Self::Evaluate,
        Self::Program(Program::TorchMetrics),
        Self::LastLayer,
        Self::NoSpecial,
        Self::SingleReferenceIdf,
    ];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            // Older than the name of the program.
            Self::Program(Program::FastTokenizer) => "bert_score-fast-tokenizer",
            Self::Program(program) => program.name(),
            Self::Windows => Conventions::WINDOWS.name(),
            Self::Evaluate => "evaluate",
            Self::LastLayer => "last-layer",
            Self::NoSpecial => "no-special-tokens",
            Self::SingleReferenceIdf => "idf-of-this-reference",
        }
    }

    /// The conventions that it scores with, if they are those of a program.
    fn conventions(self) -> Option<Conventions> {
        match self {
            Self::Program(program) => Some(program.into()),
            Self::Windows => Some(Conventions::WINDOWS),
            Self::Evaluate | Self::LastLayer | Self::NoSpecial | Self::SingleReferenceIdf => None,
        }
    }

    /// Whether its score is the one on screen.
    pub fn is_shown(self, analysis: &Analysis) -> bool {
        self.conventions() == Some(analysis.settings.conventions)
    }

    /// Whether it can differ: windows are for texts beyond the limit.
    fn applies(self, analysis: &Analysis) -> bool {
        let is_long = || {
            [&analysis.candidate, &analysis.reference]
                .iter()
                .any(|side| side.tokenized.truncated.is_some())
        };
        self != Self::Windows || self.is_shown(analysis) || is_long()
    }
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
#[non_exhaustive]
pub struct Lenses {
    /// In the order of [`LensKind::ALL`]; windows only where a text is beyond the limit.
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
        let pending = |kind| Lens {
            kind,
            answer: LensAnswer::Pending,
        };
        let needs_json = |kind: LensKind| {
            matches!(kind.conventions(), Some(conventions) if !conventions.is_default())
                && !kind.is_shown(analysis)
        };
        let kinds = LensKind::ALL
            .into_iter()
            .filter(|kind| kind.applies(analysis));
        let mut all = Self {
            lenses: kinds.map(pending).collect(),
            rescaled,
        };
        for is_slow in [false, true] {
            for lens in &mut all.lenses {
                if needs_json(lens.kind) == is_slow {
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
    pub fn score(&self, kind: LensKind) -> Option<&LensScore> {
        self.lenses
            .iter()
            .find(|lens| lens.kind == kind)
            .and_then(Lens::score)
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

fn score_with(
    kind: LensKind,
    analyzer: &mut Analyzer,
    analysis: &Analysis,
) -> Result<LensScore, NoScore> {
    let (settings, references) = match kind {
        LensKind::Program(program) => return program::score(analyzer, analysis, program.into()),
        LensKind::Windows => return program::score(analyzer, analysis, Conventions::WINDOWS),
        LensKind::Evaluate => {
            return program::score(analyzer, analysis, Program::BertScore.into());
        }
        LensKind::NoSpecial => return Ok(no_special::score(analysis)?),
        LensKind::LastLayer => {
            let layer = Layer(analyzer.model().encoder.layer_count());
            (
                Settings {
                    layer,
                    ..analysis.settings
                },
                reference_counts(analysis),
            )
        }
        LensKind::SingleReferenceIdf => (
            Settings {
                idf: Idf::References,
                ..analysis.settings
            },
            None,
        ),
    };
    let other = rescore(analyzer, analysis, settings, references)?;
    let remark = if kind == LensKind::LastLayer {
        if other.layer == analysis.layer {
            format!(
                "Layer {} is the last layer, and the one that is scored.",
                other.layer
            )
        } else {
            format!(
                "Layer {}, the last, instead of layer {}.",
                other.layer, analysis.layer
            )
        }
    } else {
        let unseen = other
            .candidate
            .weights
            .as_slice()
            .iter()
            .filter(|w| **w > 0.0)
            .count();
        format!(
            "{unseen} of {} candidate tokens are not in the reference and have weight ln(2/1) = 0.69315; all others have weight \
             ln(2/2) = 0, and so does every token of the reference.",
            other.candidate.weights.len()
        )
    };
    Ok(LensScore::from_analysis(&other, vec![remark]))
}

/// The pair under other settings.
fn rescore(
    analyzer: &mut Analyzer,
    analysis: &Analysis,
    settings: Settings,
    references: Option<&DocumentFrequencies>,
) -> Result<Analysis, NoScore> {
    let missing = || format!("The model was loaded without layer {}.", settings.layer).into();
    analyzer
        .analyze_again(analysis, settings, references)?
        .ok_or_else(missing)
}

/// The document frequencies over several references that the pair was weighted with.
fn reference_counts(analysis: &Analysis) -> Option<&DocumentFrequencies> {
    let counted = analysis
        .idf
        .as_ref()
        .filter(|_| analysis.settings.idf == Idf::References)?
        .weights
        .counted()?;
    (counted.document_count() > 1).then_some(counted)
}

/// A lens, and whether the score on screen is rescaled.
struct InScale<'a>(&'a Lens, bool);

as_object!(Lenses, all => {
    "lenses": all.lenses.iter().map(|lens| InScale(lens, all.rescaled)).collect::<Vec<_>>(),
});

as_object!(InScale<'_>, this => {
    "lens": this.0.kind.name(),
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
