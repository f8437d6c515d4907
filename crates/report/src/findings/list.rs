//! The list of pairs that the page filters and sorts: all of them, or a sample.

use serde::Serialize;
use serde_json::{Value, json};

use super::shuffle::shuffled;
use super::{CorpusReport, Segment, SystemOutput, group_name};
use crate::distinct;
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
    /// Each as [`row`] has it.
    rows: Vec<Value>,
}

impl SegmentList {
    pub fn len(&self) -> usize {
        self.rows.len()
    }
}

/// The segments that are listed, in the order of the file.
pub fn list(report: &CorpusReport) -> SegmentList {
    let listed = segments_that_fit(report).into_iter();
    let listed: Vec<&Segment> = listed.map(|i| &report.segments[i]).collect();
    let groups = distinct(listed.iter().filter_map(|segment| group_of(segment)));
    SegmentList {
        systems: report.systems().iter().map(|name| clean(name)).collect(),
        human: report.findings.comparison.human.is_some(),
        rows: listed.iter().map(|segment| row(segment, &groups)).collect(),
        groups,
    }
}

fn group_of(segment: &Segment) -> Option<String> {
    Some(clean(group_name(segment.group.as_deref()?)))
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

/// A segment: its row, id, group (its position among `groups`), references and outputs.
fn row(segment: &Segment, groups: &[String]) -> Value {
    let group = group_of(segment).and_then(|name| groups.iter().position(|known| *known == name));
    let references: Vec<String> = segment.references.iter().map(|text| clean(text)).collect();
    let outputs: Vec<Value> = segment.outputs.iter().map(output_row).collect();
    json!([
        segment.row,
        segment.id.as_deref().map(clean),
        group,
        references,
        outputs
    ])
}

/// A candidate with its precision, recall, F1 and human score.
fn output_row(output: &SystemOutput) -> Value {
    let numbers = output.score.map_or([None; 3], Score::numbers);
    let [p, r, f1] = numbers.map(|number| number.map(to_five_decimals));
    json!([
        clean(&output.candidate),
        p,
        r,
        f1,
        output.human.map(to_five_decimals)
    ])
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
        let list = list(&report);
        let rows: Vec<Option<u64>> = list.rows.iter().map(|row| row[0].as_u64()).collect();
        assert!(rows.len() == 10 && rows.is_sorted(), "{rows:?}");
        for segment in &mut report.segments {
            segment.references = vec!["x".repeat(MAX_BYTES / 4)];
        }
        assert_eq!(super::list(&report).len(), 3);
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
