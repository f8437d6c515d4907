//! What a picture must hold.

use ratatui::style::Color;

use super::colours::NAMED;
use super::*;
use ratatui::layout::Rect as Area;
use ratatui::style::Style;

fn bare() -> SvgOptions {
    SvgOptions { frame: false, ..SvgOptions::dark() }
}

fn screen(rows: &[&str], style: impl Into<Style>) -> Buffer {
    let style = style.into();
    let mut buffer = Buffer::with_lines(rows.iter().copied());
    buffer.set_style(buffer.area, style);
    buffer
}

/// The picture of unframed rows in one style, at 9 by 18 pixels a cell.
fn draw(rows: &[&str], style: impl Into<Style>) -> String {
    screen_svg(&screen(rows, style), &bare())
}

fn count(svg: &str, part: &str) -> usize {
    svg.matches(part).count()
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
fn text_is_escaped() {
    let options = SvgOptions { title: "<&>".into(), ..SvgOptions::dark() };
    let svg = screen_svg(&screen(&["<a href=\"x\">&'</a>"], Style::new()), &options);
    assert!(svg.contains("&lt;a href=&quot;x&quot;&gt;&amp;&apos;&lt;/a&gt;</text>"), "{svg}");
    assert!(svg.contains("<title>&lt;&amp;&gt;</title>"), "{svg}");
    assert_valid(&svg);
}

#[test]
fn neighbouring_cells_of_one_style_become_one_run() {
    let svg = draw(&["ab cd"], Style::new());
    assert!(svg.contains(r#"<text x="0" y="14" textLength="45" lengthAdjust="spacingAndGlyphs">ab cd</text>"#));
    assert_eq!(count(&svg, "<text"), 1);
}

#[test]
fn a_wider_gap_or_another_style_starts_a_new_run() {
    assert_eq!(count(&draw(&["ab   cd   "], Style::new()), "<text"), 2);
    let mut buffer = screen(&["abcd"], Style::new());
    buffer.set_string(2, 0, "cd", Modifier::BOLD | Modifier::ITALIC);
    let svg = screen_svg(&buffer, &bare());
    assert!(svg.contains(r#" font-weight="bold" font-style="italic">cd</text>"#), "{svg}");
    assert!(svg.contains(r#"textLength="18" lengthAdjust="spacingAndGlyphs">ab</text>"#));
}

#[test]
fn wide_characters_take_two_columns() {
    let svg = draw(&["天a😀b"], Color::Red);
    for (x, length, text) in [("1.5", 15, "天"), ("18", 9, "a"), ("27", 18, "😀"), ("45", 9, "b")] {
        let start = format!(r#"<text x="{x}" y="14" textLength="{length}""#);
        let line = svg.lines().find(|line| line.starts_with(&start));
        assert!(line.is_some_and(|line| line.ends_with(&format!(">{text}</text>"))), "{svg}");
    }
    assert_eq!(count(&svg, "<text"), 4);
}

#[test]
fn a_wide_character_keeps_its_background_under_both_columns() {
    let mut buffer = screen(&["  "], Style::new());
    buffer.set_string(0, 0, "天", Style::new().bg(Color::Rgb(1, 2, 3)));
    let svg = screen_svg(&buffer, &bare());
    assert!(svg.contains(r##"fill="#010203" d="M0 0H18V18H0z""##), "{svg}");
}

#[test]
fn a_wide_character_in_the_last_column_stays_in_the_picture() {
    let mut buffer = screen(&["ab"], Style::new());
    buffer[(1, 0)].set_symbol("天").set_bg(Color::Rgb(1, 2, 3));
    assert!(screen_svg(&buffer, &bare()).contains("M9 0H18V18H9z"));
}

#[test]
fn control_characters_never_reach_the_picture() {
    let mut buffer = Buffer::empty(Area::new(0, 0, 256, 257));
    for (cell, c) in buffer.content.iter_mut().zip('\0'..) {
        cell.set_char(c);
    }
    buffer[(0, 256)].set_symbol("\u{1b}[31mred\r\n\u{202e}");
    let svg = screen_svg(&buffer, &bare());
    assert_valid(&svg);
    assert!(svg.contains("\u{fffd}[31mred\u{fffd}\u{fffd}</text>") && !svg.contains('\u{202e}'));
}

#[test]
fn reversed_swaps_colours() {
    let style = Style::new().fg(Color::Rgb(1, 1, 1)).bg(Color::Rgb(2, 2, 2));
    let svg = draw(&["a"], style.add_modifier(Modifier::REVERSED));
    assert!(svg.contains(r##"<path fill="#010101" d="M0 0H9V18H0z"/>"##), "{svg}");
    assert!(svg.contains(r##" fill="#020202">a</text>"##), "{svg}");
}

#[test]
fn hidden_text_leaves_only_its_background() {
    let style = Style::new().bg(Color::Rgb(1, 2, 3));
    let svg = draw(&["key█"], style.add_modifier(Modifier::HIDDEN | Modifier::UNDERLINED));
    assert_eq!((count(&svg, "<text"), count(&svg, "<path")), (0, 1));
}

#[test]
fn underlines_and_strikes_run_through_blanks() {
    let both = Modifier::UNDERLINED | Modifier::CROSSED_OUT;
    assert!(draw(&["a  b"], both).contains(r#"d="M0 9H36V10H0zM0 16H36V17H0z""#));
}

#[test]
fn colours_follow_the_xterm_palette() {
    let options = SvgOptions::light();
    let rgb = |index| options.rgb(Color::Indexed(index), (0, 0, 0));
    assert_eq!([rgb(16), rgb(110), rgb(231)], [(0, 0, 0), (135, 175, 215), (255, 255, 255)]);
    assert_eq!([rgb(232), rgb(255)], [(8, 8, 8), (238, 238, 238)]);
    for (index, color) in NAMED.into_iter().enumerate() {
        assert_eq!(options.rgb(color, (0, 0, 0)), options.ansi[index]);
    }
}

#[test]
fn equal_neighbouring_backgrounds_become_one_rectangle() {
    let svg = draw(&["a b", "cde"], Style::new().bg(Color::Rgb(1, 2, 3)));
    assert!(svg.contains(r##"<path fill="#010203" d="M0 0H27V36H0z"/>"##), "{svg}");
}

#[test]
fn lines_and_blocks_are_shapes() {
    let drawn = ('\u{2500}'..='\u{259f}').filter(|c| !"┄┅┆┇┈┉┊┋╌╍╎╏╱╲╳".contains(*c));
    for c in drawn {
        let svg = draw(&[&c.to_string()], Style::new());
        assert!(!svg.contains("<text") && svg.contains("<path"), "{c} {svg}");
    }
    assert_eq!(count(&draw(&["┄╳"], Style::new()), "<text"), 2);
}

#[test]
fn lines_join_across_cells() {
    assert!(draw(&["───"], Style::new()).contains(r#"d="M0 9H27V10H0z""#));
    assert!(draw(&["│", "┃"], Style::new()).contains(r#"d="M3 18H6V36H3zM4 0H5V18H4z""#));
    let rounded = draw(&["╭╮"], Style::new());
    assert!(rounded.contains("M4.5 18V14Q4.5 9.5 9 9.5M13.5 18V14Q13.5 9.5 9 9.5"), "{rounded}");
}

#[test]
fn blocks_fill_their_part_of_the_cell() {
    for (block, path) in [("█", "M0 0H9V18H0z"), ("▀", "M0 0H9V9H0z"), ("▃", "M0 11.25H9V18H0z")] {
        assert!(draw(&[block], Style::new()).contains(path), "{block}");
    }
    let style = Style::new().fg(Color::Rgb(200, 0, 0)).bg(Color::Rgb(0, 100, 0));
    assert!(draw(&["░"], style).contains("#324b00"));
}

#[test]
fn zero_sized_buffer_gives_a_valid_picture() {
    for (width, height) in [(0, 0), (0, 3), (3, 0)] {
        let buffer = Buffer::empty(Area::new(0, 0, width, height));
        for options in [bare(), SvgOptions::light()] {
            assert_valid(&screen_svg(&buffer, &options));
        }
    }
}

#[test]
fn cells_that_are_missing_are_left_out() {
    let mut buffer = screen(&["abc", "def"], Style::new());
    buffer.content.truncate(4);
    let svg = screen_svg(&buffer, &bare());
    assert_valid(&svg);
    assert!(svg.contains(">d</text>") && count(&svg, "<text") == 2);
}

#[test]
fn any_font_size_gives_a_picture_with_short_numbers() {
    for font_size in [f32::NAN, f32::INFINITY, -1.0, 0.0, 13.37, 1e30] {
        let options = SvgOptions { font_size, title: "t".into(), ..SvgOptions::dark() };
        let svg = screen_svg(&screen(&["╭▃a天", "╔░┋😀"], Style::new()), &options);
        assert_valid(&svg);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        for number in svg.split(|c: char| !c.is_ascii_digit() && c != '.') {
            let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            assert!(decimals <= 2, "{number}");
        }
    }
}

#[test]
fn the_title_is_cut_to_its_window() {
    let title = "long title ".repeat(9);
    let options = SvgOptions { title: title.clone(), ..SvgOptions::dark() };
    let svg = screen_svg(&screen(&["                    "], Style::new()), &options);
    assert!(svg.contains(&format!("<title>{}</title>", title.trim())));
    assert!(svg.contains(r#"textLength="54""#) && svg.contains(">long t</text>"), "{svg}");
}

#[test]
fn the_same_buffer_gives_the_same_bytes() {
    let rows = ["╭─ a 天 ─╮", "│ ░▒▓ ▀▄ │", "╰────────╯"];
    assert_eq!(draw(&rows, Color::Blue), draw(&rows, Color::Blue));
}
