//! Recomputes a document: from its own matrix, or from its texts with a model.

use std::sync::Arc;

use super::{Document, DocumentError, ReferencesPart, SettingsPart, TextPart};
use bertscope_analysis::rescaling::Baseline;
use bertscope_analysis::score_pair::{ComparedTexts, score_pair};
use bertscope_analysis::{Analysis, Analyzer, IdfSource, Note, ReferenceChoice, Settings};
use bertscope_encoder::{Layer, Token, TokenizedText, Truncation};
use bertscope_kinds::WordList;
use bertscope_metric::{
    BaselineRow, DocumentFrequencies, GreedyMatches, Pair, Score, Similarity, TokenWeights,
};
use bertscope_models::{ModelError, ModelIdentity};

/// Larger counts are not exact in an f64.
const MAX_DOCUMENTS: u64 = 1 << 53;

/// Why a document could not be recomputed.
#[derive(Debug, thiserror::Error)]
pub enum RecomputeError {
    /// The document cannot be used.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The model cannot be used.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl Document {
    /// Computes the scores from its own tokens, matrix, frequencies and baseline, without a model.
    ///
    /// # Errors
    /// [`DocumentError`] if the parts contradict each other.
    pub fn recompute(&self) -> Result<Self, RecomputeError> {
        let similarity = Arc::new(self.similarity()?);
        let compared = ComparedTexts {
            model: Arc::new(self.identity(self.model.tokenizer.clone())),
            layer: Layer(self.layer),
            candidate: Arc::new(tokenized(&self.candidate)),
            reference: Arc::new(tokenized(&self.reference)),
            matches: GreedyMatches::from_similarity(&similarity),
            similarity,
            refusal: self.refusal.clone(),
            kind_words: WordList::english(),
        };
        self.score(compared)
            .map(|analysis| Self::from_analysis(&analysis))
    }

    /// Scores the document's texts with the model, and the document's frequencies and baseline.
    ///
    /// # Errors
    /// [`ModelError`] when the model has no such layer or rejects a text, [`DocumentError`] as above.
    pub fn recompute_with(&self, analyzer: &mut Analyzer) -> Result<Self, RecomputeError> {
        let layer = analyzer.model().check_layer(self.layer)?;
        let found = analyzer.analyze(
            Pair {
                reference: &self.reference.text,
                candidate: &self.candidate.text,
            },
            Settings {
                conventions: self.settings.conventions,
                ..Settings::plain(layer)
            },
        )?;
        let refusal = found.refusal().map(str::to_owned);
        let compared = ComparedTexts {
            refusal,
            model: Arc::new(self.identity(found.model.tokenizer().to_owned())),
            layer,
            candidate: found.candidate.tokenized,
            reference: found.reference.tokenized,
            similarity: found.similarity,
            matches: found.matches,
            kind_words: found.kind_words,
        };
        self.score(compared)
            .map(|analysis| Self::from_analysis(&analysis))
    }

    /// The matrix, if it fits the tokens.
    pub(super) fn similarity(&self) -> Result<Similarity, DocumentError> {
        let (candidate, reference) = (self.candidate.tokens.len(), self.reference.tokens.len());
        let wrong = |problem| DocumentError::Metric {
            part: "similarity",
            problem,
        };
        let matrix = Similarity::from_rows(&self.similarity).map_err(wrong)?;
        let (rows, columns) = (matrix.candidate_tokens(), matrix.reference_tokens());
        // A matrix without rows has no columns either.
        if (rows, columns) == (candidate, reference) || rows * columns + candidate * reference == 0
        {
            return Ok(matrix);
        }
        Err(DocumentError::Shape {
            rows,
            columns,
            candidate,
            reference,
        })
    }

    fn identity(&self, tokenizer: String) -> ModelIdentity {
        let model = self.model.clone();
        ModelIdentity::from_parts(
            model.name,
            model.origin,
            model.revision,
            model.family,
            tokenizer,
        )
    }

    fn score(&self, compared: ComparedTexts) -> Result<Analysis, RecomputeError> {
        let ids = compared
            .candidate
            .ids()
            .into_iter()
            .chain(compared.reference.ids());
        let idf = self.idf.as_ref().map(|idf| {
            let counts = idf
                .tokens
                .iter()
                .filter_map(|line| Some((line.id, line.df?)));
            let counted = |n: u64| DocumentFrequencies::from_counts(n.min(MAX_DOCUMENTS), counts);
            let given = || {
                TokenWeights::Given(
                    idf.tokens
                        .iter()
                        .map(|line| (line.id, line.weight))
                        .collect(),
                    None,
                )
            };
            let weights = idf
                .documents
                .map(counted)
                .map_or_else(given, TokenWeights::Counted);
            IdfSource {
                name: idf.source.clone(),
                weights: weights.restricted(ids),
            }
        });
        let baseline = self.baseline.as_ref().map(|part| {
            let row = BaselineRow::new(part.precision, part.recall, part.f1);
            let row = row.map_err(|problem| DocumentError::Metric {
                part: "baseline",
                problem,
            })?;
            let (table, source, language) =
                (part.table.clone(), part.source, part.language.clone());
            Ok::<_, DocumentError>(Baseline {
                row,
                table,
                source,
                language,
            })
        });
        let SettingsPart {
            idf: kind,
            rescale,
            conventions,
        } = self.settings;
        let settings = Settings {
            layer: compared.layer,
            idf: kind,
            rescale,
            conventions,
        };
        let mut analysis = score_pair(compared, settings, idf, baseline.transpose()?)?;
        // The other references are not in the document, so their scores are copied from it.
        analysis.notes.extend(self.references.map(
            |ReferencesPart {
                 number: shown,
                 count: of,
                 best,
             }| {
                let best = Score {
                    precision: best.precision,
                    recall: best.recall,
                    f1: best.f1,
                };
                Note::SeveralReferences(ReferenceChoice {
                    number: shown,
                    count: of,
                    best,
                })
            },
        ));
        Ok(analysis)
    }
}

/// The tokens of a document. It does not say whether a token continues a word, and nothing here needs that.
fn tokenized(part: &TextPart) -> TokenizedText {
    let token = |line: &crate::json_parts::TokenJson<'_>| Token {
        id: line.id,
        piece: line.piece.clone().into_owned(),
        text: line.text.clone().into_owned(),
        start: line.start,
        end: line.end,
        special: line.special,
        weightless: line.weight == 0.0,
        continues_word: false,
        unknown: line.unknown,
    };
    TokenizedText {
        text: Arc::from(part.text.as_str()),
        tokens: part.tokens.iter().map(token).collect(),
        truncated: part.truncated.map(|cut| Truncation {
            kept: cut.kept,
            total: cut.total,
            at: cut.at,
        }),
        windows: part
            .windows
            .and_then(|windows| windows.checked(part.tokens.len())),
    }
}
