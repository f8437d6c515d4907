//! Precision and recall of the check over 200 pairs whose kinds were labelled by hand.

use bertscope_kinds::{DifferenceKind, WordList, differences};

const PAIRS: &str = include_str!("../../../../tests/data/kinds.tsv");

#[test]
fn measure() {
    let list = WordList::english();
    let mut total = [0usize; 3];
    let mut by = [[0usize; 3]; 6];
    for line in PAIRS.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let found = differences(fields[0], fields[1], &list);
        for (i, kind) in DifferenceKind::ALL.into_iter().enumerate() {
            let expected = fields[2].split(',').any(|name| name == kind.name());
            let has = found.iter().any(|d| d.kind == kind);
            let cell = match (expected, has) {
                (true, true) => 0,
                (false, true) => 1,
                (true, false) => 2,
                _ => continue,
            };
            by[i][cell] += 1;
            total[cell] += 1;
            if cell > 0 {
                let d: Vec<_> = found
                    .iter()
                    .filter(|d| d.kind == kind)
                    .map(|d| {
                        format!(
                            "{:?}→{:?}",
                            d.reference.clone().map(|r| &fields[0][r]),
                            d.candidate.clone().map(|r| &fields[1][r])
                        )
                    })
                    .collect();
                println!(
                    "{} {}: {} | {} {}",
                    if cell == 1 { "FALSE" } else { "MISSED" },
                    kind.name(),
                    fields[0],
                    fields[1],
                    d.join(" ")
                );
            }
        }
    }
    println!("{total:?} {by:?}");
}
