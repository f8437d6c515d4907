//! Colours and attributes of chosen cells: what a snapshot of the text does not see.

use std::time::Duration;

use super::support::{Inspector, words};
use bertscope::analysis::Side;
use bertscope::report::export::palette::{self, Palette};
use bertscope::testing::{
    CellPosition, ColorDepth, ColorScale, DIM_AFTER, HeatmapGeometry, Message, Screen,
    TerminalEvent, Theme, inside,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

const SIZE: (u16, u16) = (110, 34);

fn inspector() -> Inspector {
    Inspector::with_texts("The ferry leaves at noon.", "The boat departs at midday.")
}

fn draw(inspector: &mut Inspector) -> Buffer {
    inspector.cells(SIZE.0, SIZE.1)
}

fn screen(inspector: &Inspector) -> Screen {
    Screen::compute(&inspector.state, Rect::new(0, 0, SIZE.0, SIZE.1)).unwrap()
}

/// Every visible cell of the matrix with its place on the screen.
fn places(inspector: &Inspector) -> Vec<(CellPosition, Rect)> {
    let geometry =
        HeatmapGeometry::compute(&inspector.state, inside(screen(inspector).matrix.unwrap()))
            .unwrap();
    let (w, h) = geometry.cell;
    let mut places = Vec::new();
    for (y, &candidate) in geometry.rows.iter().enumerate() {
        for (x, &reference) in geometry.columns.iter().enumerate() {
            let cell = Rect::new(
                geometry.cells.x + x as u16 * w,
                geometry.cells.y + y as u16 * h,
                w,
                h,
            );
            places.push((
                CellPosition {
                    candidate,
                    reference,
                },
                cell.intersection(geometry.cells),
            ));
        }
    }
    places
}

fn luminance(color: Color) -> f32 {
    let Color::Rgb(r, g, b) = color else {
        panic!("{color:?} is no 24-bit colour")
    };
    palette::luminance((r, g, b))
}

#[test]
fn a_cell_has_the_colour_of_its_value_and_text_that_stands_out() {
    for &palette in Palette::ALL {
        let mut inspector = inspector();
        inspector.state.look.palette = Some(palette);
        for keys in ["", "F3", "F9"] {
            inspector.press(keys);
            let buffer = draw(&mut inspector);
            let analysis = inspector.state.results.analysis.clone().unwrap();
            let all: Vec<f32> = places(&inspector)
                .iter()
                .map(|(at, _)| analysis.cell(at.candidate, at.reference))
                .collect();
            let (low, high) = match inspector.state.display().scale {
                ColorScale::Unit => (0.0, 1.0),
                ColorScale::Data => (
                    all.iter().copied().fold(f32::MAX, f32::min),
                    all.iter().copied().fold(f32::MIN, f32::max),
                ),
            };
            for ((_, place), value) in places(&inspector).iter().zip(all) {
                let (r, g, b) = palette.rgb((value - low) / (high - low));
                for at in place.positions() {
                    let cell = &buffer[at];
                    let Color::Rgb(red, green, blue) = cell.bg else {
                        panic!("{:?}", cell.bg)
                    };
                    let near = |x: u8, y: u8| x.abs_diff(y) <= 2;
                    assert!(
                        near(r, red) && near(g, green) && near(b, blue),
                        "{palette:?} {value}"
                    );
                    let (ink, ground) = (luminance(cell.fg), luminance(cell.bg));
                    let contrast = (ink.max(ground) + 0.05) / (ink.min(ground) + 0.05);
                    assert!(contrast >= 3.0, "{palette:?} {value}: {contrast}");
                }
            }
        }
    }
}

#[test]
fn the_crosshair_never_changes_the_colour_of_a_cell() {
    let mut inspector = inspector();
    inspector.press("Esc");
    let before = draw(&mut inspector);
    inspector.press("Down Right Right Down");
    let after = draw(&mut inspector);
    for (_, place) in places(&inspector) {
        for at in place.positions() {
            assert_eq!(before[at].bg, after[at].bg);
        }
    }
    assert_ne!(before, after);
}

#[test]
fn matches_are_bold_and_other_cells_are_not() {
    let mut inspector = inspector();
    for zoom in ["", "F10 F10"] {
        inspector.press(zoom);
        let buffer = draw(&mut inspector);
        let mut signs = 0;
        for (at, place) in places(&inspector) {
            let sign = place
                .positions()
                .find(|at| ["▶", "▼", "◆"].contains(&buffer[*at].symbol()));
            signs += usize::from(sign.is_some());
            let bold = place
                .positions()
                .any(|at| buffer[at].modifier.contains(Modifier::BOLD));
            let crossed = at == inspector.state.display().cell;
            assert!(bold == (sign.is_some() || crossed), "{at:?}");
        }
        assert!(signs >= 8, "each of the tokens has a best partner");
    }
}

#[test]
fn without_colours_everything_is_in_the_terminals_own_and_values_are_shades() {
    let mut inspector = Inspector::with_texts(&words(24), &words(18));
    inspector.state.look.theme = Theme::new(false, ColorDepth::None);
    for keys in ["F2", "F10", "F10", "F10", "Esc Tab", "F1"] {
        inspector.press(keys);
        let buffer = draw(&mut inspector);
        for cell in &buffer.content {
            assert_eq!(
                (cell.fg, cell.bg),
                (Color::Reset, Color::Reset),
                "{:?}",
                cell.symbol()
            );
        }
    }
}

#[test]
fn without_colours_the_legend_has_shades_only_if_cells_do() {
    let mut inspector = inspector();
    inspector.state.look.theme = Theme::new(false, ColorDepth::None);
    let digits = inspector.screen(110, 34);
    assert!(
        digits.contains("row’s best") && !digits.contains('▒'),
        "{digits}"
    );
    inspector.press("F10 F10");
    let shades = inspector.screen(110, 34);
    assert!(shades.contains("▒▒") && shades.contains('█'), "{shades}");
}

#[test]
fn without_colours_a_darker_shade_is_a_higher_value_in_every_zoom() {
    let mut inspector = Inspector::with_texts(&words(24), &words(18));
    inspector.state.look.theme = Theme::new(false, ColorDepth::None);
    inspector.press("F9 F10 F10");
    let colour = draw(&mut inspector);
    let analysis = inspector.state.results.analysis.clone().unwrap();
    let shade = |symbol: &str| " ░▒▓█".chars().position(|c| symbol.starts_with(c));
    let mut seen: Vec<(usize, f32)> = places(&inspector)
        .iter()
        .filter_map(|(at, place)| {
            Some((
                shade(colour[place.as_position()].symbol())?,
                analysis.cell(at.candidate, at.reference),
            ))
        })
        .collect();
    seen.sort_by(|a, b| a.1.total_cmp(&b.1));
    assert!(seen.is_sorted_by_key(|(shade, _)| *shade) && seen.len() > 300);

    inspector.press("F10");
    let overview = draw(&mut inspector);
    let area = inside(screen(&inspector).matrix.unwrap());
    let blocks = area
        .positions()
        .filter(|at| overview[*at].symbol() == "▀")
        .count();
    assert_eq!(
        blocks, 0,
        "a half block in the terminal's own colour says nothing of the value"
    );
}

#[test]
fn fewer_colours_are_used_where_there_are_fewer() {
    for (depth, most) in [(ColorDepth::Ansi256, 255), (ColorDepth::Ansi16, 15)] {
        let mut inspector = inspector();
        inspector.state.look.theme = Theme::new(false, depth);
        inspector.press("F9");
        let buffer = draw(&mut inspector);
        let mut grounds = std::collections::BTreeSet::new();
        for cell in &buffer.content {
            for color in [cell.fg, cell.bg] {
                assert!(
                    !matches!(color, Color::Rgb(..)),
                    "{depth:?} {:?}",
                    cell.symbol()
                );
                assert!(
                    !matches!(color, Color::Indexed(n) if n > most),
                    "{depth:?} {color:?}"
                );
            }
        }
        for (_, place) in places(&inspector) {
            let cell = &buffer[place.as_position()];
            grounds.insert(format!("{:?}", cell.bg));
            assert_ne!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
        }
        assert!(grounds.len() >= 4, "{depth:?} tells {grounds:?} apart");
    }
}

#[test]
fn sixteen_colours_get_lighter_with_the_value() {
    // The colours of xterm, 0 to 7.
    const XTERM: [(u8, u8, u8); 8] = [
        (0, 0, 0),
        (205, 0, 0),
        (0, 205, 0),
        (205, 205, 0),
        (0, 0, 238),
        (205, 0, 205),
        (0, 205, 205),
        (229, 229, 229),
    ];
    let theme = Theme::new(false, ColorDepth::Ansi16);
    let light: Vec<f32> = [0.1, 0.3, 0.5, 0.7, 0.9]
        .iter()
        .map(|&x| match theme.cell_style(Palette::Viridis, x).bg {
            Some(Color::Indexed(n)) => {
                let (r, g, b) = XTERM[usize::from(n)];
                luminance(Color::Rgb(r, g, b))
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(light.is_sorted_by(|a, b| a < b), "{light:?}");
}

#[test]
fn the_light_theme_has_other_colours_but_the_same_heatmap() {
    let mut inspector = inspector();
    let dark = draw(&mut inspector);
    inspector.press("F11");
    let light = draw(&mut inspector);
    for (_, place) in places(&inspector) {
        assert_eq!(dark[place.as_position()].bg, light[place.as_position()].bg);
    }
    let corner = screen(&inspector).candidate.as_position();
    assert_ne!(dark[corner].fg, light[corner].fg);
}

#[test]
fn a_stale_picture_is_dimmed_only_after_a_while() {
    let mut inspector = inspector();
    let fresh = draw(&mut inspector);
    inspector.only(Message::Terminal(TerminalEvent::Paste("x".into())));
    let at = places(&inspector)[9].1.as_position();
    inspector.wait(DIM_AFTER.checked_sub(Duration::from_millis(1)).unwrap());
    assert_eq!(draw(&mut inspector)[at].bg, fresh[at].bg);
    inspector.wait(Duration::from_millis(1));
    let late = draw(&mut inspector);
    assert!(
        luminance(late[at].bg) < luminance(fresh[at].bg)
            && late[at].modifier.contains(Modifier::DIM)
    );
}

#[test]
fn the_pane_with_the_focus_has_the_only_frame_in_the_accent() {
    let mut inspector = inspector();
    let accent = inspector.state.look.theme.accent().fg;
    for pane in ["candidate", "matrix", "pairs", "reference"] {
        let buffer = draw(&mut inspector);
        let screen = screen(&inspector);
        let frames = [
            ("reference", screen.reference),
            ("candidate", screen.candidate),
            ("matrix", screen.matrix.unwrap()),
            ("pairs", screen.panel.unwrap()),
        ];
        for (name, frame) in frames {
            // A place on the left or right side, where no neighbour draws over it.
            let x = if name == "pairs" {
                frame.right() - 1
            } else {
                frame.left()
            };
            let lit = Some(buffer[(x, frame.y + 1)].fg) == accent;
            assert_eq!(lit, name == pane, "{name} while {pane} has the focus");
        }
        inspector.press("Tab");
    }
}

#[test]
fn selected_text_is_reversed_and_what_the_model_does_not_see_is_crossed_out() {
    let mut inspector = Inspector::with_texts("A short one.", &words(600));
    inspector.press("Shift-Home");
    let area = inside(screen(&inspector).candidate);
    let buffer = draw(&mut inspector);
    assert!(
        buffer[area.as_position()]
            .modifier
            .contains(Modifier::REVERSED)
    );
    inspector.press("End");
    let buffer = draw(&mut inspector);
    assert!(
        buffer[area.as_position()]
            .modifier
            .contains(Modifier::CROSSED_OUT)
    );
    inspector.press("Home");
    let buffer = draw(&mut inspector);
    assert!(
        !buffer[area.as_position()]
            .modifier
            .intersects(Modifier::CROSSED_OUT | Modifier::REVERSED)
    );
}

#[test]
fn the_tokens_under_the_crosshair_are_underlined_in_their_texts() {
    let mut inspector = inspector();
    inspector.press("Esc Home Down Right Right");
    let buffer = draw(&mut inspector);
    let analysis = inspector.state.results.analysis.clone().unwrap();
    for (side, at) in [
        (Side::Reference, inspector.state.display().cell.reference),
        (Side::Candidate, inspector.state.display().cell.candidate),
    ] {
        let area = inside(screen(&inspector).text(side));
        let lined: String = area
            .positions()
            .filter(|at| buffer[*at].modifier.contains(Modifier::UNDERLINED))
            .map(|at| buffer[at].symbol().to_owned())
            .collect();
        assert_eq!(lined, analysis.side(side).tokenized.tokens[at].text);
    }
}

#[test]
fn what_a_metric_of_word_overlap_counts_is_underlined_in_texts_and_labels() {
    let mut inspector = Inspector::with_texts("The ferry leaves at noon", "The ferry left at NOON");
    let lined = |inspector: &mut Inspector| -> [String; 3] {
        let buffer = draw(inspector);
        let screen = screen(inspector);
        let underlined = |area: Rect| -> String {
            area.positions()
                .filter(|at| buffer[*at].modifier.contains(Modifier::UNDERLINED))
                .map(|at| buffer[at].symbol().to_owned())
                .collect()
        };
        // Below the line about the costliest word.
        let matrix = inside(screen.matrix.unwrap());
        let head = Rect {
            y: matrix.y + 1,
            height: 1,
            ..matrix
        };
        [
            underlined(inside(screen.reference)),
            underlined(inside(screen.candidate)),
            underlined(head),
        ]
    };
    assert_eq!(
        lined(inspector.press("Alt-0")),
        ["The ferryat", "The ferryat", "Theferryat"],
        "BLEU"
    );
    inspector.press("Esc Tab Down Down");
    assert_eq!(inspector.state.panel().row, 2);
    assert_eq!(
        lined(&mut inspector),
        ["Theferryatnoon", "TheferryatNOON", "Theferryatnoon"],
        "ROUGE-1"
    );
    inspector.press("Alt-1");
    assert_ne!(lined(&mut inspector)[0], "Theferryatnoon");
}
