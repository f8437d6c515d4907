//! Colours of the heatmap: published maps that stay in order for colour-blind eyes and on paper.

use colorous::Gradient;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::next_variant;

/// Red, green and blue.
pub type Rgb = (u8, u8, u8);

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Palette {
    /// Dark violet to yellow.
    Viridis,
    /// Dark blue to yellow, safe for colour-blind readers.
    Cividis,
    /// Black to white through red.
    Magma,
    /// White to blue, for projectors and paper.
    Blues,
    /// Black to white.
    Greys,
}

impl Palette {
    pub const ALL: &[Self] = Self::VARIANTS;

    #[must_use]
    pub fn next(self) -> Self {
        next_variant(self)
    }

    /// Its name on screen and in files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether larger numbers are darker.
    pub fn darkens(self) -> bool {
        self == Self::Blues
    }

    /// The colour of `x`, from 0 (low end) to 1 (high end); other values are clamped.
    pub fn rgb(self, x: f32) -> Rgb {
        let gradient: Gradient = match self {
            Self::Viridis => colorous::VIRIDIS,
            Self::Cividis => colorous::CIVIDIS,
            Self::Magma => colorous::MAGMA,
            Self::Blues => colorous::BLUES,
            Self::Greys => colorous::GREYS,
        };
        let x = if x.is_nan() {
            0.0
        } else {
            f64::from(x.clamp(0.0, 1.0))
        };
        // d3's greys run from white to black; here more is lighter, as in the other dark maps.
        let x = if self == Self::Greys { 1.0 - x } else { x };
        gradient.eval_continuous(x).as_tuple()
    }
}

/// The luminance from which black text is easier to read than white. Ratios of luminance give .18, but below .3 eyes find
/// black text weak, for example on the teal in the middle of viridis.
const BLACK_TEXT: f32 = 0.3;

/// Black or white, whichever reads better on a colour.
pub fn ink_on(rgb: Rgb) -> Rgb {
    if luminance(rgb) > BLACK_TEXT {
        (0, 0, 0)
    } else {
        (255, 255, 255)
    }
}

/// The share of the text colour in a quiet number.
const QUIET_INK: f32 = 0.6;

/// The colour of a number below the colour scale, which is there for those who look for it.
pub fn quiet_ink_on(rgb: Rgb) -> Rgb {
    mixed(rgb, ink_on(rgb), QUIET_INK)
}

/// A colour between two others; `share` is the part of `ink`.
pub fn mixed(ground: Rgb, ink: Rgb, share: f32) -> Rgb {
    (
        mixed_channel(ground.0, ink.0, share),
        mixed_channel(ground.1, ink.1, share),
        mixed_channel(ground.2, ink.2, share),
    )
}

fn mixed_channel(ground: u8, ink: u8, share: f32) -> u8 {
    (f32::from(ground) * (1.0 - share) + f32::from(ink) * share).round() as u8
}

/// Relative luminance (WCAG 2.1), 0 for black and 1 for white.
pub fn luminance((r, g, b): Rgb) -> f32 {
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// A channel of sRGB in proportion to its light.
fn linear(channel: u8) -> f32 {
    let c = f32::from(channel) / 255.0;
    if c <= 0.040_45 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}
