//! Findings over many pairs: what the reports hold, and that no text in them is anything but text.

use std::collections::BTreeMap;

use bertscope_encoder::Layer;
use bertscope_metric::Score;
use bertscope_report::findings::agreement::AgreementRequest;
use bertscope_report::findings::verdict::verdict;
use bertscope_report::findings::{
    CorpusReport, Findings, Remarks, ReportLimits, Segment, Summary, SystemOutput, figure_file,
};
use bertscope_sheet::columns;
use bertscope_systems::{
    Measure, Resampling, SegmentScores, SegmentValue, Segments, SystemComparison,
};

/// Segments of so many systems, each of which is better than the one before by a little that varies.
fn report_of(systems: usize, n: usize) -> CorpusReport {
    let output = |system: usize, i: usize| {
        let f1 =
            0.5 + 0.4 * ((i * 37 % 101) as f64 / 101.0) + system as f64 * 0.02 * ((i % 3) as f64);
        SystemOutput {
            candidate: format!("candidate {i} of system {system}, in some more words"),
            score: Some(Score {
                precision: Some(f1),
                recall: Some(f1),
                f1,
            }),
            human: Some((i % 7) as f64),
        }
    };
    let segment = |i: usize| Segment {
        row: i + 1,
        id: Some(format!("seg-{i}")),
        group: Some(["de", "fr"][i % 2].to_owned()),
        references: vec![format!(
            "reference {i}, about as long as a sentence of the news is"
        )],
        outputs: (0..systems).map(|system| output(system, i)).collect(),
    };
    let names = ["A", "B", "C"][..systems]
        .iter()
        .map(|name| (*name).to_owned())
        .collect();
    let segments: Vec<Segment> = (0..n).map(segment).collect();
    CorpusReport {
        title: "Two systems".into(),
        findings: findings(names, &segments),
        segments,
        limits: ReportLimits {
            examples: 2,
            listed: 3000,
            seed: 12345,
        },
        pictures: BTreeMap::new(),
    }
}

fn report(n: usize) -> CorpusReport {
    report_of(2, n)
}

/// The systems by F1, and by two more measures: one that says the opposite, and one that says the same.
fn findings(systems: Vec<String>, all: &[Segment]) -> Findings {
    let others = [
        Measure::F1AtLayer {
            layer: 1,
            idf: true,
        },
        Measure::RougeL,
    ];
    let mut segments = Segments::new(systems, &others);
    for segment in all {
        let scores = |output: &SystemOutput| SegmentScores {
            scores: output.score.map_or([None; 3], Score::numbers),
            human: output.human,
            others: [output.f1().map(|f1| 1.0 - f1), output.f1()]
                .map(SegmentValue::Number)
                .to_vec(),
        };
        let row: Vec<SegmentScores> = segment.outputs.iter().map(scores).collect();
        segments.push(
            segment.id(),
            segment.group.as_deref().unwrap_or_default(),
            &row,
        );
    }
    Findings {
        signature: "model_L6_no-idf_version=0.3.12".into(),
        left_out: 0,
        remarks: Remarks::default(),
        human: Some("rating".into()),
        command: "bertscope report -r refs.txt -c a.txt -c b.txt -o report.html".into(),
        all_pairs: false,
        comparison: SystemComparison::compute(
            &segments,
            Resampling {
                resamples: 100,
                seed: 12345,
            },
        ),
        drivers: None,
    }
}

/// The same report after its segments were changed.
fn computed_again(report: CorpusReport, systems: &[&str]) -> CorpusReport {
    let names = systems.iter().map(|name| (*name).to_owned()).collect();
    CorpusReport {
        findings: findings(names, &report.segments),
        ..report
    }
}

#[test]
fn no_text_of_a_report_is_markup_or_steers_a_terminal() {
    let evil = "</script><img src=x onerror=alert(1)>\u{1b}[2J\u{202e} \" onclick=\"x";
    let mut report = report(4);
    report.title = evil.into();
    for segment in &mut report.segments {
        (segment.id, segment.group) = (Some(evil.into()), Some(evil.into()));
        segment.references = vec![evil.into()];
        segment
            .outputs
            .iter_mut()
            .for_each(|output| output.candidate = evil.into());
    }
    let mut report = computed_again(report, &[evil, &format!("{evil}2")]);
    let found = &mut report.findings;
    (found.command, found.signature, found.human) = (evil.into(), evil.into(), Some(evil.into()));
    let (page, text) = (report.html(), report.markdown());
    assert!(!page.contains("<img") && !page.contains("onclick=\"x"));
    assert_eq!(page.matches("<script").count(), 2);
    // In Markdown only inside of code.
    assert!(
        text.split('`')
            .step_by(2)
            .all(|outside| !outside.contains("<img")),
        "{text}"
    );
    for figure in report.figures() {
        assert!(!figure_file(&figure, false).contains("<img"));
    }
    for written in [&page, &text] {
        assert!(!written.contains(['\u{1b}', '\u{202e}']));
    }
}

#[test]
fn the_page_asks_nothing_of_a_network_and_runs_nothing_but_its_own_script() {
    let report = report(10);
    let page = report.html();
    for reference in [
        "http://",
        "https://",
        "src=",
        "@import",
        "<link",
        "url(",
        "fetch(",
        "innerHTML",
        "style=",
    ] {
        assert!(!page.contains(reference), "{reference}");
    }
    let policy = page
        .split("http-equiv=\"Content-Security-Policy\" content=\"")
        .nth(1)
        .unwrap();
    let policy = policy.split('"').next().unwrap();
    assert!(
        policy.starts_with("default-src 'none'; style-src 'sha256-"),
        "{policy}"
    );
    assert!(!policy.contains("unsafe"), "{policy}");
}

#[test]
fn many_pairs_are_a_sample_in_the_list_and_all_of_them_in_the_figures() {
    let all = report(2_800);
    let page = all.html();
    assert!(
        page.len() < 8 << 20 && !page.contains("A sample of"),
        "{}",
        page.len()
    );
    let many = report(20_000);
    let page = many.html();
    assert!(page.len() < 8 << 20, "{}", page.len());
    assert!(page.contains("A sample of 3,000 of 20,000 pairs, drawn with seed 12345."));
    assert!(
        page.contains("rating, 20,000 pairs."),
        "a figure says how many pairs it shows"
    );
}

#[test]
fn an_appendix_has_the_numbers_of_the_page_as_tables() {
    let report = report(6);
    insta::assert_snapshot!(report.markdown());
}

#[test]
fn page_and_appendix_say_by_which_measures_the_order_does_not_hold() {
    let mut report = report(12);
    let lead = "The order by F1 is contradicted by 1 of 2 other measures, ";
    for written in [report.html(), report.markdown()] {
        assert!(
            written.contains(lead) && written.contains("reversed: A above B"),
            "{written}"
        );
        assert!(written.contains("Rescaling never changes the order"));
    }
    report
        .segments
        .iter_mut()
        .for_each(|segment| segment.outputs.truncate(1));
    let one = computed_again(report, &["A"]);
    for written in [one.html(), one.markdown()] {
        assert!(
            !written.contains("The order"),
            "one system has none: {written}"
        );
    }
}

#[test]
fn without_drivers_page_and_appendix_say_why_and_what_to_run() {
    let report = report(4);
    for written in [report.html(), report.markdown()] {
        assert!(
            written.contains("Finding what drives the scores needs the model and all texts"),
            "{written}"
        );
        assert!(written.contains("bertscope report"), "{written}");
    }
}

#[test]
fn a_figure_is_a_small_file_in_two_colours_of_paper() {
    let report = report(6);
    let figures = report.figures();
    let names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "f1",
            "systems",
            "differences",
            "difference-intervals",
            "human-1",
            "human-2"
        ]
    );
    insta::assert_snapshot!(figure_file(&figures[1], false));
    assert!(figure_file(&figures[1], true).contains("#0f1318"));
}

#[test]
fn a_report_of_nothing_but_unscored_pairs_has_neither_numbers_nor_figures() {
    let mut report = report(3);
    for output in report
        .segments
        .iter_mut()
        .flat_map(|segment| &mut segment.outputs)
    {
        output.score = None;
    }
    let report = computed_again(report, &["A", "B"]);
    assert!(report.figures().is_empty());
    let page = report.html();
    assert!(
        page.contains(", a mean counts those in which it is defined for every system: ")
            && !page.contains("NaN"),
        "{page}"
    );
}

#[test]
fn no_control_of_the_page_hides_a_method_of_its_form() {
    let report = report(4);
    let page = report.html();
    for method in ["reset", "submit", "elements", "length", "action", "name"] {
        assert!(!page.contains(&format!("id=\"{method}\"")), "{method}");
    }
}

#[test]
fn page_and_appendix_begin_with_the_verdict_of_a_comparison() {
    let report = report(12);
    let verdict = verdict(&report.findings.comparison, 1, false);
    let page = report.html();
    assert!(page.find(&verdict).unwrap() < page.find("<table").unwrap());
    assert!(report.markdown().contains(&verdict));
}

#[test]
fn groups_have_the_p_value_of_a_comparison_and_a_name_each_also_for_one_system() {
    let mut report = report(12);
    report.segments[5].group = None;
    let mut report = computed_again(report, &["A", "B"]);
    let f1 = report.findings.comparison.groups[0]
        .comparison
        .measure(Measure::F1)
        .unwrap();
    let p = f1.changes[0].p_randomisation.unwrap();
    assert!((p - f1.changes[0].p_bootstrap.unwrap()).abs() > 0.01);
    let row = |text: &str, start: &str| {
        text.lines()
            .find(|line| line.starts_with(start))
            .unwrap()
            .to_owned()
    };
    assert!(row(&report.markdown(), "| de ").ends_with(&format!("| {p:.4} |")));
    assert!(report.html().contains(&format!(
        "<td class=\"number rank0\" dir=\"auto\">{p:.4}</td>"
    )));
    report
        .segments
        .iter_mut()
        .for_each(|segment| segment.outputs.truncate(1));
    let one = computed_again(report, &["A"]);
    for written in [one.html(), one.markdown()] {
        assert!(
            written.contains("F1 in each group")
                && written.contains("(none)")
                && !written.contains("isation")
        );
    }
}

#[test]
fn the_verdict_says_what_is_below_the_level_and_prints_no_p_value_that_contradicts_it() {
    let mut comparison = report(12).findings.comparison;
    for (bootstrap, randomisation, said) in [
        (
            50.0 / 1001.0,
            0.02,
            "(p = 0.04995 by bootstrap, 0.0200 by randomisation); the difference is statistically significant.",
        ),
        (
            0.05,
            0.3,
            "(p = 0.0500 by bootstrap, 0.3000 by randomisation); the difference could be chance.",
        ),
        (
            0.01,
            0.1,
            "; only p by bootstrap is below 0.05, so the difference could be chance.",
        ),
        (
            0.1,
            0.01,
            "; only p by randomisation is below 0.05, so the difference could be chance.",
        ),
    ] {
        let f1 = comparison
            .measures
            .iter_mut()
            .find(|compared| compared.measure == Measure::F1)
            .unwrap();
        f1.changes[0].exact_segments = None;
        (f1.changes[0].p_bootstrap, f1.changes[0].p_randomisation) =
            (Some(bootstrap), Some(randomisation));
        let verdict = verdict(&comparison, 1, false);
        assert!(verdict.ends_with(said), "{verdict}");
    }
}

#[test]
fn of_several_comparisons_the_verdict_goes_by_the_corrected_p_value() {
    let mut comparison = report_of(3, 12).findings.comparison;
    for (p_values, expected) in [
        (
            [0.03, 0.04],
            "(p = 0.0100 by bootstrap, 0.0300 by randomisation, 0.0600 with Holm's correction for 2 comparisons); \
             after the correction, the difference could be chance.",
        ),
        (
            [0.02, 0.3],
            "(p = 0.0100 by bootstrap, 0.0200 by randomisation, 0.0400 with Holm's correction for 2 comparisons); \
             the difference is statistically significant.",
        ),
    ] {
        let f1 = comparison
            .measures
            .iter_mut()
            .find(|compared| compared.measure == Measure::F1)
            .unwrap();
        for (change, p) in f1.changes.iter_mut().zip(p_values) {
            change.exact_segments = None;
            change.p_bootstrap = Some(0.01);
            change.p_randomisation = Some(p);
        }
        let verdict = verdict(&comparison, 1, false);
        assert!(verdict.ends_with(expected), "{verdict}");
    }
}

#[test]
fn a_difference_that_prints_as_0_is_neither_higher_nor_a_gain_an_example_or_another_order() {
    let report = with_f1(report(12), |system, _| 0.5 + 1e-6 * system as f64);
    let (page, text) = (report.html(), report.markdown());
    for written in [&page, &text] {
        assert!(
            written.contains("F1 of B and A differs by less than 0.00001 (p = "),
            "{written}"
        );
        assert!(
            written.contains("F1 of B is higher in 0 segments, equal in 12 and lower in 0."),
            "{written}"
        );
        assert!(
            written.contains("The order by F1 is contradicted by none of 2 other measures."),
            "{written}"
        );
        for none in ["gains most", "B scores higher", "without 12", "0.00000)"] {
            assert!(!written.contains(none), "{none}: {written}");
        }
    }
}

#[test]
fn a_measure_gives_the_order_of_f1_only_if_it_ties_the_same_systems() {
    let order = |f1: fn(usize, usize) -> f64| {
        let mut report = with_f1(report(12), f1);
        let measures = &mut report.findings.comparison.measures;
        measures.retain(|compared| {
            compared.measure
                != Measure::F1AtLayer {
                    layer: 1,
                    idf: true,
                }
        });
        measures
            .iter_mut()
            .filter(|compared| compared.measure == Measure::RougeL)
            .for_each(|rouge| {
                rouge.systems[1].value = rouge.systems[0].value;
            });
        report.markdown()
    };
    assert!(order(|_, i| 0.01 * i as f64).contains("| ROUGE-L | same as by F1 |"));
    assert!(
        order(|system, i| 0.01 * (system + i) as f64).contains("| ROUGE-L | no pair reversed |")
    );
}

#[test]
fn identical_systems_have_a_p_value_only_where_there_is_a_test() {
    let said = |n: usize| {
        verdict(
            &with_f1(report(n), |_, i| 0.01 * i as f64)
                .findings
                .comparison,
            1,
            false,
        )
    };
    assert_eq!(
        said(2),
        "B and A have the same scores in every segment: difference 0, p = 1."
    );
    assert_eq!(
        said(1),
        "B and A have the same scores in every segment. A single segment has no interval and no p-value."
    );
}

#[test]
fn an_appendix_has_no_heading_without_content_and_a_long_order_wraps_on_the_page() {
    let report = computed_again(
        report_of(3, 12),
        &[
            "gpt-4o-2024-08-06-base",
            "gpt-4o-2024-08-06-long",
            "llama-3.1",
        ],
    );
    let (page, text) = (report.html(), report.markdown());
    assert!(!text.contains("### Figures") && page.contains("Figures</h2>"));
    let headings = text
        .lines()
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>();
    assert!(
        headings
            .windows(2)
            .all(|lines| !(lines[0].starts_with("### ") && lines[1].starts_with("### "))),
        "{text}"
    );
    assert!(
        page.contains(
            "<td class=\"words rank0\" dir=\"auto\">reversed: gpt-4o-2024-08-06-base above"
        ),
        "{page}"
    );
}

#[test]
fn the_numbers_of_a_figure_are_those_of_the_tables() {
    let report = report(12);
    let text = report.markdown().replace('\\', "");
    let figures = report.figures();
    let shown: Vec<&str> = figures
        .iter()
        .flat_map(|figure| figure.rows.iter().map(|row| row.note.as_str()))
        .collect();
    let (mut numbers, mut signed) = (0, 0);
    for number in shown
        .iter()
        .flat_map(|text| text.split([' ', ',', '[', ']']))
        .filter(|text| text.len() > 5)
    {
        let Some((_, digits)) = number.split_once('.') else {
            continue;
        };
        assert!(
            digits.len() >= 4 && text.contains(number),
            "{number}: {shown:?}"
        );
        numbers += 1;
        signed += usize::from(number.starts_with(['+', '−']));
    }
    assert!(numbers > 12 && signed > 3, "{shown:?}");
}

/// A report with other F1, by system and segment.
fn with_f1(mut report: CorpusReport, f1: fn(usize, usize) -> f64) -> CorpusReport {
    for (i, segment) in report.segments.iter_mut().enumerate() {
        for (system, output) in segment.outputs.iter_mut().enumerate() {
            let f1 = f1(system, i);
            (output.score, output.human) = (
                Some(Score {
                    precision: Some(f1),
                    recall: Some(f1),
                    f1,
                }),
                None,
            );
        }
    }
    computed_again(report, &["A", "B"])
}

#[test]
fn a_summary_has_the_cells_of_a_comparison() {
    let request = AgreementRequest {
        layers: vec![Layer(1)],
        ..AgreementRequest::default()
    };
    let mut summary = Summary::new(request, Some("rating".into()));
    for i in 0..1500u32 {
        let score = Score {
            precision: Some(-0.25),
            recall: None,
            f1: 0.01 * f64::from(i % 7),
        };
        summary.add(
            &[score],
            None,
            Some(f64::from(i % 5)),
            ["", "de"].get(i as usize % 2).copied(),
        );
        summary.note(i.into(), &["a text was truncated"]);
    }
    summary.compare_with_human(&mut || ());
    let text = columns::text(&summary.sheet(true));
    assert!(
        text.starts_with("P −0.25000  R —  F1 0.02997  mean of 1,500 pairs\n"),
        "{text}"
    );
    assert!(
        text.contains("  1,500 of 1,500 pairs: a text was truncated (first: pair 0)\n"),
        "{text}"
    );
    assert!(
        text.contains("\nAgreement with rating, 1,500 of 1,500 pairs judged\n"),
        "{text}"
    );
    assert!(
        text.contains("\n  (none)                  750 ") && text.contains("\n  de "),
        "{text}"
    );
    // P is constant and R undefined in every group; their dashes say that themselves.
    assert!(text.contains("\n  mean of 2 groups "), "{text}");
    assert!(text.contains("\n  all groups together   1,500 "), "{text}");
}

#[test]
fn the_mean_of_groups_counts_the_groups_in_which_a_coefficient_exists() {
    let request = AgreementRequest {
        layers: vec![Layer(1)],
        ..AgreementRequest::default()
    };
    let mut summary = Summary::new(request, Some("rating".into()));
    for (group, pairs) in [("large", 5), ("small", 4), ("of two", 2)] {
        for i in 0..pairs {
            let number = 0.1 * f64::from(i);
            let score = Score {
                precision: Some(if group == "small" { 0.5 } else { number }),
                recall: Some(number),
                f1: number,
            };
            summary.add(&[score], None, Some(f64::from(i % 3)), Some(group));
        }
    }
    summary.compare_with_human(&mut || ());
    let text = columns::text(&summary.sheet(false));
    let row = text.lines().rfind(|line| line.contains("of two"));
    let row = row.unwrap();
    assert_eq!(row.matches('—').count(), 12, "{text}");
    assert!(
        text.contains("\n  mean of groups (P 1, R 2, F1 2) "),
        "{text}"
    );
}

#[test]
fn a_test_that_could_not_find_a_difference_says_so_and_what_would() {
    let mut findings = report_of(3, 6).findings;
    findings.all_pairs = true;
    let sheet = |findings: &Findings| columns::text(&findings.sheet());
    let text = sheet(&findings);
    assert!(
        text.contains(
            "segments that differ, p by exact randomisation after the correction is at least "
        ) && text.contains(
            "so no difference could have been significant, and only more segments would help."
        ),
        "{text}"
    );
    let comparison = &mut findings.comparison;
    comparison.resampling.resamples = 55;
    for pair in &mut comparison.pairs {
        pair.change.exact_segments = None;
    }
    for measure in &mut comparison.measures {
        for change in &mut measure.changes {
            change.exact_segments = None;
        }
    }
    let text = sheet(&findings);
    assert!(
        text.contains("Over 3 pairs it is at least 0.0536, so no difference could have been significant; 60 resamples would do."),
        "{text}"
    );
    let verdict = text.lines().next().unwrap();
    assert!(
        verdict.contains(
            "with 55 resamples, no p by randomisation after the correction is below 0.0536"
        ),
        "{text}"
    );
    findings.comparison.resampling.resamples = 19;
    let text = sheet(&findings);
    assert!(
        text.contains("with 19 resamples, no p by bootstrap is below 0.0500, so no difference could have been significant; 60 resamples would do."),
        "{text}"
    );
}

#[test]
fn coefficients_say_over_what_they_are_and_differences_have_a_sign() {
    let report = report(12);
    let comparison = &report.findings.comparison;
    let text = report.markdown();
    assert!(text.contains("The mean of the groups is that of the coefficients within each group"));
    let together = comparison.human.as_ref().unwrap().systems[1].f1;
    let of_second = text.rsplit("| all groups together | 12 |").next().unwrap();
    let signed = |number: String| number.replace('-', "−");
    assert!(
        of_second.contains(&signed(format!("{:.4}", together.pearson.unwrap())))
            && text.contains("| mean of 2 groups |")
    );
    let change = comparison.measure(Measure::F1).unwrap().changes[0];
    let (by, ends) = (change.difference.unwrap(), change.interval.unwrap());
    let row = signed(format!(
        "| F1 | {by:+.5} | \\[{:+.5}, {:+.5}\\] |",
        ends.low, ends.high
    ));
    assert!(text.contains(&row), "{row} in {text}");
}

#[test]
fn of_three_systems_every_pair_is_tested_on_request_and_the_reversed_ones_are_named() {
    let mut report = report_of(3, 12);
    let without = report.markdown();
    assert!(!without.contains("All pairs of systems"), "{without}");
    assert!(
        without.contains("reversed: A above B (p = ") && without.contains(", B above C (p = "),
        "{without}"
    );
    report.findings.all_pairs = true;
    let with = report.markdown();
    let pairs = with.split("#### All pairs of systems").nth(1).unwrap();
    assert!(
        ["| B − A |", "| C − A |", "| C − B |", "p, Holm"]
            .iter()
            .all(|part| pairs.contains(part)),
        "{with}"
    );
}

#[test]
fn the_mean_of_a_histogram_is_that_of_all_pairs_with_the_equal_ones() {
    let report = report(12);
    let figure = report
        .figures()
        .into_iter()
        .find(|figure| figure.name == "differences")
        .unwrap();
    let by = report
        .findings
        .comparison
        .measure(Measure::F1)
        .unwrap()
        .changes[0]
        .difference
        .unwrap();
    let row = &figure.rows[0];
    assert_eq!(row.note, format!("mean {by:+.5}"));
    assert!(row.name.contains("without 4 equal segments"), "{row:?}");
}
