//! The whole analysis as JSON: everything behind a score. `docs/analysis-format.md` describes the format.

use serde::Serialize;

use super::origin::PairOrigin;
use crate::explanation::Section;
use crate::json_parts::{Matches, TokenJson, line};
use bertscope_analysis::rescaling::Baseline;
use bertscope_analysis::{Analysis, Conventions, Idf, IdfSource, ReferenceChoice, WeightedText};
use bertscope_encoder::{Truncation, Windows};
use bertscope_metric::{Score, Similarity, TokenWeight};

const SCHEMA: &str = "bertscope-analysis/1";

/// The analysis as a line of JSON.
pub fn json(analysis: &Analysis, origin: Option<&PairOrigin>, explanations: &[Section]) -> String {
    line(&Document::new(analysis, origin, explanations))
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    bertscope: &'static str,
    model: ModelPart<'a>,
    layer: usize,
    settings: SettingsPart,
    /// Why the program of the settings computes no score for the pair, so that the default one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<&'a str>,
    reference: TextPart<'a>,
    candidate: TextPart<'a>,
    idf: Option<IdfPart<'a>>,
    baseline: Option<&'a Baseline>,
    similarity: Vec<&'a [f32]>,
    matches: Matches,
    raw: Score,
    rescaled: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    references: Option<ReferenceChoice>,
    notes: Vec<String>,
    signature: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'a PairOrigin>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    explanations: &'a [Section],
}

#[derive(Serialize)]
struct ModelPart<'a> {
    name: &'a str,
    origin: &'a str,
    revision: Option<&'a str>,
    family: &'a str,
    tokenizer: &'a str,
}

#[derive(Serialize)]
struct SettingsPart {
    idf: Idf,
    rescale: bool,
    #[serde(rename = "program", skip_serializing_if = "Conventions::is_default")]
    conventions: Conventions,
}

#[derive(Serialize)]
struct TextPart<'a> {
    text: &'a str,
    truncated: Option<Truncation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    windows: Option<Windows>,
    tokens: Vec<TokenJson<'a>>,
}

#[derive(Serialize)]
struct IdfPart<'a> {
    source: &'a str,
    documents: Option<u64>,
    tokens: Vec<TokenWeight>,
}

impl<'a> Document<'a> {
    fn new(
        analysis: &'a Analysis,
        origin: Option<&'a PairOrigin>,
        explanations: &'a [Section],
    ) -> Self {
        let model = &analysis.model;
        let settings = analysis.settings;
        let rescaled = analysis.rescaled.as_ref();
        Self {
            schema: SCHEMA,
            bertscope: env!("CARGO_PKG_VERSION"),
            model: ModelPart {
                name: &model.name,
                origin: &model.origin,
                revision: model.revision.as_deref(),
                family: &model.family,
                tokenizer: model.tokenizer(),
            },
            layer: analysis.layer.0,
            settings: SettingsPart {
                idf: settings.idf,
                rescale: settings.rescale,
                conventions: settings.conventions,
            },
            refusal: analysis.refusal(),
            reference: TextPart::new(&analysis.reference),
            candidate: TextPart::new(&analysis.candidate),
            idf: analysis.idf.as_ref().map(IdfPart::new),
            baseline: rescaled.map(|rescaled| &rescaled.baseline),
            similarity: similarity_rows(&analysis.similarity),
            matches: Matches::from(&analysis.matches),
            raw: analysis.raw,
            rescaled: rescaled.map(|rescaled| rescaled.score),
            references: analysis.reference_choice(),
            notes: analysis.notes.iter().map(ToString::to_string).collect(),
            signature: &analysis.signature,
            origin,
            explanations,
        }
    }
}

/// The rows of the matrix: none if they would be empty.
fn similarity_rows(similarity: &Similarity) -> Vec<&[f32]> {
    if similarity.reference_tokens() == 0 {
        return Vec::new();
    }
    (0..similarity.candidate_tokens())
        .map(|candidate| similarity.row(candidate))
        .collect()
}

impl<'a> TextPart<'a> {
    fn new(side: &'a WeightedText) -> Self {
        Self {
            text: &side.tokenized.text,
            truncated: side.tokenized.truncated,
            windows: side.tokenized.windows,
            tokens: TokenJson::all(side),
        }
    }
}

impl<'a> IdfPart<'a> {
    fn new(idf: &'a IdfSource) -> Self {
        Self {
            source: &idf.name,
            documents: idf.document_count(),
            tokens: idf.weights.entries(),
        }
    }
}
