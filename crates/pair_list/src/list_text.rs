//! The messages of the whole list: how many pairs are listed, in which order, the means of systems, and what can be typed as
//! a filter.

use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use crate::facts::{system, systems_f1};
use crate::{PairsList, Sort, SystemMeans};
use bertscope_printable::printable;
use bertscope_report::label::fit;
use bertscope_report::number::with_thousands_separators;
use bertscope_systems::drivers::quoted;

/// The systems over the listed pairs, as far as the frame has room.
pub fn system_means_text(list: &PairsList, means: &SystemMeans, width: u16) -> String {
    let each = systems_f1(
        list,
        &means.means.iter().copied().map(Some).collect::<Vec<_>>(),
    );
    let [pairs, higher, lower] =
        [means.pairs, means.higher, means.lower].map(|n| with_thousands_separators(n as u64));
    let lead = format!(" mean F1 of {pairs}: {each}");
    let compared = system(list, list.compared_system());
    let whole = format!("{lead} · {compared} higher in {higher}, lower in {lower} ");
    let room = width.saturating_sub(4);
    let offer = format!("{whole}· S summary ");
    let fitting = [offer, whole]
        .into_iter()
        .find(|words| words.width() <= room.into());
    fitting.unwrap_or_else(|| format!("{} ", fit(&lead, room)))
}

/// The number of listed pairs, and their order.
pub fn match_count_text(list: &PairsList, width: u16) -> String {
    let all = with_thousands_separators(list.rows() as u64);
    let more = if list.reading { " …" } else { "" };
    let number = if list.order.len() == list.items.len() {
        all
    } else {
        format!(
            "{} of {all}",
            with_thousands_separators(list.order.len() as u64)
        )
    };
    let bad = match list.failed {
        _ if width < 76 => String::new(),
        0 => String::new(),
        1 => " · 1 line cannot be scored".to_owned(),
        n => format!(
            " · {} lines cannot be scored",
            with_thousands_separators(n as u64)
        ),
    };
    let order = match (list.sort, list.reversed) {
        (Sort::File, false) => "file order".to_owned(),
        (Sort::File, true) => "file order, last first".to_owned(),
        (Sort::RankDifference, reversed) => {
            format!(
                "by {}, {} first",
                list.sort_name(),
                if reversed { "smallest" } else { "largest" }
            )
        }
        (Sort::SystemDifference, reversed) => {
            format!(
                "by {}, {} first",
                list.sort_name(),
                if reversed { "highest" } else { "lowest" }
            )
        }
        (_, reversed) => format!(
            "by {}, {} first",
            list.sort_name(),
            if reversed { "best" } else { "worst" }
        ),
    };
    let marked = if list.only_marked { "marked · " } else { "" };
    format!(" {number}{more}{bad} · {marked}{order} ")
}

/// Maximum length of a value used as an example.
const EXAMPLE: usize = 24;

/// Filter syntax, with an example column and value of this file if it has other columns.
pub fn filter_hint(list: &PairsList) -> String {
    let is_short = |value: &&Arc<str>| value.chars().count() <= EXAMPLE;
    let example = list
        .columns
        .iter()
        .find_map(|column| Some((&column.name, column.values.iter().find(is_short)?)));
    match example {
        None => "words in the texts, id or note; f1<0.5, f1>0.9; ~word: whole word".to_owned(),
        Some((name, value)) => {
            let [name, value] = [name, value].map(|text| printable(text));
            let (name, whole) = (quoted(&name), quoted(&value));
            let part = value
                .split(|c: char| !c.is_alphanumeric())
                .next()
                .unwrap_or_default();
            format!(
                "words; f1<0.5, f1>0.9; ~word: whole word; {name}={whole}: exact value; {name}:{part}: part"
            )
        }
    }
}
