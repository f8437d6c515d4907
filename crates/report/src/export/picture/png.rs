//! The picture in pixels: the SVG, drawn with fonts that are chosen here.

use std::collections::BTreeSet;

use resvg::tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{Group, ImageKind, Node, Tree};

use super::fonts::Fonts;
use super::svg;
use crate::export::{ExportError, ExportOptions, Rendered};
use bertscope_analysis::Analysis;

/// Longest side of a PNG, in pixels.
const MAX_SIDE_PIXELS: f32 = 20_000.0;

/// Pixels of a PNG, at most: these take seconds and about 1 GB.
const MAX_PIXELS: f32 = 100e6;

/// The picture as a PNG, `options.scale` pixels for each of the SVG.
///
/// # Errors
/// [`ExportError::TooLarge`] if it would have more than 20,000 pixels in a direction or 100 million in all, [`ExportError::Picture`] if it cannot
/// be drawn.
pub fn png(analysis: &Analysis, options: &ExportOptions) -> Result<Rendered, ExportError> {
    let fonts = Fonts::new(&[
        options.title.as_deref().unwrap_or_default(),
        &analysis.candidate.tokenized.text,
        &analysis.reference.tokenized.text,
    ]);
    let svg = svg::draw(
        analysis,
        options,
        Some(&|text: &str, bold: bool| fonts.pieces(text, bold)),
    );
    let tree =
        Tree::from_str(&svg, &fonts.options()).map_err(|e| ExportError::Picture(e.to_string()))?;
    let width = tree.size().width() * options.scale;
    let height = tree.size().height() * options.scale;
    let mut pixels = pixmap(width, height).ok_or(ExportError::TooLarge {
        width: width.into(),
        height: height.into(),
    })?;
    let scale = Transform::from_scale(options.scale, options.scale);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    let mut missing = BTreeSet::new();
    finish(tree.root(), scale, &mut pixels, &mut missing);
    let bytes = pixels
        .encode_png()
        .map_err(|e| ExportError::Picture(e.to_string()))?;
    Ok(Rendered {
        bytes,
        missing_glyphs: missing.into_iter().collect(),
    })
}

/// An empty picture; `None` if a side has no pixel or too many.
fn pixmap(width: f32, height: f32) -> Option<Pixmap> {
    let allowed = 1.0..=MAX_SIDE_PIXELS;
    if !allowed.contains(&width) || !allowed.contains(&height) || width * height > MAX_PIXELS {
        return None;
    }
    Pixmap::new(width.round() as u32, height.round() as u32)
}

/// Draws the glyphs that are bitmaps (most emoji are), which resvg leaves out here, and collects characters without a
/// glyph.
fn finish(group: &Group, transform: Transform, pixels: &mut Pixmap, missing: &mut BTreeSet<char>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => finish(
                inner,
                transform.pre_concat(inner.transform()),
                pixels,
                missing,
            ),
            Node::Text(text) => {
                let glyphs = text
                    .layouted()
                    .iter()
                    .flat_map(|span| &span.positioned_glyphs);
                for glyph in glyphs.filter(|glyph| glyph.id.0 == 0) {
                    missing.extend(glyph.text.chars().filter(|c| !c.is_whitespace()));
                }
                finish(text.flattened(), transform, pixels, missing);
            }
            Node::Image(image) => {
                if let ImageKind::PNG(data) = image.kind()
                    && let Ok(bitmap) = Pixmap::decode_png(data)
                {
                    draw_bitmap(bitmap, transform, pixels);
                }
            }
            Node::Path(_) => {}
        }
    }
}

fn draw_bitmap(mut bitmap: Pixmap, mut transform: Transform, pixels: &mut Pixmap) {
    // A bitmap is many times larger than a letter. It is halved first, so that every pixel counts.
    let (x, y) = transform.get_scale();
    let mut shrunk = x.max(y);
    while shrunk < 0.5
        && let Some(mut half) = Pixmap::new(bitmap.width() / 2, bitmap.height() / 2)
    {
        // Not always 2: an odd number of pixels loses one.
        let across = bitmap.width() as f32 / half.width() as f32;
        let down = bitmap.height() as f32 / half.height() as f32;
        let halved = Transform::from_scale(1.0 / across, 1.0 / down);
        half.draw_pixmap(0, 0, bitmap.as_ref(), &smooth(), halved, None);
        transform = transform.pre_scale(across, down);
        shrunk *= 2.0;
        bitmap = half;
    }
    pixels.draw_pixmap(0, 0, bitmap.as_ref(), &smooth(), transform, None);
}

fn smooth() -> PixmapPaint {
    PixmapPaint {
        quality: FilterQuality::Bilinear,
        ..PixmapPaint::default()
    }
}
