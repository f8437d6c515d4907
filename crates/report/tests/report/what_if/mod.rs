//! What if a word were left out, what did an edit do, and which of several texts is best: laws for any matrix, and the
//! bundled model's own numbers computed in another way.

// Where two numbers are compared exactly, that they are the same to the bit is what is claimed.
#![allow(clippy::float_cmp)]

mod compare;
mod edit;
mod omission;

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use bertscope_analysis::rescaling::Baseline;
use bertscope_analysis::score_pair::{ComparedTexts, score_pair};
use bertscope_analysis::{Analysis, Analyzer, Conventions, Idf, IdfSource, Settings};
use bertscope_encoder::{Layer, Token, TokenizedText};
use bertscope_explain::{Explanation, Question, explain};
use bertscope_metric::{BaselineRow, DocumentFrequencies, GreedyMatches, Similarity, TokenWeights};
use bertscope_models::{BaselineSource, Model, ModelIdentity, bundled};

/// Sums of a few `f64`.
const ROUNDING: f64 = 1e-9;

fn analyzer() -> Analyzer {
    static MODEL: OnceLock<Arc<Model>> = OnceLock::new();
    Analyzer::new(Arc::clone(
        MODEL.get_or_init(|| Arc::new(bundled::model().unwrap())),
    ))
}

fn plain() -> Settings {
    Settings::plain(Layer(6))
}

/// All partial results, until `check_cancelled` ends the computation.
fn collect_partial_results(
    analyzer: &mut Analyzer,
    analysis: &Arc<Analysis>,
    question: &Question,
    mut check_cancelled: impl FnMut(usize) -> bool,
) -> Vec<Explanation> {
    let mut all = Vec::new();
    explain(analyzer, analysis, question, &mut |answer| {
        all.push(answer);
        if check_cancelled(all.len()) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })
    .unwrap();
    all
}

/// A pair of made-up texts: tokens by their ids, of which 0 weighs nothing, and any matrix.
#[derive(Debug, Clone)]
struct TestPair {
    candidate: Vec<u32>,
    reference: Vec<u32>,
    cells: Vec<f32>,
}

impl TestPair {
    /// Weighed by a table in which rarer tokens have larger ids, or not; rescaled, or not.
    fn analysis(&self, weighed: bool, rescaled: bool) -> Arc<Analysis> {
        let (rows, columns) = (self.candidate.len(), self.reference.len());
        let similarity = Arc::new(
            Similarity::new(self.cells[..rows * columns].to_vec(), rows, columns).unwrap(),
        );
        let fingerprint = "0123456789abcdef".to_owned();
        let compared = ComparedTexts {
            refusal: None,
            kind_words: bertscope_kinds::WordList::english(),
            model: Arc::new(ModelIdentity::from_parts(
                "made up".into(),
                "nowhere".into(),
                None,
                "bert".into(),
                fingerprint,
            )),
            layer: Layer(3),
            candidate: text(&self.candidate),
            reference: text(&self.reference),
            matches: GreedyMatches::from_similarity(&similarity),
            similarity,
        };
        let table =
            DocumentFrequencies::from_counts(99, (0..12).map(|id| (id, 99 / (u64::from(id) + 1))));
        let idf = if weighed { Idf::Table } else { Idf::Off };
        let row = BaselineRow::new(0.125, 0.25, 0.1875).unwrap();
        let (table_name, source) = ("base.tsv".to_owned(), BaselineSource::Custom);
        let baseline = Baseline {
            row,
            table: table_name,
            source,
            language: None,
        };
        let settings = Settings {
            layer: Layer(3),
            idf,
            rescale: rescaled,
            conventions: Conventions::default(),
        };
        let source = IdfSource {
            name: "a corpus".to_owned(),
            weights: TokenWeights::Counted(table),
        };
        Arc::new(
            score_pair(
                compared,
                settings,
                weighed.then_some(source),
                Some(baseline),
            )
            .unwrap(),
        )
    }
}

fn text(ids: &[u32]) -> Arc<TokenizedText> {
    let mut written = String::new();
    let tokens = ids.iter().map(|&id| {
        if !written.is_empty() {
            written.push(' ');
        }
        let start = written.len();
        let text = format!("w{id}");
        written += &text;
        let end = written.len();
        Token {
            id,
            piece: text.clone(),
            text,
            start,
            end,
            special: id == 0,
            weightless: id == 0,
            continues_word: false,
            unknown: false,
        }
    });
    let tokens = tokens.collect();
    Arc::new(TokenizedText {
        text: Arc::from(written),
        tokens,
        truncated: None,
        windows: None,
    })
}
