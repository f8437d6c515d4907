//! Compares the expressions of two texts.

use crate::expressions::Item;
use crate::{Difference, DifferenceKind};

/// Removes what both texts have, and pairs the rest in the order of the texts.
pub(crate) fn compare(mut reference: Vec<Item>, mut candidate: Vec<Item>) -> Vec<Difference> {
    cancel_amounts(&mut reference, &mut candidate);
    reference.retain(|item| {
        let same = |other: &Item| other.meanings.iter().any(|meaning| item.meanings.contains(meaning));
        let found = candidate.iter().position(same);
        if let Some(found) = found {
            candidate.remove(found);
        }
        found.is_none()
    });
    // A unit belongs to its number, if that differs.
    let numbers = |items: &[Item]| -> Vec<_> { items.iter().map(|item| item.bytes.clone()).collect() };
    let (all_reference, all_candidate) = (numbers(&reference), numbers(&candidate));
    let differs = |unit: &Item, all: &[_]| unit.counted_by.as_ref().is_some_and(|number| all.contains(number));
    let mut differences = Vec::new();
    for kind in DifferenceKind::ALL {
        // What counts by itself is paired first.
        let ordered = |items: &[Item]| {
            let mut items: Vec<Item> = items.iter().filter(|item| item.kind == kind).cloned().collect();
            items.sort_by_key(|item| (item.is_weak, item.bytes.start));
            items
        };
        let (reference, candidate) = (ordered(&reference), ordered(&candidate));
        for i in 0..reference.len().max(candidate.len()) {
            let sides = [reference.get(i), candidate.get(i)];
            let is_difference = match sides {
                [Some(_), Some(_)] => true,
                [Some(only), None] => !only.is_weak && !differs(only, &all_reference),
                [None, Some(only)] => !only.is_weak && !differs(only, &all_candidate),
                [None, None] => false,
            };
            if is_difference {
                let [reference, candidate] = sides.map(|item| item.map(|item| item.bytes.clone()));
                differences.push(Difference { kind, reference, candidate });
            }
        }
    }
    differences
}

/// Removes equal amounts in different units: 1.5 km and 1500 m. The number of an amount stands before its unit in the list.
fn cancel_amounts(reference: &mut Vec<Item>, candidate: &mut Vec<Item>) {
    let same = |a: &Item, b: &Item| match (&a.amount, &b.amount) {
        (Some((a, unit)), Some((b, other))) => unit == other && (a - b).abs() <= 1e-9 * a.abs(),
        _ => false,
    };
    let mut at = 0;
    while at < reference.len() {
        match candidate.iter().position(|item| same(&reference[at], item)) {
            Some(found) if at > 0 && found > 0 => {
                reference.drain(at - 1..=at);
                candidate.drain(found - 1..=found);
                at -= 1;
            }
            _ => at += 1,
        }
    }
}
