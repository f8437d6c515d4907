//! A file of several systems in the list of pairs: each system's F1, their difference, and both candidates side by side.

use std::sync::Arc;

use super::parts::Part;
use super::support::{Inspector, assert_decent, model};
use bertscope::analysis::Analyzer;
use bertscope::explain::{Explanation, Topic};
use bertscope::pairs::{Columns, Input, Source, SystemColumns, TableFormat};
use bertscope::testing::{
    Effect, ExportTarget, FilePair, HumanScores, MarkedJob, Message, OpenPairsOptions, OpenedPairs,
    PairsList, PairsMessage, Scope, Session, Sort, Summary,
};
use bertscope_sheet::{Cell, Row};
use bertscope_systems::Measure;

const TABLE: &str = "id\treference\tA\tB\tzA\tzB\n\
    ferry\tThe ferry leaves at noon.\tThe boat departs at midday.\tThe ferry leaves at noon.\t0.5\t1\n\
    lamp\tA lamp burns in the window.\tA lamp burns in the window.\tThe window is lit by a lamp.\t0.75\t0.9\n\
    gate\tThe gate is open.\tThe gate is shut.\tThe gate is open today.\t0.1\t\n";

fn opened(filter: &str) -> Inspector {
    opened_from("systems.tsv", TABLE, filter, [None, None])
}

/// With human scores of both systems.
fn judged(filter: &str) -> Inspector {
    opened_from("systems.tsv", TABLE, filter, [Some("zA"), Some("zB")])
}

fn opened_from(name: &str, text: &str, filter: &str, human: [Option<&str>; 2]) -> Inspector {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let [of_a, of_b] = human.map(|name| name.map(str::to_owned));
    let input = Input::Table {
        source: Source::File(path.clone()),
        format: TableFormat::from_path(&path).unwrap(),
        columns: Columns {
            candidate: Some("A".into()),
            human: of_a.clone(),
            other_systems: vec![SystemColumns {
                candidate: "B".into(),
                human: of_b.clone(),
            }],
            others: human[0].is_some(),
            ..Columns::default()
        },
        quotes: false,
        header: true,
    };
    let systems = vec!["A".to_owned(), "B".to_owned()];
    let human = of_a.into_iter().chain(of_b).collect();
    let how = OpenPairsOptions {
        systems,
        human,
        filter: filter.to_owned(),
        ..OpenPairsOptions::default()
    };
    let opened = OpenedPairs::open(&input, path, how).unwrap();
    let mut inspector = Inspector::with_texts("My own reference.", "My own candidate.");
    inspector.state.open_pairs(opened.list());
    inspector.read(opened);
    inspector
}

fn list(inspector: &Inspector) -> &PairsList {
    inspector.state.pairs.as_ref().unwrap()
}

fn ids(list: &PairsList) -> Vec<&str> {
    list.order
        .iter()
        .map(|index| list.items[*index].row.as_ref().map_or("!", |pair| &pair.id))
        .collect()
}

#[test]
fn a_row_has_the_f1_of_each_system_and_their_difference_and_the_preview_both_candidates() {
    let mut inspector = opened("");
    let f1 = |index: usize| {
        list(&inspector)
            .systems_f1(index)
            .into_iter()
            .map(Option::unwrap)
            .collect::<Vec<_>>()
    };
    assert!(f1(0)[0] < 0.9 && f1(0)[1] > 0.999 && f1(1)[0] > 0.999);
    let [own, first] = list(&inspector).compared_f1(0).unwrap();
    let difference = own - first;
    assert!((difference - (f1(0)[1] - f1(0)[0])).abs() < 1e-12);
    inspector.assert_shows(
        Part::Overlay,
        (80, 24),
        &[
            "id A B ± F1 reference candidate",
            "▸ ferry 0.716 1.000 +0.284",
            "mean F1 of 3: A 0.861, B 0.865 (+0.004) · B higher in 1, lower in 2",
        ],
    );
    let screen = inspector.screen(100, 30);
    for part in [
        "A: The boat departs at midday.",
        "B: The ferry leaves at noon.",
        "Enter opens them side by side",
    ] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
}

#[test]
fn the_list_sorts_by_the_difference_and_is_filtered_by_the_words_of_any_system() {
    let mut inspector = opened("");
    while list(&inspector).sort != Sort::SystemDifference {
        inspector.press("s");
    }
    assert_eq!(ids(list(&inspector)), ["lamp", "gate", "ferry"]);
    inspector.press("r");
    assert_eq!(ids(list(&inspector)), ["ferry", "gate", "lamp"]);
    assert!(
        inspector
            .screen(100, 30)
            .contains("by B − A, highest first")
    );
    let filtered = opened("candidate:today");
    assert_eq!(ids(list(&filtered)), ["gate"]);
    let means = list(&filtered).system_means.as_ref().unwrap();
    assert_eq!(
        (means.pairs, means.higher, means.lower),
        (1, 0, 1),
        "of the listed pairs"
    );
    assert_eq!(ids(list(&opened("reference:ferry"))), ["ferry"]);
}

#[test]
fn human_scores_and_ranks_are_those_of_the_system_that_the_list_is_sorted_by() {
    let mut inspector = judged("");
    let humans = |index: usize| [0, 1].map(|system| list(&inspector).human_score(index, system));
    assert_eq!(humans(1), [Some(0.75), Some(0.9)]);
    assert_eq!(humans(2), [Some(0.1), None]);
    inspector.assert_shows(
        Part::Overlay,
        (120, 30),
        &[
            "id A B ± F1 human: A B rank ± reference candidate",
            "▸ ferry 0.716 1.000 +0.284 0.50 1.00 −33%",
            "F1 rank of A 1 − human rank 2 = −33% of 3 pairs; rank 1 is lowest",
        ],
    );
    let screen = inspector.screen(160, 30);
    assert!(
        screen.contains("human A 0.50, B 1.00") && screen.contains("F1 rank − human rank of A"),
        "{screen}"
    );
    while list(&inspector).sort != Sort::Human {
        inspector.press("s");
    }
    assert_eq!(ids(list(&inspector)), ["gate", "ferry", "lamp"]);
    assert!(
        inspector
            .screen(100, 30)
            .contains("by human of A, worst first")
    );
    inspector.press("n");
    assert_eq!(
        ids(list(&inspector)),
        ["lamp", "ferry", "gate"],
        "what has none comes last"
    );
    assert!(
        inspector
            .screen(100, 30)
            .contains("by human of B, worst first")
    );
    assert_eq!(list(&inspector).ranks(2), None);
    let ranks = list(&inspector).ranks(1).unwrap();
    assert_eq!(
        (ranks.f1, ranks.human, ranks.count),
        (1.0, 1.0, 2),
        "among the judged candidates of B"
    );
    inspector.press("s s s s");
    assert_eq!(list(&inspector).sort, Sort::F1);
    assert_eq!(ids(list(&inspector)), ["lamp", "gate", "ferry"], "F1 of B");
    inspector.press("n");
    assert_eq!(ids(list(&inspector)), ["ferry", "gate", "lamp"], "F1 of A");
    let mut one = Inspector::with_pairs(3);
    one.press("n");
    assert!(
        one.screen(100, 30).contains("There is only one system"),
        "{}",
        one.screen(100, 30)
    );
}

#[test]
fn systems_without_a_column_are_counted_and_human_scores_have_the_names_of_their_systems() {
    let names = ["draft", "revised", "third", "fourth", "fifth"];
    let mut list = PairsList::new("f.tsv".into(), Vec::new(), false);
    list.systems = names.map(str::to_owned).to_vec();
    list.human_scores = Some(HumanScores::new(
        names.map(|name| format!("h_{name}")).to_vec(),
    ));
    list.add_human_scores(vec![Some(2.0); 5]);
    let other_candidates = vec!["It is shut.".to_owned(); 4];
    list.add_rows(vec![Ok(Arc::new(FilePair {
        id: "s1".into(),
        references: vec!["The gate is open.".into()],
        candidate: "The gate is shut.".into(),
        scores: None,
        looks_quoted: false,
        other_candidates,
    }))]);
    let mut inspector = Inspector::with_texts("A.", "B.");
    inspector.state.open_pairs(list);
    inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
    let mut header = |width: u16| {
        let screen = inspector.screen(width, 40);
        screen
            .lines()
            .find(|line| line.contains("± F1"))
            .unwrap()
            .to_owned()
    };
    let wide = header(140);
    for part in [
        "draft revis…  third fourth  fifth   ± F1",
        "human: draft revised   third  fourth   fifth rank ±",
    ] {
        assert!(wide.contains(part), "{part}: {wide}");
    }
    for (width, more) in [(80, "+3   ± F1"), (90, "+1   ± F1")] {
        assert!(
            header(width).contains(more) && header(width).contains("human: draft"),
            "{}",
            header(width)
        );
    }
    inspector.press("n n n n");
    let screen = inspector.screen(80, 40);
    assert!(
        screen.contains(" draft  fifth  +3   ± F1   human: fifth"),
        "the system that is compared is there: {screen}"
    );
}

#[test]
fn the_summary_has_the_agreement_of_each_system_with_people_over_the_listed_pairs() {
    let mut inspector = judged("");
    inspector.press("S");
    inspector.assert_shows(
        Part::Whole,
        (80, 24),
        &["Summary of systems.tsv", "3 pairs"],
    );
    let summary = list(&inspector).summaries.latest().unwrap();
    let human = summary.comparison.human.as_ref().unwrap();
    assert_eq!(
        human
            .systems
            .iter()
            .map(|system| system.judged)
            .collect::<Vec<_>>(),
        [3, 2]
    );
    assert_eq!(
        (human.preferences[0].preferred, human.preferences[0].agreed),
        (2, 1)
    );
    let mut filtered = judged("reference:gate");
    filtered.press("S");
    let screen = filtered.screen(100, 30);
    // Among these pairs people judged one system alone, so that no two systems are compared by what people say.
    assert!(
        !screen.contains("People judged the systems in different"),
        "{screen}"
    );
}

#[test]
fn marked_pairs_are_exported_with_every_system_under_its_own_name_and_open_again() {
    let mut inspector = judged("");
    inspector
        .press("M Down Down A")
        .type_text("shut?")
        .press("Enter w Enter");
    let exported = inspector
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::ExportMarked(job) => Some(job.clone()),
            _ => None,
        });
    let written = |name: &str| {
        let target = ExportTarget::File {
            name: name.into(),
            replace: false,
        };
        let job = MarkedJob {
            target,
            ..exported.clone().unwrap()
        };
        String::from_utf8(job.render(&Analyzer::new(model()))).unwrap()
    };
    let lines = written("a.jsonl");
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["B"], &first["zB"]),
        (&"The ferry leaves at noon.".into(), &1.0.into())
    );
    let f1 = |inspector: &Inspector, index| list(inspector).systems_f1(index);
    assert_eq!(first["scores"]["A"]["f1"].as_f64(), f1(&inspector, 0)[0]);
    let again = opened_from("again.jsonl", &lines, "", [Some("zA"), Some("zB")]);
    assert_eq!(ids(list(&again)), ["ferry", "gate"]);
    assert_eq!(f1(&again, 1), f1(&inspector, 2));
    assert_eq!(
        [0, 1].map(|system| list(&again).human_score(1, system)),
        [Some(0.1), None]
    );
    let page = written("a.html");
    assert_eq!(
        (
            page.matches("class=\"heatmap\"").count(),
            page.matches("<section").count()
        ),
        (4, 3),
        "a picture for each candidate"
    );
    assert!(page.contains("The boat departs at midday.") && page.contains("shut?"));
    let text = written("a.md");
    assert!(
        text.contains("| Pair | F1, A | F1, B | Human, A | Human, B | Note |"),
        "{text}"
    );
    assert!(
        text.contains("### Row 3, gate\n") && text.contains("#### B\n"),
        "{text}"
    );
}

#[test]
fn a_word_with_a_quotation_mark_leads_to_its_pairs_too() {
    let text = TABLE.replace("The gate is open.", "The gate is \" open \" and 5\" wide.");
    let mut inspector = opened_from("quotes.tsv", &text, "", [None, None]);
    inspector.press("S");
    let summary = list(&inspector).summaries.latest().unwrap().clone();
    let with_quotes: Vec<Word> = words(&summary)
        .into_iter()
        .filter(|word| word.word.contains('"'))
        .collect();
    assert!(!with_quotes.is_empty(), "{:?}", words(&summary));
    for Word { filter, .. } in with_quotes {
        assert_eq!(
            ids(list(&opened_from(
                "quotes.tsv",
                &text,
                &filter,
                [None, None]
            ))),
            ["gate"],
            "{filter}"
        );
    }
}

#[test]
fn the_summary_compares_the_systems_over_the_listed_pairs() {
    let mut inspector = opened("");
    inspector.press("S");
    assert_eq!(inspector.state.scope(), Scope::Summary);
    inspector.assert_shows(
        Part::Whole,
        (80, 24),
        &[
            "Summary of systems.tsv",
            "F1 of B is 0.004## higher than that of A (p = 0.409# by bootstrap, 1.000# by exact randomisation); \
             over 3 segments that differ, p by exact randomisation is at least 0.250#, so no difference could have been \
             significant.",
            "F1 of B is higher in 1 segment, equal in 0 and lower in 2.",
            "▸ today −0.041## P, candidate content words",
        ],
    );
    let summary = list(&inspector).summaries.latest().unwrap();
    let means = list(&inspector).system_means.as_ref().unwrap();
    let f1 = &summary.comparison.measure(Measure::F1).unwrap();
    for (estimate, mean) in f1.systems.iter().zip(&means.means) {
        assert!(
            (estimate.value.unwrap() - mean).abs() < 1e-12,
            "as the list has it"
        );
    }
    assert_eq!(
        (
            summary.comparison.differences[0].wins,
            summary.comparison.differences[0].losses
        ),
        (1, 2)
    );
    assert!(f1.changes[0].p_bootstrap.is_some(), "all pairs are scored");
    // The settings work as in the list, and the numbers follow.
    let raw = f1.systems[0].value;
    inspector.press("b");
    assert!(
        inspector.screen(80, 24).contains("per word"),
        "the words are still there"
    );
    let rescaled = list(&inspector)
        .summaries
        .latest()
        .unwrap()
        .comparison
        .measure(Measure::F1)
        .unwrap()
        .systems[0]
        .value;
    assert!(rescaled < raw);
    inspector.press("Esc");
    assert_eq!(inspector.state.scope(), Scope::Pairs, "back to the list");
    let mut filtered = opened("candidate:today");
    filtered.press("S");
    assert!(
        filtered.screen(80, 24).contains("1 listed pair"),
        "{}",
        filtered.screen(80, 24)
    );
}

/// A word of the summary.
#[derive(Debug)]
struct Word {
    word: String,
    amount: f64,
    is_in_reference: bool,
    filter: String,
}

/// The words that drive the first difference.
fn words(summary: &Summary) -> Vec<Word> {
    let word = |row: &Row| {
        let [
            Cell::Link { text, find },
            Cell::Number { value, .. },
            Cell::Text(side),
            ..,
        ] = &*row.cells
        else {
            panic!("{row:?}")
        };
        let is_in_reference = side.starts_with('R');
        Word {
            word: text.clone(),
            amount: value.unwrap(),
            is_in_reference,
            filter: find.clone(),
        }
    };
    summary.words(0).rows.iter().map(word).collect()
}

#[test]
fn a_word_that_drives_the_difference_leads_to_the_pairs_with_it() {
    let mut inspector = opened("");
    inspector.press("S");
    let summary = list(&inspector).summaries.latest().unwrap().clone();
    let words = words(&summary);
    assert!(
        words
            .windows(2)
            .all(|two| two[0].amount.abs() >= two[1].amount.abs()),
        "the largest first: {words:?}"
    );
    // Over all words, gains sum to the difference of the means; here none is left out of the list.
    for (measure, of_reference) in [(Measure::Recall, true), (Measure::Precision, false)] {
        let gains: f64 = words
            .iter()
            .filter(|word| word.is_in_reference == of_reference)
            .map(|word| word.amount)
            .sum();
        let change = summary.comparison.measure(measure).unwrap().changes[0]
            .difference
            .unwrap();
        assert!(
            (gains - change).abs() < 1e-3,
            "{measure}: {gains} and {change}"
        );
    }
    let list_word = |inspector: &mut Inspector, filter: &str| {
        let at = words.iter().position(|word| word.filter == filter).unwrap();
        inspector.press("Home");
        for _ in 0..at {
            inspector.press("Down");
        }
        inspector.press("Enter");
        words[at].amount
    };
    assert!(list_word(&mut inspector, "reference~the") > 0.0);
    assert_eq!(
        ids(list(&inspector)),
        ["ferry", "gate", "lamp"],
        "a gain: where B is furthest above A on top"
    );
    inspector.press("S");
    list_word(&mut inspector, "reference~gate");
    assert_eq!(inspector.state.scope(), Scope::Pairs);
    assert_eq!(
        (&*list(&inspector).filter, ids(list(&inspector))),
        ("reference~gate", vec!["gate"])
    );
    inspector.press("S");
    let again = list(&inspector).summaries.latest().unwrap();
    assert_eq!(
        (
            again.comparison.segments,
            again.drivers.as_ref().unwrap().segments
        ),
        (1, 3)
    );
    assert!(
        inspector
            .screen(100, 30)
            .contains("over all 3 scored pairs"),
        "{}",
        inspector.screen(100, 30)
    );
}

#[test]
fn the_filter_of_a_word_lists_exactly_the_pairs_that_it_comes_from() {
    let mut inspector = opened("");
    inspector.press("S");
    let drivers = list(&inspector)
        .summaries
        .latest()
        .unwrap()
        .drivers
        .clone()
        .unwrap();
    let words: Vec<_> = drivers
        .recall
        .words
        .iter()
        .chain(&drivers.precision.words)
        .collect();
    assert!(
        words.iter().any(|word| word.filter == "reference~a"),
        "a short word: {words:?}"
    );
    for word in words {
        let mut behind: Vec<&str> = word.segments.iter().map(|behind| &*behind.id).collect();
        let filtered = opened(&word.filter);
        let mut listed = ids(list(&filtered));
        behind.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, behind, "{}", word.filter);
    }
    assert_eq!(
        ids(list(&opened("reference:a"))),
        ["ferry", "lamp", "gate"],
        "a part of a word, as before"
    );
    assert_eq!(ids(list(&opened("~a"))), ["lamp"], "in any text");
}

#[test]
fn a_candidate_column_has_its_name_in_the_filter() {
    assert_eq!(ids(list(&opened("B:ferry"))), ["ferry"]);
    assert_eq!(ids(list(&opened("b~today"))), ["gate"]);
    assert_eq!(
        ids(list(&opened("B=\"The gate is open today.\""))),
        ["gate"]
    );
    let none = opened("A:today").screen(100, 30);
    assert!(
        none.contains("No pair matches") && !none.contains("no column"),
        "{none}"
    );
    assert!(
        opened("C:today").screen(100, 30).contains(
            "No pair matches: no column c; columns: id, reference, candidate, note, A, B"
        )
    );
}

#[test]
fn the_summary_has_the_numbers_of_compare_in_whatever_order_the_pairs_are_listed() {
    let rows = (0..9).map(|row| {
        let [a, b] = [["boat", "ferry"][row % 2], ["ferry", "lamp"][row / 3 % 2]];
        format!("{row}\tThe ferry {row} leaves at noon.\tThe {a} {row} leaves.\tThe {b} leaves at noon.\n")
    });
    let table = format!("id\treference\tA\tB\n{}", rows.collect::<String>());
    let mut inspector = opened_from("many.tsv", &table, "", [None, None]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.tsv");
    std::fs::write(&path, &table).unwrap();
    let mut compare = assert_cmd::Command::new(env!("CARGO_BIN_EXE_bertscope"));
    compare
        .args([
            "compare",
            "--json",
            "--candidate-column",
            "A",
            "--candidate-column",
            "B",
        ])
        .arg(path);
    let written: serde_json::Value =
        serde_json::from_slice(&compare.output().unwrap().stdout).unwrap();
    let printed = |change: &serde_json::Value| {
        let number = |name: &str| format!("{:.6}", change[name].as_f64().unwrap());
        let [low, high] =
            ["low", "high"].map(|end| format!("{:.6}", change["interval"][end].as_f64().unwrap()));
        [
            number("difference"),
            number("p_bootstrap"),
            number("p_randomisation"),
            low,
            high,
        ]
    };
    for _ in 0..6 {
        inspector.press("S");
        let summary = list(&inspector).summaries.latest().unwrap();
        let f1 = serde_json::to_value(summary.comparison.measure(Measure::F1)).unwrap();
        assert_eq!(
            printed(&f1["changes"][0]),
            printed(&written["measures"][2]["changes"][0]),
            "{}",
            list(&inspector).sort_name()
        );
        inspector.press("Esc s");
    }
}

#[test]
fn pairs_that_the_score_or_a_mark_selected_have_means_and_no_test() {
    let rows = (0..9).map(|row| {
        let [a, b] = [["boat", "ferry"][row % 2], ["ferry", "lamp"][row / 3 % 2]];
        let group = ["x", "y"][row % 2];
        format!("{row}\tThe ferry {row} leaves at noon.\tThe {a} {row} leaves.\tThe {b} leaves at noon.\t{group}\t{row}\n")
    });
    let table = format!(
        "id\treference\tA\tB\tgroup\tzA\n{}",
        rows.collect::<String>()
    );
    let by_score = "These pairs were selected by the score, so no test.";
    let by_mark = "These pairs were selected by marks or notes, so no test.";
    let tested = "(p = ";
    let shown = |filter: &str, keys: &str| {
        let mut inspector = opened_from("many.tsv", &table, filter, [Some("zA"), None]);
        inspector.press(keys);
        inspector.press("S");
        let screen = inspector.screen(200, 40);
        let summary = list(&inspector).summaries.latest().unwrap();
        let f1 = summary.comparison.measure(Measure::F1).unwrap();
        let has_p = f1.changes[0].p_bootstrap.is_some();
        assert_eq!(has_p, screen.contains(tested), "{filter}: {screen}");
        assert_eq!(has_p, screen.contains("95% interval"), "{filter}: {screen}");
        assert!(summary.drivers.is_some(), "{filter}");
        screen
    };
    for (filter, keys, expected) in [
        ("difference>0", "", by_score),
        ("difference<0 group=x", "", by_score),
        ("f1<0.74", "", by_score),
        ("rank>0", "", by_score),
        ("", "M Down M v", by_mark),
        ("difference>-9", "", tested),
        ("group=x", "", tested),
        ("reference~ferry candidate:boat", "", tested),
        ("human>3", "", tested),
    ] {
        let screen = shown(filter, keys);
        assert!(screen.contains(expected), "{filter}, {keys}: {screen}");
        assert!(screen.contains("F1 of B is "), "{filter}, {keys}: {screen}");
    }
}

#[test]
fn the_summary_counts_the_pairs_that_repeat_an_earlier_one() {
    let table = "reference\tA\tB\nIt is cold.\tIt was cold.\tIt is hot.\n".to_owned()
        + &"The ferry leaves.\tThe boat leaves.\tA ferry left.\n".repeat(3);
    let mut inspector = opened_from("joined.tsv", &table, "", [None, None]);
    inspector.press("S");
    let screen = inspector.screen(200, 40);
    assert!(
        screen.contains("2 pairs repeat all texts of an earlier pair (first: rows 2 and 3)"),
        "{screen}"
    );
}

#[test]
fn the_summary_of_no_pair_says_that_none_is_listed() {
    let mut inspector = opened("nothing of the kind");
    inspector.press("S");
    assert!(
        inspector
            .screen(80, 24)
            .contains("No pair matches the filter."),
        "{}",
        inspector.screen(80, 24)
    );
}

#[test]
fn the_summary_of_one_system_has_its_scores_and_needs_no_list_in_sight() {
    let mut inspector = Inspector::with_pairs(40);
    inspector
        .press("Enter Ctrl-d")
        .type_text("summary of the list");
    inspector.press("Enter");
    assert_eq!(inspector.state.scope(), Scope::Summary);
    inspector.assert_shows(
        Part::Whole,
        (120, 36),
        &[
            "Summary of pairs.tsv",
            "40 pairs",
            "F1 0.517## [0.504##, 0.530##]",
            "Pairs by F1",
        ],
    );
    let spread = list(&inspector)
        .summaries
        .latest()
        .unwrap()
        .f1_histogram
        .clone()
        .unwrap();
    assert_eq!(
        spread.counts.iter().sum::<usize>(),
        40,
        "every pair is in a bar"
    );
    for (width, height) in [(36, 12), (50, 16), (300, 80)] {
        assert_decent(&inspector.cells(width, height));
    }
}

#[test]
fn no_number_of_the_summary_shows_while_scores_are_hidden() {
    let mut inspector = opened("");
    inspector.press("S Alt-h");
    let screen = inspector.screen(100, 30);
    assert!(
        inspector.state.hides_scores() && screen.contains("still hidden"),
        "{screen}"
    );
    assert!(
        !screen.contains("95%") && !screen.contains("higher in"),
        "{screen}"
    );
    inspector.press("Enter");
    assert_eq!(
        inspector.state.scope(),
        Scope::Summary,
        "no word is there to follow"
    );
    inspector.press("Esc S");
    assert_eq!(inspector.state.scope(), Scope::Pairs, "it does not open");
    assert!(inspector.screen(100, 30).contains("still hidden"));
}

#[test]
fn enter_puts_both_candidates_side_by_side_and_the_next_row_brings_its_own() {
    let mut inspector = opened("");
    inspector.press("Enter");
    let kept = |inspector: &Inspector| {
        inspector
            .state
            .own
            .panel
            .candidates
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(inspector.state.own.panel.topic, Topic::Compare);
    assert_eq!(
        (inspector.state.own.candidate.text(), kept(&inspector)),
        (
            "The boat departs at midday.",
            vec!["The ferry leaves at noon.".to_owned()]
        )
    );
    let answer = inspector.state.own.panel.answer.clone().unwrap();
    let Explanation::Compare(comparison) = &answer.explanation else {
        panic!("{answer:?}")
    };
    assert!(format!("{comparison:?}").contains("The ferry leaves at noon."));
    inspector.press("Alt-Down");
    assert_eq!(
        (inspector.state.own.candidate.text(), kept(&inspector)),
        (
            "A lamp burns in the window.",
            vec!["The window is lit by a lamp.".to_owned()]
        )
    );
    assert!(
        Session::from_state(&inspector.state).view.others.is_empty(),
        "the file's candidates are not the user's"
    );
}

#[test]
fn the_list_has_a_column_of_what_differs_in_kind_to_filter_and_sort_by() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.tsv");
    let rows = "id\treference\tcandidate\n\
        same\tThe ferry leaves at noon.\tThe boat departs at midday.\n\
        not\tThe tenant may sublet.\tThe tenant may not sublet.\n\
        both\tIt opened in 2019.\tIt did not open in 2020.\n";
    std::fs::write(&path, rows).unwrap();
    let input = Input::Table {
        source: Source::File(path.clone()),
        format: TableFormat::Tsv,
        columns: Columns::default(),
        quotes: false,
        header: true,
    };
    let listed = |filter: &str| {
        let kind_words = bertscope::kinds::WordList::english();
        let how = OpenPairsOptions {
            filter: filter.to_owned(),
            kind_words,
            ..OpenPairsOptions::default()
        };
        let opened = OpenedPairs::open(&input, path.clone(), how).unwrap();
        let mut inspector = Inspector::with_texts("My own reference.", "My own candidate.");
        inspector.state.open_pairs(opened.list());
        inspector.read(opened);
        list(&inspector).clone()
    };
    assert_eq!(ids(&listed("kinds:date")), ["both"]);
    assert_eq!(ids(&listed("kinds=\"negation date\"")), ["both"]);
    assert_eq!(ids(&listed("kinds~negation")), ["not", "both"]);
    let mut all = listed("");
    all.sort_by(Sort::Kinds, false);
    assert_eq!(
        ids(&all),
        ["both", "not", "same"],
        "most kinds first, and a pair without any last"
    );
    let mut with_sorts = vec![all.sort];
    while with_sorts.len() == 1 || all.sort != with_sorts[0] {
        all.sort = all.next_sort();
        with_sorts.push(all.sort);
    }
    assert!(with_sorts.contains(&Sort::Kinds));
}
