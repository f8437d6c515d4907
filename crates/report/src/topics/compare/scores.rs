//! The tables of scores: candidates, and candidates on references.

use super::derivation;
use bertscope_analysis::Side;
use bertscope_explain::TextComparison;
use bertscope_explain::compare::TextRanking;
use bertscope_metric::Score;
use bertscope_sheet::{Cell, Column, NumberKind, Row, Subject, Table};

/// The best score of each candidate, with the reference of its F1 if there are several.
pub fn candidates(comparison: &TextComparison) -> Table {
    let candidates = &comparison.candidates;
    let references = comparison.references.texts.len();
    let mut table = if references > 1 {
        score_table(Column::new(format!("best of {references}")).short("best"))
    } else {
        score_table(Column::new("candidate").short("cand."))
    };
    if references > 1 {
        table.columns.push(Column::new("reference").short("ref."));
    }
    let scores: Vec<Score> = candidates.texts.iter().map(|text| text.score).collect();
    for (i, text) in candidates.texts.iter().enumerate() {
        let mut row = score_row(
            candidates.name(i),
            &scores,
            &candidates.winners(),
            i,
            text.kept.is_none(),
        );
        if references > 1 {
            let [.., f1] = comparison.best_references(i);
            let best = f1.first().map(|best| comparison.references.name(*best));
            row.cells.push(Cell::remark(best.unwrap_or_default()));
        }
        let subject = match text.kept {
            Some(kept) => Subject::KeptText(Side::Candidate, kept),
            None => Subject::Row,
        };
        table.push(row.about(subject, derivation::candidate(comparison, i)));
        table.push(text_row(candidates, i));
    }
    table
}

/// A candidate on each reference; of a single candidate also the best.
pub fn on_references(comparison: &TextComparison, i: usize) -> Table {
    let candidates = &comparison.candidates;
    let references = &comparison.references;
    let is_single = candidates.texts.len() == 1;
    let mut table = score_table(if is_single {
        Column::new("reference").short("ref.")
    } else {
        let name = candidates.name(i);
        Column::new(format!("{name} on reference")).short(format!("{name} on"))
    });
    let scores: Vec<Score> = comparison.pairs[i]
        .iter()
        .map(|pair| pair.score())
        .collect();
    let kept_candidate = candidates.texts[i].kept;
    for (j, reference) in references.texts.iter().enumerate() {
        let subject = match (kept_candidate, reference.kept) {
            (None, None) => Subject::Row,
            (Some(candidate), None) => Subject::KeptText(Side::Candidate, candidate),
            (None, Some(reference)) => Subject::KeptText(Side::Reference, reference),
            (Some(candidate), Some(reference)) => Subject::KeptPair {
                candidate,
                reference,
            },
        };
        let is_shown = subject == Subject::Row;
        let best = comparison.best_references(i);
        let row = score_row(references.name(j), &scores, &best, j, is_shown);
        table.push(row.about(subject, derivation::pair(comparison, i, j)));
        // The texts are the same for every candidate.
        if i == 0 {
            table.push(text_row(references, j));
        }
    }
    if is_single {
        let mut cells = vec![Cell::named("best")];
        let numbers = references.best().numbers();
        cells.extend(numbers.map(Cell::rounded_score));
        let steps = derivation::best(comparison, i);
        table.push(Row::new(cells).about(Subject::Row, steps));
    }
    table
}

fn score_table(names: Column) -> Table {
    let [p, r] = ["P", "R"].map(|name| Column::new(name).ranked(1));
    Table::new([names, p, r, Column::new("F1")])
}

/// The numbers of `scores[i]`, the highest ones marked.
fn score_row(
    name: String,
    scores: &[Score],
    winners: &[Vec<usize>; 3],
    i: usize,
    is_shown: bool,
) -> Row {
    let mut cells = vec![Cell::named(if is_shown { name + " here" } else { name })];
    for (number, winners) in scores[i].numbers().into_iter().zip(winners) {
        // If all are equal, there is no winner.
        let wins = winners.contains(&i) && winners.len() < scores.len();
        let kind = if wins {
            NumberKind::BestScore
        } else {
            NumberKind::RoundedScore
        };
        cells.push(Cell::number(number, kind));
    }
    Row::new(cells).chosen_if(is_shown)
}

/// The text itself, below its numbers. What tells it apart begins at the word in which it differs from the others.
fn text_row(ranking: &TextRanking, i: usize) -> Row {
    let text = ranking.text(i).trim();
    if text.is_empty() {
        return Row::new([Cell::remark("(empty)")]).indented(1);
    }
    let others = (0..ranking.texts.len()).filter(|other| *other != i);
    let shared = others
        .map(|other| shared_start(text, ranking.text(other).trim()))
        .min()
        .unwrap_or(0);
    let excerpt = Cell::Excerpt {
        text: text.to_owned(),
        from: text[..shared].rfind(' ').map_or(0, |blank| blank + 1),
    };
    Row::new([excerpt]).indented(1)
}

/// Bytes at the start of a text that another text shares.
fn shared_start(text: &str, other: &str) -> usize {
    let alike = text.chars().zip(other.chars()).take_while(|(a, b)| a == b);
    alike.map(|(c, _)| c.len_utf8()).sum()
}
