//! Facts about a pair of the file besides its texts and scores: the human score, ranks, other columns.

use std::fmt::Write;

use crate::{KINDS_COLUMN, KnownScore, PairsList, Sort};

use bertscope_printable::printable;
use bertscope_report::label::fit;
use bertscope_report::number::{
    MISSING, rounded, rounded_difference, signed, signed_percent, with_thousands_separators,
};
use bertscope_sheet::{Cell, NumberKind};

/// Which facts about scores are among the others.
#[derive(Debug, Clone, Copy)]
pub struct ShownFacts {
    pub scores: bool,
    pub ranks: bool,
}

/// The facts about a pair, the most important first.
pub fn facts(list: &PairsList, index: usize, shown: ShownFacts) -> Vec<String> {
    let mut facts = Vec::new();
    let by_ranks = list.sort == Sort::RankDifference;
    let ranks = list.ranks(index).filter(|_| shown.ranks);
    let ranks = ranks.map(|ranks| signed_percent(ranks.difference()));
    // The position in the list, shown before it, names the order.
    facts.extend(ranks.clone().filter(|_| by_ranks));
    facts.extend(human_scores(list, index));
    let of = of_system(list);
    facts.extend(
        ranks
            .filter(|_| !by_ranks)
            .map(|share| format!("{}{of} {share}", Sort::RankDifference.name())),
    );
    if list.compared_f1(index).is_some() && shown.scores {
        facts.push(format!(
            "F1 of {}",
            systems_f1(list, &list.systems_f1(index))
        ));
    }
    let differs = if list.systems.len() > 1 {
        "a candidate differs in"
    } else {
        "differs in"
    };
    let others = list
        .columns
        .values_in_row(index)
        .filter(|(name, _)| !list.is_human_column(name));
    facts.extend(others.map(|(name, value)| match name {
        KINDS_COLUMN => format!("{differs} {}", value.replace(' ', ", ")),
        name => format!("{} {}", shortened(name), shortened(value)),
    }));
    facts
}

fn shortened(text: &str) -> String {
    printable(&first_characters(text, 60))
}

/// The name of a row: its number, and its id if that differs.
pub fn name(list: &PairsList, index: usize) -> String {
    let row = (index + 1).to_string();
    match list.items.get(index).map(|item| &item.row) {
        Some(Ok(pair)) if pair.id != row => {
            format!(
                "Row {row} {}",
                fit(&printable(&first_characters(&pair.id, 200)), 24)
            )
        }
        Some(Err(_)) if index >= list.rows() => "A mark whose pair is gone".to_owned(),
        Some(Err(_)) => format!("Row {row} (cannot be scored)"),
        _ => format!("Row {row}"),
    }
}

/// The position of the pair in the list, unless the list is in file order.
pub fn position_text(list: &PairsList, index: usize) -> Option<String> {
    let typed = list.filter.trim();
    if typed.is_empty() && !list.only_marked && (list.sort, list.reversed) == (Sort::File, false) {
        return None;
    }
    let all = with_thousands_separators(list.order.len() as u64);
    let mut words = match list.place_of(index) {
        Some(at) => format!("{} of {all}", with_thousands_separators(at as u64 + 1)),
        None => format!("not one of {all}"),
    };
    if list.only_marked {
        words += " marked";
    }
    if !typed.is_empty() {
        let _ = write!(
            words,
            " “{}”",
            fit(&printable(&first_characters(typed, 100)), 20)
        );
    }
    match (list.sort, list.reversed) {
        (Sort::File, false) => {}
        (Sort::File, true) => words += " last first",
        (_, reversed) => {
            let _ = write!(
                words,
                " by {}{}",
                list.sort_name(),
                if reversed { ", reversed" } else { "" }
            );
        }
    }
    Some(words)
}

/// Facts that do not fit in the line, and the origin of the scores.
pub fn about(list: &PairsList, index: usize, shows_ranks: bool, is_edited: bool) -> String {
    let item = &list.items[index];
    let known = list.known_score(index);
    let mut parts = Vec::new();
    match &item.row {
        Err(why) => return printable(why),
        Ok(pair) => {
            if let KnownScore::Failed(why) = &known {
                parts.push(printable(&first_characters(why, 400)));
            }
            if list.sort == Sort::RankDifference && shows_ranks {
                parts.push(ranks_sentence(list, index));
            }
            if let Some(tag) = list.tags.get(&index).filter(|tag| !tag.note.is_empty()) {
                parts.push(format!("¶ {}", printable(&tag.note)));
            }
            if pair.references.len() > 1 {
                parts.push(format!(
                    "{} references: best P, R and F1 over all",
                    pair.references.len()
                ));
            }
            if is_edited {
                parts.push("edited here; the scores are for the texts in the file".to_owned());
            }
            if matches!(known, KnownScore::File(_)) {
                parts.push("~ scores from the file".to_owned());
            }
            if list.sort != Sort::RankDifference && list.ranks(index).is_some() && shows_ranks {
                parts.push(ranks_sentence(list, index));
            }
        }
    }
    parts.join(" · ")
}

/// Explains the rank difference of a pair.
fn ranks_sentence(list: &PairsList, index: usize) -> String {
    let Some(ranks) = list.ranks(index) else {
        return "not ranked: F1 or human score is missing".to_owned();
    };
    let [f1, human] = [ranks.f1, ranks.human].map(|rank| {
        if rank.fract() == 0.0 {
            with_thousands_separators(rank as u64)
        } else {
            format!("{}.5", with_thousands_separators(rank as u64))
        }
    });
    let among = with_thousands_separators(ranks.count as u64);
    let share = signed_percent(ranks.difference());
    let of = of_system(list);
    let scored = if ranks.count < list.rows() {
        format!("{among} pairs with both")
    } else {
        format!("{among} pairs")
    };
    format!("F1 rank{of} {f1} − human rank {human} = {share} of {scored}; rank 1 is lowest")
}

/// The human score; with several systems, that of each system, with its name.
fn human_scores(list: &PairsList, index: usize) -> Option<String> {
    let mut all = Vec::new();
    for at in 0..list.systems.len().max(1) {
        let Some(human) = list.human_score(index, at) else {
            continue;
        };
        let human = rounded(human, list.human_decimal_places(), 12);
        all.push(if list.systems.len() > 1 {
            format!("{} {human}", system(list, at))
        } else {
            human
        });
    }
    if all.is_empty() {
        return None;
    }
    Some(format!("human {}", all.join(", ")))
}

/// The system that the list is sorted by, if there are several.
fn of_system(list: &PairsList) -> String {
    if list.systems.len() > 1 {
        format!(" of {}", system(list, list.system))
    } else {
        String::new()
    }
}

/// The name of a system.
pub fn system(list: &PairsList, at: usize) -> String {
    list.systems
        .get(at)
        .map_or_else(String::new, |name| fit(&printable(name), 16))
}

/// The difference of two F1, which are printed with three decimals.
pub fn score_difference([own, first]: [f64; 2]) -> String {
    signed(rounded_difference(own, first, 3), 3)
}

/// F1 of each system; the one that is compared with the first has the difference behind it.
pub fn systems_f1(list: &PairsList, f1: &[Option<f64>]) -> String {
    let each = f1.iter().enumerate().map(|(at, value)| {
        let suffix = if at == list.compared_system() {
            let compared = value.zip(f1[0]).map(|(own, first)| [own, first]);
            let difference = compared.map_or_else(|| MISSING.to_owned(), score_difference);
            format!(" ({difference})")
        } else {
            String::new()
        };
        format!(
            "{} {}{suffix}",
            system(list, at),
            Cell::number(*value, NumberKind::Decimals { places: 3 }).text()
        )
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The first characters of a text that may be as long as a book.
pub fn first_characters(text: &str, count: usize) -> String {
    text.chars().take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_stands_behind_the_system_that_is_compared_with_the_first() {
        let mut list = PairsList::new("scores.tsv".into(), Vec::new(), false);
        list.systems = ["base", "new", "newer"].map(str::to_owned).into();
        // The true difference, .0398, would be printed as +0.040.
        let f1 = [Some(0.8896), Some(0.9294), None];
        assert_eq!(
            systems_f1(&list, &f1),
            "base 0.890, new 0.929 (+0.039), newer —"
        );
        list.system = 2;
        assert_eq!(
            systems_f1(&list, &[Some(0.89), None, Some(0.89)]),
            "base 0.890, new —, newer 0.890 (0.000)"
        );
    }
}
