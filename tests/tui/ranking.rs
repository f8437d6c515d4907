//! The ranking of every layer and IDF by its agreement with the human scores of a file.

use super::judged_pairs::{open_with, table};
use super::parts::Part;
use super::support::{Inspector, assert_decent, text};
use crate::cli::{Files, score};
use bertscope::analysis::Idf;
use bertscope::testing::{Effect, Message, PairsEffect, Scope, TerminalEvent, key};

fn judged() -> Inspector {
    open_with("pairs.tsv", &table("\t"), Some("rating"))
}

/// The name and Pearson's r of each ranked setting among these lines, as they are printed.
fn ranked(lines: &str) -> Vec<[String; 2]> {
    let mut settings = Vec::new();
    for line in lines.lines() {
        let line = line.trim_matches(|c: char| "┃│▸".contains(c) || c.is_whitespace());
        let line = line.replace(" (current)", "");
        let Some((name, numbers)) = line.split_once("  ") else {
            continue;
        };
        let pearson = numbers.split_whitespace().next().unwrap_or_default();
        if pearson.contains('.') {
            settings.push([name.trim().to_owned(), pearson.to_owned()]);
        }
    }
    settings
}

#[test]
fn a_key_of_the_summary_ranks_the_settings_as_the_command_does() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", table("\t"));
    let printed = score(&[
        &*pairs,
        "--human",
        "rating",
        "--all-settings",
        "-f",
        "summary",
    ]);
    let (_, printed) = printed.split_once("Every setting").unwrap();

    let mut inspector = judged();
    inspector.press("S a");
    assert_eq!(inspector.state.scope(), Scope::Ranking);
    let screen = text(&inspector.cells(160, 64));
    let found = ranked(&screen);
    assert_eq!(found.len(), 45, "{screen}");
    assert_eq!(found, ranked(printed));
    for said in [
        "Agreement with human scores of pairs.tsv",
        "5 judged",
        "Of 45 settings, ",
        "Few candidates seldom show which setting is better.",
    ] {
        assert!(screen.contains(said), "{said}: {screen}");
    }
    for (width, height) in [(36, 12), (40, 14), (80, 24), (100, 30), (300, 80)] {
        assert_decent(&inspector.cells(width, height));
    }
}

#[test]
fn the_palette_finds_the_ranking_by_what_people_ask() {
    for question in ["which layer is best", "agreement with people"] {
        let mut inspector = judged();
        inspector
            .press("Enter Ctrl-d")
            .type_text(question)
            .press("Enter");
        assert_eq!(inspector.state.scope(), Scope::Ranking, "{question}");
    }
}

#[test]
fn enter_scores_the_list_with_the_layer_and_idf_of_the_row_and_keeps_the_ranking() {
    let mut inspector = judged();
    inspector.press("S a");
    let shown = ranked(&text(&inspector.cells(160, 64)));
    let row = |name: &str| shown.iter().position(|setting| setting[0] == name).unwrap();

    inspector
        .press(&"Down ".repeat(row("R layer 2 IDF")))
        .press("Enter");
    let basis = |inspector: &Inspector| {
        let basis = inspector
            .state
            .pairs
            .as_ref()
            .unwrap()
            .basis
            .clone()
            .unwrap();
        (basis.settings.layer.0, basis.settings.idf, basis.file_idf)
    };
    assert_eq!(basis(&inspector), (2, Idf::Table, true));
    assert_eq!(inspector.state.scope(), Scope::Ranking);
    inspector.assert_shows(
        Part::Footer,
        (100, 30),
        &["The list is scored as in this row: R layer 2 IDF"],
    );

    inspector
        .press("Home")
        .press(&"Down ".repeat(row("F1 layer 4")))
        .press("Enter");
    assert_eq!(basis(&inspector), (4, Idf::Off, false));
    inspector
        .press("Home")
        .press(&"Down ".repeat(row("chrF")))
        .press("Enter");
    assert_eq!(basis(&inspector), (4, Idf::Off, false));
    inspector.assert_shows(Part::Footer, (100, 30), &["chrF has neither layer nor IDF"]);

    // Opened again, the tests are against the settings of now.
    inspector.press("Esc a");
    let screen = text(&inspector.cells(160, 64));
    assert!(screen.contains("F1 layer 4 (current)"), "{screen}");
}

#[test]
fn without_human_scores_it_says_what_to_add_and_a_column_that_is_chosen_later_is_ranked() {
    let mut inspector = open_with("pairs.tsv", &table("\t"), None);
    inspector.press("S a");
    inspector.assert_shows(
        Part::Whole,
        (80, 24),
        &[
            "No human scores",
            "--human COLUMN",
            "h in the list chooses a column",
        ],
    );
    inspector.press("Enter Esc Esc h S a");
    assert!(inspector.screen(100, 30).contains("Of 45 settings"));

    let rows: Vec<String> = table("\t").lines().take(3).map(str::to_owned).collect();
    let mut inspector = open_with("pairs.tsv", &(rows.join("\n") + "\n"), Some("rating"));
    inspector.press("S a");
    let said =
        "A correlation needs at least 3 candidates with a human score, and a test many more: here";
    assert!(inspector.screen(100, 30).contains(said));
}

#[test]
fn esc_stops_a_ranking_and_what_still_comes_of_it_is_dropped() {
    let mut inspector = judged();
    inspector.press("S");
    let press = |inspector: &mut Inspector, name: &str| {
        let event = TerminalEvent::Key(key(name).unwrap());
        inspector.only(Message::Terminal(event))
    };
    let effects = press(&mut inspector, "a");
    let job = effects.iter().find_map(|effect| match effect {
        Effect::Pairs(PairsEffect::Rank(job)) => Some(job.clone()),
        _ => None,
    });
    let job = job.expect("a ranking is asked for");
    inspector.assert_shows(
        Part::Whole,
        (80, 24),
        &["0 of 5 candidates scored at every layer", "Esc stops it"],
    );
    press(&mut inspector, "Esc");
    assert_eq!(inspector.state.scope(), Scope::Summary);

    let reports = super::support::ranked(&job);
    assert_eq!(
        reports.len(),
        1,
        "the thread breaks off after the first batch"
    );
    for report in reports {
        inspector.only(report);
    }
    assert!(inspector.state.pairs.as_ref().unwrap().ranking.is_none());
    inspector.press("a");
    assert!(inspector.screen(100, 30).contains("Of 45 settings"));
}
