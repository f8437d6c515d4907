//! The colours of heatmap cells at the terminal's colour depth. A larger number is lighter, or darker in a palette that
//! darkens; the tests prove it for every palette and depth.

use ratatui::style::{Color, Modifier, Style};

use super::ansi256;
use super::theme::{ColorDepth, Theme};
use bertscope_report::export::palette::{Palette, ink_on, quiet_ink_on};

/// The steps of each palette on a terminal of 256 colours, in the order of [`Palette::ALL`]. Its few colours are unevenly
/// spread: the nearest ones turn back in lightness or are grey between two hues. These keep the palette's hues, and the
/// lightness of each differs visibly from the one before.
const RAMPS: [[u8; 8]; Palette::ALL.len()] = [
    [53, 54, 24, 30, 36, 78, 148, 220],
    [17, 24, 60, 102, 144, 179, 221, 227],
    [16, 17, 54, 89, 168, 209, 216, 229],
    [231, 255, 153, 117, 74, 68, 25, 18],
    [16, 235, 238, 241, 245, 248, 252, 231],
];

/// The steps of all palettes on a terminal of 16 colours: black, blue, green, cyan, yellow and white by number. Named
/// colours are other sequences, which some terminals draw brighter.
const NAMED_STEPS: [(u8, Color); 6] = [
    (0, Color::White),
    (4, Color::White),
    (2, Color::Black),
    (6, Color::Black),
    (3, Color::Black),
    (7, Color::Black),
];

impl Theme {
    /// The background of a cell with the value `x` between 0 and 1, and black or white text, whichever reads better.
    pub fn cell_style(&self, palette: Palette, x: f32) -> Style {
        match self.depth {
            ColorDepth::None => Style::reset(),
            ColorDepth::Ansi16 => {
                let x = if palette.darkens() { 1.0 - x } else { x };
                let steps = NAMED_STEPS.len();
                let step = (x.clamp(0.0, 1.0) * steps as f32) as usize;
                let (background, text) = NAMED_STEPS[step.min(steps - 1)];
                Style::reset().fg(text).bg(Color::Indexed(background))
            }
            ColorDepth::Ansi256 => {
                let index = ramp(palette, x);
                Style::reset()
                    .fg(self.color(ink_on(ansi256::rgb(index))))
                    .bg(Color::Indexed(index))
            }
            ColorDepth::True => {
                let rgb = palette.rgb(x);
                Style::reset()
                    .fg(self.color(ink_on(rgb)))
                    .bg(self.color(rgb))
            }
        }
    }

    /// A cell below the scale, whose number is there for those who look for it.
    pub fn quiet_cell_style(&self, palette: Palette) -> Style {
        let style = self.cell_style(palette, 0.0);
        match self.depth {
            ColorDepth::None => style.add_modifier(Modifier::DIM),
            ColorDepth::Ansi16 => style.fg(Color::DarkGray),
            ColorDepth::Ansi256 | ColorDepth::True => {
                style.fg(self.color(quiet_ink_on(palette.rgb(0.0))))
            }
        }
    }

    /// The colour of the value `x` as a foreground, for half blocks and the legend.
    pub fn ink(&self, palette: Palette, x: f32) -> Color {
        match self.depth {
            ColorDepth::None => Color::Reset,
            _ => self.cell_style(palette, x).bg.unwrap_or(Color::Reset),
        }
    }
}

/// The index of the 256 colours for the value `x` between 0 and 1.
fn ramp(palette: Palette, x: f32) -> u8 {
    let ramp = RAMPS[palette as usize];
    let last = (ramp.len() - 1) as f32;
    ramp[(x.clamp(0.0, 1.0) * last).round() as usize]
}

#[cfg(test)]
mod tests {
    use bertscope_report::export::palette::{Rgb, luminance};

    use super::*;
    use crate::tui::terminal::ansi256::NAMED;

    const DEPTHS: [ColorDepth; 3] = [ColorDepth::Ansi16, ColorDepth::Ansi256, ColorDepth::True];

    /// What xterm draws.
    fn drawn(color: Option<Color>) -> Rgb {
        match color {
            Some(Color::Rgb(r, g, b)) => (r, g, b),
            Some(Color::Indexed(index)) if index < 16 => NAMED[usize::from(index)].1,
            Some(Color::Indexed(index)) => ansi256::rgb(index),
            Some(Color::Black) => NAMED[0].1,
            Some(Color::White) => NAMED[7].1,
            Some(Color::DarkGray) => NAMED[8].1,
            other => panic!("{other:?} is no colour of a cell"),
        }
    }

    /// A colour in CIELAB, where distances are about as large as they look.
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Lab {
        lightness: f32,
        a: f32,
        b: f32,
    }

    impl Lab {
        fn new((red, green, blue): Rgb) -> Self {
            let [r, g, b] = [(red, 0, 0), (0, green, 0), (0, 0, blue)].map(luminance);
            // The parts of X and Z, from those of Y.
            let x = (r * 1.9396 + g * 0.5 + b * 2.5) / 0.9505;
            let z = (r * 0.0909 + g * 0.1667 + b * 13.1667) / 1.0891;
            let [x, y, z] = [x, r + g + b, z].map(|t| {
                if t > 0.008_856 {
                    t.cbrt()
                } else {
                    7.787 * t + 16.0 / 116.0
                }
            });
            Self {
                lightness: 116.0 * y - 16.0,
                a: 500.0 * (x - y),
                b: 200.0 * (y - z),
            }
        }

        fn chroma(self) -> f32 {
            self.a.hypot(self.b)
        }

        fn distance(self, other: Self) -> f32 {
            (self.lightness - other.lightness)
                .hypot(self.a - other.a)
                .hypot(self.b - other.b)
        }
    }

    /// How well text is set off from its background.
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Contrast {
        /// The ratio of their luminances (WCAG 2.1), from 1 to 21; large text needs 3.
        ratio: f32,
        /// The contrast that is perceived (APCA 0.1.9), from 0 to about 108; a number in a cell needs 45.
        perceived: f32,
    }

    fn contrast(text: Rgb, ground: Rgb) -> Contrast {
        let (text, ground) = (luminance(text), luminance(ground));
        let (light, dark) = (text.max(ground), text.min(ground));
        // The darkest screens still reflect light.
        let [text, ground] = [text, ground].map(|y| y + (0.022 - y).max(0.0).powf(1.414));
        let difference = if ground > text {
            ground.powf(0.56) - text.powf(0.57)
        } else {
            text.powf(0.62) - ground.powf(0.65)
        };
        Contrast {
            ratio: (light + 0.05) / (dark + 0.05),
            perceived: ((difference * 1.14 - 0.027) * 100.0).max(0.0),
        }
    }

    /// Every palette on both backgrounds at every depth, with its colours from the low to the high end.
    fn all_scales() -> Vec<(String, Palette, Vec<Style>)> {
        let mut scales = Vec::new();
        for &palette in Palette::ALL {
            for light in [false, true] {
                for depth in DEPTHS {
                    let theme = Theme::new(light, depth);
                    let name = format!("{palette:?}, light {light}, {depth:?}");
                    let styles =
                        (0..=255).map(|step| theme.cell_style(palette, step as f32 / 255.0));
                    scales.push((name, palette, styles.collect()));
                }
            }
        }
        scales
    }

    #[test]
    fn a_larger_number_is_never_drawn_back_towards_the_low_end() {
        for (name, palette, styles) in all_scales() {
            let lights: Vec<f32> = styles
                .iter()
                .map(|style| Lab::new(drawn(style.bg)).lightness)
                .collect();
            let sign = if palette.darkens() { -1.0 } else { 1.0 };
            for (step, pair) in lights.windows(2).enumerate() {
                // Eight bits for each channel round the published palettes.
                let rise = sign * (pair[1] - pair[0]);
                assert!(rise > -0.4, "{name} at {step}: {pair:?}");
            }
            assert!(
                sign * (lights[255] - lights[0]) > 60.0,
                "{name}: {lights:?}"
            );
        }
    }

    #[test]
    fn the_steps_of_256_colours_differ_visibly_and_keep_the_hues_of_the_palette() {
        for &palette in Palette::ALL {
            let ramp = RAMPS[palette as usize];
            let steps = ramp.map(|index| Lab::new(ansi256::rgb(index)));
            for pair in steps.windows(2) {
                // The smallest difference that can be seen is 2.3.
                let distance = pair[0].distance(pair[1]);
                let light = (pair[0].lightness - pair[1].lightness).abs();
                assert!(distance > 5.0 && light > 2.0, "{palette:?}: {pair:?}");
            }
            for (at, step) in steps.into_iter().enumerate() {
                let wanted = Lab::new(palette.rgb(at as f32 / 7.0));
                assert!(
                    step.distance(wanted) < 50.0,
                    "{palette:?} {at}: {step:?} {wanted:?}"
                );
                if wanted.chroma() > 12.0 {
                    let cosine =
                        (step.a * wanted.a + step.b * wanted.b) / (step.chroma() * wanted.chroma());
                    assert!(
                        step.chroma() > 10.0 && cosine > 0.75,
                        "{palette:?} {at}: a grey or another hue, {step:?} {wanted:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn digits_stand_out_from_every_cell() {
        // Pictures have the colours of 24 bits.
        for (name, _, styles) in all_scales() {
            for style in styles {
                let contrast = contrast(drawn(style.fg), drawn(style.bg));
                assert!(contrast.ratio >= 3.0, "{name}: {style:?} {contrast:?}");
                assert!(contrast.perceived >= 48.0, "{name}: {style:?} {contrast:?}");
            }
        }
        for &palette in Palette::ALL {
            for depth in DEPTHS {
                let style = Theme::new(false, depth).quiet_cell_style(palette);
                let contrast = contrast(drawn(style.fg), drawn(style.bg));
                assert!(contrast.ratio >= 3.0, "{palette:?} {depth:?}: {contrast:?}");
            }
        }
    }
}
