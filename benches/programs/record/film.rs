//! Screens as one animated SVG: each frame holds the rows that changed, drawn over those before; CSS shows it when its time comes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use vt100::Screen;

use crate::window::{BAR, DARK, FONTS, HEIGHT, Look, MARGIN, WIDTH, escaped};

#[derive(Default)]
pub struct Film {
    size: (usize, usize),
    /// The last screen, row by row, and the last caption.
    rows: Vec<String>,
    caption: String,
    /// Rows that were drawn before, by their number.
    known: BTreeMap<String, usize>,
    /// The class of each colour.
    colors: BTreeMap<u32, usize>,
    frames: String,
    times: Vec<f64>,
}

impl Film {
    pub fn add(&mut self, screen: &Screen, caption: &str, seconds: f64) {
        let (rows, columns) = screen.size();
        let (rows, columns) = (rows.get(), columns.get());
        self.size = (usize::from(columns) * WIDTH, usize::from(rows) * HEIGHT);
        self.rows.resize(usize::from(rows), String::new());
        let mut changed = String::new();
        for i in 0..rows {
            let row = self.row(screen, i);
            if self.rows[usize::from(i)] != row {
                let number = self.known.len();
                match self.known.get(&row) {
                    Some(known) => {
                        writeln!(changed, "<use href=\"#r{known}\" class=\"y{i}\"/>").unwrap();
                    }
                    // Its own place is outside the row that `use` repeats.
                    None => writeln!(
                        changed,
                        "<g class=\"y{i}\"><g id=\"r{number}\">{row}</g></g>"
                    )
                    .unwrap(),
                }
                self.known.entry(row.clone()).or_insert(number);
                self.rows[usize::from(i)] = row;
            }
        }
        if caption != self.caption {
            caption.clone_into(&mut self.caption);
            let middle = self.size.0 / 2;
            write!(
                changed,
                "<g transform=\"translate(0 -36)\"><path class=\"p\" d=\"M90 0H{}\"/>",
                self.size.0
            )
            .unwrap();
            writeln!(
                changed,
                "<text class=\"c\" x=\"{middle}\">{}</text></g>",
                escaped(caption)
            )
            .unwrap();
        }
        if !changed.is_empty() {
            write!(
                self.frames,
                "<g class=\"f{}\">\n{changed}</g>\n",
                self.times.len()
            )
            .unwrap();
            self.times.push(seconds);
        }
    }

    pub fn svg(&self, seconds: f64) -> String {
        let mut style = format!(
            "text{{font:15px {FONTS};white-space:pre;transform:translateY(5px)}}path{{stroke-width:{HEIGHT}px}}\
             .p{{stroke:#{:06x}}}text.c{{fill:#{:06x};text-anchor:middle;\
             font-weight:bold}}.B{{font-weight:bold}}.U{{text-decoration:underline}}.f0{{visibility:visible}}",
            DARK.paper, DARK.text
        );
        for (i, time) in self.times.iter().enumerate().skip(1) {
            let from = 100.0 * time / seconds;
            write!(
                style,
                "@keyframes f{i}{{0%{{visibility:hidden}}{from:.2}%,to{{visibility:visible}}}}"
            )
            .unwrap();
            write!(style, ".f{i}{{animation-name:f{i}}}").unwrap();
        }
        write!(style, "g{{animation:none {seconds}s step-end infinite}}").unwrap();
        for i in 0..self.rows.len() {
            write!(style, ".y{i}{{transform:translateY({}px)}}", i * HEIGHT).unwrap();
        }
        for (color, class) in &self.colors {
            write!(
                style,
                ".b{class}{{stroke:#{color:06x}}}.t{class}{{fill:#{color:06x}}}"
            )
            .unwrap();
        }
        // Most rows are drawn once; only those that `use` repeats need a name.
        let once = regex::Regex::new("<g id=\"(r[0-9]+)\">(.*)</g></g>").unwrap();
        let frames = once.replace_all(&self.frames, |row: &regex::Captures| {
            if self.frames.contains(&format!("\"#{}\"", &row[1])) {
                row[0].to_owned()
            } else {
                format!("{}</g>", &row[2])
            }
        });
        // The most frequent colour is that of all text without a class.
        let attribute = |class: &usize| format!(" class=\"t{class}\"");
        let count = |(_, class): &(&u32, &usize)| frames.matches(&attribute(class)).count();
        let (color, class) = self
            .colors
            .iter()
            .max_by_key(count)
            .expect("a screen has text");
        write!(style, "text{{fill:#{color:06x}}}").unwrap();
        let frames = frames.replace(&attribute(class), "");
        style += "@media(prefers-reduced-motion:reduce){g{animation:none!important}}";
        format!(
            "{}<style>{style}</style>\n<defs><path id=\"p\" class=\"p\" d=\"M0 0h{}\"/></defs>\n\
             <g transform=\"translate({MARGIN} {})\" shape-rendering=\"crispEdges\">\n{frames}</g>\n</svg>\n",
            DARK.svg(self.size),
            self.size.0,
            BAR + HEIGHT / 2
        )
    }

    fn class(&mut self, color: u32) -> usize {
        let next = self.colors.len();
        *self.colors.entry(color).or_insert(next)
    }

    /// A row as shapes and text around y 0. Every long run is as wide as its cells in whatever font the viewer has; short ones,
    /// which have their own place, differ by less than a pixel or two.
    fn row(&mut self, screen: &Screen, row: u16) -> String {
        let columns = screen.size().1.get();
        let cells: Vec<_> = (0..columns)
            .map(|column| screen.cell(row, column).unwrap())
            .collect();
        let mut drawn = String::from("<use href=\"#p\"/>");
        let mut start = 0;
        for run in cells.chunk_by(|a, b| DARK.look(a).paper == DARK.look(b).paper) {
            let background = DARK.look(run[0]).paper;
            if background != DARK.paper {
                let (x, class, width) = (start * WIDTH, self.class(background), run.len() * WIDTH);
                write!(drawn, "<path class=\"b{class}\" d=\"M{x} 0h{width}\"/>").unwrap();
            }
            start += run.len();
        }
        let mut start = 0;
        let style = |Look {
                         ink,
                         bold,
                         underlined,
                         ..
                     }| (ink, bold, underlined);
        for run in cells.chunk_by(|a, b| style(DARK.look(a)) == style(DARK.look(b))) {
            let text: String = run
                .iter()
                .map(|cell| {
                    if cell.has_contents() {
                        cell.contents()
                    } else {
                        " "
                    }
                })
                .collect();
            let (kept, (color, bold, underlined)) = (text.trim_end(), style(DARK.look(run[0])));
            let kept = kept.trim_start();
            let lead = text.chars().count() - text.trim_start().chars().count();
            if !kept.is_empty() {
                let (x, count) = ((start + lead) * WIDTH, kept.chars().count());
                let classes =
                    ["", " B", " U", " B U"][usize::from(bold) + 2 * usize::from(underlined)];
                write!(
                    drawn,
                    "<text x=\"{x}\" class=\"t{}{classes}\"",
                    self.class(color)
                )
                .unwrap();
                if count > 7 {
                    write!(drawn, " textLength=\"{}\"", count * WIDTH).unwrap();
                }
                write!(drawn, ">{}</text>", escaped(kept)).unwrap();
            }
            start += run.len();
        }
        drawn
    }
}
