//! A report over 2,800 and 100,000 pairs of two systems, from scores to the HTML page: comparison, notable pairs, figures, HTML.
//!
//! `cargo bench --bench report`. The target is 2 s for 2,800 pairs, including heatmaps, which are not measured here and take as long as
//! embedding about 60 sentences.

use std::collections::BTreeMap;

use bertscope::metric::Score;
use bertscope::report::findings::{
    CorpusReport, Findings, Remarks, ReportLimits, Segment, SystemOutput,
};
use bertscope::systems::{
    Measure, Resampling, SegmentScores, SegmentValue, Segments, SystemComparison,
};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Pairs of about 20 words with varying scores and human scores.
fn report(pairs: usize) -> CorpusReport {
    let words = |first: usize| {
        (first..first + 20)
            .map(|i| ["ferry", "noon", "leaves", "the"][i % 4])
            .collect::<Vec<_>>()
    };
    let output = |system: usize, i: usize| {
        let f1 = 0.4 + 0.6 * ((i * 7919 + system * 104_729) % 1000) as f64 / 1000.0;
        let score = Some(Score {
            precision: Some(f1),
            recall: Some(f1),
            f1,
        });
        SystemOutput {
            candidate: words(i + system).join(" "),
            score,
            human: Some((i * 31 % 997) as f64),
        }
    };
    let segment = |i: usize| Segment {
        row: i + 1,
        id: None,
        group: Some(format!("group {}", i % 5)),
        references: vec![words(i).join(" ")],
        outputs: vec![output(0, i), output(1, i)],
    };
    let segments: Vec<Segment> = (0..pairs).map(segment).collect();
    CorpusReport {
        title: "A report".into(),
        findings: Findings {
            signature: "model".into(),
            left_out: 0,
            remarks: Remarks::default(),
            human: Some("rating".into()),
            command: "bertscope report".into(),
            all_pairs: false,
            comparison: SystemComparison::compute(&scores(&segments), Resampling::default()),
            drivers: None,
        },
        segments,
        limits: ReportLimits {
            examples: 6,
            listed: 3000,
            seed: 12345,
        },
        pictures: BTreeMap::new(),
    }
}

/// The same with 16 other measures of each candidate, as for a model of six layers.
fn scores(all: &[Segment]) -> Segments {
    let others: Vec<Measure> = (0..16)
        .map(|layer| Measure::F1AtLayer { layer, idf: false })
        .collect();
    let mut segments = Segments::new(vec!["A".into(), "B".into()], &others);
    for segment in all {
        let scores = |output: &SystemOutput| SegmentScores {
            scores: [output.f1(); 3],
            human: output.human,
            others: vec![SegmentValue::Number(output.f1()); others.len()],
        };
        let row: Vec<SegmentScores> = segment.outputs.iter().map(scores).collect();
        segments.push(
            segment.id(),
            segment.group.as_deref().unwrap_or_default(),
            &row,
        );
    }
    segments
}

#[divan::bench(args = [2_800, 100_000], sample_count = 5, sample_size = 1)]
fn from_scores_to_the_page(bencher: Bencher<'_, '_>, pairs: usize) {
    let mut report = report(pairs);
    let scores = scores(&report.segments);
    bencher.bench_local(|| {
        report.findings.comparison = SystemComparison::compute(&scores, Resampling::default());
        black_box(report.html()).len()
    });
}
