//! What a picture must hold.

use super::*;
use ratatui::layout::Rect as Area;
use ratatui::style::Style;

fn screen(rows: &[&str], style: impl Into<Style>) -> Buffer {
    let style = style.into();
    let mut buffer = Buffer::with_lines(rows.iter().copied());
    buffer.set_style(buffer.area, style);
    buffer
}

/// The picture of rows in one style, at 9 by 18 pixels a cell from (18, 45).
fn draw(rows: &[&str], style: impl Into<Style>) -> String {
    screen_svg(&screen(rows, style), false)
}

fn count(svg: &str, part: &str) -> usize {
    svg.matches(part).count()
}

/// The number of runs of text on the screen; the title is another.
fn runs(svg: &str) -> usize {
    count(svg, "<text y=")
}

/// Checks that elements nest and that every character is one that XML allows.
fn assert_valid(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("each tag ends");
        assert!(!text.contains('>'), "bare > in {text:?}");
        let name = tag.split([' ', '/']).find(|name| !name.is_empty());
        if tag.starts_with('/') {
            assert_eq!(open.pop(), name);
        } else if !tag.ends_with('/') {
            open.push(name.expect("a name"));
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    let allowed = |c: char| c == '\n' || !c.is_control() && !matches!(c, '\u{fffe}'..='\u{ffff}');
    assert!(svg.chars().all(allowed));
}

#[test]
fn text_is_escaped_and_the_picture_has_a_title() {
    let svg = draw(&["<a href=\"x\">&'</a>"], Style::new());
    assert!(svg.contains("&lt;a href=\"x\"&gt;&amp;'&lt;/a&gt;</text>"), "{svg}");
    assert!(svg.contains("<title>bertscope</title>"), "{svg}");
    assert_valid(&svg);
}

#[test]
fn neighbouring_cells_of_one_style_become_one_run() {
    let svg = draw(&["  ab cd "], Style::new());
    let run = r#"<text y="59" x="36" textLength="45" lengthAdjust="spacingAndGlyphs">ab cd</text>"#;
    assert!(svg.contains(run) && runs(&svg) == 1, "{svg}");
}

#[test]
fn a_wider_gap_or_another_style_starts_a_new_run() {
    assert_eq!(runs(&draw(&["ab   cd   "], Style::new())), 2);
    let mut buffer = screen(&["abcd"], Style::new());
    buffer.set_string(2, 0, "cd", Modifier::BOLD);
    let svg = screen_svg(&buffer, false);
    assert!(svg.contains(r#" font-weight="bold">cd</text>"#), "{svg}");
    assert!(svg.contains(r#"textLength="18" lengthAdjust="spacingAndGlyphs">ab</text>"#));
}

#[test]
fn wide_characters_take_two_columns() {
    let svg = draw(&["天a😀b"], Color::Red);
    let narrow =
        |x, text| format!(r##"x="{x}" textLength="9" lengthAdjust="spacingAndGlyphs" fill="#e5686e">{text}<"##);
    let wide = |x, text| format!(r##"x="{x}" text-anchor="middle" fill="#e5686e">{text}<"##);
    for part in [wide(27, "天"), narrow(36, "a"), wide(54, "😀"), narrow(63, "b")] {
        assert!(svg.contains(&part), "{part} {svg}");
    }
    assert_eq!(runs(&svg), 4);
}

#[test]
fn a_wide_character_keeps_its_background_under_both_columns() {
    let mut buffer = screen(&["  "], Style::new());
    buffer.set_string(0, 0, "天", Style::new().bg(Color::Rgb(1, 2, 3)));
    let svg = screen_svg(&buffer, false);
    assert!(svg.contains(r##"fill="#010203" d="M18 45h18v18h-18z""##), "{svg}");
}

#[test]
fn a_wide_character_in_the_last_column_stays_in_the_picture() {
    let mut buffer = screen(&["ab"], Style::new());
    buffer[(1, 0)].set_symbol("天").set_bg(Color::Rgb(1, 2, 3));
    assert!(screen_svg(&buffer, false).contains("M27 45h9v18h-9z"));
}

#[test]
fn control_characters_never_reach_the_picture() {
    let mut buffer = Buffer::empty(Area::new(0, 0, 256, 257));
    for (cell, c) in buffer.content.iter_mut().zip('\0'..) {
        cell.set_char(c);
    }
    buffer[(0, 256)].set_symbol("\u{1b}[31mred\r\n\u{202e}");
    let svg = screen_svg(&buffer, false);
    assert_valid(&svg);
    assert!(svg.contains("\u{241b}[31mred\u{240d}\u{240a}\u{fffd}</text>") && !svg.contains('\u{202e}'));
}

#[test]
fn reversed_swaps_colours() {
    let style = Style::new().fg(Color::Rgb(1, 1, 1)).bg(Color::Rgb(2, 2, 2));
    let svg = draw(&["a"], style.add_modifier(Modifier::REVERSED));
    assert!(svg.contains(r##"<path fill="#010101" d="M18 45h9v18h-9z"/>"##), "{svg}");
    assert!(svg.contains(r##" fill="#020202">a</text>"##), "{svg}");
}

#[test]
fn underlines_and_strikes_run_through_blanks() {
    let svg = draw(&["  "], Modifier::UNDERLINED | Modifier::CROSSED_OUT);
    assert!(svg.contains(r#"d="M18 61h9v1h-9zM18 54h9v1h-9zM27 61h9v1h-9zM27 54h9v1h-9z""#), "{svg}");
}

#[test]
fn colours_follow_the_xterm_palette() {
    let color = |index| LIGHT.color(Color::Indexed(index), 0);
    assert_eq!([color(16), color(110), color(231)], [0, 0x87_afd7, 0xff_ffff]);
    assert_eq!([color(232), color(255)], [0x08_0808, 0xee_eeee]);
    for (index, named) in NAMED.into_iter().enumerate() {
        assert_eq!(LIGHT.color(named, 0), color(index as u8));
    }
}

#[test]
fn equal_backgrounds_become_one_path() {
    let svg = draw(&["a b", "cde"], Style::new().bg(Color::Rgb(1, 2, 3)));
    assert!(svg.contains(r##"<path fill="#010203" d="M18 45h27v18h-27zM18 63h27v18h-27z"/>"##), "{svg}");
}

#[test]
fn lines_and_blocks_are_shapes() {
    let blocks = ('\u{2580}'..='\u{259f}').filter(|c| !"▔▕".contains(*c));
    for c in "─│┌┐└┘├┤┬┴┼╭╮╰╯━╸".chars().chain(blocks) {
        let svg = draw(&[&c.to_string()], Style::new());
        assert!(runs(&svg) == 0 && svg.contains("<path"), "{c} {svg}");
    }
    assert_eq!(runs(&draw(&["┄╳"], Style::new())), 2);
}

#[test]
fn lines_join_across_cells() {
    assert!(draw(&["─┐"], Style::new()).contains(r#"d="M18 54h9v1h-9zM31 54h1v9h-1zM27 54h5v1h-5z""#));
    let rounded = draw(&["╭╮"], Style::new());
    assert!(rounded.contains("M22 63v-4q0-5 5-5v1q-4 0-4 4v4zM31 63v-4q0-4-4-4v-1q5 0 5 5v4z"), "{rounded}");
}

#[test]
fn blocks_fill_their_part_of_the_cell() {
    for (block, path) in [("█", "M18 45h9v18h-9z"), ("▀", "M18 45h9v9h-9z"), ("▃", "M18 56.25h9v6.75h-9z")] {
        assert!(draw(&[block], Style::new()).contains(path), "{block}");
    }
    let style = Style::new().fg(Color::Rgb(200, 0, 0)).bg(Color::Rgb(0, 100, 0));
    assert!(draw(&["░"], style).contains("#324b00"));
}

#[test]
fn zero_sized_buffer_gives_a_valid_picture() {
    for (width, height) in [(0, 0), (0, 3), (3, 0)] {
        assert_valid(&screen_svg(&Buffer::empty(Area::new(0, 0, width, height)), true));
    }
}

#[test]
fn cells_that_are_missing_are_left_out() {
    let mut buffer = screen(&["abc", "def"], Style::new());
    buffer.content.truncate(4);
    let svg = screen_svg(&buffer, false);
    assert_valid(&svg);
    assert!(svg.contains(">d</text>") && runs(&svg) == 2);
}

#[test]
fn the_same_buffer_gives_the_same_bytes() {
    let rows = ["╭─ a 天 ─╮", "│ ░▒▓ ▀▄ │", "╰────────╯"];
    assert_eq!(draw(&rows, Color::Blue), draw(&rows, Color::Blue));
}
