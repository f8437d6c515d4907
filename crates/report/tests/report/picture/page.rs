//! The page.

use bertscope_report::export::ExportOptions;
use bertscope_report::export::picture::html;
use serde_json::Value;

use super::{analysis, cells, diagonal, full, many, small, titled, without_special};

fn data(page: &str) -> Value {
    let json = page
        .split("<script id=\"data\" type=\"application/json\">")
        .nth(1)
        .unwrap();
    serde_json::from_str(json.split("</script>").next().unwrap()).unwrap()
}

#[test]
fn it_asks_nothing_of_a_network() {
    let page = html(&full(), &titled("A title"));
    for reference in [
        "http://",
        "https://",
        "src=",
        "@import",
        "<link",
        "url(//",
        "fetch(",
        "XMLHttpRequest",
    ] {
        assert!(!page.contains(reference), "{reference}");
    }
    let addresses = page.matches("url(").count();
    assert_eq!(
        addresses,
        page.matches("url(#bertscope-").count(),
        "only the colour scale is referred to"
    );
}

#[test]
fn its_script_knows_every_number_that_the_picture_shows() {
    let full = full();
    let data = data(&html(&full, &without_special()));
    assert_eq!(
        (&data["rows"], &data["columns"]),
        (&serde_json::json!([1, 2, 3]), &serde_json::json!([1, 2]))
    );
    for (i, (c, r)) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
        .into_iter()
        .enumerate()
    {
        let number = |name: &str| data[name][i].as_f64().unwrap() / 1e5;
        assert!((number("values") - f64::from(full.cell(c, r))).abs() < 1e-5);
        assert!((number("raw") - f64::from(full.similarity.get(c, r))).abs() < 1e-5);
    }
    let word = &data["candidate"][2];
    assert_eq!((&word["t"], &word["w"]), (&"freez".into(), &3.0.into()));
    assert_eq!(word["m"], full.matches.candidate[2].token);
}

#[test]
fn without_a_script_tables_have_the_numbers() {
    let page = html(&small(), &ExportOptions::default());
    let signs = ["<b>▶", "<b>▼", "<b>◆"].map(|sign| page.matches(sign).count());
    assert_eq!(signs.iter().sum::<usize>(), 5);
    assert!(page.contains("Best match of each reference token</caption>"));
    assert_eq!(
        page.matches("class=\"link ").count(),
        5,
        "a line for each match, one where it goes both ways"
    );
}

#[test]
fn texts_can_neither_end_an_element_nor_begin_one() {
    let evil = "</script><img src=x onerror=alert(1)>";
    let page = html(
        &analysis(&[evil], &["<u>", "\u{9b}"], diagonal),
        &titled(evil),
    );
    assert!(!page.contains("<img") && !page.contains("<u>") && !page.contains('\u{9b}'));
    assert_eq!(data(&page)["candidate"][1]["t"], evil);
    assert_eq!(page.matches("<script").count(), 3);
}

#[test]
fn all_cells_of_a_page_are_drawn_in_one_element_for_each_of_64_colours() {
    let page = html(&many(40), &ExportOptions::default());
    let cells = cells(&page);
    assert_eq!(cells.len(), 40 * 40);
    let elements: Vec<_> = cells
        .chunk_by(|a, b| a.colour == b.colour)
        .map(|cells| &cells[0].colour)
        .collect();
    assert!(elements.len() <= 64, "{elements:?}");
}

#[test]
fn a_large_page_has_no_table_of_its_cells_and_stays_below_eight_megabytes() {
    let page = html(&many(512), &ExportOptions::default());
    assert!(page.len() < 8_000_000, "{}", page.len());
    assert!(page.contains("512 × 512 cells, too many for a table"));
}
