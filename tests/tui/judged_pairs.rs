//! A file with human scores and other columns in the list of pairs: preview, filter, ranks, rescaling, and exports that say
//! where a pair comes from.

use std::path::Path;

use super::parts::Part;
use super::support::{Inspector, assert_decent, light_lines, model};
use bertscope::analysis::{Analyzer, BulkPair, BulkSettings, Idf, Settings};
use bertscope::encoder::Layer;
use bertscope::pairs::{Columns, Input, Source, TableFormat};
use bertscope::report::ScoredCandidate;
use bertscope::report::export::{Format, render};
use bertscope::report::findings::handout::HandoutFormat;
use bertscope::testing::{
    Effect, ExportTarget, MarkedJob, Message, OpenPairsOptions, OpenedPairs, PairsEffect,
    PairsList, PairsMessage, ScoreTriple, Session, Sort, StatusMessage, TerminalEvent, key,
    open_file,
};

/// Pairs of our own, with what a file of a shared task has beside them.
const ROWS: [[&str; 6]; 6] = [
    [
        "ferry",
        "de-en",
        "Blue Whale",
        "88",
        "The ferry leaves at noon.",
        "The boat departs at midday.",
    ],
    [
        "lamp",
        "de-en",
        "B",
        "61.5",
        "A lamp burns in the window.",
        "The window is lit by a lamp.",
    ],
    [
        "bridge",
        "cs-en",
        "AB",
        "95",
        "The old bridge was closed for repairs.",
        "Nobody bought the blue umbrella.",
    ],
    [
        "same",
        "cs-en",
        "B",
        "90",
        "He waters the garden every evening.",
        "He waters the garden every evening.",
    ],
    [
        "short",
        "de-en",
        "",
        "NA",
        "She sold her bicycle and took the night train home.",
        "She took the train.",
    ],
    [
        "gate",
        "cs-en",
        "B",
        "40",
        "The gate is open.",
        "The gate is shut.",
    ],
];
const NAMES: [&str; 6] = ["id", "lp", "system", "rating", "reference", "candidate"];

/// An inspector with these rows of a file, read by its threads' own reader and scored.
fn open(file: &str, text: &str) -> Inspector {
    open_with(file, text, Some("rating"))
}

pub fn open_with(file: &str, text: &str, human: Option<&str>) -> Inspector {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file);
    std::fs::write(&path, text).unwrap();
    open_path(&path, human, &Session::default())
}

/// The same with a file of the disk, in the next session after `session`.
fn open_path(path: &Path, human: Option<&str>, session: &Session) -> Inspector {
    let human = human.map(str::to_owned);
    let path = path.to_owned();
    let input = Input::Table {
        source: Source::File(path.clone()),
        format: TableFormat::from_path(&path).unwrap(),
        columns: Columns {
            human: human.clone(),
            others: true,
            ..Columns::default()
        },
        quotes: false,
        header: true,
    };
    let opened = OpenedPairs::open(
        &input,
        path,
        OpenPairsOptions {
            human: human.into_iter().collect(),
            ..OpenPairsOptions::default()
        },
    )
    .unwrap();
    let mut inspector = Inspector::with_texts("My own reference.", "My own candidate.");
    inspector.state.progress.lists.clone_from(&session.lists);
    inspector.state.open_pairs(opened.list());
    inspector.read(opened);
    inspector
}

pub fn table(separator: &str) -> String {
    std::iter::once(&NAMES)
        .chain(&ROWS)
        .map(|row| row.join(separator) + "\n")
        .collect()
}

fn json_lines() -> String {
    let line = |row: &[&str; 6]| {
        let mut fields: serde_json::Map<String, serde_json::Value> = NAMES
            .iter()
            .zip(row)
            .map(|(name, value)| ((*name).to_owned(), (*value).into()))
            .collect();
        if let Ok(number) = row[3].parse::<f64>() {
            fields.insert("rating".into(), number.into());
        }
        fields.insert("tags".into(), serde_json::json!(["x"]));
        serde_json::to_string(&fields).unwrap() + "\n"
    };
    ROWS.iter().map(line).collect()
}

fn opened() -> Inspector {
    open("pairs.tsv", &table("\t"))
}

fn list(inspector: &Inspector) -> &PairsList {
    inspector.state.pairs.as_ref().unwrap()
}

fn ids(inspector: &Inspector) -> Vec<&str> {
    let list = list(inspector);
    list.order
        .iter()
        .map(|index| &*list.items[*index].row.as_ref().unwrap().id)
        .collect()
}

#[test]
fn a_judged_file_looks_so() {
    let mut inspector = opened();
    inspector.press("Down d");
    inspector.assert_shows(
        Part::Texts,
        (80, 24),
        &["Preview of row 3: reference", "Enter opens the pair"],
    );
    inspector.assert_shows(
        Part::Overlay,
        (100, 30),
        &[
            "6 · by F1 rank − human rank, largest first",
            "id P R F1 human rank ± lp reference candidate",
            "▸ bridge 0.128 0.136 0.132 95.0 −80% cs-en",
            "short 0.808 0.575 0.672 — —",
        ],
    );
    inspector.assert_shows(
        Part::Overlay,
        (80, 24),
        &["F1 rank 1 − human rank 5 = −80% of 5 pairs with both; rank 1 is lowest"],
    );
    inspector.assert_shows(
        Part::Pair,
        (80, 24),
        &["Row 3 bridge human 95.0 lp cs-en system AB"],
    );
    inspector.press("Enter M");
    insta::assert_snapshot!(
        "judged_pair",
        inspector.show(&[Part::Pair], &[(80, 24), (100, 30), (160, 50)])
    );
    for (width, height) in [(36, 12), (40, 14), (60, 17), (200, 60)] {
        assert_decent(&inspector.cells(width, height));
        inspector.press("O");
        assert_decent(&inspector.cells(width, height));
        inspector.press("/ Esc O");
    }
}

#[test]
fn the_selected_row_is_previewed_with_its_edits_and_nothing_of_it_is_opened() {
    let mut inspector = opened();
    inspector
        .press("Enter e")
        .type_text(" Really.")
        .press("Esc O Down");
    let own = inspector.state.own.clone();
    let screen = inspector.screen(80, 24);
    assert!(
        screen.contains("Preview of row 2: reference")
            && screen.contains("│ A lamp burns in the window. ")
    );
    assert!(!screen.contains("Really."), "{screen}");
    assert_eq!(
        inspector.state.own.candidate.text(),
        own.candidate.text(),
        "the pair on the screen is still the first"
    );
    assert_eq!(list(&inspector).current, Some(0));
    inspector.press("Up");
    assert!(
        inspector
            .screen(80, 24)
            .contains("│ The boat departs at midday. Really. "),
        "edits are previewed"
    );
    inspector.press("Down Enter O Up");
    assert!(
        inspector
            .screen(80, 24)
            .contains("│ The boat departs at midday. Really. "),
        "also those of another pair"
    );

    // The list stays where it is while the selection moves over rows of usual length.
    let tops: Vec<usize> = (0..5)
        .map(|_| {
            inspector.press("Down");
            light_lines(&inspector.screen(100, 30))
                .lines()
                .position(|line| line.contains("├ pairs.tsv"))
                .unwrap()
        })
        .collect();
    assert!(tops.iter().all(|top| *top == tops[0]), "{tops:?}");

    let text = format!(
        "{}broken\n",
        table("\t").replace("Nobody bought", &"long ".repeat(300))
    );
    let mut inspector = open("pairs.tsv", &text);
    inspector.press("Down Down");
    let screen = inspector.screen(80, 24);
    assert!(
        screen.contains("long long…") && screen.contains("▸"),
        "a long text is cut with a sign: {screen}"
    );
    inspector.press("End");
    assert!(
        inspector
            .screen(80, 24)
            .contains("no text: this row cannot be scored")
    );
}

#[test]
fn several_references_are_counted_in_the_preview() {
    let text = r#"{"references":["One.","Two."],"candidate":"Three.","rating":1}"#;
    let mut inspector = open("pairs.jsonl", text);
    assert!(
        inspector
            .screen(80, 24)
            .contains("Preview of row 1: reference 1 of 2")
    );
}

#[test]
fn other_columns_are_read_from_every_kind_of_file_and_filter_the_list() {
    for mut inspector in [
        opened(),
        open("pairs.csv", &table(",")),
        open("pairs.jsonl", &json_lines()),
    ] {
        let columns: Vec<_> = list(&inspector).columns.values_in_row(0).collect();
        assert_eq!(columns, [("lp", "de-en"), ("system", "Blue Whale")]);
        assert_eq!(
            list(&inspector)
                .columns
                .values_in_row(4)
                .collect::<Vec<_>>(),
            [("lp", "de-en")]
        );
        assert_eq!(list(&inspector).human_score(1, 0), Some(61.5));
        let screen = inspector.screen(160, 40);
        assert!(screen.contains("lp     system"), "{screen}");
        for (typed, expected) in [
            ("system=B", &["lamp", "same", "gate"][..]),
            ("SYSTEM:b", &["ferry", "lamp", "bridge", "same", "gate"]),
            ("lp:de", &["ferry", "lamp", "short"]),
            ("lp=de", &[]),
            ("cs-en", &["bridge", "same", "gate"]),
            ("whale boat", &["ferry"]),
            ("system=\"blue whale\"", &["ferry"]),
            ("\"system\"=\"b\" gate", &["gate"]),
            ("lp=cs-en system=b gate", &["gate"]),
            ("id=same", &["same"]),
            ("candidate:train reference:bicycle", &["short"]),
            ("f1 < 0.5", &["bridge"]),
            ("human >= 88", &["ferry", "bridge", "same"]),
            ("system = B gate", &["gate"]),
            (
                "system=",
                &["ferry", "lamp", "bridge", "same", "short", "gate"],
            ),
            ("nothing:here", &[]),
        ] {
            inspector.press("/ Ctrl-u").type_text(typed).press("Esc");
            assert_eq!(ids(&inspector), expected, "{typed}");
        }
        let screen = inspector.screen(120, 30);
        assert!(
            screen.contains("No pair matches: no column nothing; columns: id, reference, candidate, note, lp, system"),
            "{screen}"
        );
        inspector.press("/ Ctrl-u");
        assert!(
            inspector
                .screen(100, 30)
                .contains("~word: whole word; lp=de-en: exact value; lp:de: part")
        );
    }
}

#[test]
fn ranks_of_f1_and_of_people_are_compared_with_a_sign_and_one_key_sorts_by_their_difference() {
    let mut inspector = opened();
    inspector.press("d");
    let f1 = |index: usize| {
        Sort::F1
            .key(list(&inspector).numbers(index).unwrap())
            .unwrap()
    };
    // F1 ranks them 3 of 5 and so on; row 5 has no human score.
    let mut by_f1: Vec<usize> = [0, 1, 2, 3, 5].into();
    by_f1.sort_by(|a, b| f1(*a).total_cmp(&f1(*b)));
    let by_people = [5, 1, 0, 3, 2];
    for index in [0, 1, 2, 3, 5] {
        let rank = |order: &[usize]| order.iter().position(|i| *i == index).unwrap() as f64 + 1.0;
        let ranks = list(&inspector).ranks(index).unwrap();
        assert_eq!(
            (ranks.f1, ranks.human, ranks.count),
            (rank(&by_f1), rank(&by_people), 5)
        );
        assert!((ranks.difference() - (rank(&by_f1) - rank(&by_people)) / 5.0).abs() < 1e-12);
    }
    assert_eq!(list(&inspector).ranks(4), None);
    let differences: Vec<f64> = list(&inspector)
        .order
        .iter()
        .filter_map(|i| Some(list(&inspector).ranks(*i)?.difference()))
        .collect();
    assert!(
        differences.iter().rev().is_sorted_by_key(|x| x.abs()) && differences.len() == 5,
        "{differences:?}"
    );
    assert_eq!(
        ids(&inspector)[0],
        "bridge",
        "people rank it highest, F1 lowest: the largest disagreement"
    );
    assert_eq!(
        ids(&inspector).last(),
        Some(&"short"),
        "without a rank it comes last"
    );
    assert!(
        inspector
            .screen(100, 30)
            .contains("by F1 rank − human rank, largest first")
    );
    let screen = inspector.screen(100, 30);
    assert!(
        screen.contains("% of 5 pairs with both; rank 1 is lowest") && screen.contains(" rank ± "),
        "{screen}"
    );
    inspector.press("d d Home");
    let screen = inspector.screen(100, 30);
    assert!(
        screen.contains("−80%") && screen.contains("F1 rank 1 − human rank 5 = −80% of 5 pairs"),
        "{screen}"
    );
    inspector.press("J");
    assert_eq!(
        list(&inspector).selected_item(),
        Some(2),
        "the worst is the one that they disagree most about"
    );
    assert!(
        inspector.screen(100, 30).contains(" 61.5 "),
        "human scores have the digits of the file"
    );
    inspector.press("Alt-h");
    assert!(
        !inspector.screen(100, 30).contains("−80%"),
        "nothing of F1 is given away while the room guesses"
    );
}

#[test]
fn without_human_scores_the_key_says_how_to_get_them() {
    let mut inspector = Inspector::with_texts("A.", "B.");
    inspector
        .state
        .open_pairs(PairsList::new("f.tsv".into(), Vec::new(), false));
    inspector.press("d");
    assert!(
        inspector
            .screen(80, 24)
            .contains("open the file with --human COLUMN."),
        "whole on the smallest screen"
    );
}

#[test]
fn a_column_of_numbers_is_offered_as_human_scores_and_chosen_without_a_restart() {
    let mut inspector = open_with("pairs.tsv", &table("\t"), None);
    assert!(
        inspector
            .screen(100, 30)
            .contains("h uses the column rating as human scores.")
    );
    inspector.press("h");
    let screen = inspector.screen(100, 30);
    assert!(screen.contains("Human scores: rating."), "{screen}");
    assert!(
        screen.contains("  human rank ±") && !screen.contains("rating  "),
        "one column shows them: {screen}"
    );
    let named = opened();
    for index in 0..ROWS.len() {
        assert_eq!(
            list(&inspector).human_score(index, 0),
            list(&named).human_score(index, 0)
        );
        assert_eq!(list(&inspector).ranks(index), list(&named).ranks(index));
    }
    inspector.press("d h");
    assert!(
        inspector.screen(100, 30).contains("No human scores.")
            && list(&inspector).human_scores.is_none()
    );
    assert_eq!(
        list(&inspector).sort,
        Sort::File,
        "the list is not sorted by what it does not have"
    );
    inspector.press("h /").type_text("human>=88").press("Esc");
    assert_eq!(ids(&inspector), ["ferry", "bridge", "same"]);

    let two = table("\t")
        .replace("rating", "Human")
        .replace("id\t", "number\t")
        .replace("ferry\t", "7\t");
    let two = open_with("pairs.tsv", &two, None);
    assert_eq!(list(&two).likely_human_column(), Some("Human"));
    let mut none = open_with("pairs.tsv", &table("\t").replace("88", "good"), None);
    none.press("h");
    assert!(
        none.screen(100, 30)
            .contains("No other column of numbers has been read from this file.")
    );
    let mut fixed = opened();
    fixed.press("h");
    assert_eq!(
        list(&fixed).human_score(0, 0),
        Some(88.0),
        "the column of the command line stays"
    );
}

#[test]
fn a_filter_compares_scores_and_columns_with_numbers() {
    let mut inspector = opened();
    let number = |inspector: &Inspector, index: usize, place: usize| {
        list(inspector).numbers(index).unwrap()[place].unwrap()
    };
    let expected = |inspector: &Inspector, fits: &dyn Fn(f64) -> bool, place: usize| {
        (0..ROWS.len())
            .filter(|index| fits(number(inspector, *index, place)))
            .map(|index| ROWS[index][0])
            .collect::<Vec<_>>()
    };
    inspector.press("/");
    for (typed, place, fits) in [
        ("f1>0.8", 2, (|x| x > 0.8) as fn(f64) -> bool),
        ("P>=.9", 0, |x| x >= 0.9),
        ("r<.5", 1, |x| x < 0.5),
        ("f1<=0.5", 2, |x| x <= 0.5),
    ] {
        inspector.press("Ctrl-u").type_text(typed);
        assert_eq!(
            ids(&inspector),
            expected(&inspector, &fits, place),
            "{typed}"
        );
    }
    let gap = |index: usize| number(&inspector, index, 0) - number(&inspector, index, 1);
    let wide: Vec<&str> = (0..ROWS.len())
        .filter(|index| gap(*index).abs() > 0.1)
        .map(|index| ROWS[index][0])
        .collect();
    for (typed, listed) in [
        ("gap>.1", &*wide),
        ("human<90", &["ferry", "lamp", "gate"][..]),
        ("rating>61.5 human<=90", &["ferry", "same"]),
        ("f1<−1", &[]),
        ("rank<−50% lp=cs-en", &["bridge"]),
        ("f1>", &["ferry", "lamp", "bridge", "same", "short", "gate"]),
    ] {
        inspector.press("Ctrl-u").type_text(typed);
        assert_eq!(ids(&inspector), listed, "{typed}");
    }
    for (typed, problem) in [
        (
            "f1>good",
            "“good” is not a number; compare with one, as in f1>0.5",
        ),
        ("f1>nan", "“nan” is not a number"),
        (
            "f1=0.8",
            "f1 is a number; compare it with <, <=, > or >=, as in f1>0.5",
        ),
        (
            "f2>0.8",
            "no column f2; columns: id, f1, p, r, gap, lp, system",
        ),
    ] {
        inspector.press("Ctrl-u").type_text(typed);
        let screen = inspector.screen(120, 30);
        assert!(
            screen.contains(&format!("No pair matches: {problem}")),
            "{typed}: {screen}"
        );
    }
}

#[test]
fn a_filter_without_a_match_leaves_no_other_pair_in_the_boxes_and_says_what_enter_would_need() {
    let mut inspector = opened();
    inspector.press("/").type_text("zebra").press("Esc");
    let screen = inspector.screen(100, 30);
    assert!(
        screen.contains("no pair is listed")
            && !screen.contains("ferry")
            && !screen.contains("My own"),
        "{screen}"
    );
    inspector.press("Enter");
    assert!(
        inspector.state.is_list_open()
            && inspector
                .screen(100, 30)
                .contains("No pair is listed: / changes the filter")
    );
}

#[test]
fn a_note_stands_on_its_row_where_there_is_room() {
    let mut inspector = opened();
    inspector
        .press("Down A")
        .type_text("ask the rater")
        .press("Enter Home");
    let row = |screen: &str| {
        screen
            .lines()
            .find(|line| line.contains("lamp "))
            .unwrap_or_default()
            .to_owned()
    };
    assert!(
        row(&inspector.screen(140, 40)).contains("  ask the rater  "),
        "{}",
        inspector.screen(140, 40)
    );
    assert!(
        !inspector.screen(80, 24).contains("ask the rater"),
        "the sign ¶ is enough where there is no room"
    );
}

/// What the model gives when it scores a pair with these settings.
fn scored(settings: Settings, references: &[String], candidate: &str) -> ScoreTriple {
    let mut analyzer = Analyzer::new(model());
    let layers = [settings.layer];
    let wanted = BulkSettings {
        settings,
        layers: &layers,
        references: None,
    };
    let score = analyzer.analyze_many(
        &[BulkPair {
            candidate,
            references,
        }],
        wanted,
        |_, analyses| ScoredCandidate::new(analyses.unwrap().remove(0)).scaled,
    );
    score[0].numbers()
}

#[test]
fn rescaling_changes_every_score_at_once_to_the_bit_that_scoring_again_gives() {
    let text = json_lines()
        + r#"{"id":"two","references":["The gate is open.","A door."],"candidate":"The gate is shut.","rating":3}"#;
    let mut inspector = open("pairs.jsonl", &text);
    inspector.press("Alt-k Alt-k");
    let asked = |inspector: &Inspector| {
        inspector
            .effects
            .iter()
            .filter(|effect| matches!(effect, Effect::Pairs(PairsEffect::Score(_))))
            .count()
    };
    let before = asked(&inspector);
    for rescale in [true, false, true] {
        inspector.only(Message::Terminal(TerminalEvent::Key(key("F3").unwrap())));
        assert_eq!(list(&inspector).done, 7, "no pair waits to be scored");
        let settings = Settings {
            rescale,
            ..Settings::plain(Layer(6))
        };
        for (index, item) in list(&inspector).items.iter().enumerate() {
            let pair = item.row.as_ref().unwrap();
            let bits = |numbers: ScoreTriple| numbers.map(|number| number.map(f64::to_bits));
            let expected = bits(scored(settings, &pair.references, &pair.candidate));
            assert_eq!(
                list(&inspector).numbers(index).map(bits),
                Some(expected),
                "row {index}, rescale {rescale}"
            );
        }
    }
    assert_eq!(asked(&inspector), before);
    // Another layer has other raw scores and another baseline.
    inspector.press("F4");
    let pair = list(&inspector).items[0].row.as_ref().unwrap();
    let settings = Settings {
        rescale: true,
        ..Settings::plain(Layer(5))
    };
    assert_eq!(
        list(&inspector).numbers(0),
        Some(scored(settings, &pair.references, &pair.candidate))
    );
}

#[test]
fn an_export_of_a_pair_says_which_row_it_is_with_human_score_and_note_until_the_text_is_edited() {
    let mut inspector = opened();
    inspector
        .press("Down Enter A")
        .type_text("half <right>")
        .press("Enter");
    inspector
        .press("Ctrl-s")
        .press("Ctrl-u")
        .type_text("a.svg")
        .press("Enter");
    let job = |inspector: &Inspector| {
        let job = |effect: &Effect| {
            if let Effect::Export(job) = effect {
                Some(job.clone())
            } else {
                None
            }
        };
        inspector
            .effects
            .iter()
            .rev()
            .find_map(job)
            .expect("something is exported")
    };
    let exported = job(&inspector);
    let written = |format: Format| {
        String::from_utf8(
            render(&exported.analysis, format, &exported.options)
                .unwrap()
                .bytes,
        )
        .unwrap()
    };
    let caption = "pairs.tsv, row 2, lamp · human score 61.5 · lp de-en · system B";
    for format in [Format::Svg, Format::Html, Format::Text, Format::Ansi] {
        let written = written(format).replace("\u{1b}[0m", "");
        assert!(written.contains(caption), "{format:?}");
        assert!(
            written.contains("half &lt;right&gt;") || written.contains("half <right>"),
            "{format:?}"
        );
    }
    let markdown = written(Format::Markdown);
    assert!(
        markdown.contains("human score 61.5")
            && markdown.contains("**Pair note:** half &#60;right&#62;")
    );
    let json: serde_json::Value = serde_json::from_str(&written(Format::Json)).unwrap();
    let origin = serde_json::json!({
        "file": "pairs.tsv", "row": 2, "id": "lamp", "human": 61.5,
        "columns": {"lp": "de-en", "system": "B"}, "note": "half <right>"
    });
    assert_eq!(json["origin"], origin);

    inspector
        .press("e")
        .type_text(" Now.")
        .press("Ctrl-s Ctrl-u")
        .type_text("b.svg")
        .press("Enter");
    let origin = job(&inspector).options.origin.unwrap();
    assert_eq!(
        (origin.edited, origin.human, origin.row),
        (true, None, 2),
        "people judged another text"
    );
    inspector
        .press("Esc Alt-l 1 Ctrl-s Ctrl-u")
        .type_text("c.svg")
        .press("Enter");
    assert_eq!(
        job(&inspector).options.origin,
        None,
        "a lesson's pair is not the file's"
    );
}

fn marked_job(inspector: &Inspector) -> MarkedJob {
    let job = |effect: &Effect| {
        if let Effect::ExportMarked(job) = effect {
            Some(job.clone())
        } else {
            None
        }
    };
    inspector
        .effects
        .iter()
        .rev()
        .find_map(job)
        .expect("marked pairs are exported")
}

#[test]
fn all_marked_pairs_are_exported_in_one_go_and_a_file_is_not_replaced_unasked() {
    let mut inspector = opened();
    inspector.press("w");
    let empty = "Nothing to export: no pair has a mark or a note";
    assert!(
        inspector.state.stack.export_prompt().is_none()
            && inspector.screen(100, 30).contains(empty)
    );
    inspector
        .press("M Down Down M Down A")
        .type_text("| same?")
        .press("Enter w");
    let screen = inspector.screen(80, 24);
    assert!(
        screen.contains("Export 3 marked pairs to › pairs.marked.html")
            && screen.contains("html md jsonl")
    );
    inspector.press("Tab");
    assert!(inspector.screen(80, 24).contains("pairs.marked.md"));
    inspector
        .press("Ctrl-u")
        .type_text("all.svg")
        .press("Enter");
    assert!(
        inspector
            .screen(80, 24)
            .contains("the file extension must be one of these")
    );
    inspector
        .press("Ctrl-u")
        .type_text("taken.html")
        .press("Enter");
    assert!(
        inspector
            .screen(80, 24)
            .contains("taken.html already exists: Enter again replaces it")
    );
    inspector.press("Enter");
    assert!(matches!(
        marked_job(&inspector).target,
        ExportTarget::File { replace: true, .. }
    ));
    assert!(
        inspector
            .screen(80, 24)
            .contains("Written: /home/user/taken.html")
    );
    assert!(inspector.state.is_list_open() && inspector.state.stack.export_prompt().is_none());
    inspector.press("Ctrl-s");
    assert!(
        inspector.screen(80, 24).contains("› taken.html"),
        "the name is remembered, and not for single pairs"
    );
    inspector.press("Esc Enter Ctrl-s");
    assert!(inspector.screen(80, 24).contains("› bertscope.svg"));
}

#[test]
fn a_hand_out_has_the_scores_on_every_reference_and_the_best_of_them() {
    let text = r#"{"references":["The gate is open.","A door."],"candidate":"The gate is shut.","rating":1}"#;
    let mut inspector = open("pairs.jsonl", &(text.to_owned() + "\n"));
    inspector.press("M w Enter");
    let job = marked_job(&inspector);
    let written = |name: &str| {
        let target = ExportTarget::File {
            name: name.into(),
            replace: false,
        };
        String::from_utf8(
            MarkedJob {
                target,
                ..job.clone()
            }
            .render(&Analyzer::new(model())),
        )
        .unwrap()
    };
    let (html, markdown) = (written("a.html"), written("a.md"));
    let f1 = |name: &str| {
        let row = markdown
            .lines()
            .find_map(|line| line.strip_prefix(&format!("| {name} |")))
            .unwrap();
        let f1 = row.trim_end_matches(" |").rsplit(' ').next().unwrap();
        assert!(
            html.contains(&format!(">{name}</th>")) && html.contains(&format!(">{f1}</td>")),
            "{html}"
        );
        f1.parse::<f64>().unwrap()
    };
    let [first, second, best] = ["reference 1", "reference 2", "best of 2"].map(f1);
    assert!(second < first && (best - first).abs() < 1e-9, "{markdown}");
}

#[test]
fn the_file_of_marked_pairs_has_pictures_scores_and_notes_and_opens_again_with_its_scores() {
    let mut inspector = opened();
    inspector
        .press("F3 M Down Down M Down A")
        .type_text("| <same>?")
        .press("Enter w Enter");
    let job = marked_job(&inspector);
    let written = |name: &str| {
        let target = ExportTarget::File {
            name: name.into(),
            replace: false,
        };
        String::from_utf8(
            MarkedJob {
                target,
                ..job.clone()
            }
            .render(&Analyzer::new(model())),
        )
        .unwrap()
    };
    let f1 = |index: usize| {
        Sort::F1
            .key(list(&inspector).numbers(index).unwrap())
            .unwrap()
    };

    let html = written("a.html");
    assert_eq!(
        (
            html.matches("class=\"heatmap\"").count(),
            html.matches("<section").count()
        ),
        (3, 4)
    );
    assert!(html.contains("3 marked pairs from pairs.tsv") && html.contains("| &lt;same&gt;?"));
    assert!(
        html.contains("<dt>Human score</dt>") && !html.contains("<dt>rating</dt>"),
        "a human score is named once"
    );
    assert!(
        html.contains("Row 1, ferry")
            && html.contains("href=\"#row-3\"")
            && html.contains("rescaled")
    );
    assert!(
        !html.contains("http://")
            || html
                .matches("http")
                .all(|_| html.contains("http://www.w3.org"))
    );

    let markdown = written("a.md");
    assert!(
        markdown.contains("### Row 1&#44; ferry") || markdown.contains("### Row 1, ferry"),
        "{markdown}"
    );
    assert!(markdown.contains("&#124; &#60;same&#62;?"));

    let lines = written("a.jsonl");
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(
        first["f1"].as_f64(),
        Some(f1(0)),
        "the same score as in the list"
    );
    assert_eq!(
        (&first["id"], &first["columns"]["system"]),
        (&"ferry".into(), &"Blue Whale".into())
    );
    let reopened = open("again.jsonl", &lines.replace("\"human\"", "\"rating\""));
    assert_eq!(ids(&reopened), ["ferry", "bridge", "same"]);
    assert_eq!(list(&reopened).human_score(1, 0), Some(95.0));
    assert_eq!(
        list(&reopened).columns.values_in_row(0).collect::<Vec<_>>(),
        [("lp", "de-en"), ("system", "Blue Whale")]
    );
    let pair = list(&reopened).items[0].row.as_ref().unwrap();
    assert_eq!(
        pair.scores.unwrap()[2],
        Some(f1(0)),
        "its scores come along"
    );
    assert_eq!(HandoutFormat::from_path(Path::new("a.svg")), None);
}

#[test]
fn marked_pairs_are_not_exported_while_the_scores_are_to_be_guessed() {
    let mut inspector = opened();
    inspector.press("M Alt-h w");
    assert!(inspector.state.stack.export_prompt().is_none());
    assert!(
        matches!(&inspector.state.messages.status, Some(StatusMessage::Info(words)) if words.contains("hidden"))
    );
}

#[test]
fn from_an_opened_pair_one_plain_key_leads_to_the_list_and_one_to_the_next_pair() {
    let mut inspector = opened();
    inspector.press("Enter");
    for size in [(80, 24), (100, 30), (160, 50)] {
        let screen = inspector.screen(size.0, size.1);
        assert!(screen.contains("O list  } next"), "{screen}");
    }
    inspector.press("}");
    assert_eq!(list(&inspector).current, Some(1));
    inspector.press("Tab");
    inspector.press("} {");
    assert_eq!(list(&inspector).current, Some(1), "in the panel as well");
    inspector.press("O");
    assert_eq!(
        (
            inspector.state.is_list_open(),
            list(&inspector).selected_item()
        ),
        (true, Some(1))
    );
    assert_eq!(inspector.state.own.idf, Idf::Off);
}

#[test]
fn a_file_that_is_opened_again_continues_where_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.tsv");
    std::fs::write(&path, table("\t")).unwrap();
    let mut first = open_path(&path, None, &Session::default());
    first
        .press("h r /")
        .type_text("human>=88")
        .press("Enter Esc Down Enter");
    let (order, row) = (list(&first).order.clone(), list(&first).current);
    let session = Session::from_state(&first.state);

    let mut again = open_path(&path, None, &session);
    assert_eq!(
        (&list(&again).order, list(&again).current),
        (&order, row),
        "the pair that was on the screen is selected, and behind the list"
    );
    let screen = again.screen(100, 30);
    for part in ["human>=88", "human", "of the last session"] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    assert_eq!(
        Session::from_state(&again.state).lists,
        session.lists,
        "nothing is added when nothing was changed"
    );

    let other = folder.path().join("others.tsv");
    std::fs::write(&other, table("\t")).unwrap();
    let mut other = open_path(&other, None, &session);
    assert!(!other.screen(100, 30).contains("human>=88"));
    assert_eq!(Session::from_state(&other.state).lists.len(), 2);
}

#[test]
fn idf_that_was_left_on_is_said_to_be_off_for_a_file() {
    let said = |left_idf: Option<Idf>| {
        let mut inspector = Inspector::with_texts("My own reference.", "My own candidate.");
        let list = PairsList::new("/home/user/pairs.tsv".into(), Vec::new(), false);
        open_file(&mut inspector.state, list, left_idf);
        inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
        inspector.screen(80, 24)
    };
    assert!(
        said(Some(Idf::Table))
            .contains("IDF was on in the last session and is off for the file: I turns it on.")
    );
    for off in [None, Some(Idf::Off)] {
        assert!(!said(off).contains("last session"));
    }
}
