//! The words whose match or share an edit changed, each kind under its heading.

use super::super::matched;
use super::Edit;
use super::derivation::MatchedToken;
use crate::topics::SheetSettings;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::edit::{Cause, TokenChange};
use bertscope_explain::words::word_text;
use bertscope_sheet::{Cell, Column, Emphasis, Row, Sheet, Subject, Table};

/// Words that changed for the same reason.
struct WordList {
    heading: &'static str,
    causes: [Cause; 2],
    /// Number of listed words; the rest are summed in one row.
    max_rows: usize,
}

const LISTS: [WordList; 3] = [
    WordList {
        heading: "Edited words",
        causes: [Cause::Added, Cause::Removed],
        max_rows: usize::MAX,
    },
    WordList {
        heading: "Flipped matches",
        causes: [Cause::NewMatch, Cause::MovedMatch],
        max_rows: usize::MAX,
    },
    WordList {
        heading: "Drifted words",
        causes: [Cause::Drift; 2],
        // Many have small effects.
        max_rows: 8,
    },
];

impl WordList {
    fn columns(&self) -> Vec<Column> {
        let mut columns = vec![Column::new("word"), Column::new("ΔF1")];
        if self.causes[0] == Cause::Drift {
            // The match is the same before and after.
            columns.push(Column::new("best match"));
            columns.push(Column::new("before").short("old").ranked(1));
            columns.push(Column::new("after").short("new").ranked(1));
        } else {
            let similarity = matched::similarity_column().ranked(2);
            columns.push(Column::new("match before").short("before").ranked(1));
            columns.push(similarity.clone());
            columns.push(Column::new("match after").short("after"));
            columns.push(similarity);
        }
        columns
    }
}

/// The words behind the causes, largest effect first.
pub fn push_lists(sheet: &mut Sheet, edit: Edit<'_>, choices: &SheetSettings) {
    for list in &LISTS {
        let mut words = edit.words(list, &choices.sides);
        if words.is_empty() {
            continue;
        }
        words.sort_by(|a, b| f1_of(b).abs().total_cmp(&f1_of(a).abs()));
        let hidden = words.split_off(list.max_rows.min(words.len()));
        let mut table = Table::new(list.columns());
        for word in &words {
            edit.push_word(&mut table, word, choices);
        }
        if !hidden.is_empty() {
            let name = Cell::named(format!("{} more", hidden.len()));
            let sum = hidden.iter().map(|word| f1_of(word)).sum::<f64>();
            table.push(Row::new([name, Cell::difference(sum)]).emphasised(Emphasis::Quiet));
        }
        sheet.heading(list.heading);
        sheet.push(table);
    }
}

fn f1_of(word: &[&TokenChange]) -> f64 {
    word.iter().map(|token| token.f1).sum()
}

/// The index of a token in the pair that has it.
fn index_of(token: &TokenChange) -> usize {
    token.new.or(token.old).unwrap_or(0)
}

impl<'a> Edit<'a> {
    /// The words of a list by their tokens. Only added and removed words have several.
    fn words(self, list: &WordList, sides: &[Side]) -> Vec<Vec<&'a TokenChange>> {
        let mut words: Vec<Vec<&TokenChange>> = Vec::new();
        for token in &self.change.token_changes {
            if !list.causes.contains(&token.cause) || !sides.contains(&token.side) {
                continue;
            }
            match words.last_mut() {
                Some(word) if self.continues_word(word[word.len() - 1], token) => word.push(token),
                _ => words.push(vec![token]),
            }
        }
        words
    }

    /// Whether a token is the next one of the same added or removed word.
    fn continues_word(self, before: &TokenChange, token: &TokenChange) -> bool {
        let is_edited = matches!(token.cause, Cause::Added | Cause::Removed);
        if !is_edited || before.cause != token.cause || before.side != token.side {
            return false;
        }
        let at = index_of(token);
        let tokens = &self.pair_of(token).side(token.side).tokenized.tokens;
        at == index_of(before) + 1 && tokens[at].continues_word
    }

    /// The pair that has a token: of a removed one that before the edit.
    fn pair_of(self, token: &TokenChange) -> &'a Analysis {
        if token.new.is_some() {
            self.after
        } else {
            &self.change.before
        }
    }

    /// A word; if it has several tokens, they are rows of their own while it is open.
    fn push_word(self, table: &mut Table, word: &[&TokenChange], choices: &SheetSettings) {
        let first = word[0];
        if word.len() == 1 {
            table.push(self.token_row(first));
            return;
        }
        let name = self.name(word);
        let cells = [
            Cell::word(&name),
            Cell::difference(f1_of(word)),
            Cell::remark("in pieces"),
        ];
        let steps = self.word_derivation(&name, word);
        let (subject, is_open) = match first.new {
            Some(token) => (
                Subject::Word(first.side, token),
                choices.opens(first.side, token),
            ),
            None => (Subject::Row, choices.all_open),
        };
        table.push(Row::new(cells).about(subject, steps));
        if is_open {
            for token in word {
                table.push(self.token_row(token).indented(1));
            }
        }
    }

    fn token_row(self, token: &TokenChange) -> Row {
        let mut cells = vec![Cell::word(self.name(&[token])), Cell::difference(token.f1)];
        let [before, after] = self.matches(token);
        if token.cause == Cause::Drift {
            cells.push(best_match(after.as_ref()));
            cells.extend([before, after].map(|found| self.similarity(found.as_ref())));
        } else {
            for found in [before, after] {
                cells.push(best_match(found.as_ref()));
                cells.push(self.similarity(found.as_ref()));
            }
        }
        let subject = match token.new {
            Some(new) => Subject::Token(token.side, new),
            None => Subject::Row,
        };
        Row::new(cells).about(subject, self.token_derivation(token))
    }

    fn similarity(self, found: Option<&MatchedToken>) -> Cell {
        match found {
            Some(found) => matched::similarity(self.after, found.similarity),
            None => Cell::Empty,
        }
    }

    /// The name of a word or of one of its tokens, with a sign if it was added or removed.
    fn name(self, word: &[&TokenChange]) -> String {
        let [first, last] = [word[0], word[word.len() - 1]];
        let range = index_of(first)..=index_of(last);
        let tokens = &self.pair_of(first).side(first.side).tokenized.tokens[range];
        let sign = match first.cause {
            Cause::Added => "+ ",
            Cause::Removed => "− ",
            _ => "",
        };
        let continued = if tokens[0].continues_word { "·" } else { "" };
        format!("{sign}{continued}{}", word_text(tokens))
    }
}

fn best_match(found: Option<&MatchedToken>) -> Cell {
    found.map_or(Cell::Empty, |found| Cell::word(&found.best_match))
}
