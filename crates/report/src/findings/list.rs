//! The list of pairs that the page filters and sorts: all of them, or a sample.

use serde::Serialize;

use super::shuffle::shuffled;
use super::{CorpusReport, Segment, SystemOutput, group_name};
use crate::escaping::clean;
use bertscope_metric::Score;

/// Most bytes of text in the list, so that a page of long texts is still small enough for mail.
const MAX_BYTES: usize = 4 << 20;

/// The data of the pairs for the script.
#[derive(Serialize)]
pub struct SegmentList {
    systems: Vec<String>,
    human: bool,
    groups: Vec<String>,
    rows: Vec<SegmentRow>,
}

/// A segment: its row, id, group (its position among `groups`), references and outputs.
#[derive(Serialize)]
struct SegmentRow(
    usize,
    Option<String>,
    Option<usize>,
    Vec<String>,
    Vec<OutputRow>,
);

/// A candidate with its precision, recall, F1 and human score.
#[derive(Serialize)]
struct OutputRow(String, Option<f64>, Option<f64>, Option<f64>, Option<f64>);

impl SegmentList {
    pub fn len(&self) -> usize {
        self.rows.len()
    }
}

/// The segments that are listed, in the order of the file.
pub fn list(report: &CorpusReport) -> SegmentList {
    let mut groups: Vec<String> = Vec::new();
    let rows: Vec<SegmentRow> = segments_that_fit(report)
        .into_iter()
        .map(|i| row(&report.segments[i], &mut groups))
        .collect();
    SegmentList {
        systems: report.systems().iter().map(|name| clean(name)).collect(),
        human: report.findings.comparison.human.is_some(),
        groups,
        rows,
    }
}

/// Indices of the segments that fit the page.
fn segments_that_fit(report: &CorpusReport) -> Vec<usize> {
    let mut room = MAX_BYTES;
    let mut listed = Vec::new();
    let drawn = shuffled(report.segments.len(), report.limits.seed);
    for segment in drawn.into_iter().take(report.limits.listed) {
        let needed = byte_count(&report.segments[segment]);
        // No shorter one instead: the sample would have too many short texts.
        if needed > room {
            break;
        }
        room -= needed;
        listed.push(segment);
    }
    listed.sort_unstable();
    listed
}

/// Bytes of a segment in the list; the numbers of a candidate take about 64.
fn byte_count(segment: &Segment) -> usize {
    let references = segment.references.iter().map(String::len);
    let candidates = segment
        .outputs
        .iter()
        .map(|output| output.candidate.len() + 64);
    references.chain(candidates).sum()
}

fn row(segment: &Segment, groups: &mut Vec<String>) -> SegmentRow {
    let group = segment
        .group
        .as_deref()
        .map(|name| group_position(groups, clean(group_name(name))));
    SegmentRow(
        segment.row,
        segment.id.as_deref().map(clean),
        group,
        segment.references.iter().map(|text| clean(text)).collect(),
        segment.outputs.iter().map(output_row).collect(),
    )
}

/// The position of a group among those of the list, to which it is added if it is new.
fn group_position(groups: &mut Vec<String>, name: String) -> usize {
    if let Some(position) = groups.iter().position(|known| *known == name) {
        return position;
    }
    groups.push(name);
    groups.len() - 1
}

fn output_row(output: &SystemOutput) -> OutputRow {
    let [p, r, f1] = output
        .score
        .map_or([None; 3], Score::numbers)
        .map(|number| number.map(to_five_decimals));
    OutputRow(
        clean(&output.candidate),
        p,
        r,
        f1,
        output.human.map(to_five_decimals),
    )
}

/// A number with the decimals that the page shows, so that it takes fewer bytes.
fn to_five_decimals(x: f64) -> f64 {
    (x * 1e5).round() / 1e5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::report::tests::report;

    #[test]
    fn a_sample_is_in_the_order_of_the_file_and_a_long_text_does_not_push_out_the_page() {
        let mut report = report(&[&[0.5; 40]], &[]);
        report.limits.listed = 10;
        let rows: Vec<usize> = list(&report).rows.iter().map(|row| row.0).collect();
        assert!(rows.len() == 10 && rows.is_sorted(), "{rows:?}");
        for segment in &mut report.segments {
            segment.references = vec!["x".repeat(MAX_BYTES / 4)];
        }
        assert_eq!(list(&report).len(), 3);
    }

    #[test]
    fn texts_are_data_that_cannot_end_their_element() {
        let mut report = report(&[&[0.5]], &[]);
        report.segments[0].outputs[0].candidate = "</script><b>\u{1b}[2J".into();
        let json = crate::escaping::script_json(&list(&report)).into_string();
        assert!(
            !json.contains('<') && json.contains("\\u003c/script>\\u003cb>␛[2J"),
            "{json}"
        );
    }
}
