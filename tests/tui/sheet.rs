//! One document, four media: every heading, sentence and cell is the same in text, Markdown, HTML and on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use bertscope::testing::{ColorDepth, Theme, draw_sheet};
use bertscope_analysis::Scorer;
use bertscope_encoder::Layer;
use bertscope_metric::{Pair, Score};
use bertscope_report::findings::{Findings, ListSelection, Remarks, Summary, list_sheet};
use bertscope_sheet::{Block, Cell, Table, columns, html, markdown};
use bertscope_systems::{
    DriversBuilder, Measure, PairDrivers, Resampling, SegmentScores, SegmentValue, Segments,
    SystemComparison,
};

/// Three systems with human scores in two groups, one measure that reverses the order, and drivers.
fn findings() -> Findings {
    let systems: Vec<String> = ["baseline", "new", "newer"].map(str::to_owned).to_vec();
    let others = [
        Measure::F1AtLayer {
            layer: 1,
            idf: true,
        },
        Measure::RougeL,
    ];
    let mut segments = Segments::new(systems.clone(), &others);
    let mut drivers = DriversBuilder::new(systems);
    let reference = "The ferry leaves at noon from the old pier.";
    let candidates = [
        "The boat departs at midday from the pier.",
        "The ferry leaves at noon.",
        "At noon the ferry leaves from the new pier.",
    ];
    let scorer = Scorer::bundled().unwrap();
    for i in 0..24 {
        let row = [0, 1, 2].map(|system| {
            let candidate = candidates[(system + i) % 3];
            let analysis = scorer
                .analyze(Pair {
                    reference,
                    candidate,
                })
                .unwrap();
            let score = analysis.score();
            let f1 = score.f1 + 0.01 * (system * (i % 5)) as f64;
            let scores = SegmentScores {
                scores: [score.precision, score.recall, Some(f1)],
                human: Some(((i * 7 + system) % 5) as f64),
                others: [1.0 - f1, f1 * 0.9]
                    .map(|x| SegmentValue::Number(Some(x)))
                    .to_vec(),
            };
            (scores, PairDrivers::compute(&analysis))
        });
        let (scores, pairs): (Vec<_>, Vec<_>) = row.into_iter().unzip();
        drivers.add(
            &format!("seg-{i}"),
            &pairs
                .into_iter()
                .map(|pair| (pair, Some((i % 4) as f64)))
                .collect::<Vec<_>>(),
        );
        segments.push(format!("seg-{i}"), ["de", "fr"][i % 2], &scores);
    }
    Findings {
        signature: "model_L6_no-idf_version=0.3.12".into(),
        left_out: 1,
        remarks: Remarks::default(),
        human: Some("rating".into()),
        command: "bertscope compare systems.tsv --by lp".into(),
        all_pairs: true,
        comparison: SystemComparison::compute(
            &segments,
            Resampling {
                resamples: 100,
                seed: 12345,
            },
        ),
        drivers: Some(drivers.finish()),
    }
}

/// The headings, sentences and titles, and the cells of every row of every table, as the document has them, without empty
/// ones.
fn expected(blocks: &[Block]) -> Vec<Vec<String>> {
    let table = |table: &Table| -> Vec<Vec<String>> {
        let rows = table
            .rows
            .iter()
            .map(|row| row.cells.iter().map(Cell::text).collect());
        table
            .title
            .iter()
            .map(|title| vec![title.clone()])
            .chain(rows)
            .collect()
    };
    let lines = blocks.iter().flat_map(|block| match block {
        Block::Table(of) => table(of),
        Block::Histogram(histogram) => table(&histogram.table()),
        Block::Heading(heading) => vec![vec![heading.text.clone()]],
        Block::Text(text) | Block::Note(text) => vec![vec![text.clone()]],
        Block::Facts(_)
        | Block::ColourScale(_)
        | Block::Example(_)
        | Block::Figure(_)
        | Block::MarkedText(_) => Vec::new(),
    });
    lines
        .map(|row: Vec<String>| row.into_iter().filter(|cell| !cell.is_empty()).collect())
        .collect()
}

/// The rows that a medium shows, of those that are expected, in its own order.
fn found(lines: impl Iterator<Item = Vec<String>>, expected: &[Vec<String>]) -> Vec<Vec<String>> {
    let full = |row: Vec<String>| {
        row.into_iter()
            .filter(|cell| !cell.is_empty())
            .collect::<Vec<_>>()
    };
    lines
        .map(full)
        .filter(|row| expected.contains(row))
        .collect()
}

/// The cells of a line of text, which stand two blanks or more apart; a bar is no cell.
fn cells_of_text(line: &str) -> Vec<String> {
    let without_bar = line.trim_end_matches(|c: char| c == ' ' || ('▁'..='▏').contains(&c));
    let without_bar = without_bar.trim_end_matches(|c: char| "─━╸ ".contains(c));
    without_bar
        .split("  ")
        .map(|cell| cell.trim().to_owned())
        .collect()
}

#[test]
fn every_cell_of_a_comparison_of_three_systems_is_the_same_in_all_media() {
    let blocks = findings().sheet();
    let expected = expected(&blocks);
    assert!(
        expected.len() > 140,
        "a document with everything: {}",
        expected.len()
    );
    let gaps: Vec<&String> = expected
        .iter()
        .filter(|row| row[0] == "P − R")
        .flat_map(|row| &row[1..])
        .collect();
    let is_signed = |gap: &&String| gap.starts_with(['+', '−']) || **gap == "0.000";
    assert!(!gaps.is_empty() && gaps.iter().all(is_signed), "{gaps:?}");

    let plain = columns::text(&blocks);
    assert_eq!(
        found(plain.lines().map(cells_of_text), &expected),
        expected,
        "text"
    );

    let appendix = markdown::render(&blocks);
    let unescaped = |cell: &str| cell.trim().replace(['\\', '`'], "").replace("&#60;", "<");
    let rows = appendix.lines().map(|line| {
        let line = line
            .trim_start_matches(['#', '*'])
            .trim_end_matches('*')
            .trim_matches('|');
        line.split(" | ").map(unescaped).collect()
    });
    assert_eq!(found(rows, &expected), expected, "Markdown");

    let page =
        html::render(&[&[Block::section("summary", "Summary")], &*blocks].concat()).into_string();
    let page = ["</h2>", "</h3>", "</p>", "</caption>"]
        .iter()
        .fold(page, |page, end| page.replace(end, "</tr>"));
    let unescaped_html = |text: &str| {
        text.replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&amp;", "&")
    };
    let tags = |cell: &str| {
        cell.split('<')
            .map(|part| part.split_once('>').map_or(part, |(_, text)| text))
            .collect::<String>()
    };
    let cells = |row: &str| -> Vec<String> {
        let row = row.rsplit("<tr").next().unwrap_or_default();
        let row = row.split_once('>').map_or(row, |(_, cells)| cells);
        row.split("</th>")
            .flat_map(|part| part.split("</td>"))
            .map(|cell| unescaped_html(&tags(cell)))
            .collect()
    };
    assert_eq!(
        found(page.split("</tr>").map(cells), &expected),
        expected,
        "HTML"
    );

    let histograms = |block: &Block| matches!(block, Block::Histogram(_));
    let (drawn, blocks): (Vec<Block>, Vec<Block>) = blocks.into_iter().partition(histograms);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 600, 1000));
    let theme = Theme::new(false, ColorDepth::True);
    let area = buffer.area;
    draw_sheet(&mut buffer, area, &theme, &blocks, 0);
    let line = |y: u16| {
        (0..600)
            .map(|x| buffer[(x, y)].symbol().to_owned())
            .collect::<String>()
    };
    let expected = self::expected(&blocks);
    assert_eq!(
        found((0..1000).map(|y| cells_of_text(&line(y))), &expected),
        expected,
        "screen"
    );
    // There a histogram is a picture; its label says what it shows.
    for histogram in &drawn {
        let area = Rect::new(0, 0, 120, 12);
        let mut buffer = Buffer::empty(area);
        assert_eq!(
            draw_sheet(
                &mut buffer,
                area,
                &theme,
                std::slice::from_ref(histogram),
                8
            ),
            9
        );
        let line: String = (0..120)
            .map(|x| buffer[(x, 0)].symbol().to_owned())
            .collect();
        assert!(
            line.starts_with("Segments by difference of F1, steps of 0.0"),
            "{line}"
        );
    }
}

#[test]
fn the_summary_of_score_has_the_numbers_of_the_inspector() {
    let mut summary = Summary::new(&[Layer(1)], 0, Some("rating".into()));
    let mut segments = Segments::new(vec![String::new()], &[]);
    for i in 0..24 {
        let [p, r, f1] = [7, 5, 3].map(|n| f64::from(i * n % 11) / 11.0 - 0.3);
        let human = Some(f64::from(i % 5));
        summary.add(
            &[Score {
                precision: Some(p),
                recall: Some(r),
                f1,
            }],
            None,
            human,
            None,
        );
        let scores = SegmentScores {
            scores: [p, r, f1].map(Some),
            human,
            others: Vec::new(),
        };
        segments.push(i.to_string(), "", &[scores]);
    }
    let comparison = SystemComparison::compute(
        &segments,
        Resampling {
            resamples: 0,
            seed: 1,
        },
    );
    let (summary, list) = (
        columns::text(&summary.sheet(true)),
        list_sheet(&comparison, 0, None, true, ListSelection::Unbiased),
    );
    let numbers: Vec<Vec<String>> = expected(&list)
        .into_iter()
        .map(|row| row.into_iter().filter(|cell| cell.contains('.')).collect())
        .collect();
    assert_eq!(
        numbers.iter().map(Vec::len).collect::<Vec<_>>(),
        [1, 1, 1, 10],
        "{numbers:?}"
    );
    // Three means, and the coefficients after the mean human score.
    for number in numbers[..3].iter().flatten().chain(&numbers[3][1..]) {
        assert!(
            summary.contains(&format!(" {number}")),
            "{number}: {summary}"
        );
    }
}
