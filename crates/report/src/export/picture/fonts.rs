//! Fonts for a PNG: the bundled one for Latin, Greek and Cyrillic, so that such a picture is the same everywhere, and
//! those of the machine for everything else, which are looked for only when a text needs them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use maud::html;
use resvg::usvg::fontdb::{Database, FaceInfo, ID, Language, Source, Stretch, Style};
use resvg::usvg::{FontResolver, Options, Tree};
use skrifa::{FontRef, MetadataProvider};
use unicode_segmentation::UnicodeSegmentation;

use super::label::is_right_to_left;
use super::typeface::{BUNDLED, Piece, REGULAR, SEMI_BOLD};

/// Family for characters that no font has, which the bundled font draws as missing glyphs. It has a name of its own, so that they
/// stay apart from their neighbours: a missing character must not affect them.
const MISSING: &str = "Inter, missing";

/// The bundled fonts alone.
static BUNDLED_FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut files = Database::new();
    for data in [REGULAR, SEMI_BOLD] {
        files.load_font_source(Source::Binary(Arc::new(data)));
    }
    let mut fonts = Database::new();
    for face in files.faces() {
        // The file of the bold one has a family of its own.
        fonts.push_face_info(FaceInfo {
            families: vec![(BUNDLED.to_owned(), Language::English_UnitedStates)],
            ..face.clone()
        });
    }
    Arc::new(fonts)
});

/// The bundled and the system fonts. The bundled ones come first, so that another copy of them does not count.
static SYSTEM_FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = (**BUNDLED_FONTS).clone();
    fonts.load_system_fonts();
    Arc::new(fonts)
});

/// Chooses fonts for the texts of one picture.
pub struct Fonts {
    /// The ideographs that a reader of these texts expects: Japanese, Korean or, for `None`, Chinese.
    ideographs: Option<&'static str>,
    /// Fonts found before, for a character and whether it is bold.
    found: RefCell<BTreeMap<(String, bool), Option<ID>>>,
    /// Whether a font of the machine was found.
    has_system_fonts: Cell<bool>,
}

impl Fonts {
    pub fn new(texts: &[&str]) -> Self {
        let mut japanese = false;
        let mut korean = false;
        for c in texts.iter().flat_map(|text| text.chars()) {
            japanese |= matches!(u32::from(c), 0x3041..=0x30ff);
            korean |= matches!(u32::from(c), 0x1100..=0x11ff | 0xac00..=0xd7a3);
        }
        let ideographs = if japanese {
            Some("JP")
        } else if korean {
            Some("KR")
        } else {
            None
        };
        Self {
            ideographs,
            found: RefCell::default(),
            has_system_fonts: Cell::default(),
        }
    }

    /// Splits a text into parts of one font each, from left to right.
    pub fn pieces(&self, text: &str, bold: bool) -> Vec<Piece> {
        if text.chars().all(is_bundled) {
            return vec![Piece::whole(BUNDLED.into(), text)];
        }
        // A single font for all of it joins letters best. It is chosen by the characters that the bundled font lacks,
        // because few fonts have them.
        let foreign: String = text.chars().filter(|c| !is_bundled(*c)).collect();
        if let Some(id) = self.find(&foreign, bold)
            && has(
                id,
                &text.chars().filter(|c| !is_joiner(*c)).collect::<Vec<_>>(),
            )
        {
            return vec![Piece::whole(family_of(id), text)];
        }
        let mut pieces = self.pieces_by_grapheme(text, bold);
        if let [piece] = &pieces[..] {
            return vec![Piece::whole(piece.family.clone(), text)];
        }
        for piece in &mut pieces {
            // SVG drops spaces at the ends of a text, and each piece is a text.
            piece.text = piece.text.replace(' ', "\u{a0}");
            piece.width = self.width(&piece.family, &piece.text, bold);
        }
        if is_right_to_left(text) {
            pieces.reverse();
        }
        pieces
    }

    /// The runs of graphemes with the same font, not yet measured.
    fn pieces_by_grapheme(&self, text: &str, bold: bool) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for grapheme in text.graphemes(true) {
            if let Some(family) = self.family(grapheme, bold) {
                add(&mut pieces, family, grapheme);
                continue;
            }
            // For example, a vowel sign after the dot of a piece: no font has both.
            for c in grapheme.chars() {
                let c = c.to_string();
                let family = self.family(&c, bold).unwrap_or_else(|| MISSING.into());
                add(&mut pieces, family, &c);
            }
        }
        pieces
    }

    /// The family that draws a whole text; the bundled one if it can.
    fn family(&self, text: &str, bold: bool) -> Option<String> {
        if text.chars().all(is_bundled) {
            return Some(BUNDLED.into());
        }
        Some(family_of(self.find(text, bold)?))
    }

    /// Width of a text in one font, in units of its size, as it will be drawn.
    fn width(&self, family: &str, text: &str, bold: bool) -> f32 {
        const SIZE: f32 = 100.0;
        const BLANK: f32 = 0.28;
        // The width of invisible text is not measured.
        if text.chars().all(char::is_whitespace) {
            return BLANK * text.chars().count() as f32;
        }
        let sample = html! {
            svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" {
                text xml:space="preserve" y="0" font-size=(SIZE) font-family=(family)
                    font-weight=[bold.then_some("600")] { (text) }
            }
        };
        let tree = Tree::from_str(&sample.into_string(), &self.options());
        tree.map_or(0.0, |tree| tree.root().bounding_box().width() / SIZE)
    }

    /// How a drawing with these fonts is read.
    pub fn options(&self) -> Options<'static> {
        let fonts = if self.has_system_fonts.get() {
            &SYSTEM_FONTS
        } else {
            &BUNDLED_FONTS
        };
        Options {
            fontdb: Arc::clone(fonts),
            font_resolver: FontResolver {
                // Every character has its font already, if there is one.
                select_fallback: Box::new(|_, _, _| None),
                ..FontResolver::default()
            },
            ..Options::default()
        }
    }

    /// The font of the machine that suits a text best and has all of its characters.
    fn find(&self, text: &str, bold: bool) -> Option<ID> {
        let key = (text.to_owned(), bold);
        if let Some(&known) = self.found.borrow().get(&key) {
            return known;
        }
        let needed: Vec<char> = text.chars().filter(|c| !is_joiner(*c)).collect();
        let pictures = text.contains('\u{fe0f}') || needed.iter().any(|&c| is_emoji(c));
        let mut faces: Vec<(i32, &FaceInfo)> = SYSTEM_FONTS
            .faces()
            .filter(|face| face.style == Style::Normal && !matches!(face.source, Source::Binary(_)))
            .filter_map(|face| Some((self.unfitness(face, bold, pictures)?, face)))
            .collect();
        faces.sort_by_key(|(unfitness, face)| (*unfitness, face.post_script_name.clone()));
        let fitting = faces
            .into_iter()
            .map(|(_, face)| face.id)
            .find(|&id| has(id, &needed));
        if fitting.is_some() {
            self.has_system_fonts.set(true);
        }
        self.found.borrow_mut().insert(key, fitting);
        fitting
    }

    /// How unsuitable a font is for a picture; `None` for a font that draws a box for every character.
    fn unfitness(&self, face: &FaceInfo, bold: bool, pictures: bool) -> Option<i32> {
        let family = family_name(face);
        if contains_any(family, &BOX_FONTS) {
            return None;
        }
        let weight = if bold { 700 } else { 400 };
        let mut points = (i32::from(face.weight.0) - weight).abs() / 100;
        if family.contains("Emoji") != pictures {
            points += 1000;
        }
        for style in UNSUITABLE_STYLES {
            if family.contains(style) {
                points += 100;
            }
        }
        if !contains_any(family, &["Sans", "Gothic", "UI", "PingFang"]) {
            points += 40;
        }
        if !family.contains("Noto Sans") {
            points += 20;
        }
        if face.stretch != Stretch::Normal {
            points += 15;
        }
        // Of the fonts for all ideographs, the one with the glyphs of the text's language.
        if family.contains("CJK") && !family.ends_with(self.ideographs.unwrap_or("SC")) {
            points += 10;
        }
        Some(points)
    }
}

/// Fonts that draw a box for every character.
const BOX_FONTS: [&str; 4] = ["LastResort", "Last Resort", "Adobe Blank", "Fallback"];

/// Words in the names of fonts that look out of place beside the bundled one.
const UNSUITABLE_STYLES: [&str; 9] = [
    "Mono",
    "Serif",
    "Display",
    "Condensed",
    "Kufi",
    "Nastaliq",
    "Rashi",
    "Math",
    "Symbols",
];

fn contains_any(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| name.contains(word))
}

/// Adds a text to the last piece if it has the same font.
fn add(pieces: &mut Vec<Piece>, family: String, text: &str) {
    match pieces.last_mut() {
        Some(last) if last.family == family => last.text.push_str(text),
        _ => pieces.push(Piece::whole(family, text)),
    }
}

/// Characters that shape their neighbours and need no glyph.
fn is_joiner(c: char) -> bool {
    matches!(u32::from(c), 0x200b..=0x200f | 0x2060 | 0xfe00..=0xfe0f | 0xe0020..=0xe007f)
}

/// Characters that are drawn as emoji by default.
fn is_emoji(c: char) -> bool {
    matches!(u32::from(c), 0x1f000..=0x1faff | 0x231a | 0x231b | 0x23e9..=0x23f3 | 0x25fd | 0x25fe
        | 0x2614 | 0x2615 | 0x2648..=0x2653 | 0x26bd | 0x26be | 0x2705 | 0x2728
        | 0x274c | 0x2753..=0x2757 | 0x2795..=0x2797 | 0x2b50 | 0x2b55)
}

/// Whether the bundled font has a character.
fn is_bundled(c: char) -> bool {
    static HAS: LazyLock<std::collections::BTreeSet<u32>> = LazyLock::new(|| {
        FontRef::new(REGULAR)
            .map(|font| font.charmap().mappings().map(|(c, _)| c).collect())
            .unwrap_or_default()
    });
    HAS.contains(&u32::from(c))
}

/// The name of a font's family.
fn family_of(id: ID) -> String {
    let face = SYSTEM_FONTS.face(id);
    face.map_or(BUNDLED, family_name).to_owned()
}

fn family_name(face: &FaceInfo) -> &str {
    face.families.first().map_or("", |(name, _)| name.as_str())
}

/// Whether a font of the machine has all of some characters.
fn has(id: ID, characters: &[char]) -> bool {
    SYSTEM_FONTS
        .with_face_data(id, |data, index| {
            FontRef::from_index(data, index).is_ok_and(|font| {
                let map = font.charmap();
                characters.iter().all(|&c| map.map(c).is_some())
            })
        })
        .unwrap_or(false)
}
