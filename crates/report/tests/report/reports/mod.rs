//! An analysis written out: documents that can be computed again, programs, and pictures as text.

mod document;
mod python;
mod python_run;
mod text;

use std::sync::Arc;

use bertscope_analysis::rescaling::Baseline;
use bertscope_analysis::score_pair::{ComparedTexts, score_pair};
use bertscope_analysis::{Analysis, Idf, IdfSource, Settings};
use bertscope_encoder::{Layer, Token, TokenizedText};
use bertscope_metric::{BaselineRow, DocumentFrequencies, GreedyMatches, Similarity, TokenWeights};
use bertscope_models::{BaselineSource, ModelIdentity};
use bertscope_report::export::{ExportOptions, Format, render};

/// A made-up pair, whose numbers are the same on every machine.
struct TestPair {
    model: ModelIdentity,
    reference: Vec<Token>,
    candidate: Vec<Token>,
    settings: Settings,
    frequencies: Option<DocumentFrequencies>,
    baseline: Option<Baseline>,
}

impl TestPair {
    /// Words as tokens, between two special ones; `·` before a word marks a piece that continues it.
    fn new(reference: &str, candidate: &str) -> Self {
        let (name, origin) = ("sentence-transformers/all-MiniLM-L6-v2", "bundled");
        let fingerprint = "0123456789abcdef".to_owned();
        Self {
            model: ModelIdentity::from_parts(
                name.into(),
                origin.into(),
                None,
                "bert".into(),
                fingerprint,
            ),
            reference: tokens(reference),
            candidate: tokens(candidate),
            settings: Settings::plain(Layer(6)),
            frequencies: None,
            baseline: None,
        }
    }

    fn example() -> Self {
        Self::new("the weather is cold today", "it is freez ·ing today")
    }

    /// With weights: the later a word stands, the rarer it is.
    fn with_idf(mut self) -> Self {
        let special = [(0, 999), (1, 999)];
        let counts = self
            .reference
            .iter()
            .filter(|token| !token.special)
            .map(|token| (token.id, 500 / u64::from(token.id)));
        self.frequencies = Some(DocumentFrequencies::from_counts(
            999,
            special.into_iter().chain(counts),
        ));
        self.settings.idf = Idf::Table;
        self
    }

    fn with_baseline(mut self, source: BaselineSource, language: Option<&str>) -> Self {
        let row = BaselineRow::new(0.125, 0.25, 0.1875).unwrap();
        let table = if source == BaselineSource::Published {
            "bert_score's en baseline"
        } else {
            "base.tsv"
        };
        self.baseline = Some(Baseline {
            row,
            table: table.into(),
            source,
            language: language.map(str::to_owned),
        });
        self.settings.rescale = true;
        self
    }

    fn analysis(self) -> Analysis {
        let (rows, columns) = (self.candidate.len(), self.reference.len());
        // Binary fractions, so that nothing is rounded; the same words are the same, and no two others.
        let cell = |(c, r): (usize, usize)| {
            let same = self.candidate[c].text == self.reference[r].text;
            if same {
                0.875
            } else {
                ((c * 37 + r * 23) % 61) as f32 / 128.0 - 0.0625
            }
        };
        let values = (0..rows)
            .flat_map(|c| (0..columns).map(move |r| (c, r)))
            .map(cell)
            .collect();
        let similarity = Arc::new(Similarity::new(values, rows, columns).unwrap());
        let compared = ComparedTexts {
            refusal: None,
            kind_words: bertscope_kinds::WordList::english(),
            model: Arc::new(self.model),
            layer: self.settings.layer,
            candidate: text(self.candidate),
            reference: text(self.reference),
            matches: GreedyMatches::from_similarity(&similarity),
            similarity,
        };
        let ids: Vec<u32> = [&compared.candidate, &compared.reference]
            .iter()
            .flat_map(|text| text.ids())
            .collect();
        let weights = self
            .frequencies
            .map(|table| TokenWeights::Counted(table.restricted(ids)));
        let idf = weights.map(|weights| IdfSource {
            name: "a corpus".to_owned(),
            weights,
        });
        score_pair(compared, self.settings, idf, self.baseline).unwrap()
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut at = 0;
    let mut words: Vec<Token> = Vec::new();
    for (i, word) in text.split_whitespace().enumerate() {
        let (word, continues_word) = word
            .strip_prefix('·')
            .map_or((word, false), |rest| (rest, true));
        let start = if continues_word || i == 0 { at } else { at + 1 };
        at = start + word.chars().count();
        words.push(Token {
            id: 2 + i as u32,
            piece: if continues_word {
                format!("##{word}")
            } else {
                word.to_owned()
            },
            text: word.to_owned(),
            start,
            end: at,
            special: false,
            weightless: false,
            continues_word,
            unknown: false,
        });
    }
    let mark = |id, piece: &str, at| Token {
        id,
        piece: piece.to_owned(),
        text: piece.to_owned(),
        start: at,
        end: at,
        special: true,
        weightless: true,
        continues_word: false,
        unknown: false,
    };
    std::iter::once(mark(0, "[CLS]", 0))
        .chain(words)
        .chain([mark(1, "[SEP]", at)])
        .collect()
}

/// The text that the tokens are of.
fn text(tokens: Vec<Token>) -> Arc<TokenizedText> {
    let mut text = String::new();
    for token in tokens.iter().filter(|token| !token.special) {
        if !text.is_empty() && !token.continues_word {
            text.push(' ');
        }
        text += &token.text;
    }
    Arc::new(TokenizedText {
        text: Arc::from(text),
        tokens,
        truncated: None,
        windows: None,
    })
}

fn rendered(analysis: &Analysis, format: Format) -> String {
    rendered_with(analysis, format, &ExportOptions::default())
}

fn rendered_with(analysis: &Analysis, format: Format, options: &ExportOptions) -> String {
    String::from_utf8(render(analysis, format, options).unwrap().bytes).unwrap()
}

/// For snapshots, which neither a new version nor another library's last digit of a logarithm changes.
fn stable(text: &str) -> String {
    let text = text.replace(env!("CARGO_PKG_VERSION"), "[version]");
    let mut out = String::with_capacity(text.len());
    let mut places = None;
    for c in text.chars() {
        places = match (c, places) {
            ('.', _) => Some(0),
            ('0'..='9', Some(n)) => Some(n + 1),
            _ => None,
        };
        if places.is_none_or(|n| n <= 8) {
            out.push(c);
        }
    }
    out
}
