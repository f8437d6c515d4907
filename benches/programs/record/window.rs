//! How the pictures in README.md and docs/ show a terminal: its window, the size of its cells, and their colours.

use vt100::{Cell, Color};

pub const FONTS: &str = "ui-monospace,'SF Mono',Menlo,'DejaVu Sans Mono',Consolas,monospace";
/// A cell in pixels, the bar above the screen, and the margin at its other sides.
pub const WIDTH: usize = 9;
pub const HEIGHT: usize = 18;
pub const BAR: usize = 45;
pub const MARGIN: usize = 18;

/// The colours of a window as 0xRRGGBB.
pub struct Window {
    pub text: u32,
    pub paper: u32,
    named: [u32; 16],
}

#[rustfmt::skip]
pub const DARK: Window = Window {
    text: 0xd6_dae4, paper: 0x15_181f,
    named: [
        0x0c_0e13, 0xe5_686e, 0x88_c470, 0xe2_b862, 0x62_a0ea, 0xc4_7cde, 0x54_bec4, 0xb6_bcc8,
        0x68_7080, 0xf4_8a8c, 0xa6_dc8e, 0xf2_d086, 0x88_bcfa, 0xdc_a0f0, 0x7c_dade, 0xf4_f6fa,
    ],
};

/// Text and paper are those that `--theme light` paints.
#[rustfmt::skip]
pub const LIGHT: Window = Window {
    text: 0x1f_2328, paper: 0xff_ffff,
    named: [
        0x18_1b22, 0xba_2c38, 0x34_7a30, 0x94_6408, 0x20_5cb4, 0x88_38a0, 0x0a_747e, 0x76_7c88,
        0x8c_929c, 0xd6_4850, 0x48_943e, 0xb2_7e14, 0x3c_7ad6, 0xa4_54be, 0x18_9098, 0xff_ffff,
    ],
};

/// How a cell looks.
#[derive(Clone, Copy, PartialEq)]
pub struct Look {
    pub ink: u32,
    pub paper: u32,
    pub bold: bool,
    pub underlined: bool,
}

impl Window {
    pub fn look(&self, cell: &Cell) -> Look {
        let color = |color, default| match color {
            Color::Default => default,
            Color::Idx(i @ 0..16) => self.named[usize::from(i)],
            Color::Idx(i) => panic!("colour {i} of 256, and the terminal has all"),
            Color::Rgb(r, g, b) => u32::from_be_bytes([0, r, g, b]),
        };
        let (mut ink, mut paper) = (
            color(cell.fgcolor(), self.text),
            color(cell.bgcolor(), self.paper),
        );
        if cell.inverse() {
            (ink, paper) = (paper, ink);
        }
        if cell.dim() {
            ink = mix(paper, ink, 60);
        }
        Look {
            ink,
            paper,
            bold: cell.bold(),
            underlined: cell.underline(),
        }
    }

    /// The start of a picture: an empty window around a screen of this size in pixels.
    pub fn svg(&self, (width, height): (usize, usize)) -> String {
        let (width, height) = (width + 2 * MARGIN, height + BAR + MARGIN);
        let (paper, border, [_, red, green, yellow, ..]) =
            (self.paper, mix(self.paper, self.text, 25), self.named);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<title>bertscope</title>
<rect x="0.5" y="0.5" width="{}" height="{}" rx="9" fill="#{paper:06x}" stroke="#{border:06x}"/>
<circle cx="24" cy="18" r="6" fill="#{red:06x}"/><circle cx="42" cy="18" r="6" fill="#{yellow:06x}"/>
<circle cx="60" cy="18" r="6" fill="#{green:06x}"/>
"##,
            width - 1,
            height - 1,
        )
    }
}

/// `percent` of `over` on top of `under`.
pub fn mix(under: u32, over: u32, percent: u32) -> u32 {
    let (under, over) = (under.to_be_bytes(), over.to_be_bytes());
    let channel = |i: usize| {
        (u32::from(under[i]) * (100 - percent) + u32::from(over[i]) * percent + 50) / 100
    };
    u32::from_be_bytes(std::array::from_fn(|i| channel(i) as u8))
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
