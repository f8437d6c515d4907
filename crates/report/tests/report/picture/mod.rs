//! Pictures of an analysis: what they show, whatever the texts are.

mod page;
mod png;
mod svg;

use bertscope_metric::Pair;
use std::sync::Arc;

use bertscope_analysis::rescaling::Baseline;
use bertscope_analysis::{
    Analysis, Conventions, Idf, IdfSource, Note, RescaledScore, Settings, Side, WeightedText,
};
use bertscope_encoder::{Layer, Token, TokenizedText};
use bertscope_metric::{
    BaselineRow, DocumentFrequencies, GreedyMatches, Score, Similarity, TokenWeights, Weights,
};
use bertscope_models::{BaselineSource, ModelIdentity};
use bertscope_report::export::ExportOptions;
use bertscope_report::export::palette::Palette;

/// Words as tokens between [CLS] and [SEP]; one that begins with `##` continues the word before it.
fn tokens(words: &[&str]) -> Vec<Token> {
    let mut end = 0;
    let mut token = |text: &str, special: bool| {
        let start = end;
        end += text.chars().count();
        let continues_word = text.starts_with("##");
        Token {
            id: start as u32,
            piece: text.into(),
            text: text.trim_start_matches("##").into(),
            start,
            end,
            special,
            weightless: special,
            continues_word,
            unknown: false,
        }
    };
    let mut all = vec![token("[CLS]", true)];
    all.extend(words.iter().map(|word| token(word, false)));
    all.push(token("[SEP]", true));
    all
}

fn side(words: &[&str], weight: impl Fn(usize) -> f64) -> WeightedText {
    let tokens = tokens(words);
    let weights = tokens
        .iter()
        .enumerate()
        .map(|(i, t)| if t.special { 0.0 } else { weight(i) })
        .collect();
    WeightedText {
        tokenized: Arc::new(TokenizedText {
            text: words.join(" ").into(),
            tokens,
            truncated: None,
            windows: None,
        }),
        weights: Weights::new(weights).unwrap(),
    }
}

/// A pair with similarities that a formula gives.
fn analysis(
    candidate: &[&str],
    reference: &[&str],
    cell: impl Fn(usize, usize) -> f32,
) -> Analysis {
    let (candidate, reference) = (side(candidate, |_| 1.0), side(reference, |_| 1.0));
    let (n, m) = (
        candidate.tokenized.tokens.len(),
        reference.tokenized.tokens.len(),
    );
    let values = (0..n * m).map(|i| cell(i / m, i % m)).collect();
    let similarity = Arc::new(Similarity::new(values, n, m).unwrap());
    let matches = GreedyMatches::from_similarity(&similarity);
    let raw = Score::from_matches(
        &matches,
        Pair {
            reference: &reference.weights,
            candidate: &candidate.weights,
        },
    )
    .unwrap();
    Analysis {
        model: Arc::new(ModelIdentity::from_parts(
            "some/model".into(),
            "a folder".into(),
            None,
            "bert".into(),
            String::new(),
        )),
        settings: Settings::plain(Layer(6)),
        candidate,
        reference,
        layer: Layer(6),
        similarity,
        matches,
        raw,
        rescaled: None,
        idf: None,
        kind_words: bertscope_kinds::WordList::english(),
        notes: Vec::new(),
        signature: "some/model_L6_no-idf_version=0.3.12(bertscope=0)".into(),
    }
}

/// Similar along the diagonal.
fn diagonal(c: usize, r: usize) -> f32 {
    1.0 / (1.0 + (c as f32 - r as f32).abs()) - 0.02 * r as f32 / (1.0 + r as f32)
}

fn small() -> Analysis {
    analysis(&["it", "freez", "##es"], &["the", "cold"], diagonal)
}

/// With weights, a baseline that makes numbers negative, and a sentence that must be read.
fn full() -> Analysis {
    let mut full = small();
    full.candidate = side(&["it", "freez", "##es"], |i| i as f64 * 1.5);
    full.idf = Some(IdfSource {
        name: "a corpus".into(),
        weights: TokenWeights::Counted(DocumentFrequencies::from_counts(12_345, [])),
    });
    full.raw.recall = None;
    let baseline = BaselineRow::new(0.4, 0.4, 0.4).unwrap();
    full.rescaled = Some(RescaledScore {
        score: full.raw.rescaled(&baseline),
        baseline: Baseline {
            table: "a table".into(),
            source: BaselineSource::Custom,
            language: None,
            row: baseline,
        },
    });
    full.settings = Settings {
        layer: Layer(6),
        idf: Idf::Table,
        rescale: true,
        conventions: Conventions::default(),
    };
    full.notes = vec![Note::NoWeight {
        side: Side::Reference,
        documents: Some(1),
    }];
    full
}

fn many(n: usize) -> Analysis {
    let words: Vec<String> = (0..n - 2).map(|i| format!("word{i}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    analysis(&words, &words, |c, r| {
        ((c * 7919 + r * 104_729) % 1000) as f32 / 1000.0
    })
}

fn titled(title: &str) -> ExportOptions {
    ExportOptions {
        title: Some(title.into()),
        ..ExportOptions::default()
    }
}

fn dark() -> ExportOptions {
    ExportOptions {
        dark: true,
        palette: Palette::Viridis,
        ..ExportOptions::default()
    }
}

fn without_special() -> ExportOptions {
    ExportOptions {
        special: false,
        ..ExportOptions::default()
    }
}

/// A cell of a drawing.
struct DrawnCell {
    colour: String,
    /// Its upper left corner, without the rounding.
    x: f32,
    y: f32,
}

/// The cells of a drawing: each path of a colour has several.
fn cells(picture: &str) -> Vec<DrawnCell> {
    let mut cells = Vec::new();
    for path in picture.split("<path fill=\"#").skip(1) {
        let (colour, rest) = path.split_once("\" d=\"").unwrap_or_default();
        let outline = rest.split('"').next().unwrap_or_default();
        for cell in outline.split('M').skip(1).filter(|_| colour.len() == 6) {
            let corner = cell.split('h').next().unwrap();
            let (x, y) = corner.split_once(' ').unwrap();
            cells.push(DrawnCell {
                colour: format!("#{colour}"),
                x: x.parse().unwrap(),
                y: y.parse().unwrap(),
            });
        }
    }
    cells
}
