//! The order of texts by F1.

use super::super::columns::five_places;
use bertscope_explain::compare::{TextOrder, TextRanking};

/// `B > A > C`, with `=` between equal texts, each followed by `more` of its F1.
pub(super) fn order_text(ranking: &TextRanking, order: &[usize], f1: &[f64], more: impl Fn(f64) -> String) -> String {
    let mut text = String::new();
    let mut before: Option<usize> = None;
    for &i in order {
        if let Some(before) = before {
            #[expect(clippy::float_cmp, reason = "identical texts have identical scores")]
            let equal = f1[before] == f1[i];
            text += if equal { " = " } else { " > " };
        }
        text += &ranking.name(i);
        text += &more(f1[i]);
        before = Some(i);
    }
    text
}

/// `A 0.66916 > B 0.60123`.
pub(super) fn f1_text(ranking: &TextRanking, order: &TextOrder) -> String {
    order_text(ranking, &order.order, &order.f1, |f1| format!(" {}", five_places(Some(f1))))
}
