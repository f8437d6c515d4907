//! Colours of a 256-colour terminal: the nearest colour, and colour maps of monotonic lightness.

use bertscope_report::export::palette::Palette;

/// A colour for each tenth, from 0 to 1, for each palette in the order of [`Palette::ALL`]: near the colours of the
/// palette, of monotonic lightness, and so far apart that neighbours look different. The tests compute both.
const RAMPS: [[u8; 11]; Palette::ALL.len()] = [
    [53, 54, 25, 60, 31, 37, 72, 78, 113, 148, 220],
    [24, 25, 60, 96, 66, 102, 138, 144, 179, 221, 227],
    [16, 17, 53, 54, 89, 125, 204, 209, 216, 222, 229],
    [231, 195, 188, 153, 117, 110, 74, 67, 32, 61, 25],
    [16, 234, 236, 238, 240, 242, 245, 248, 251, 254, 231],
];

/// The colour of an index from 16 on: the 6×6×6 cube, then 24 greys.
pub fn rgb(index: u8) -> (u8, u8, u8) {
    if index >= 232 {
        let grey = 8 + 10 * (index - 232);
        return (grey, grey, grey);
    }
    let level = |level: u8| if level == 0 { 0 } else { 55 + 40 * level };
    let at = index.saturating_sub(16);
    (level(at / 36), level(at / 6 % 6), level(at % 6))
}

/// The index of the nearest colour.
pub fn nearest(wanted: (u8, u8, u8)) -> u8 {
    (16..=255)
        .min_by_key(|index| distance(rgb(*index), wanted))
        .unwrap_or(16)
}

/// The index for the value `x` between 0 and 1 of a palette. The nearest of the 256 colours are not always monotonic in
/// lightness, so a larger number could look smaller; these colours are.
pub fn ramp(palette: Palette, x: f32) -> u8 {
    RAMPS[palette as usize][(x.clamp(0.0, 1.0) * 10.0).round() as usize]
}

fn distance(a: (u8, u8, u8), b: (u8, u8, u8)) -> u32 {
    [(a.0, b.0), (a.1, b.1), (a.2, b.2)]
        .iter()
        .map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2))
        .sum()
}

#[cfg(test)]
mod tests {
    use bertscope_report::export::palette::luminance;

    use super::*;

    #[test]
    fn the_colours_of_the_cube_and_the_greys_are_those_of_xterm() {
        let colours = [16, 17, 52, 67, 196, 231, 232, 244, 255].map(rgb);
        let expected: [u32; 9] = [
            0x00_0000, 0x00_005f, 0x5f_0000, 0x5f_87af, 0xff_0000, 0xff_ffff, 0x08_0808, 0x80_8080,
            0xee_eeee,
        ];
        assert_eq!(
            colours.map(|(r, g, b)| u32::from_be_bytes([0, r, g, b])),
            expected
        );
    }

    /// A colour in CIELAB, where distances are about as large as they look.
    fn lab(colour: (u8, u8, u8)) -> [f32; 3] {
        let [r, g, b] = [(colour.0, 0, 0), (0, colour.1, 0), (0, 0, colour.2)].map(luminance);
        // The parts of X and Z, from those of Y.
        let x = (r * 1.9396 + g * 0.5 + b * 2.5) / 0.9505;
        let z = (r * 0.0909 + g * 0.1667 + b * 13.1667) / 1.0891;
        let f = |t: f32| {
            if t > 0.008_856 {
                t.cbrt()
            } else {
                7.787 * t + 16.0 / 116.0
            }
        };
        let y = f(r + g + b);
        [116.0 * y - 16.0, 500.0 * (f(x) - y), 200.0 * (y - f(z))]
    }

    #[test]
    fn a_colour_of_the_cube_or_a_grey_is_itself() {
        for (colour, index) in [
            ((0, 0, 0), 16),
            ((255, 255, 255), 231),
            ((255, 0, 0), 196),
            ((95, 135, 175), 67),
            ((8, 8, 8), 232),
            ((118, 118, 118), 243),
            ((238, 238, 238), 255),
            ((139, 148, 158), 246),
        ] {
            assert_eq!(nearest(colour), index, "{colour:?}");
        }
    }

    #[test]
    fn the_lightness_of_every_palette_never_turns_back() {
        for &palette in Palette::ALL {
            let indices: Vec<u8> = (0..=200)
                .map(|step| ramp(palette, step as f32 / 200.0))
                .collect();
            let light: Vec<f32> = indices.iter().map(|index| luminance(rgb(*index))).collect();
            let rises = light[200] > light[0];
            for pair in light.windows(2) {
                assert!(
                    if rises {
                        pair[1] >= pair[0]
                    } else {
                        pair[1] <= pair[0]
                    },
                    "{palette:?} {light:?}"
                );
            }
            let greys = indices.iter().filter(|index| **index >= 232).count();
            assert_eq!(greys > 0, palette == Palette::Greys, "{palette:?}");
        }
    }

    #[test]
    fn numbers_a_tenth_apart_have_colours_that_look_different() {
        for &palette in Palette::ALL {
            for hundredth in 0..=90 {
                let colour = |hundredth: i32| lab(rgb(ramp(palette, hundredth as f32 / 100.0)));
                let pairs = colour(hundredth).into_iter().zip(colour(hundredth + 10));
                // CIE 1976 ΔE; the smallest difference that can be seen is 2.3, and 24 greys allow no more than 8.
                let step = pairs.map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
                assert!(step >= 8.0, "{palette:?} at .{hundredth:02}: {step}");
            }
        }
    }

    #[test]
    fn every_step_is_near_the_colour_of_the_palette() {
        for &palette in Palette::ALL {
            for step in 0..=100 {
                let x = step as f32 / 100.0;
                let far = distance(rgb(ramp(palette, x)), palette.rgb(x));
                assert!(
                    far < 110 * 110,
                    "{palette:?} at {x}: {:?} for {:?}",
                    rgb(ramp(palette, x)),
                    palette.rgb(x)
                );
            }
        }
    }
}
