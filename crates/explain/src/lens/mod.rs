//! Lenses: what other programs and conventions score for the same pair with the same model.
//!
//! A lens keeps the settings on screen (program, layer, IDF, rescaling) unless its program or convention leaves no choice or has its
//! own default. `crates/report/tests/report/lenses.rs` compares each with the real package.

mod json;
mod no_special;
mod program;
mod score;

use super::idf::counted_references;
use super::question::OnPartial;
use bertscope_analysis::{Analysis, Analyzer, Conventions, Idf, Program, Settings};
use bertscope_encoder::Layer;
use bertscope_metric::DocumentFrequencies;
use bertscope_models::ModelError;

use self::score::NoScore;
pub use score::{LensAnswer, LensScore};

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
        self != Self::Windows
            || self.is_shown(analysis)
            || analysis.candidate.tokenized.truncated.is_some()
            || analysis.reference.tokenized.truncated.is_some()
    }

    /// Whether it needs the tokens of another tokenizer, whose tokenizer.json may take a second to load.
    fn is_slow(self, analysis: &Analysis) -> bool {
        match self.conventions() {
            Some(conventions) => !conventions.is_default() && !self.is_shown(analysis),
            None => false,
        }
    }

    /// The score of the pair.
    fn score(self, analyzer: &mut Analyzer, analysis: &Analysis) -> Result<LensScore, NoScore> {
        match self {
            Self::Program(program) => program::score(analyzer, analysis, program.into()),
            Self::Windows => program::score(analyzer, analysis, Conventions::WINDOWS),
            Self::Evaluate => program::score(analyzer, analysis, Program::BertScore.into()),
            Self::LastLayer => score_last_layer(analyzer, analysis),
            Self::NoSpecial => Ok(no_special::score(analysis)?),
            Self::SingleReferenceIdf => score_single_reference_idf(analyzer, analysis),
        }
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
        let mut all = Self {
            lenses: Vec::new(),
            rescaled: analysis.rescaling().is_some(),
        };
        for kind in LensKind::ALL {
            if kind.applies(analysis) {
                all.lenses.push(Lens {
                    kind,
                    answer: LensAnswer::Pending,
                });
            }
        }
        // The quick ones first, so that they can be shown while a tokenizer is loaded.
        for is_slow in [false, true] {
            for lens in &mut all.lenses {
                if lens.kind.is_slow(analysis) == is_slow {
                    lens.answer = match lens.kind.score(analyzer, analysis) {
                        Ok(score) => LensAnswer::Score(Box::new(score)),
                        Err(NoScore::Unavailable(reason)) => LensAnswer::Unavailable(reason),
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

fn score_last_layer(analyzer: &mut Analyzer, analysis: &Analysis) -> Result<LensScore, NoScore> {
    let settings = Settings {
        layer: Layer(analyzer.model().encoder.layer_count()),
        ..analysis.settings
    };
    let rescored = rescore(analyzer, analysis, settings, counted_references(analysis))?;
    let note = if rescored.layer == analysis.layer {
        format!(
            "Layer {} is the last layer, and the one that is scored.",
            rescored.layer
        )
    } else {
        format!(
            "Layer {}, the last, instead of layer {}.",
            rescored.layer, analysis.layer
        )
    };
    Ok(LensScore::from_analysis(&rescored, vec![note]))
}

fn score_single_reference_idf(
    analyzer: &mut Analyzer,
    analysis: &Analysis,
) -> Result<LensScore, NoScore> {
    let settings = Settings {
        idf: Idf::References,
        ..analysis.settings
    };
    let rescored = rescore(analyzer, analysis, settings, None)?;
    let weights = rescored.candidate.weights.as_slice();
    let unseen = weights.iter().filter(|weight| **weight > 0.0).count();
    let note = format!(
        "{unseen} of {} candidate tokens are not in the reference and have weight ln(2/1) = 0.69315; all others have weight \
         ln(2/2) = 0, and so does every token of the reference.",
        weights.len()
    );
    Ok(LensScore::from_analysis(&rescored, vec![note]))
}

/// The pair under other settings. `references` has the document frequencies of [`Idf::References`]; without it they are
/// counted over this reference alone.
fn rescore(
    analyzer: &mut Analyzer,
    analysis: &Analysis,
    settings: Settings,
    references: Option<&DocumentFrequencies>,
) -> Result<Analysis, NoScore> {
    match analyzer.analyze_again(analysis, settings, references)? {
        Some(rescored) => Ok(rescored),
        None => Err(NoScore::Unavailable(format!(
            "The model was loaded without layer {}.",
            settings.layer
        ))),
    }
}
