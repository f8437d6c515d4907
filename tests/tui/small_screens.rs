//! Small screens: digits wherever two fit, one number for each score, and what is said once.

use super::drawn::assert_matrix;
use super::parts::Part::{Cells, Header, Panel, Score};
use super::support::{Inspector, text_of, words};
use bertscope::analysis::{Conventions, Side};
use bertscope::explain::{Ledger, Topic};
use bertscope::report::label;
use bertscope::testing::{
    CellMode, HeatmapGeometry, InspectorOptions, Screen, Session, State, Theme, Zoom, initial_state,
};
use bertscope::testing::{ColorDepth, inside, lay_out};
use ratatui::layout::Rect;

const REFERENCE: &str = "The ferry to the island leaves at nine each morning.";
const CANDIDATE: &str = "Every morning at nine, a boat sails to the island.";

const SIZES: [(u16, u16); 4] = [(80, 24), (100, 30), (120, 36), (160, 50)];

fn inspector() -> Inspector {
    Inspector::with_texts(REFERENCE, CANDIDATE)
}

fn geometry(inspector: &Inspector) -> (Rect, HeatmapGeometry) {
    let (width, height) = inspector.state.terminal.size;
    let screen = Screen::compute(&inspector.state, Rect::new(0, 0, width, height)).unwrap();
    let area = inside(screen.matrix.unwrap());
    (
        area,
        HeatmapGeometry::compute(&inspector.state, area).unwrap(),
    )
}

fn special_tokens(state: &State, side: Side) -> Vec<usize> {
    let tokens = &state
        .results
        .analysis
        .as_ref()
        .unwrap()
        .side(side)
        .tokenized
        .tokens;
    (0..tokens.len()).filter(|&i| tokens[i].special).collect()
}

#[test]
fn the_matrix_has_digits_beside_every_panel_at_every_size_where_two_digits_fit() {
    for count in 3..=16 {
        let mut inspector = Inspector::with_texts(&words(count), &words(count + 1));
        inspector.press("Esc 2");
        for width in (72..=160).step_by(4) {
            for height in [22, 24, 30, 50] {
                inspector.state.terminal.size = (width, height);
                let (area, geometry) = geometry(&inspector);
                let analysis = inspector.state.results.analysis.as_ref().unwrap();
                let rows = &analysis.candidate.tokenized.tokens;
                let labels = rows.iter().map(label::width).max().unwrap() as u16;
                let room = area.width - labels.clamp(3, area.width * 3 / 10) - 1;
                let columns = inspector.state.unfolded_tokens(Side::Reference).len() as u16;
                // A short reference scrolls rather than lose its digits.
                let fits = 3 * columns <= room || columns <= 20 && 3 * columns <= room / 2 * 3;
                assert_eq!(
                    geometry.mode == CellMode::Digits,
                    fits,
                    "{count} words at {width}×{height}: {geometry:?}"
                );
                assert_matrix(&mut inspector, (width, height));
            }
        }
    }
}

#[test]
fn cells_grow_until_the_matrix_fills_its_box() {
    let mut inspector = inspector();
    inspector.press("Esc 2");
    inspector.state.terminal.size = (160, 50);
    for zoom in [Zoom::Fit, Zoom::Colour, Zoom::Overview] {
        inspector.state.look.zoom = zoom;
        let (area, geometry) = geometry(&inspector);
        let spare_width = area.right() - geometry.cells.right();
        let spare_height = area.bottom() - geometry.cells.bottom();
        if zoom == Zoom::Overview {
            assert!(spare_width == 0 || spare_height == 0, "{geometry:?}");
            continue;
        }
        // A larger cell would not fit, be higher than wide, or be more than twice as wide as high.
        let (width, height) = geometry.cell;
        let is_square = 2 * (height + 1) > width;
        assert!(
            is_square || usize::from(spare_height) < geometry.rows.len(),
            "{geometry:?}"
        );
        assert!(
            width >= 4 * height || usize::from(spare_width) < geometry.columns.len(),
            "{geometry:?}"
        );
        assert!(height >= 2, "{geometry:?}");
    }
}

#[test]
fn a_cell_begins_with_a_gap_or_a_symbol_also_below_zero() {
    let mut inspector = Inspector::with_texts(
        "请打电话。 We call at noon.",
        "我们后天早上九点出发。 It rains.",
    );
    inspector.press("Esc 2");
    let mut below_zero = 0;
    for (width, height) in [(80, 24), (90, 30), (100, 30), (120, 36)] {
        let buffer = inspector.cells(width, height);
        let (_, geometry) = geometry(&inspector);
        assert_eq!(geometry.mode, CellMode::Digits);
        let (w, h) = geometry.cell;
        for (y, x) in
            (0..geometry.rows.len()).flat_map(|y| (0..geometry.columns.len()).map(move |x| (y, x)))
        {
            let at = Rect::new(
                geometry.cells.x + x as u16 * w,
                geometry.cells.y + y as u16 * h + h / 2,
                w,
                1,
            );
            let cell = text_of(&buffer, at);
            assert!(
                [' ', '▏', '▶', '▼', '◆', '['].contains(&cell.chars().next().unwrap()),
                "{width}: {cell:?}"
            );
            below_zero += usize::from(cell.contains('−'));
            assert!(!cell.contains('-'), "a minus sign, not a hyphen: {cell}");
        }
    }
    assert!(below_zero > 0, "choose texts with a cosine below zero");
}

#[test]
fn special_tokens_are_folded_before_digits_go_and_the_crosshair_skips_them() {
    let mut inspector = inspector();
    inspector.press("Esc 2");
    inspector.state.terminal.size = (80, 24);
    lay_out(&mut inspector.state);
    let (_, geometry) = geometry(&inspector);
    assert!(geometry.is_folded && geometry.mode == CellMode::Digits);
    for (side, shown) in [
        (Side::Candidate, &geometry.rows),
        (Side::Reference, &geometry.columns),
    ] {
        assert!(
            special_tokens(&inspector.state, side)
                .iter()
                .all(|token| !shown.contains(token))
        );
    }
    for (key, side) in [
        ("Left", Side::Reference),
        ("Right", Side::Reference),
        ("Up", Side::Candidate),
        ("Down", Side::Candidate),
    ] {
        inspector.press(&[key; 20].join(" "));
        let cell = inspector.state.display().cell;
        let at = if side == Side::Candidate {
            cell.candidate
        } else {
            cell.reference
        };
        assert!(
            !special_tokens(&inspector.state, side).contains(&at),
            "{key}"
        );
    }
    // A special token that a word matches stays.
    let mut inspector =
        Inspector::with_texts("Yes!", "Quantum chromodynamics, obviously; nobody asked.");
    inspector.state.terminal.size = (80, 24);
    let analysis = inspector.state.results.analysis.clone().unwrap();
    let (_, found) = analysis
        .matched_to_special(Side::Candidate)
        .next()
        .expect("a match with a special token");
    assert!(
        inspector
            .state
            .unfolded_tokens(Side::Reference)
            .contains(&found.token)
    );
}

#[test]
fn matrix_and_panel_at_four_sizes() {
    let mut inspector = inspector();
    inspector.cells(80, 24);
    inspector.press("Esc 2");
    for size in SIZES {
        inspector.assert_shows(Cells, size, &["costs the most, .061# of", "boat"]);
        inspector.assert_shows(Panel, size, &["Why not 1.0?", "leaves −.061#"]);
    }
    inspector.assert_shows(Score, (80, 24), &["P .743## R .754## F1 .748##"]);
}

#[test]
fn a_line_above_the_matrix_names_the_costliest_word_and_its_match() {
    let mut inspector = inspector();
    let ledger = Ledger::compute(inspector.state.results.analysis.as_ref().unwrap());
    let word = ledger.reference.words[0].clone();
    assert!(word.cost > ledger.candidate.words[0].cost);
    let expected = format!(
        "“{}” costs the most, {} of recall: it matches “{}”",
        word.word,
        &format!("{:.4}", word.cost)[1..],
        word.matches[0]
    );
    let shown = inspector.part(Cells, 80, 24);
    let masked = super::support::mask_decimals(&expected);
    assert!(
        shown.lines().next().unwrap().starts_with(&masked),
        "{expected}\n{shown}"
    );
    inspector.press("F6");
    assert!(
        inspector.part(Cells, 80, 24).contains(" of precision: "),
        "of the direction that is shown"
    );
    // Not where the audience guesses, nor in a lesson or a walkthrough.
    for keys in ["Alt-w", "Alt-l 1", "Alt-p", "Alt-h"] {
        let mut inspector = self::inspector();
        assert!(
            !inspector
                .press(keys)
                .part(Cells, 80, 24)
                .contains("costs the most"),
            "{keys}"
        );
    }
    let mut inspector = Inspector::with_texts(REFERENCE, REFERENCE);
    assert!(inspector.part(Cells, 80, 24).starts_with("No word costs"));
}

#[test]
fn on_a_narrow_screen_each_score_is_one_number_and_the_title_has_the_change() {
    let mut inspector = inspector();
    inspector.cells(80, 24);
    inspector.press("Esc 2");
    for texts in ["", "e End Backspace", "F3"] {
        inspector
            .wait(std::time::Duration::from_secs(2))
            .press(texts);
        for width in [72, 80, 99] {
            let score = inspector.part(Score, width, 24);
            assert!(
                score.lines().next().unwrap().contains("F1 ") && !score.contains('━'),
                "{score}"
            );
        }
    }
    assert!(inspector.part(Score, 100, 24).contains("rescaled"));
    let mut edited = self::inspector();
    edited.cells(80, 24);
    edited
        .press("Esc 2")
        .wait(std::time::Duration::from_secs(2))
        .press("e End Backspace");
    assert!(
        edited.screen(80, 24).contains(" Score F1 −.")
            || edited.screen(80, 24).contains(" Score F1 +.")
    );
    let derived = edited.press("Esc =").screen(160, 50);
    assert!(
        derived.contains(" before this edit = ") && !derived.contains("= -"),
        "a minus sign, not a hyphen: {derived}"
    );
    let mut identical = Inspector::with_texts(REFERENCE, REFERENCE);
    identical.cells(80, 24);
    assert!(
        identical
            .press("Esc 2")
            .part(Score, 80, 24)
            .contains("P 1.000 R 1.000 F1 1.000")
    );
}

#[test]
fn an_introduction_is_shown_once_and_the_help_of_its_panel_begins_with_it() {
    const SAID: &str = "What each word costs";
    for (width, height) in SIZES {
        let mut inspector = inspector();
        inspector.cells(width, height);
        assert!(
            inspector
                .press("Esc 2")
                .part(Panel, width, height)
                .contains(SAID),
            "{width}×{height}"
        );
    }
    let mut inspector = inspector();
    inspector.press("Esc 2");
    assert!(!inspector.press("3 2").part(Panel, 160, 50).contains(SAID));
    assert!(
        inspector.part(Panel, 160, 50).contains("P .743"),
        "rows instead"
    );
    inspector.press("Tab ?");
    let help = inspector.screen(100, 30);
    let title = help.find("Why not 1.0?").unwrap();
    assert!(
        help[title..].contains(SAID)
            && help
                .find("How to read the matrix")
                .is_none_or(|at| at > title),
        "{help}"
    );
    // An answer about the pair is said every time.
    inspector.press("Esc Esc 8 2 8");
    assert!(inspector.part(Panel, 160, 50).contains("F1 is higher than"));

    let session = Session::from_state(&inspector.state);
    assert!(
        session.introduced.contains(&Topic::Ledger) && !session.introduced.contains(&Topic::Lenses)
    );
    let again = initial_state(
        &InspectorOptions::default(),
        &session,
        Theme::new(false, ColorDepth::True),
    );
    let mut inspector = Inspector {
        state: again,
        ..Inspector::example()
    }
    .ready();
    assert!(!inspector.press("Esc 2").part(Panel, 160, 50).contains(SAID));
    assert!(
        inspector
            .press("9")
            .part(Panel, 160, 50)
            .contains("How other tools")
    );
}

#[test]
fn the_header_names_the_scale_and_the_direction_beside_every_program() {
    for (conventions, ..) in Conventions::ALL {
        let mut inspector = inspector();
        inspector.state.own.conventions = conventions;
        let header = inspector.part(Header, 80, 24);
        assert!(header.contains("raw  both ways"), "{header}");
    }
}
