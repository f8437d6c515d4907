//! The whole analysis as JSON: everything behind a score, so that it can be read, checked and recomputed.
//!
//! `docs/analysis-format.md` describes the format. Its parts are public: [`Document`] both
//! serialises and deserialises, and preserves every number exactly.

mod compare;
mod read;
mod recompute;
mod write;

use serde::{Deserialize, Serialize};

use super::origin::PairOrigin;
use crate::explanation::Section;
use crate::json_numbers;
use crate::json_parts::{Matches, ScoreNumbers, TokenJson};
use bertscope_analysis::{
    Analysis, Conventions, Idf, Note, ReferenceChoice, Settings, WeightedText,
};
use bertscope_encoder::{Truncation, Windows};
use bertscope_models::{BaselineSource, bundled};

pub use compare::{DocumentComparison, FieldDifference, RecomputedFrom, rescaling_factor};
pub use read::DocumentError;
pub use recompute::RecomputeError;

/// The value of the first field of every document.
pub const SCHEMA: &str = "bertscope-analysis/1";

/// An analysis on its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// [`SCHEMA`].
    pub schema: String,
    /// Version of the program that wrote it.
    pub bertscope: String,
    /// The model.
    pub model: ModelPart,
    /// Layer whose hidden states were compared, 0 for the embedding output.
    pub layer: usize,
    /// The settings.
    pub settings: SettingsPart,
    /// Why the program of the settings computes no score for the pair, so that the default one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// The reference: the columns of the matrix.
    pub reference: TextPart,
    /// The candidate: the rows of the matrix.
    pub candidate: TextPart,
    /// The source of the weights; `null` if every token counts the same.
    pub idf: Option<IdfPart>,
    /// The baseline row of the layer; `null` if none is known.
    pub baseline: Option<BaselinePart>,
    /// Cosines, a row for each candidate token, never rescaled.
    #[serde(deserialize_with = "json_numbers::rows")]
    pub similarity: Vec<Vec<f32>>,
    /// Each token's best match, in both directions.
    pub matches: Matches,
    /// The score before rescaling.
    pub raw: ScoreNumbers,
    /// The score after rescaling; `null` without a baseline.
    pub rescaled: Option<ScoreNumbers>,
    /// Which of the candidate's references this is, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub references: Option<ReferencesPart>,
    /// Notes for the reader, such as why a number is `null`.
    pub notes: Vec<String>,
    /// The signature that makes the score reproducible, in `bert_score`'s form.
    pub signature: String,
    /// The row of the file that the pair came from, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<PairOrigin>,
    /// Its explanations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explanations: Vec<Section>,
}

/// Identifies the model. The similarity matrix serves as the fingerprint of its weights.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelPart {
    /// Its name on the hub, or the folder.
    pub name: String,
    /// `bundled`, `hub`, `hub@REVISION` or the folder.
    pub origin: String,
    /// The commit on the hub, if known.
    pub revision: Option<String>,
    /// The architecture, as named in config.json.
    pub family: String,
    /// The tokenizer's fingerprint: 16 hexadecimal digits over its vocabulary.
    pub tokenizer: String,
}

/// The settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsPart {
    /// The source of IDF weights.
    pub idf: Idf,
    /// Whether the rescaled scores are the ones to report.
    pub rescale: bool,
    /// The program whose score was asked for, and what becomes of long texts.
    #[serde(
        rename = "program",
        default,
        skip_serializing_if = "Conventions::is_default"
    )]
    pub conventions: Conventions,
}

/// One of several references.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ReferencesPart {
    /// The reference, from 1: the one with the highest F1.
    #[serde(rename = "shown")]
    pub number: usize,
    /// Number of references.
    #[serde(rename = "of")]
    pub count: usize,
    /// The highest P, R and F1 over all of them, rescaled if the settings rescale.
    pub best: ScoreNumbers,
}

/// A text and its tokens, special ones included.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TextPart {
    /// The text, unchanged.
    pub text: String,
    /// Where it was truncated, if it was.
    pub truncated: Option<Truncation>,
    /// The windows in which it was encoded, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub windows: Option<Windows>,
    /// The tokens, with the characters of the text that they stand for.
    pub tokens: Vec<TokenJson<'static>>,
}

/// The weights of the tokens: ln((N + 1) / (df + 1)), unless they were given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IdfPart {
    /// Name of the texts in which they were counted, or of the given weights.
    pub source: String,
    /// N, the number of texts; `None` for given weights.
    pub documents: Option<u64>,
    /// df of every token that occurs in the pair, in order of id.
    pub tokens: Vec<FrequencyJson>,
}

/// A token's document frequency.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FrequencyJson {
    /// Id in the vocabulary.
    pub id: u32,
    /// df: the number of texts that contain it; `None` for a given weight.
    pub df: Option<u64>,
    /// The resulting weight.
    #[serde(deserialize_with = "json_numbers::number")]
    pub weight: f64,
}

/// The baseline that rescales a score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BaselinePart {
    /// Name of the table.
    pub table: String,
    /// Whether `bert_score` publishes it.
    pub source: BaselineSource,
    /// The language of a published baseline.
    pub language: Option<String>,
    /// Mean precision of random pairs.
    #[serde(deserialize_with = "json_numbers::number")]
    pub precision: f64,
    /// Mean recall of random pairs.
    #[serde(deserialize_with = "json_numbers::number")]
    pub recall: f64,
    /// Mean F1 of random pairs.
    #[serde(deserialize_with = "json_numbers::number")]
    pub f1: f64,
}

impl Document {
    /// Whether it has scores of the bundled model as it was in half precision.
    pub fn has_half_precision(&self) -> bool {
        self.model.origin == bundled::ORIGIN && !self.signature.contains(bundled::SIGNATURE_PART)
    }

    /// The document of an analysis.
    pub fn from_analysis(analysis: &Analysis) -> Self {
        let (
            model,
            Settings {
                idf,
                rescale,
                conventions,
                ..
            },
        ) = (&analysis.model, analysis.settings);
        let similarity = &analysis.similarity;
        let rows = if similarity.reference_tokens() == 0 {
            0
        } else {
            similarity.candidate_tokens()
        };
        Self {
            schema: SCHEMA.to_owned(),
            bertscope: env!("CARGO_PKG_VERSION").to_owned(),
            model: ModelPart {
                name: model.name.clone(),
                origin: model.origin.clone(),
                revision: model.revision.clone(),
                family: model.family.clone(),
                tokenizer: model.tokenizer().to_owned(),
            },
            layer: analysis.layer.0,
            settings: SettingsPart {
                idf,
                rescale,
                conventions,
            },
            refusal: analysis.refusal().map(str::to_owned),
            reference: TextPart::new(&analysis.reference),
            candidate: TextPart::new(&analysis.candidate),
            idf: analysis.idf.as_ref().map(|idf| IdfPart {
                source: idf.name.clone(),
                documents: idf.document_count(),
                tokens: {
                    let entries = idf.weights.entries().into_iter();
                    entries
                        .map(|token| FrequencyJson {
                            id: token.id,
                            df: token.document_frequency,
                            weight: token.weight,
                        })
                        .collect()
                },
            }),
            baseline: analysis.rescaled.as_ref().map(|rescaled| BaselinePart {
                table: rescaled.table.clone(),
                source: rescaled.source,
                language: rescaled.language.clone(),
                precision: rescaled.baseline.precision,
                recall: rescaled.baseline.recall,
                f1: rescaled.baseline.f1,
            }),
            similarity: (0..rows).map(|c| similarity.row(c).to_vec()).collect(),
            matches: Matches::from(&analysis.matches),
            raw: analysis.raw.into(),
            rescaled: analysis
                .rescaled
                .as_ref()
                .map(|rescaled| rescaled.score.into()),
            references: analysis.notes.iter().find_map(|note| match note {
                Note::SeveralReferences(ReferenceChoice {
                    number: shown,
                    count: of,
                    best,
                }) => Some(ReferencesPart {
                    number: *shown,
                    count: *of,
                    best: ScoreNumbers::from(*best),
                }),
                _ => None,
            }),
            notes: analysis.notes.iter().map(ToString::to_string).collect(),
            signature: analysis.signature.clone(),
            origin: None,
            explanations: Vec::new(),
        }
    }
}

impl TextPart {
    fn new(side: &WeightedText) -> Self {
        Self {
            text: side.tokenized.text.as_ref().to_owned(),
            truncated: side.tokenized.truncated,
            windows: side.tokenized.windows,
            tokens: TokenJson::all(side)
                .into_iter()
                .map(TokenJson::into_owned)
                .collect(),
        }
    }
}
