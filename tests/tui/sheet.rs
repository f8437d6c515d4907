//! One document, four media: every heading, sentence and cell is the same in text, Markdown, HTML and on the screen.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use bertscope::testing::{ColorDepth, Theme, draw_sheet};
use bertscope_analysis::{Analyzer, Idf, Scorer, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::{Question, Topic, explain_whole};
use bertscope_metric::{Pair, Score};
use bertscope_overlap::PairCounts;
use bertscope_report::explanation::SheetSettings;
use bertscope_report::findings::agreement::AgreementRequest;
use bertscope_report::findings::{
    CorpusReport, ExampleAnalyses, Findings, ListSelection, Remarks, ReportLimits, Segment,
    Summary, SystemOutput, list_sheet, tsv,
};
use bertscope_report::topics;
use bertscope_sheet::{Block, Cell, Sheet, Table, columns, html, markdown};
use bertscope_systems::{
    DriversBuilder, Measure, PairDrivers, Resampling, SegmentScores, SegmentValue, Segments,
    SystemComparison,
};

use super::support::model;

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

/// A width at which all columns fit.
const WIDE: u16 = 600;

/// The headings, sentences and titles, and the cells of every row of every table, as the document has them, without empty
/// ones and without brackets, which mark parts of texts where there are no colours.
fn expected(blocks: &[Block]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for block in blocks {
        match block {
            Block::Table(table) => rows.extend(rows_of(table)),
            Block::Histogram(histogram) => rows.extend(rows_of(&histogram.table())),
            Block::Heading(heading) => rows.push(vec![heading.text.clone()]),
            Block::Text(text) | Block::Note(text) | Block::Warning(text) | Block::Formula(text) => {
                rows.push(vec![text.clone()]);
            }
            Block::Step(step) => rows.push(vec![step.to_string()]),
            Block::MarkedText(marked) => rows.push(vec![marked.text.clone()]),
            Block::Example(_)
            | Block::Figure(_)
            | Block::Plot(_)
            | Block::Angle(_)
            | Block::Facts(_)
            | Block::ColourScale(_) => {}
        }
    }
    let rows = rows.into_iter().map(|row| compared(&row));
    rows.filter(|row| !row.is_empty()).collect()
}

fn rows_of(table: &Table) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = table
        .title
        .iter()
        .map(|title| vec![title.clone()])
        .collect();
    for row in &table.rows {
        rows.push(row.cells.iter().map(Cell::text).collect());
    }
    rows
}

/// The cells of a row that are compared.
fn compared(row: &[String]) -> Vec<String> {
    // A sentence may set its numbers apart with two blanks, which are between columns of text.
    let cells = row.iter().flat_map(|cell| cell.split("  "));
    let cells = cells.map(|cell| cell.replace(['[', ']'], "").trim().to_owned());
    cells.filter(|cell| !cell.is_empty()).collect()
}

/// The cells of a line of text, which stand two blanks or more apart; a chart is no cell.
fn cells_of_text(line: &str) -> Vec<String> {
    let is_chart = |cell: &str| {
        cell.chars()
            .all(|c| "─━╸·●┆│ ".contains(c) || ('▁'..='▏').contains(&c))
    };
    let cells = line.split("  ").filter(|cell| !is_chart(cell));
    cells.map(str::to_owned).collect()
}

fn cells_of_markdown(line: &str) -> Vec<String> {
    let line = line.trim_start_matches(['#', '*']).trim_end_matches('*');
    let cells = line.trim_matches('|').split(" | ").map(|cell| {
        let mut cell = cell
            .trim()
            .trim_start_matches("· ")
            .replace("*(empty)*", "");
        for (written, meant) in [
            ("<code>", ""),
            ("</code>", ""),
            ("<b>", ""),
            ("</b>", ""),
            ("&#60;", "<"),
            ("&#62;", ">"),
            ("&#124;", "|"),
            ("\\", ""),
            ("`", ""),
            ("&#96;", "`"),
        ] {
            cell = cell.replace(written, meant);
        }
        cell
    });
    cells.collect()
}

/// The rows of the tables of a page, and its headings and paragraphs as rows of one cell.
fn rows_of_page(page: &str) -> Vec<Vec<String>> {
    let mut page = page.to_owned();
    for end in [
        "</h2>",
        "</h3>",
        "</p>",
        "</caption>",
        "</figure>",
        "</section>",
        "</dl>",
    ] {
        page = page.replace(end, "</tr>");
    }
    let mut rows = Vec::new();
    for row in page.split("</tr>") {
        let row = row.rsplit("<tr").next().unwrap_or_default();
        let row = row.split_once('>').map_or(row, |(_, cells)| cells);
        let cells = row.split("</th>").flat_map(|part| part.split("</td>"));
        rows.push(cells.map(text_of_markup).collect());
    }
    rows
}

fn text_of_markup(markup: &str) -> String {
    let parts = markup.split('<');
    let text: String = parts
        .map(|part| part.split_once('>').map_or(part, |(_, text)| text))
        .collect();
    text.replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// The lines on a screen.
fn screen_lines(blocks: &[Block]) -> Vec<String> {
    let area = Rect::new(0, 0, WIDE, 1000);
    let mut buffer = Buffer::empty(area);
    let theme = Theme::new(false, ColorDepth::True);
    let rest = draw_sheet(&mut buffer, area, &theme, blocks, 0);
    assert!(!rest.is_empty(), "all blocks are on the screen");
    let line = |y: u16| {
        (0..WIDE)
            .map(|x| buffer[(x, y)].symbol().to_owned())
            .collect()
    };
    (0..rest.y).map(line).collect()
}

/// Asserts that every heading, sentence and cell is in text, in Markdown, on a page and on a screen, in the same order.
fn assert_same_in_all_media(what: &str, blocks: &[Block]) {
    let of_all = expected(blocks);
    assert!(!of_all.is_empty(), "{what}");
    let text = columns::text(blocks);
    let document = markdown::render(blocks);
    let section = [&[Block::section("summary", "Summary")], blocks].concat();
    let page = html::render(&section).into_string();
    // On a screen a histogram is a picture, whose label says what it shows.
    let histograms = |block: &Block| matches!(block, Block::Histogram(_));
    let (drawn, without): (Vec<Block>, Vec<Block>) = blocks.iter().cloned().partition(histograms);
    let screen = screen_lines(&without);
    for (medium, expected, rows) in [
        ("text", &of_all, text.lines().map(cells_of_text).collect()),
        (
            "Markdown",
            &of_all,
            document.lines().map(cells_of_markdown).collect(),
        ),
        ("a page", &of_all, rows_of_page(&page)),
        (
            "a screen",
            &self::expected(&without),
            screen
                .iter()
                .map(|line| cells_of_text(line))
                .collect::<Vec<_>>(),
        ),
    ] {
        let rows = rows.into_iter().map(|row| compared(&row));
        let found: Vec<Vec<String>> = rows.filter(|row| expected.contains(row)).collect();
        assert_eq!(&found, expected, "{what} as {medium}");
    }
    for histogram in drawn {
        let Block::Histogram(of) = &histogram else {
            continue;
        };
        let label = screen_lines(std::slice::from_ref(&histogram)).join(" ");
        assert!(
            label.contains(&format!("{}, steps of ", of.title)),
            "{label}"
        );
    }
    for block in blocks {
        if let Block::Example(example) = block {
            let texts = example
                .outputs
                .iter()
                .flat_map(|of| of.numbers.iter().chain([&of.candidate]));
            for part in texts.chain(&example.references).chain([&example.name]) {
                for medium in [&text, &document, &page, &screen.join("\n")] {
                    assert!(medium.contains(part), "{what}: {part} in {medium}");
                }
            }
        }
    }
}

#[test]
fn every_cell_of_a_comparison_of_three_systems_is_the_same_in_all_media() {
    let findings = findings();
    let blocks = findings.sheet();
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
    assert_same_in_all_media("compare", &blocks);
    let list = list_sheet(&findings.comparison, 1, None, true, ListSelection::Unbiased);
    assert_same_in_all_media("a list of pairs", &list);
}

#[test]
fn the_table_for_programs_has_the_numbers_of_the_document_with_all_their_digits() {
    let findings = findings();
    let f1 = findings.comparison.measure(Measure::F1).unwrap();
    let table = tsv::text(&findings);
    let mut lines = table
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let column = |name: &str| names.iter().position(|known| *known == name).unwrap();
    let of_f1: Vec<Vec<&str>> = lines
        .filter(|row| row[column("group")].is_empty() && row[column("measure")] == "F1")
        .collect();
    assert_eq!(of_f1.len(), 3);
    for (system, row) in of_f1.iter().enumerate() {
        let number = |name: &str| row[column(name)].parse::<f64>().ok();
        assert_eq!(number("value"), f1.systems[system].value);
        let change = system.checked_sub(1).map(|at| f1.changes[at]);
        assert_eq!(
            number("difference"),
            change.and_then(|change| change.difference)
        );
        assert_eq!(
            number("p_bootstrap"),
            change.and_then(|change| change.p_bootstrap)
        );
    }
}

#[test]
fn every_cell_of_the_findings_on_one_system_is_the_same_in_all_media() {
    let request = AgreementRequest {
        layers: vec![Layer(1), Layer(2)],
        lists_layers: true,
        with_overlap: true,
        ..AgreementRequest::default()
    };
    let mut summary = Summary::new(request, Some("rating".into()));
    summary.set_signature("model_L1_no-idf_version=0.3.12");
    let mut segments = Segments::new(vec!["A".to_owned()], &[]);
    for i in 0..24 {
        let [p, r, f1] = [7, 5, 3].map(|n| f64::from(i * n % 11) / 11.0 - 0.3);
        let human = Some(f64::from(i % 5));
        let group = ["de", "fr"][i as usize % 2];
        let score = Score {
            precision: Some(p),
            recall: Some(r),
            f1,
        };
        let counts = PairCounts::count("the boat leaves at noon", &["the ferry leaves at noon"]);
        summary.add(&[score, score], Some(&counts), human, Some(group));
        summary.note(u64::from(i as u32), &["a text was truncated"]);
        let scores = SegmentScores {
            scores: score.numbers(),
            human,
            others: Vec::new(),
        };
        segments.push(i.to_string(), group, &[scores]);
    }
    let resampling = Resampling {
        resamples: 100,
        seed: 1,
    };
    let comparison = SystemComparison::compute(&segments, resampling);
    summary.compare_with_human(&mut || ());
    assert_same_in_all_media("score", &summary.sheet(true));
    let list = list_sheet(&comparison, 0, None, true, ListSelection::ByScore);
    assert_same_in_all_media("a list of pairs", &list);
    let findings = Findings {
        comparison,
        drivers: None,
        ..findings()
    };
    assert_same_in_all_media("compare", &findings.sheet());
    let segment = |row: usize| Segment {
        row: row + 1,
        id: Some(format!("seg-{row}")),
        group: Some("de".to_owned()),
        references: vec!["The ferry leaves at noon.".to_owned()],
        outputs: vec![SystemOutput::new(
            "The boat leaves.",
            [Some(0.5); 3],
            Some(2.0),
        )],
    };
    let report = CorpusReport {
        title: "One system".to_owned(),
        findings,
        segments: (0..24).map(segment).collect(),
        limits: ReportLimits {
            examples: 3,
            listed: 3,
            seed: 1,
        },
        pictures: ExampleAnalyses::new(),
    };
    assert_same_in_all_media("report", &report.sheet(true));
}

/// The answer to a topic about a pair of ordinary sentences, rescaled and with IDF weights.
fn answer(topic: Topic) -> Sheet {
    let mut analyzer = Analyzer::new(model());
    let settings = Settings {
        idf: Idf::Table,
        rescale: true,
        ..Settings::plain(Layer(6))
    };
    let mut analyze = |candidate: &str| {
        let reference =
            "The central bank raised interest rates by half a percentage point on Thursday.";
        let pair = Pair {
            reference,
            candidate,
        };
        Arc::new(analyzer.analyze(pair, settings).unwrap())
    };
    let before = analyze("On Thursday the central bank left interest rates unchanged.");
    let analysis = analyze("On Thursday the central bank cut interest rates by 50 basis points.");
    let mut question = Question {
        before: (topic == Topic::Edit).then_some(before),
        ..Question::new(topic)
    };
    if topic == Topic::Compare {
        let other = "On Thursday the bank raised rates by half a point.";
        question.candidates.add([other.into()]);
    }
    let answer = explain_whole(&mut analyzer, &analysis, &question)
        .unwrap()
        .unwrap();
    let settings = SheetSettings {
        sides: vec![Side::Candidate, Side::Reference],
        all_open: true,
        ..SheetSettings::default()
    };
    topics::sheet(&answer, &analysis, &settings)
}

#[test]
fn every_cell_of_every_topic_is_the_same_in_all_media() {
    for topic in Topic::ALL {
        let Sheet { lead, blocks } = answer(*topic);
        let blocks = [vec![Block::Text(lead)], blocks].concat();
        assert_same_in_all_media(topic.name(), &blocks);
    }
}

#[test]
fn the_summary_of_score_has_the_numbers_of_the_inspector() {
    let request = AgreementRequest {
        layers: vec![Layer(1)],
        ..AgreementRequest::default()
    };
    let mut summary = Summary::new(request, Some("rating".into()));
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
    summary.compare_with_human(&mut || ());
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
