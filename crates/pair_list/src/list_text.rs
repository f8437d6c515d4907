//! The messages of the whole list: how many pairs are listed, in which order, the means of systems, and what can be typed as
//! a filter.

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
        (sort, reversed) => {
            let first = match (sort, reversed) {
                (Sort::RankDifference, false) => "largest",
                (Sort::RankDifference, true) => "smallest",
                (Sort::SystemDifference, false) => "lowest",
                (Sort::SystemDifference, true) => "highest",
                (_, false) => "worst",
                (_, true) => "best",
            };
            format!("by {}, {first} first", list.sort_name())
        }
    };
    let marked = if list.only_marked { "marked · " } else { "" };
    format!(" {number}{more}{bad} · {marked}{order} ")
}

/// Maximum length of a value used as an example.
const EXAMPLE: usize = 24;

/// Filter syntax, with an example column and value of this file if it has other columns.
pub fn filter_hint(list: &PairsList) -> String {
    for column in list.columns.iter() {
        let mut values = column.values.iter();
        let Some(value) = values.find(|value| value.chars().count() <= EXAMPLE) else {
            continue;
        };
        let name = printable(&column.name);
        let name = quoted(&name);
        let value = printable(value);
        let whole = quoted(&value);
        let part = value.split(|c: char| !c.is_alphanumeric()).next();
        let part = part.unwrap_or_default();
        return format!(
            "words; f1<0.5, f1>0.9; ~word: whole word; {name}={whole}: exact value; {name}:{part}: part"
        );
    }
    "words in the texts, id or note; f1<0.5, f1>0.9; ~word: whole word".to_owned()
}
