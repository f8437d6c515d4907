//! Colours of a 256-colour terminal: the nearest colour, and colour maps of monotonic lightness.

use std::sync::LazyLock;

use bertscope_report::export::palette::{Palette, luminance};

/// Number of steps of a colour map from 0 to 1.
const STEP_COUNT: usize = 64;

/// How much lighter a step may be than the palette requires, as luminance.
const LIGHTNESS_BIAS: f32 = 0.03;

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
    (16..=255).min_by_key(|index| distance(rgb(*index), wanted)).unwrap_or(16)
}

/// The index for the value `x` between 0 and 1 of a palette. The nearest of the 256 colours are not always monotonic in
/// lightness, so a larger number could look smaller; these colours are.
pub fn ramp(palette: Palette, x: f32) -> u8 {
    static RAMPS: LazyLock<Vec<[u8; STEP_COUNT]>> = LazyLock::new(|| Palette::ALL.map(steps).into());
    let ramp = Palette::ALL.iter().position(|known| *known == palette).expect("a palette of the list");
    RAMPS[ramp][(x.clamp(0.0, 1.0) * (STEP_COUNT - 1) as f32).round() as usize]
}

fn steps(palette: Palette) -> [u8; STEP_COUNT] {
    let wanted: Vec<(u8, u8, u8)> =
        (0..STEP_COUNT).map(|step| palette.rgb(step as f32 / (STEP_COUNT - 1) as f32)).collect();
    // Greys are for the grey palette; they would disrupt any other.
    let mut colours: Vec<u8> =
        if palette == Palette::Greys { (232..=255).chain([16, 231]).collect() } else { (16..232).collect() };
    let light = |index: u8| luminance(rgb(index));
    let falls = luminance(wanted[0]) > luminance(wanted[STEP_COUNT - 1]);
    // From dark to light, in whichever direction the palette runs.
    let order: Vec<usize> = if falls { (0..STEP_COUNT).rev().collect() } else { (0..STEP_COUNT).collect() };
    colours.sort_by(|a, b| light(*a).total_cmp(&light(*b)));
    let mut ramp = [colours[0]; STEP_COUNT];
    let mut darkest = f32::NEG_INFINITY;
    for step in order {
        let most = luminance(wanted[step]).max(darkest) + LIGHTNESS_BIAS;
        let allowed = colours.iter().copied().filter(|index| (darkest..=most).contains(&light(*index)));
        let best = allowed.min_by_key(|index| distance(rgb(*index), wanted[step]));
        ramp[step] = best.unwrap_or(colours[0]);
        darkest = light(ramp[step]);
    }
    ramp
}

fn distance(a: (u8, u8, u8), b: (u8, u8, u8)) -> u32 {
    [(a.0, b.0), (a.1, b.1), (a.2, b.2)].iter().map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_lightness_of_every_palette_never_turns_back_and_its_steps_are_many() {
        for palette in Palette::ALL {
            let indices: Vec<u8> = (0..=200).map(|step| ramp(palette, step as f32 / 200.0)).collect();
            let light: Vec<f32> = indices.iter().map(|index| luminance(rgb(*index))).collect();
            let rises = light[200] > light[0];
            for pair in light.windows(2) {
                assert!(if rises { pair[1] >= pair[0] } else { pair[1] <= pair[0] }, "{palette:?} {light:?}");
            }
            let mut distinct = indices.clone();
            distinct.dedup();
            assert!(distinct.len() >= 10, "{palette:?} has {} steps: {distinct:?}", distinct.len());
            let greys = indices.iter().filter(|index| **index >= 232).count();
            assert_eq!(greys > 0, palette == Palette::Greys, "{palette:?}");
        }
    }

    #[test]
    fn every_step_is_near_the_colour_of_the_palette() {
        for palette in Palette::ALL {
            for step in 0..=100 {
                let x = step as f32 / 100.0;
                let far = distance(rgb(ramp(palette, x)), palette.rgb(x));
                assert!(far < 110 * 110, "{palette:?} at {x}: {:?} for {:?}", rgb(ramp(palette, x)), palette.rgb(x));
            }
        }
    }
}
