//! The sheet of sentences: what each costs, and which sentence of the other text covers it best.

use super::matched;
use crate::number::exact;
use crate::topics::SheetSettings;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Sentences;
use bertscope_explain::sentences::{SentenceEntry, SentenceMatch};
use bertscope_sheet::{
    Cell, Chart, Column, Derivation, Emphasis, Row, Sheet, Step, Subject, Table,
};

/// For each side a heading and its sentences, each with the sentence that covers it best, highest cost first.
pub fn sheet(sentences: &Sentences, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    let mut sheet = Sheet::new(lead(sentences, analysis));
    for &side in &choices.sides {
        let own = sentences.side(side);
        if own.is_empty() {
            continue;
        }
        let heading = format!(
            "{} → {} ({})",
            side.name(),
            side.other().name(),
            side.mean_symbol()
        );
        sheet.heading(heading);
        sheet.push(side_table(
            own,
            sentences.side(side.other()),
            side,
            analysis,
        ));
    }
    sheet
}

fn lead(sentences: &Sentences, analysis: &Analysis) -> &'static str {
    let is_single = Side::BOTH
        .into_iter()
        .all(|side| sentences.side(side).len() < 2);
    if analysis.has_empty_side() {
        "With an empty text, raw scores are 0 by convention: no sentence has a cost."
    } else if is_single {
        "Each text is one sentence. In longer texts, this shows which sentence is not covered by the other text."
    } else {
        "What each sentence costs, highest cost first: the sum of its tokens’ costs. Below each, the sentence of the other text \
         that covers it best."
    }
}

fn side_table(
    own: &[SentenceEntry],
    others: &[SentenceEntry],
    side: Side,
    analysis: &Analysis,
) -> Table {
    let most = own.iter().map(|entry| entry.cost).fold(0.0, f64::max);
    let mut table = Table::new([
        Column::new("sentence").short(""),
        Column::new("cost"),
        Column::bars(most).ranked(1),
        matched::similarity_column(),
        Column::new("text"),
    ]);
    for entry in own {
        let subject = Subject::first_of(side, &entry.tokens);
        let cells = [
            Cell::count(entry.sentence + 1),
            Cell::cost(entry.cost),
            Chart::Bar(entry.cost).into(),
            matched::mean_similarity(analysis, entry.similarity),
            Cell::remark(&entry.text),
        ];
        table.push(Row::new(cells).about(subject, derivation(entry, others, side)));
        table.push(match_row(entry.best, others, analysis));
    }
    table
}

/// The sentence that covers it best. It has no cost of its own.
fn match_row(best: Option<SentenceMatch>, others: &[SentenceEntry], analysis: &Analysis) -> Row {
    let found = best.and_then(|best| others.iter().find(|other| other.sentence == best.sentence));
    let text = match found {
        Some(other) => format!("{} {}", other.sentence + 1, other.text),
        None => "no sentence".to_owned(),
    };
    let cells = [
        Cell::named("→"),
        Cell::Empty,
        Cell::Empty,
        matched::mean_similarity(analysis, best.map(|best| best.similarity)),
        Cell::remark(text),
    ];
    Row::new(cells).indented(1).emphasised(Emphasis::Quiet)
}

fn derivation(entry: &SentenceEntry, others: &[SentenceEntry], side: Side) -> Derivation {
    let n = entry.tokens.len();
    let of = format!("sentence {} of the {}", entry.sentence + 1, side.name());
    if n == 0 {
        let why = "has no token: it is beyond the model’s limit, or the tokenizer drops it";
        return vec![Step::sentence(format!("{of} {why}"))];
    }
    let mut steps = vec![Step::sentence(format!(
        "{of} takes {} from {}: the costs of its {n} tokens, as in “Why not 1.0?”",
        exact(entry.cost),
        side.mean_symbol()
    ))];
    if let Some(similarity) = entry.similarity {
        let all = format!("with all {} of the {}", others.len(), side.other().name());
        steps.push(mean_step(&all, similarity, entry.weight));
    }
    if let Some(best) = entry.best {
        let one = format!("within sentence {} alone", best.sentence + 1);
        steps.push(mean_step(&one, best.similarity, entry.weight));
    }
    steps
}

fn mean_step(among: &str, mean: f64, weight: f64) -> Step {
    Step::computed(
        format!("{among}: Σ weight × best cosine ÷ Σ weights"),
        format!("{} ÷ {}", exact(mean * weight), exact(weight)),
        exact(mean),
    )
}
