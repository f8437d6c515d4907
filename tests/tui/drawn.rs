//! What is drawn, read back from the screen and compared with the analysis.

use super::support::{Inspector, light_lines, text, text_of};
use bertscope::analysis::{Analysis, Side};
use bertscope::explain::{Alignments, Explanation, Topic};
use bertscope::report::explanation::walkthrough::{Stage, StagePicture};
use bertscope::report::{label, number};
use bertscope::testing::{
    CellMode, DigitSize, HeatmapGeometry, MatchDirection, Screen, State, draw_digits, inside,
};
use bertscope_sheet::columns;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The words of a text, with one space between them.
pub fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The symbol that a cell must have, from the best cell of its row and of its column.
fn expected_symbol(state: &State, analysis: &Analysis, (c, r): (usize, usize)) -> Option<char> {
    if state
        .staged
        .as_ref()
        .is_some_and(|staged| staged.stage == Stage::Greedy)
    {
        return Alignments::compute(analysis).unwrap().all[2]
            .alignment
            .symbol(c, r);
    }
    let direction = state.display().direction;
    let best = |side: Side, own: usize, other: usize| {
        state.shows(side.pick(Stage::ColumnBest, Stage::RowBest))
            && analysis.matches_of(side)[own].token == other
    };
    let row = direction != MatchDirection::Recall && best(Side::Candidate, c, r);
    let column = direction != MatchDirection::Precision && best(Side::Reference, r, c);
    match (row, column) {
        (true, true) => Some('◆'),
        (true, false) => Some('▶'),
        (false, true) => Some('▼'),
        (false, false) => None,
    }
}

/// Whether a number on the screen is a value, rounded. In a cell of three columns, it is in hundredths.
fn is_rounded(drawn: &str, value: f32, width: u16) -> bool {
    // A number below 0 that has no room.
    if drawn == "−" {
        return value <= -0.005 && width < 5;
    }
    let drawn = &drawn.replace('−', "-");
    let places = drawn.split_once('.').map_or(0, |(_, places)| places.len());
    let (unit, half) = match (places, &**drawn) {
        (0, "1" | "1.") => (1.0, 0.005),
        (0, _) if width < 4 => (100.0, 0.005),
        (places, _) => (1.0, 0.5 * 0.1f64.powi(places as i32)),
    };
    drawn
        .parse::<f64>()
        .is_ok_and(|number| (number / unit - f64::from(value)).abs() <= half + 1e-6)
}

/// Whether a label on the screen is that of a token, whole or truncated.
fn is_label(drawn: &str, whole: &str) -> bool {
    let is_cut = |whole: &str| {
        drawn == whole
            || drawn
                .strip_suffix('…')
                .is_some_and(|start| whole.starts_with(start))
    };
    // Where there is no room for both, unknown text is in brackets.
    is_cut(whole)
        || whole
            .strip_prefix("[UNK] ")
            .is_some_and(|text| is_cut(&format!("[{text}]")))
}

/// Each cell on the screen has the number and the symbol of its tokens, or nothing before its step; each row and column
/// has the label of its token. Returns how the cells are drawn, if there is a matrix.
pub fn assert_matrix(inspector: &mut Inspector, (width, height): (u16, u16)) -> Option<CellMode> {
    let buffer = inspector.cells(width, height);
    let (state, whole) = (&inspector.state, text(&buffer));
    let analysis = state.results.analysis.as_ref()?;
    let matrix = Screen::compute(state, buffer.area).unwrap().matrix?;
    if state
        .staged
        .as_ref()
        .is_some_and(|staged| staged.stage.picture() != StagePicture::Matrix)
    {
        return None;
    }
    let geometry = HeatmapGeometry::compute(state, inside(matrix))?;
    if geometry.mode == CellMode::Overview {
        return Some(geometry.mode);
    }
    let (w, h) = geometry.cell;
    let crosshair = state.display().cell;
    for (y, &c) in geometry.rows.iter().enumerate() {
        let top = geometry.cells.y + y as u16 * h;
        for (x, &r) in geometry.columns.iter().enumerate() {
            let area = Rect {
                x: geometry.cells.x + x as u16 * w,
                y: top,
                width: w,
                height: h,
            };
            let drawn = text_of(&buffer, area.intersection(geometry.cells));
            let here = format!("row {c}, column {r}: {drawn}\n{whole}");
            if !state.shows_cell(c, r) {
                assert!(drawn.trim().is_empty(), "{here}");
                continue;
            }
            if geometry.mode == CellMode::Colour
                && (c, r) == (crosshair.candidate, crosshair.reference)
            {
                assert!(drawn.contains("[]"), "{here}");
                continue;
            }
            let symbol = drawn.chars().find(|symbol| "▶▼◆".contains(*symbol));
            assert_eq!(symbol, expected_symbol(state, analysis, (c, r)), "{here}");
            let number: String = drawn
                .chars()
                .filter(|c| !c.is_whitespace() && !"▶▼◆[]".contains(*c))
                .collect();
            let large = number.chars().any(|c| ('▀'..='▟').contains(&c));
            if geometry.mode == CellMode::Digits && !large {
                assert!(
                    is_rounded(&number, analysis.cell(c, r), w),
                    "{} {here}",
                    analysis.cell(c, r)
                );
            }
        }
        let labels = geometry.row_labels;
        let room = labels.width - 1 - if geometry.weights { 2 } else { 0 };
        let drawn = text_of(
            &buffer,
            Rect {
                y: top + h / 2,
                width: room,
                height: 1,
                ..labels
            },
        );
        let token = label::token(&analysis.candidate.tokenized.tokens[c]);
        assert!(is_label(drawn.trim(), &token), "{token}: {drawn}\n{whole}");
    }
    for (x, &r) in geometry
        .columns
        .iter()
        .enumerate()
        .filter(|_| geometry.mode == CellMode::Digits)
    {
        let lines = geometry.label_lines;
        let (line, room) = (x as u16 % lines, if lines > 1 { lines * w - 1 } else { w });
        let labels = geometry.column_labels;
        let area = Rect {
            x: labels.x + x as u16 * w,
            y: labels.y + line,
            width: room,
            height: 1,
        };
        let drawn = text_of(&buffer, area.intersection(labels));
        let token = label::token(&analysis.reference.tokenized.tokens[r]);
        assert!(is_label(drawn.trim(), &token), "{token}: {drawn}\n{whole}");
    }
    Some(geometry.mode)
}

/// Nothing is drawn over the sides of a frame.
pub fn assert_frames(inspector: &mut Inspector, (width, height): (u16, u16)) {
    let buffer = inspector.cells(width, height);
    let screen = Screen::compute(&inspector.state, buffer.area).unwrap();
    let frames = [
        Some(screen.reference),
        Some(screen.candidate),
        screen.matrix,
        screen.panel,
        screen.detail,
    ];
    for frame in frames
        .into_iter()
        .flatten()
        .filter(|frame| frame.height > 1)
    {
        for (x, y) in (frame.top() + 1..frame.bottom() - 1)
            .flat_map(|y| [(frame.left(), y), (frame.right() - 1, y)])
        {
            let side = buffer[(x, y)].symbol();
            assert!(
                "│├┤┼".contains(&light_lines(side)),
                "{side} at {x}, {y} of {frame:?}\n{}",
                text(&buffer)
            );
        }
    }
}

/// The panel has the title of its question, rows of the answer, and an arrow where there are more rows. Returns whether
/// there is a panel.
pub fn assert_panel(inspector: &mut Inspector, (width, height): (u16, u16)) -> bool {
    let buffer = inspector.cells(width, height);
    let (state, whole) = (&inspector.state, text(&buffer));
    let Some(panel) = Screen::compute(state, buffer.area).unwrap().panel else {
        return false;
    };
    let sheet = state.sheet().expect("a panel has an answer");
    let (topic, area) = (state.panel().topic, inside(panel));
    let number = Topic::ALL.iter().position(|other| *other == topic).unwrap() + 1;
    let title = text_of(&buffer, Rect { height: 1, ..panel });
    assert!(title.contains(topic.title()), "{title}");
    assert!(
        title.contains(&format!(" {number}/{} ", Topic::ALL.len())) || panel.width < 32,
        "{title}"
    );
    let lines = columns::lines(&sheet.blocks, area.width);
    let rows: Vec<String> = lines.iter().map(columns::Line::text).collect();
    let lead = flat(&sheet.lead);
    let shown = text_of(&buffer, area);
    for line in shown.lines() {
        assert!(
            rows.iter().any(|row| row == line) || lead.contains(&flat(line)),
            "{line}\n{rows:#?}\n{whole}"
        );
    }
    let last = rows.iter().rfind(|row| !row.is_empty());
    let frame = text_of(
        &buffer,
        Rect {
            y: area.bottom(),
            height: 1,
            ..panel
        },
    );
    let more = area.height > 0
        && (buffer[(area.right(), area.bottom() - 1)].symbol() == "↓" || frame.contains("↓ Tab"));
    assert!(
        more || last.is_none_or(|last| shown.lines().any(|line| line == last)),
        "{topic:?}\n{whole}"
    );
    true
}

/// The numbers that a projector shows in large digits, each with its name and whether it is the best of several texts.
fn expected_large_numbers(state: &State) -> Vec<(String, String, bool)> {
    let Some(analysis) = &state.results.analysis else {
        return Vec::new();
    };
    let answer = state
        .panel()
        .answered_question()
        .filter(|_| state.has_panel() && state.staged.is_none());
    if let Some(Explanation::Compare(comparison)) = answer.map(|answer| &answer.explanation) {
        let rankings = [Side::Candidate, Side::Reference].map(|side| comparison.ranking(side));
        // Four have no room: then there is the number of the pair on screen.
        if let Some(ranking) = rankings
            .into_iter()
            .find(|r| r.texts.len() > 1)
            .filter(|r| r.texts.len() <= 3)
        {
            let f1: Vec<f64> = ranking.texts.iter().map(|text| text.score.f1).collect();
            let best = f1.iter().copied().fold(f64::MIN, f64::max);
            let is_best = |f1: f64| best - f1 < 5e-6;
            let all = f1.iter().all(|f1| is_best(*f1));
            let number = |f1: f64| number::short(f1 as f32);
            return f1
                .iter()
                .enumerate()
                .map(|(i, f1)| (ranking.name(i), number(*f1), is_best(*f1) && !all))
                .collect();
        }
    }
    let score = analysis.score();
    let all = [
        (
            "P",
            score.precision,
            Stage::Precision,
            MatchDirection::Precision,
        ),
        ("R", score.recall, Stage::Recall, MatchDirection::Recall),
        ("F1", Some(score.f1), Stage::F1, MatchDirection::Both),
    ];
    let mut shown: Vec<_> = all
        .into_iter()
        .filter(|(_, _, quantity, _)| state.shows(*quantity))
        .collect();
    if state.staged.is_some() {
        shown.drain(..shown.len().saturating_sub(1));
    } else if state.has_panel() {
        shown.retain(|(.., direction)| *direction == state.display().direction);
    }
    let number = |x: Option<f64>| x.map_or_else(|| "-".to_owned(), |x| number::short(x as f32));
    shown
        .into_iter()
        .map(|(name, x, ..)| (name.to_owned(), number(x), false))
        .collect()
}

/// Where a number stands in large digits, to the right of its name.
fn find_large_number(
    buffer: &Buffer,
    area: Rect,
    name: &str,
    number: &str,
) -> Option<(Rect, DigitSize)> {
    [DigitSize::Full, DigitSize::Half]
        .into_iter()
        .find_map(|size| {
            let digits = Rect::new(0, 0, size.width(number), size.height());
            let mut drawn = Buffer::empty(digits);
            draw_digits(&mut drawn, digits, number, size, Style::default());
            let is_at = |x: u16, y: u16| {
                let named = text_of(
                    buffer,
                    Rect {
                        y: y + size.height() / 2,
                        width: x - area.x,
                        height: 1,
                        ..area
                    },
                );
                let symbol = |buffer: &Buffer, x: u16, y: u16| buffer[(x, y)].symbol().to_owned();
                named.trim_end().ends_with(name)
                    && digits
                        .positions()
                        .all(|at| symbol(&drawn, at.x, at.y) == symbol(buffer, x + at.x, y + at.y))
            };
            let (right, bottom) = (
                area.right().checked_sub(digits.width)?,
                area.bottom().checked_sub(digits.height)?,
            );
            let mut positions =
                (area.y..=bottom).flat_map(|y| (area.x..=right).map(move |x| (x, y)));
            positions
                .find(|(x, y)| is_at(*x, *y))
                .map(|(x, y)| (Rect { x, y, ..digits }, size))
        })
}

/// The numbers of a projector are those of the analysis, in large digits with their names, and ▴ is beside the best.
/// Returns how many there are.
pub fn assert_large_numbers(inspector: &mut Inspector, (width, height): (u16, u16)) -> usize {
    let buffer = inspector.cells(width, height);
    let (state, whole) = (&inspector.state, text(&buffer));
    let Some(score) = Screen::compute(state, buffer.area).unwrap().score else {
        return 0;
    };
    let expected = expected_large_numbers(state);
    for (name, number, is_best) in &expected {
        let found = find_large_number(&buffer, inside(score), name, number);
        let (at, size) =
            found.unwrap_or_else(|| panic!("{name} {number} in large digits\n{whole}"));
        let below = Rect {
            x: at.x.saturating_sub(2),
            y: at.y + size.height() / 2 + 1,
            width: 2,
            height: 1,
        };
        assert_eq!(
            text_of(&buffer, below).contains('▴'),
            *is_best,
            "{name}\n{whole}"
        );
    }
    expected.len()
}
