//! Precision and recall over 200 pairs, each labelled by hand with the kinds that differ before the check was written.

use bertscope_kinds::{DifferenceKind, WordList, differences};

/// What the texts decide. *Not* and *may* are listed as words, whatever a person says that they change.
const DECIDED: [DifferenceKind; 4] = [
    DifferenceKind::Number,
    DifferenceKind::Name,
    DifferenceKind::Unit,
    DifferenceKind::Date,
];

/// Of one kind: found and labelled, found only, labelled only.
type Counts = [u32; 3];

fn counts() -> Vec<Counts> {
    let list = WordList::english();
    let mut counts = vec![[0; 3]; DECIDED.len()];
    let pairs = include_str!("../../../../tests/data/kinds.tsv")
        .lines()
        .skip(1);
    for line in pairs {
        let [reference, candidate, labels] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let found = differences(reference, candidate, &list);
        for (&kind, counts) in DECIDED.iter().zip(&mut counts) {
            let is_labelled = labels.split(',').any(|label| label == kind.name());
            let is_found = found.iter().any(|difference| difference.kind == kind);
            for (count, applies) in counts.iter_mut().zip([
                is_labelled && is_found,
                is_found && !is_labelled,
                is_labelled && !is_found,
            ]) {
                *count += u32::from(applies);
            }
        }
    }
    counts
}

#[test]
fn two_hundred_labelled_pairs_give_the_precision_and_recall_that_the_docs_state() {
    let counts = counts();
    let page = include_str!("../../../../docs/questions.md");
    let row = |name: &str, [both, found, labelled]: Counts| {
        let share = |part: u32| f64::from(both) / f64::from(both + part);
        format!(
            "| {name} | {} | {:.2} | {:.2} |",
            both + labelled,
            share(found),
            share(labelled)
        )
    };
    let all = counts
        .iter()
        .fold([0; 3], |sum, counts| [0, 1, 2].map(|i| sum[i] + counts[i]));
    let kinds = DECIDED
        .iter()
        .zip(&counts)
        .map(|(kind, counts)| row(kind.name(), *counts));
    let table: Vec<String> = kinds.chain([row("all", all)]).collect();
    for line in &table {
        assert!(
            page.contains(line),
            "docs/questions.md lacks a row of this table:\n{}",
            table.join("\n")
        );
    }
    // What the check promises, whatever the docs say.
    let [both, found, labelled] = all.map(f64::from);
    assert!(
        both / (both + found) >= 0.84 && both / (both + labelled) >= 0.9,
        "{all:?}"
    );
}
