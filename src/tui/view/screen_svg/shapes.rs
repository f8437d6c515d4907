//! Draws lines and blocks as shapes, so that they join without seams.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::colours::{Rgb, hex, mix};

/// A filled rectangle: left, top, right and bottom, all in hundredths of a pixel so that edges
/// which should meet are exactly equal.
#[derive(Clone, Copy)]
pub(super) struct Rect {
    pub fill: Rgb,
    pub edges: [i64; 4],
}

/// The shapes of a picture under construction. All lengths are in hundredths of a pixel.
#[derive(Default)]
pub(super) struct Shapes {
    /// Thickness of a light line, in whole pixels.
    pub stroke: i64,
    pub blocks: Vec<Rect>,
    pub lines: Vec<Rect>,
    pub curves: BTreeMap<Rgb, String>,
}

impl Shapes {
    /// Draws a block element over `paper`; returns false if `c` is none.
    pub fn block(&mut self, c: char, cell: Rect, paper: Rgb) -> bool {
        let code = i64::from(u32::from(c));
        let [x0, y0, x1, y1] = cell.edges;
        // Left, top, right and bottom in eighths of the cell.
        let mut part = |left: i64, top: i64, right: i64, bottom: i64, fill: Rgb| {
            let (x, y) = (|n| x0 + (x1 - x0) * n / 8, |n| y0 + (y1 - y0) * n / 8);
            let edges = [x(left), y(top), x(right), y(bottom)];
            self.blocks.push(Rect { fill, edges });
        };
        match code {
            0x2580 => part(0, 0, 8, 4, cell.fill),
            0x2581..=0x2588 => part(0, 0x2588 - code, 8, 8, cell.fill),
            0x2589..=0x258f => part(0, 0, 0x2590 - code, 8, cell.fill),
            0x2590 => part(4, 0, 8, 8, cell.fill),
            0x2591..=0x2593 => part(0, 0, 8, 8, mix(paper, cell.fill, 25 * (code - 0x2590))),
            0x2594 => part(0, 0, 8, 1, cell.fill),
            0x2595 => part(7, 0, 8, 8, cell.fill),
            0x2596..=0x259f => {
                // One bit per quarter: upper left, upper right, lower left, lower right.
                let quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][(code - 0x2596) as usize];
                for (bit, left, top) in [(1, 0, 0), (2, 4, 0), (4, 0, 4), (8, 4, 4)] {
                    if quarters & bit != 0 {
                        part(left, top, left + 4, top + 4, cell.fill);
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// Draws a box-drawing character as lines; returns false if `c` is none, or is dashed or diagonal.
    pub fn line(&mut self, c: char, cell: Rect) -> bool {
        let code = (c as usize).wrapping_sub(0x2500);
        let arms = ARMS.get(code).copied().unwrap_or(0);
        let arm = |side: usize| arms >> (12 - 4 * (side % 4)) & 3;
        let [x0, y0, x1, y1] = cell.edges;
        let (thin, half) = (self.stroke, self.stroke / 2);
        // On the middle of a pixel where the thickness is odd, so that light lines are crisp.
        let cx = whole(i64::midpoint(x0, x1)) + half % 100;
        let cy = whole(i64::midpoint(y0, y1)) + half % 100;

        if (0x6d..=0x70).contains(&code) {
            let x = if arm(1) > 0 { x1 } else { x0 };
            let y = if arm(2) > 0 { y1 } else { y0 };
            let radius = (x - cx).abs();
            let turn = px(cy + (y - cy).clamp(-radius, radius));
            let (x, y, cx, cy) = (px(x), px(y), px(cx), px(cy));
            let path = self.curves.entry(cell.fill).or_default();
            let _ = write!(path, "M{cx} {y}V{turn}Q{cx} {cy} {x} {cy}");
            return true;
        }
        let reach = |weight: u16| if weight == 1 { half } else { 3 * half };
        for side in (0..4).filter(|&side| arm(side) > 0) {
            // One straight piece beside the middle axis, from `start` outwards to the edge.
            let mut piece = |beside: i64, half: i64, start: i64| {
                let (x, y) = (cx + beside, cy + beside);
                let edges = match side {
                    0 => [x - half, y0, x + half, cy - start],
                    1 => [cx + start, y - half, x1, y + half],
                    2 => [x - half, cy + start, x + half, y1],
                    _ => [x0, y - half, cx - start, y + half],
                };
                self.lines.push(Rect { fill: cell.fill, edges });
            };
            let through = arm(side + 2) > 0;
            let [a, b] = [[arm(3), arm(1)], [arm(0), arm(2)]][side % 2];
            // Where one line of a double arm starts, given what crosses on its own side.
            let start = |near: u16, far: u16| match near {
                3 => half,
                0 if through || far == 0 => 0,
                0 => -reach(far),
                _ => -reach(near),
            };
            match (arm(side), a, b) {
                (3, ..) => {
                    piece(-thin, half, start(a, b));
                    piece(thin, half, start(b, a));
                }
                (weight, 0, 0) => piece(0, reach(weight), 0),
                (weight, 3, _) | (weight, _, 3) if through => piece(0, reach(weight), 0),
                (weight, 3, 3) => piece(0, reach(weight), half),
                (weight, ..) => piece(0, reach(weight), -reach(a.max(b))),
            }
        }
        arms != 0
    }
}

/// The arms of U+2500 to U+257F, one hexadecimal digit each for up, right, down and left: 0 for
/// none, 1 for light, 2 for heavy, 3 for double. Dashed and diagonal lines have none.
#[rustfmt::skip]
const ARMS: [u16; 128] = [
    0x0101, 0x0202, 0x1010, 0x2020, 0x0000, 0x0000, 0x0000, 0x0000, 0x0000, 0x0000, 0x0000, 0x0000,
    0x0110, 0x0210, 0x0120, 0x0220, 0x0011, 0x0012, 0x0021, 0x0022, 0x1100, 0x1200, 0x2100, 0x2200,
    0x1001, 0x1002, 0x2001, 0x2002, 0x1110, 0x1210, 0x2110, 0x1120, 0x2120, 0x2210, 0x1220, 0x2220,
    0x1011, 0x1012, 0x2011, 0x1021, 0x2021, 0x2012, 0x1022, 0x2022, 0x0111, 0x0112, 0x0211, 0x0212,
    0x0121, 0x0122, 0x0221, 0x0222, 0x1101, 0x1102, 0x1201, 0x1202, 0x2101, 0x2102, 0x2201, 0x2202,
    0x1111, 0x1112, 0x1211, 0x1212, 0x2111, 0x1121, 0x2121, 0x2112, 0x2211, 0x1122, 0x1221, 0x2212,
    0x1222, 0x2122, 0x2221, 0x2222, 0x0000, 0x0000, 0x0000, 0x0000, 0x0303, 0x3030, 0x0310, 0x0130,
    0x0330, 0x0013, 0x0031, 0x0033, 0x1300, 0x3100, 0x3300, 0x1003, 0x3001, 0x3003, 0x1310, 0x3130,
    0x3330, 0x1013, 0x3031, 0x3033, 0x0313, 0x0131, 0x0333, 0x1303, 0x3101, 0x3303, 0x1313, 0x3131,
    0x3333, 0x0110, 0x0011, 0x1001, 0x1100, 0x0000, 0x0000, 0x0000, 0x0001, 0x1000, 0x0100, 0x0010,
    0x0002, 0x2000, 0x0200, 0x0020, 0x0201, 0x1020, 0x0102, 0x2010,
];

/// Joins rectangles of one colour that touch or overlap, first along rows, then along columns, and
/// writes what is left as one path for each colour.
pub(super) fn paint(out: &mut String, mut rects: Vec<Rect>) {
    for (start, end, side, other) in [(0, 2, 1, 3), (1, 3, 0, 2)] {
        rects.sort_unstable_by_key(|r| (r.fill, r.edges[side], r.edges[other], r.edges[start]));
        rects.dedup_by(|next, last| {
            let joins = next.fill == last.fill
                && next.edges[side] == last.edges[side]
                && next.edges[other] == last.edges[other]
                && next.edges[start] <= last.edges[end];
            if joins {
                last.edges[end] = last.edges[end].max(next.edges[end]);
            }
            joins
        });
    }
    let mut fill = None;
    for rect in rects {
        if fill != Some(rect.fill) {
            out.push_str(if fill.is_some() { "\"/>\n" } else { "" });
            let _ = write!(out, r#"<path fill="{}" d=""#, hex(rect.fill));
            fill = Some(rect.fill);
        }
        let [x0, y0, x1, y1] = rect.edges.map(px);
        let _ = write!(out, "M{x0} {y0}H{x1}V{y1}H{x0}z");
    }
    out.push_str(if fill.is_some() { "\"/>\n" } else { "" });
}

/// Rounds down to whole pixels.
pub(super) fn whole(hundredths: i64) -> i64 {
    hundredths.div_euclid(100) * 100
}

/// Hundredths of a pixel as a number of pixels.
pub(super) fn px(hundredths: i64) -> String {
    (hundredths as f64 / 100.0).to_string()
}
