//! The drawing.

use bertscope_analysis::{Note, Side};
use bertscope_report::export::ExportOptions;
use bertscope_report::export::picture::svg;
use proptest::prelude::*;
use resvg::usvg::{Options, Tree};

use super::{analysis, cells, dark, diagonal, full, many, small, titled, without_special};

/// It is XML, it is SVG, and every number in it is one.
fn sound(picture: &str) -> Tree {
    for wrong in ["NaN", "\"inf", "\"-inf", " inf"] {
        assert!(!picture.contains(wrong), "{wrong} in {picture}");
    }
    Tree::from_str(picture, &Options::default()).unwrap_or_else(|e| panic!("{e}: {picture}"))
}

/// What stands in `text` elements, in order.
fn texts(picture: &str) -> Vec<String> {
    let inside = picture
        .split("<text ")
        .skip(1)
        .filter_map(|rest| rest.split_once('>')?.1.split_once("</text>"));
    inside.map(|(text, _)| text.to_owned()).collect()
}

#[test]
fn a_small_picture_stays_as_it_is() {
    insta::assert_snapshot!(svg(&small(), &titled("It freezes & it’s cold")));
}

#[test]
fn the_same_analysis_gives_the_same_bytes() {
    assert_eq!(svg(&full(), &dark()), svg(&full(), &dark()));
}

#[test]
fn every_cell_has_its_colour_and_its_number_and_matches_have_their_sign() {
    let small = small();
    let picture = svg(&small, &ExportOptions::default());
    sound(&picture);
    let texts = texts(&picture);
    let (rows, columns) = (
        small.similarity.candidate_tokens(),
        small.similarity.reference_tokens(),
    );
    for c in 0..rows {
        for r in 0..columns {
            let number = format!("{:.2}", small.cell(c, r));
            let number = number.strip_prefix('0').unwrap_or(&number);
            assert!(texts.iter().any(|t| t == number), "{number} in {texts:?}");
        }
    }
    let cells = cells(&picture);
    assert_eq!(cells.len(), rows * columns);
    let pairs = (0..rows).flat_map(|c| (0..columns).map(move |r| (c, r)));
    let matched = pairs.filter(|&(c, r)| {
        small.matches.candidate[c].token == r || small.matches.reference[r].token == c
    });
    // A path for the signs on light cells and one for those on dark ones, and one for the frames.
    let over_cells = |before: &str| -> usize {
        let start = format!("{before} pointer-events=\"none\" d=\"");
        let paths = picture.split(&start).skip(1);
        paths
            .map(|path| path.split('"').next().unwrap().matches('z').count())
            .sum()
    };
    let matched = matched.count();
    assert_eq!(over_cells("stroke-width=\"1.6\""), matched);
    assert_eq!(
        over_cells("fill=\"#000\"") + over_cells("fill=\"#fff\""),
        matched
    );
    for word in [
        "Reference",
        "Candidate",
        "cosine similarity",
        "candidate’s best (precision)",
        "·es",
        "[SEP]",
    ] {
        assert!(texts.iter().any(|t| t == word), "{word} in {texts:?}");
    }
    assert!(picture.contains(&small.signature));
}

#[test]
fn weights_rescaling_and_what_must_be_read_are_on_the_picture() {
    let picture = svg(&full(), &dark());
    sound(&picture);
    let all = texts(&picture).join("\n");
    for part in [
        "IDF weight, longest bar 4.50",
        "IDF: a corpus, N 12,345",
        "cosine, rescaled with the F1 baseline .40",
        "≤ 0",
    ] {
        assert!(all.contains(part), "{part} in {all}");
    }
    assert!(
        all.contains("\n—\n") && all.contains("raw —"),
        "an undefined recall is a dash: {all}"
    );
    assert!(all.contains("IDF over a single reference"), "{all}");
    assert!(
        picture.contains("#0f1318") && !svg(&full(), &ExportOptions::default()).contains("#0f1318")
    );
    // A bar for each token, and the one in the legend.
    let bars = picture
        .split("<g fill=\"#75808c\">")
        .nth(1)
        .unwrap()
        .split("</g>")
        .next()
        .unwrap();
    assert_eq!(bars.matches("<rect").count(), 5 + 4 + 1);
}

#[test]
fn a_match_with_a_hidden_special_token_is_named() {
    let pair = analysis(
        &["it"],
        &["cold"],
        |c, r| if (c, r) == (1, 2) { 0.9 } else { 0.1 },
    );
    let picture = svg(&pair, &without_special());
    assert!(!texts(&picture).iter().any(|t| t == "[SEP]"), "hidden");
    let sentence = texts(&picture).join(" ");
    assert!(
        sentence.contains("2 matches go to a special token that is hidden here but counts in the score: “it” → [SEP]"),
        "{sentence}"
    );
    assert!(!svg(&pair, &ExportOptions::default()).contains("hidden here"));
}

#[test]
fn sides_without_words_are_said_to_be_so() {
    let mut empty = analysis(&[], &["a", "b"], diagonal);
    empty.notes = vec![Note::Empty(Side::Candidate)];
    let picture = svg(&empty, &without_special());
    sound(&picture);
    assert!(picture.contains("there are no cells to show"), "{picture}");
    assert!(picture.contains("The candidate has no words"), "{picture}");
    empty.notes.push(Note::Empty(Side::Reference));
    assert!(svg(&empty, &ExportOptions::default()).contains("Neither text has words"));
}

#[test]
fn what_means_something_to_xml_or_a_terminal_is_only_text() {
    let pair = analysis(
        &["<b>", "a&b", "\"'"],
        &["\u{1b}[31m", "\u{202e}abc", "\u{ffff}"],
        diagonal,
    );
    let picture = svg(&pair, &titled("</svg><script>alert(1)</script>\u{7}"));
    sound(&picture);
    assert!(
        picture.contains("&lt;b&gt;") && picture.contains("a&amp;b"),
        "{picture}"
    );
    assert!(!picture.contains("<script") && !picture.contains("<b>"));
    let harmful = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202e}' | '\u{ffff}');
    assert!(!picture.contains(harmful) && picture.contains("␛[31m"));
}

#[test]
fn more_tokens_make_smaller_cells_and_a_file_of_bounded_size() {
    let size = |n: usize| {
        let picture = svg(&many(n), &ExportOptions::default());
        let tree = sound(&picture);
        (tree.size().width(), picture.len(), texts(&picture).len())
    };
    let (width, bytes, numbers) = size(30);
    assert!(
        width < 1500.0 && bytes < 250_000 && numbers > 900,
        "{width} {bytes} {numbers}"
    );
    let (width, bytes, labels) = size(120);
    assert!(
        width < 2000.0 && bytes < 700_000 && labels > 240,
        "{width} {bytes} {labels}"
    );
    let (width, bytes, labels) = size(512);
    assert!(
        width < 2000.0 && bytes < 4_000_000 && labels > 100,
        "{width} {bytes} {labels}"
    );
    assert!(svg(&many(512), &ExportOptions::default()).contains("Labels show every third token."));
}

#[test]
fn a_long_word_is_cut_and_whole_in_its_tooltip() {
    let word = "donaudampfschifffahrtsgesellschaftskapitänsmütze".repeat(2);
    let picture = svg(
        &analysis(&[&word], &[&word, "a"], diagonal),
        &ExportOptions::default(),
    );
    assert_eq!(
        picture.matches(&format!("<title>{word}</title>")).count(),
        2,
        "{picture}"
    );
    assert!(sound(&picture).size().width() < 700.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_texts_and_numbers_make_a_sound_picture(
        words in prop::collection::vec("(##)?\\PC{0,8}|.{0,3}", 0..6),
        title in ".{0,40}",
        values in prop::collection::vec(-1.5f32..1.5, 64),
        special in any::<bool>(),
    ) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let pair = analysis(&words, &words, |c, r| values[(c * 8 + r) % 64]);
        sound(&svg(&pair, &ExportOptions { special, ..titled(&title) }));
    }
}
