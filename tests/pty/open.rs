//! What the list of pairs shows of a file, and what a link opens.

use serde_json::Value;

use super::PROGRAM;
use super::support::Session;
use crate::cli::{Files, score};

/// The screen after some keys, once it shows all of this.
fn screen(
    files: &Files,
    size: (u16, u16),
    arguments: &[&str],
    keys: &str,
    shown: &[&str],
) -> String {
    let mut session = Session::sized(
        &files.path(""),
        size,
        PROGRAM,
        &[arguments, &["--no-session"]].concat(),
    );
    session.wait_for_start();
    session.press(keys);
    session.wait_for(&shown.join(", "), |screen| {
        shown.iter().all(|part| screen.contains(part))
    });
    session.settle();
    let screen = session.screen();
    session.quit();
    screen
}

/// The screen of `bertscope open`.
fn opened(files: &Files, arguments: &[&str], keys: &str, shown: &[&str]) -> String {
    screen(
        files,
        (150, 34),
        &[&["open"], arguments].concat(),
        keys,
        shown,
    )
}

const TWO: &str = "id\treference\tcandidate\nx\tA house.\tA home.\ny\tA lamp.\tA light.\n";

#[test]
fn two_files_of_lines_are_listed_like_a_table() {
    let files = Files::new();
    let references = files.write("refs.txt", "A house.\nTwo houses.\n");
    let candidates = files.write("new.txt", "A home.\nTwo homes.\n");
    opened(
        &files,
        &["-r", &references, "-c", &candidates],
        "Down",
        &["new.txt", "A house.", "Two homes."],
    );
}

#[test]
fn without_marks_a_file_of_another_program_is_left_as_it_is() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", TWO);
    let marks = files.write("pairs.tsv.marks.json", "{\"mine\": true}");
    opened(
        &files,
        &[&pairs, "--no-marks"],
        "Alt-m",
        &["opened with --no-marks"],
    );
    assert_eq!(std::fs::read_to_string(marks).unwrap(), "{\"mine\": true}");
}

#[test]
fn a_table_with_semicolons_is_read_as_spreadsheets_write_it_and_one_with_commas_as_ever() {
    let files = Files::new();
    let pairs = files.write(
        "p.csv",
        "\"candidate\";reference\n\"A, b; c\";A house, a home\n",
    );
    opened(&files, &[&pairs], "", &["A, b; c", "A house, a home"]);
    let pairs = files.write("q.csv", "candidate,\"ref\"\nA; b,\"c; d\"\n");
    opened(&files, &[&pairs], "", &["c; d"]);
    let plain = score(&[
        &files.write("r.csv", "candidate;ref\nA house;A home\n"),
        "--json",
    ]);
    assert!(plain.contains("\"f1\""));
}

#[test]
fn bad_lines_are_counted_in_the_list_and_named_without_the_path() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", format!("{TWO}one\ntwo\n"));
    let screen = opened(
        &files,
        &[&pairs],
        "",
        &["2 lines cannot be scored", "line 4: 1 column"],
    );
    assert!(!screen.contains(files.path("").to_str().unwrap()));
}

#[test]
fn scores_of_a_file_with_another_baseline_are_not_shown_beside_new_ones() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", TWO);
    let baseline = |name: &str, row: &str| {
        let layers = ["0", "1", "2", "3", "4", "5", "6"];
        let rows = layers.map(|layer| format!("{layer},{row}\n")).concat();
        files.write(name, format!("LAYER,P,R,F\n{rows}"))
    };
    let one = baseline("one.csv", "0.2,0.2,0.2");
    let other = baseline("other.csv", "0.2,0.2,0.3");
    let scores = score(&[&*pairs, "--json", "--rescale", "--baseline", &one]);
    let scores = files.write("s.jsonl", scores);
    let open = |baseline: &str, shown: &[&str]| {
        let arguments = [&*pairs, "--scores", &scores, "--baseline", baseline];
        opened(&files, &arguments, "", shown)
    };
    open(&one, &["rescaled", "~"]);
    let mixed = [
        "were rescaled with different baselines",
        "The list shows the latter.",
    ];
    assert!(!open(&other, &mixed).contains('~'));
}

#[test]
fn the_inspector_starts_with_the_settings_of_the_scores_and_shows_them_with_no_others() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", TWO);
    let file = |name: &str, arguments: &[&str]| {
        files.write(name, score(&[&[&*pairs], arguments].concat()))
    };
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let with = |scores: &str, more: &[&str], keys: &str, shown: &[&str]| {
        opened(
            &files,
            &[&[&*pairs, "--scores", scores], more].concat(),
            keys,
            shown,
        )
    };
    let scores = file("s.jsonl", &["--json", "-l", "2", "--rescale"]);
    let started = "Started with the settings of the scores in s.jsonl: layer 2, no IDF, rescaled";
    with(&scores, &[], "", &["layer 2/6", "rescaled", "~", started]);
    assert!(!with(&scores, &[], "Esc F5 Alt-o", &["layer 3/6", "file order"]).contains('~'));
    with(
        &scores,
        &[],
        "Esc F5 F4 Alt-o",
        &["layer 2/6", "file order", "~"],
    );
    let screen = with(
        &scores,
        &["-l", "4"],
        "",
        &["layer 4/6", "Other settings apply here"],
    );
    assert!(!screen.contains('~'));

    // IDF over the references is what `--idf` means to `score`; the numbers are the same.
    let scores = file("i.jsonl", &["--json", "--idf"]);
    let f1 = serde_json::from_str::<Value>(read(&scores).lines().next().unwrap()).unwrap()["f1"]
        .as_f64()
        .unwrap();
    let shown = [
        "IDF from the references of the file",
        "IDF references of ",
        &format!("~{f1:.3}"),
    ];
    with(&scores, &[], "", &shown);

    // Half of them may be of something else.
    let mixed = read(&file("a.jsonl", &["--json", "-l", "5"]))
        .lines()
        .next()
        .unwrap()
        .to_owned();
    let mixed = format!(
        "{mixed}\n{}\n",
        read(&file("b.jsonl", &["--json"])).lines().nth(1).unwrap()
    );
    let mixed = files.write("m.jsonl", mixed);
    let screen = with(
        &mixed,
        &[],
        "",
        &[
            "layer 5/6",
            "row 2 and the first rows were scored at different layers",
        ],
    );
    assert_eq!(
        screen.matches('~').count(),
        4,
        "P, R and F1 of one pair, and what the sign means"
    );

    // A table has signatures, too; without them, nobody knows whether its scores have IDF.
    let scores = file("t.tsv", &["-f", "tsv", "-l", "3", "--idf"]);
    let started = "the scores in t.tsv: layer 3, IDF, raw";
    with(&scores, &[], "", &["layer 3/6", "~", started]);
    let mut unsigned = String::new();
    for line in read(&scores).lines() {
        let (line, _) = line.rsplit_once('\t').unwrap();
        unsigned += line;
        unsigned.push('\n');
    }
    let unsigned = files.write("u.tsv", unsigned);
    let unknown = "The settings of the scores in u.tsv are unknown";
    let screen = with(&unsigned, &[], "", &["layer 3/6", unknown]);
    assert!(!screen.contains('~'), "{screen}");

    let bare = files.write("b.jsonl", "{\"f1\":0.5}\n{\"f1\":0.25}\n");
    let unknown = "The settings of the scores in b.jsonl are unknown";
    let screen = with(&bare, &[], "", &["layer 6/6", unknown]);
    assert!(!screen.contains('~'), "{screen}");

    // Another model's scores are never shown as this one's.
    let text = read(&file("o.jsonl", &["--json"]))
        .replace("sentence-transformers/all-MiniLM-L6-v2", "no/model");
    let scores = files.write("o.jsonl", &text);
    let screen = with(
        &scores,
        &[],
        "",
        &["layer 6, no IDF, raw, no/model", "not on this machine"],
    );
    assert!(!screen.contains('~'));

    // The same for a file that has both texts and scores.
    let alone = file("alone.jsonl", &["--json", "--texts", "-l", "1"]);
    opened(
        &files,
        &[&alone],
        "",
        &["layer 1/6", "~", "the scores in alone.jsonl"],
    );
}

#[test]
fn a_file_is_not_scored_with_the_settings_of_the_last_pair() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", TWO);
    let folder = tempfile::tempdir().unwrap();
    let mut pair = Session::on_a_pair(folder.path(), &[]);
    pair.press("F2 F3 F5");
    pair.wait_for("the settings", |screen| {
        screen.contains("IDF general English") && screen.contains("rescaled")
    });
    pair.quit();
    let mut list = Session::start(folder.path(), &["open", &pairs]);
    list.wait_for("the settings of the program", |screen| {
        screen.contains("layer 6/6") && screen.contains("IDF off") && screen.contains("  raw  ")
    });
    list.quit();
    let mut list = Session::start(folder.path(), &["open", &pairs, "--rescale"]);
    list.wait_for("what was asked for", |screen| {
        screen.contains("IDF off") && screen.contains("rescaled")
    });
    list.quit();
}

#[test]
fn what_score_writes_with_its_texts_can_be_opened_alone() {
    let files = Files::new();
    let pairs = files.write(
        "pairs.jsonl",
        "{\"id\": 7, \"reference\": [\"The gate is open.\", \"The gate stands open.\"], \"candidate\": \"The gate is shut.\"}\n\
         {\"id\": \"x\", \"reference\": \"A\\tb\", \"candidate\": \"c \\\"d\\\"\"}\n",
    );
    let scored = files.write("scored.jsonl", score(&[&pairs, "--json", "--texts"]));
    screen(
        &files,
        (110, 34),
        &["open", &scored],
        "",
        &["The gate is shut."],
    );
}

#[test]
fn what_people_say_stands_in_the_list_and_sorts_it_also_by_how_far_f1_disagrees() {
    let files = Files::new();
    let pairs = "id\treference\tcandidate\tz\nunlike\tA house by the sea.\tNobody paid.\t9.25\n\
                 none\tA lamp.\tA light.\tNA\nsame\tA lamp.\tA lamp.\t3\nnear\tThe boat left.\tThe boat has left.\t4\n";
    let pairs = files.write("pairs.tsv", pairs);
    let order = |keys: &str, shown: &[&str]| {
        let screen = opened(&files, &[&pairs, "--human", "z"], keys, shown);
        let mut ids = ["unlike", "none", "same", "near"];
        let is_row_of = |line: &str, id: &str| {
            line.trim_start_matches(['┃', '▸', '»', ' '])
                .strip_prefix(id)
                .is_some_and(|rest| rest.starts_with(' '))
        };
        ids.sort_by_key(|id| {
            screen
                .lines()
                .position(|line| is_row_of(line, id))
                .unwrap_or_else(|| panic!("{id}: {screen}"))
        });
        ids
    };
    let ids = order(
        "Tab Tab Tab Tab Tab",
        &["human", "9.25", "by human, worst first"],
    );
    assert_eq!(
        ids,
        ["same", "near", "unlike", "none"],
        "pairs without a judgement come last"
    );
    let ids = order("Tab Tab Tab Tab Tab Tab", &["largest first"]);
    assert_eq!(
        ids,
        ["unlike", "same", "near", "none"],
        "F1 ranks `same` highest, and people `unlike`"
    );
    order("Tab Tab Tab Tab Tab Tab Tab Tab", &["file order"]);
    opened(
        &files,
        &[&pairs],
        "Tab Tab Tab Tab Tab Tab",
        &["file order"],
    );
}

#[test]
fn a_link_of_the_web_page_opens_its_pair_or_its_step() {
    let files = Files::new();
    let link = |fields: &str, shown: &[&str]| {
        let link = format!("https://page.example/bert/#{fields}");
        screen(&files, (110, 34), &[&link], "", shown);
    };
    let pair = "reference=A%20lamp.&candidate=A%20light.";
    link(
        &format!("{pair}&layer=3&rescale=yes&panel=ledger"),
        &[
            "A lamp.",
            "A light.",
            "layer 3/6",
            "rescaled",
            "Why not 1.0?",
        ],
    );
    link("lesson=gallery&step=2", &["Dog and man"]);
    link(
        &format!("{pair}&layer=x"),
        &["A lamp.", "A light.", "Part of the link could not be used"],
    );
}

#[test]
fn the_summary_ranks_the_layers_by_the_human_scores_and_enter_uses_one() {
    let files = Files::new();
    let pairs = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/pairs.tsv");
    let pairs = files.write("pairs.tsv", std::fs::read_to_string(pairs).unwrap());
    let arguments = [&*pairs, "--human", "rating"];
    let best = ["Of 45 settings, R layer 6 IDF agrees best", "R layer 6 IDF"];
    opened(&files, &arguments, "S a", &best);
    let used = ["IDF references", "The list is scored as in this row"];
    opened(&files, &arguments, "S a Enter", &used);
}
