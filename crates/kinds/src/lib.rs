//! Words to look at, from the texts alone: numbers, dates, units, names and words such as *not* and *must* that only one of
//! two texts has. Whether the texts then say different things is for the reader to decide.
//!
//! A word list ([`WordList`]) names the expressions; the rest is rules. [`sentences()`] finds the sentences of a text.

mod dates;
mod difference;
mod digits;
mod expression;
mod expressions;
mod names;
mod number_order;
mod quantities;
mod sentences;
mod text;
mod word_list;
mod words;

pub use difference::{Difference, DifferenceKind, Differences};
pub use sentences::sentences;
pub use word_list::{WordList, WordListError};

use expression::Expression;
use text::Text;

/// The expressions that only one of two texts has, or has more often.
pub fn differences(reference: &str, candidate: &str, list: &WordList) -> Differences {
    if reference == candidate {
        return Differences::default();
    }
    let reference = Text::new(reference, list);
    let candidate = Text::new(candidate, list);
    let mut references = reference.expressions();
    let mut candidates = candidate.expressions();
    references.extend(names::find(&reference, &candidate, &references));
    candidates.extend(names::find(&candidate, &reference, &candidates));
    match_each_once(&mut references, &mut candidates);
    let mut found = Differences {
        reference: that_count(&references, &candidates),
        candidate: that_count(&candidates, &references),
    };
    number_order::add(&reference, &candidate, &mut found);
    for differences in [&mut found.reference, &mut found.candidate] {
        differences.sort_by_key(|difference| difference.bytes.start);
    }
    found
}

/// Matches the expressions that mean the same, each with one other: of "two … two" against "two", one is left.
fn match_each_once(expressions: &mut [Expression], others: &mut [Expression]) {
    for expression in expressions {
        let mut others = others.iter_mut().filter(|other| !other.is_matched);
        if let Some(other) = others.find(|other| other.shares_meaning(expression)) {
            other.is_matched = true;
            expression.is_matched = true;
        }
    }
}

/// The expressions without a match, except weak ones to which the other text has nothing of their kind.
fn that_count(expressions: &[Expression], others: &[Expression]) -> Vec<Difference> {
    let mut found = Vec::new();
    for expression in expressions.iter().filter(|own| !own.is_matched) {
        let mut unmatched = others.iter().filter(|other| !other.is_matched);
        let has_other = unmatched.any(|other| other.kind == expression.kind);
        if has_other || !expression.is_weak {
            found.push(Difference {
                kind: expression.kind,
                bytes: expression.bytes.clone(),
                is_repeated: others.iter().any(|other| other.shares_meaning(expression)),
            });
        }
    }
    found
}
