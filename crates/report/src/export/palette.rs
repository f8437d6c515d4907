//! Colours of the heatmap: published maps that stay in order for colour-blind eyes and on paper.

use colorous::Gradient;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::next_variant;

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

    /// The colour of `x`, from 0 (low end) to 1 (high end); other values are clamped.
    pub fn rgb(self, x: f32) -> (u8, u8, u8) {
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

/// Black or white, whichever has more contrast on a colour.
pub fn ink_on(rgb: (u8, u8, u8)) -> (u8, u8, u8) {
    if luminance(rgb) > 0.18 {
        (0, 0, 0)
    } else {
        (255, 255, 255)
    }
}

/// Relative luminance (WCAG 2.1), 0 for black and 1 for white. At 0.18 black and white text have the same contrast.
pub fn luminance((r, g, b): (u8, u8, u8)) -> f32 {
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
