//! The drawing in pixels.

use bertscope_report::export::picture::{png, svg};
use bertscope_report::export::{ExportError, ExportOptions};
use proptest::prelude::*;
use resvg::tiny_skia::Pixmap;

use super::{DrawnCell, analysis, cells, dark, diagonal, full, many, small, titled};

/// Value of an attribute at the beginning of a piece of XML.
fn attribute<'a>(xml: &'a str, name: &str) -> &'a str {
    xml.split_once(&format!("{name}=\""))
        .unwrap()
        .1
        .split('"')
        .next()
        .unwrap()
}

#[test]
fn it_is_twice_as_large_as_the_svg_and_every_cell_has_its_colour() {
    for (pair, options) in [(small(), ExportOptions::default()), (full(), dark())] {
        let drawing = svg(&pair, &options);
        let pixels = Pixmap::decode_png(&png(&pair, &options).unwrap().bytes).unwrap();
        let side = |name: &str| attribute(&drawing, name).parse::<u32>().unwrap();
        assert_eq!(
            (pixels.width(), pixels.height()),
            (2 * side("width"), 2 * side("height"))
        );

        let cells = cells(&drawing);
        assert_eq!(
            cells.len(),
            pair.similarity.candidate_tokens() * pair.similarity.reference_tokens()
        );
        for DrawnCell { colour, x, y } in cells {
            let [x, y] = [x, y].map(|inset| ((inset + 5.0) * 2.0) as u32);
            let pixel = pixels.pixel(x, y).unwrap().demultiply();
            let found = format!(
                "#{:02x}{:02x}{:02x}",
                pixel.red(),
                pixel.green(),
                pixel.blue()
            );
            assert_eq!(found, colour, "at {x}, {y}");
        }
    }
}

#[test]
fn latin_greek_and_cyrillic_need_no_font_of_the_machine() {
    let words = [
        "Zürich",
        "façade",
        "Łódź",
        "tiếng",
        "Ελλάδα",
        "Привет",
        "“quoted”",
        "—",
        "…",
        "€5",
        "·",
        "3×4",
        "≤",
    ];
    let rendered = png(
        &analysis(&words, &words, diagonal),
        &titled("Ça va → “oui”"),
    )
    .unwrap();
    assert!(
        rendered.missing_glyphs.is_empty(),
        "{:?}",
        rendered.missing_glyphs
    );
    assert!(png(&full(), &dark()).unwrap().missing_glyphs.is_empty());
}

#[test]
fn what_no_font_has_is_named() {
    // U+0378 is no character and no font's.
    let pair = analysis(&["a\u{378}b"], &["##c"], diagonal);
    assert_eq!(
        png(&pair, &ExportOptions::default())
            .unwrap()
            .missing_glyphs,
        ['\u{378}']
    );
}

#[test]
fn a_sign_that_no_font_has_together_with_the_dot_of_a_piece_hides_neither() {
    // A vowel sign makes one character with the dot before it. Whether a font has the sign is the machine's affair.
    let pair = analysis(&["a", "##\u{93f}"], &["b"], diagonal);
    let missing = png(&pair, &ExportOptions::default())
        .unwrap()
        .missing_glyphs;
    assert!(missing.iter().all(|&c| c == '\u{93f}'), "{missing:?}");
}

#[test]
fn a_scale_beyond_all_screens_is_refused() {
    let options = ExportOptions {
        scale: 100.0,
        ..ExportOptions::default()
    };
    let refused = png(&small(), &options).unwrap_err();
    assert!(matches!(refused, ExportError::TooLarge { .. }), "{refused}");
    let options = ExportOptions {
        scale: f32::NAN,
        ..ExportOptions::default()
    };
    assert!(png(&small(), &options).is_err());
}

#[test]
fn more_than_a_hundred_million_pixels_are_refused_also_where_no_side_is_too_long() {
    let drawing = svg(&small(), &ExportOptions::default());
    let [width, height] =
        ["width", "height"].map(|side| attribute(&drawing, side).parse::<f32>().unwrap());
    let options = ExportOptions {
        scale: (101e6 / (width * height)).sqrt(),
        ..ExportOptions::default()
    };
    let refused = png(&small(), &options).unwrap_err();
    let ExportError::TooLarge { width, height } = refused else {
        panic!("{refused}");
    };
    assert!(
        width.max(height) < 20_000.0 && width * height > 100e6,
        "{width} × {height}"
    );
}

#[test]
fn five_hundred_tokens_are_a_picture_too() {
    let rendered = png(
        &many(512),
        &ExportOptions {
            scale: 1.0,
            ..ExportOptions::default()
        },
    )
    .unwrap();
    assert!(rendered.bytes.len() < 4_000_000, "{}", rendered.bytes.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_texts_can_be_drawn(words in prop::collection::vec("(##)?\\PC{0,8}", 0..5), title in ".{0,20}") {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let options = ExportOptions { scale: 0.5, ..titled(&title) };
        prop_assert!(png(&analysis(&words, &words, diagonal), &options).is_ok());
    }

    #[test]
    fn letters_that_join_and_pictures_made_of_several_can_be_drawn(
        words in prop::collection::vec("(##)?[a·\u{621}-\u{64a}\u{64b}-\u{652}\u{905}-\u{94d}\u{e01}-\u{e4e}\u{1f466}-\u{1f469}\u{1f3fb}-\u{1f3ff}\u{200d}\u{fe0f}\u{4e00}-\u{4e10}]{1,7}", 1..5),
    ) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let options = ExportOptions { scale: 0.5, ..titled(&words.join(" ")) };
        prop_assert!(png(&analysis(&words, &words, diagonal), &options).is_ok());
    }
}
