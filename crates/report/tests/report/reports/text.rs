//! Pictures as text: for a terminal, without colours, and as Markdown.

use bertscope_models::BaselineSource;
use bertscope_report::export::pair::{Medium, tables};
use bertscope_report::export::text;
use bertscope_report::export::{ExportOptions, Format};
use unicode_width::UnicodeWidthStr;

use super::{TestPair, rendered, rendered_with, stable};

fn full() -> TestPair {
    TestPair::example()
        .with_idf()
        .with_baseline(BaselineSource::Custom, None)
}

/// A text without its escapes, all of which end with an m.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for (i, part) in text.split('\x1b').enumerate() {
        out += if i == 0 {
            part
        } else {
            part.split_once('m').expect("a complete escape").1
        };
    }
    out
}

#[test]
fn plain_text_has_the_texts_scores_cells_signs_and_signature() {
    insta::assert_snapshot!(stable(&rendered(
        &TestPair::example().analysis(),
        Format::Text
    )));
    let title = Some("Weather".to_owned());
    let options = ExportOptions {
        title,
        special: false,
        ..ExportOptions::default()
    };
    insta::assert_snapshot!(
        "text_full",
        stable(&rendered_with(&full().analysis(), Format::Text, &options))
    );
}

#[test]
fn the_terminals_picture_is_the_plain_one_in_colours() {
    let analysis = full().analysis();
    let ansi = rendered(&analysis, Format::Ansi);
    insta::assert_snapshot!(stable(&ansi.replace('\x1b', "␛")));
    for line in ansi.lines() {
        let last = line.rsplit_once('\x1b').map_or("[0m", |(_, last)| last);
        assert!(
            last.starts_with("[0m"),
            "colours end with their line: {line:?}"
        );
    }
    assert!(
        ansi.matches("\x1b[0m").count() > 40,
        "a cell ends with its colours"
    );
    let without_scale = |text: &str| {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with("≤ 0 "))
            .map(str::trim_end);
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        without_scale(&plain(&ansi)),
        without_scale(&rendered(&analysis, Format::Text))
    );
}

#[test]
fn a_wide_matrix_is_split_into_blocks_and_nothing_of_it_is_lost() {
    let words = |n: usize| {
        (0..n)
            .map(|i| format!("word{i}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let analysis = TestPair::new(&words(40), &words(30)).analysis();
    for width in [44, 60, 100, 300] {
        let text = text::text(&analysis, &ExportOptions::default(), width);
        let narrow =
            |line: &&str| !line.starts_with("Signature") && line.width() > usize::from(width);
        assert_eq!(text.lines().find(narrow), None, "at {width}");
        let labels = text
            .lines()
            .filter(|line| line.trim_start().starts_with("[CLS]") && line.contains('.'));
        let cells: usize = labels.map(|line| line.split_whitespace().count() - 1).sum();
        assert_eq!(
            cells, 42,
            "a cell of the first row for each reference token, at {width}: {text}"
        );
    }
}

#[test]
fn wide_and_combining_characters_keep_their_columns() {
    let analysis = TestPair::new("我喜欢 吃 苹果", "e\u{301}te\u{301} 👍🏽 苹果").analysis();
    insta::assert_snapshot!(stable(&rendered(&analysis, Format::Text)));
}

#[test]
fn no_text_can_steer_the_terminal() {
    let analysis =
        TestPair::new("red\x1b[31m alert\u{9b}2J", "bell\x07 \u{202e}desrever").analysis();
    for format in [Format::Text, Format::Markdown] {
        assert!(
            rendered(&analysis, format)
                .chars()
                .all(|c| c == '\n' || (!c.is_control() && c != '\u{202e}'))
        );
    }
    let ansi = plain(&rendered(&analysis, Format::Ansi));
    assert!(
        ansi.chars()
            .all(|c| c == '\n' || (!c.is_control() && c != '\u{202e}')),
        "{ansi:?}"
    );
}

#[test]
fn markdown_has_tables_of_scores_matches_and_cells() {
    insta::assert_snapshot!(stable(&rendered(&full().analysis(), Format::Markdown)));
}

#[test]
fn the_tables_of_markdown_are_those_of_a_page() {
    let options = ExportOptions::default();
    let analysis = full().analysis();
    let [of_markdown, of_page] =
        [Medium::Markdown, Medium::Page].map(|medium| tables(&analysis, &options, medium));
    assert_eq!(of_markdown, of_page);
}

#[test]
fn in_markdown_every_text_is_what_it_is() {
    let hostile = TestPair::new(
        "a|b `code` *bold* <img> \\ _x_ @name :smile:",
        "# 1. | - [a](b)",
    );
    let title = Some("*Title* | <b>".to_owned());
    let options = ExportOptions {
        title,
        ..ExportOptions::default()
    };
    insta::assert_snapshot!(stable(&rendered_with(
        &hostile.analysis(),
        Format::Markdown,
        &options
    )));
}

#[test]
fn in_markdown_a_wide_matrix_is_left_out_and_its_matches_are_not() {
    let words = (0..20)
        .map(|i| format!("word{i}"))
        .collect::<Vec<_>>()
        .join(" ");
    let page = rendered(&TestPair::new(&words, "word1").analysis(), Format::Markdown);
    assert!(page.contains("The matrix has 3 × 22 cells, too many for a table"));
    assert!((0..20).all(|i| page.contains(&format!("\n| `word{i}` |"))));
}

#[test]
fn a_side_without_words_has_no_cells_where_special_tokens_are_hidden() {
    let analysis = TestPair::new("", "a word").analysis();
    let options = ExportOptions {
        special: false,
        ..ExportOptions::default()
    };
    let text = rendered_with(&analysis, Format::Text, &options);
    assert!(
        text.contains("there are no cells to show") && text.contains("0 by convention"),
        "{text}"
    );
    assert!(rendered(&analysis, Format::Markdown).contains("*(empty)*"));
}
