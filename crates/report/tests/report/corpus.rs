//! A report over many pairs: what it holds, and that no text in it is anything but text.

use std::collections::BTreeMap;

use bertscope_metric::Score;
use bertscope_report::corpus::{CorpusReport, Findings, ReportLimits, Segment, SystemOutput};
use bertscope_report::figures::{self, Theme};
use bertscope_report::systems::Remarks;
use bertscope_systems::{Measure, Resampling, SegmentScores, SegmentValue, Segments, SystemComparison};

/// Segments of two systems, the second of which is better by a little that varies.
fn report(n: usize) -> CorpusReport {
    let output = |system: usize, i: usize| {
        let f1 = 0.5 + 0.4 * ((i * 37 % 101) as f64 / 101.0) + system as f64 * 0.02 * ((i % 3) as f64);
        SystemOutput {
            candidate: format!("candidate {i} of system {system}, in some more words"),
            score: Some(Score { precision: Some(f1), recall: Some(f1), f1 }),
            human: Some((i % 7) as f64),
        }
    };
    let segment = |i: usize| Segment {
        row: i + 1,
        id: Some(format!("seg-{i}")),
        group: Some(["de", "fr"][i % 2].to_owned()),
        references: vec![format!("reference {i}, about as long as a sentence of the news is")],
        outputs: vec![output(0, i), output(1, i)],
    };
    CorpusReport {
        title: "Two systems".into(),
        command: "bertscope report -r refs.txt -c a.txt -c b.txt -o report.html".into(),
        signature: "model_L6_no-idf_version=0.3.12".into(),
        systems: vec!["A".into(), "B".into()],
        human: Some("rating".into()),
        segments: (0..n).map(segment).collect(),
        limits: ReportLimits { examples: 2, listed: 3000, seed: 12345 },
    }
}

/// The systems by F1, and by two more measures: one that says the opposite, and one that says the same.
fn findings(report: &CorpusReport) -> Findings {
    let others = [Measure::F1AtLayer { layer: 1, idf: true }, Measure::RougeL];
    let mut segments = Segments::new(report.systems.clone(), &others);
    for segment in &report.segments {
        let scores = |output: &SystemOutput| SegmentScores {
            scores: output.score.map_or([None; 3], |score| [score.precision, score.recall, Some(score.f1)]),
            human: output.human,
            others: [output.f1().map(|f1| 1.0 - f1), output.f1()].map(SegmentValue::Number).to_vec(),
        };
        let row: Vec<SegmentScores> = segment.outputs.iter().map(scores).collect();
        segments.push(segment.id(), segment.group.as_deref().unwrap_or_default(), &row);
    }
    let comparison = SystemComparison::compute(&segments, Resampling { resamples: 100, seed: 12345 });
    Findings {
        comparison,
        remarks: Remarks::default(),
        drivers: None,
        examples: report.select_examples(),
        example_analyses: BTreeMap::new(),
    }
}

#[test]
fn no_text_of_a_report_is_markup_or_steers_a_terminal() {
    let evil = "</script><img src=x onerror=alert(1)>\u{1b}[2J\u{202e} \" onclick=\"x";
    let mut report = report(4);
    (report.title, report.command, report.signature) = (evil.into(), evil.into(), evil.into());
    report.systems = vec![evil.into(), format!("{evil}2")];
    report.human = Some(evil.into());
    for segment in &mut report.segments {
        (segment.id, segment.group) = (Some(evil.into()), Some(evil.into()));
        segment.references = vec![evil.into()];
        segment.outputs.iter_mut().for_each(|output| output.candidate = evil.into());
    }
    let findings = findings(&report);
    let (page, text) = (report.html(&findings), report.markdown(&findings));
    assert!(!page.contains("<img") && !page.contains("onclick=\"x"));
    assert_eq!(page.matches("<script").count(), 2);
    // In Markdown only inside of code.
    assert!(text.split('`').step_by(2).all(|outside| !outside.contains("<img")), "{text}");
    for figure in report.figures(&findings.comparison) {
        assert!(!figures::file(&figure, Theme::Light).contains("<img"));
    }
    for written in [&page, &text] {
        assert!(!written.contains(['\u{1b}', '\u{202e}']));
    }
}

#[test]
fn the_page_asks_nothing_of_a_network_and_runs_nothing_but_its_own_script() {
    let report = report(10);
    let page = report.html(&findings(&report));
    for reference in ["http://", "https://", "src=", "@import", "<link", "url(", "fetch(", "innerHTML", "style="] {
        assert!(!page.contains(reference), "{reference}");
    }
    let policy = page.split("http-equiv=\"Content-Security-Policy\" content=\"").nth(1).unwrap();
    let policy = policy.split('"').next().unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
}

#[test]
fn many_pairs_are_a_sample_in_the_list_and_all_of_them_in_the_figures() {
    let all = report(2_800);
    let page = all.html(&findings(&all));
    assert!(page.len() < 8 << 20 && !page.contains("A sample of"), "{}", page.len());
    let many = report(20_000);
    let findings = findings(&many);
    let page = many.html(&findings);
    assert!(page.len() < 8 << 20, "{}", page.len());
    assert!(page.contains("A sample of 3,000 of 20,000 pairs, drawn with seed 12345."));
    assert!(page.contains("rating, 20,000 pairs."), "a figure says how many pairs it shows");
}

#[test]
fn an_appendix_has_the_numbers_of_the_page_as_tables() {
    let report = report(6);
    insta::assert_snapshot!(report.markdown(&findings(&report)));
}

#[test]
fn page_and_appendix_say_by_which_measures_the_order_does_not_hold() {
    let mut report = report(12);
    let lead = "The order by F1 is contradicted by 1 of 2 other measures, ";
    let two = findings(&report);
    for written in [report.html(&two), report.markdown(&two)] {
        assert!(written.contains(lead) && written.contains("different"), "{written}");
        assert!(written.contains("Rescaling never changes the order"));
    }
    report.systems.truncate(1);
    report.segments.iter_mut().for_each(|segment| segment.outputs.truncate(1));
    let one = findings(&report);
    for written in [report.html(&one), report.markdown(&one)] {
        assert!(!written.contains("The order"), "one system has none: {written}");
    }
}

#[test]
fn without_drivers_page_and_appendix_say_why_and_what_to_run() {
    let report = report(4);
    for written in [report.html(&findings(&report)), report.markdown(&findings(&report))] {
        assert!(written.contains("Finding what drives the scores needs the model and all texts"), "{written}");
        assert!(written.contains("bertscope report"), "{written}");
    }
}

#[test]
fn a_figure_is_a_small_file_in_two_colours_of_paper() {
    let report = report(6);
    let figures = report.figures(&findings(&report).comparison);
    let names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
    assert_eq!(names, ["f1", "systems", "differences", "difference-intervals", "human-1", "human-2"]);
    insta::assert_snapshot!(figures::file(&figures[1], Theme::Light));
    assert!(figures::file(&figures[1], Theme::Dark).contains("#0f1318"));
}

#[test]
fn a_report_of_nothing_but_unscored_pairs_has_neither_numbers_nor_figures() {
    let mut report = report(3);
    for output in report.segments.iter_mut().flat_map(|segment| &mut segment.outputs) {
        output.score = None;
    }
    let findings = findings(&report);
    assert!(report.figures(&findings.comparison).is_empty());
    let page = report.html(&findings);
    assert!(page.contains("3 not scored") && !page.contains("NaN"));
}

#[test]
fn no_control_of_the_page_hides_a_method_of_its_form() {
    let report = report(4);
    let page = report.html(&findings(&report));
    for method in ["reset", "submit", "elements", "length", "action", "name"] {
        assert!(!page.contains(&format!("id=\"{method}\"")), "{method}");
    }
}

#[test]
fn page_and_appendix_begin_with_the_verdict_of_a_comparison() {
    let report = report(12);
    let findings = findings(&report);
    let verdict = bertscope_report::systems::text::verdict(&findings.comparison, 1);
    let page = report.html(&findings);
    assert!(page.find(&verdict).unwrap() < page.find("<table").unwrap());
    assert!(report.markdown(&findings).contains(&verdict));
}

#[test]
fn groups_have_the_p_value_of_a_comparison_and_a_name_each_also_for_one_system() {
    let mut report = report(12);
    report.segments[5].group = None;
    let two = findings(&report);
    let f1 = two.comparison.groups[0].comparison.measure(Measure::F1).unwrap();
    let p = f1.changes[0].p_randomisation.unwrap();
    assert!((p - f1.changes[0].p_bootstrap.unwrap()).abs() > 0.01);
    let row = |text: &str, start: &str| text.lines().find(|line| line.starts_with(start)).unwrap().to_owned();
    assert!(row(&report.markdown(&two), "| de ").ends_with(&format!("| {p:.3} |")));
    assert!(
        report.html(&two).contains(&format!("<td class=\"number\">{}</td>", format!("{p:.3}").trim_start_matches('0')))
    );
    report.systems.truncate(1);
    report.human = None;
    report.segments.iter_mut().for_each(|segment| segment.outputs.truncate(1));
    let one = findings(&report);
    for written in [report.html(&one), report.markdown(&one)] {
        assert!(written.contains("F1 in each group") && written.contains("(none)") && !written.contains("isation"));
    }
}

#[test]
fn the_verdict_says_what_is_below_the_level_and_prints_no_p_value_that_contradicts_it() {
    let mut comparison = findings(&report(12)).comparison;
    for (bootstrap, randomisation, said) in [
        (
            50.0 / 1001.0,
            0.02,
            "(p = 0.04995 by bootstrap, 0.0200 by randomisation); the difference is statistically significant.",
        ),
        (0.05, 0.3, "(p = 0.0500 by bootstrap, 0.3000 by randomisation); the difference could be chance."),
        (0.01, 0.1, "; only p by bootstrap is below 0.05, so the difference could be chance."),
        (0.1, 0.01, "; only p by randomisation is below 0.05, so the difference could be chance."),
    ] {
        let f1 = comparison.measures.iter_mut().find(|compared| compared.measure == Measure::F1).unwrap();
        (f1.changes[0].p_bootstrap, f1.changes[0].p_randomisation) = (Some(bootstrap), Some(randomisation));
        let verdict = bertscope_report::systems::text::verdict(&comparison, 1);
        assert!(verdict.ends_with(said), "{verdict}");
    }
}

#[test]
fn coefficients_say_over_what_they_are_and_differences_have_a_sign() {
    let report = report(12);
    let findings = findings(&report);
    let (page, text) = (report.html(&findings), report.markdown(&findings));
    assert!(page.contains(": means of the coefficients within each of 2 groups; for all groups together, see"));
    let together = findings.comparison.human.as_ref().unwrap().systems[1].f1;
    for (written, row) in
        [(&page, "<th scope=\"row\" dir=\"auto\">all groups together</th>"), (&text, "| all groups together | 12 |")]
    {
        let of_second = written.rsplit(row).next().unwrap().replace("0.", ".");
        let pearson = format!("{:.4}", together.pearson.unwrap()).replace("0.", ".");
        assert!(of_second.contains(&pearson), "{pearson}");
        assert!(written.contains("mean of 2 groups"));
    }
    let change = findings.comparison.measure(Measure::F1).unwrap().changes[0];
    let (by, ends) = (change.difference.unwrap(), change.interval.unwrap());
    let row = format!("| F1 | {by:+.5} | [{:+.5}, {:+.5}] |", ends.low, ends.high);
    assert!(text.contains(&row), "{row} in {text}");
    assert!(page.contains(&format!("[{:+.5}, {:+.5}]", ends.low, ends.high).replace("+0.", "+.").replace("-0.", "-.")));
}
