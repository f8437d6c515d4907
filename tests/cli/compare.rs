//! `bertscope compare`: the same numbers as `score`, from texts and from what `score` wrote, and one sentence for bad input.

use serde_json::Value;

use super::{Files, SMALL, bertscope, score, score_json};

const TABLE: &str = "id\tlp\tref\tA\tB\tjudged A\tjudged B\n\
    a1\tde\tthe ferry leaves at noon\tthe boat departs at midday\tthe ferry leaves at noon\t0.5\t1\n\
    a2\tde\train fell on the harbour\tit rained\train fell on a harbour\t0.1\tnan\n\
    a3\tcs\tnobody sold thirty lanterns\tthirty lanterns were sold\tnobody sold lanterns\t0.2\t0.7\n\
    a4\tcs\tthe tide came in at night\tthe tide came in at night\tthe tide came\t1\t0.4\n";

/// Runs `compare` with the small model; exit code, standard output, standard error.
fn compare(arguments: &[&str]) -> (i32, String, String) {
    let run = bertscope().arg("compare").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        run.status.code().unwrap(),
        text(run.stdout),
        text(run.stderr),
    )
}

fn json(arguments: &[&str]) -> Value {
    let (code, out, said) = compare(&[arguments, &["--json"]].concat());
    assert_eq!((code, &*said), (0, ""));
    assert_eq!(out.lines().count(), 1);
    serde_json::from_str(&out).unwrap()
}

const COLUMNS: [&str; 8] = [
    "--candidate-column",
    "A",
    "--candidate-column",
    "B",
    "--human",
    "judged A",
    "--human",
    "judged B",
];

/// A file of two Chinese segments and a Japanese one.
const SCRIPTS: &str = "ref\tA\tB\n\
    渡轮中午出发。\t船中午开走。\t渡轮中午出发。\n\
    雨落在港口。\t下雨了。\t雨落在港口上。\n\
    船は正午に出ます。\t船は出た。\t船は正午に出ます。\n";

#[test]
fn the_tokenizer_of_bleu_and_what_is_undefined_stand_beside_the_order_from_texts_and_saved_scores()
{
    let files = Files::new();
    let table = files.write("scripts.tsv", SCRIPTS);
    let columns = ["-m", SMALL, "--candidate-column"];
    let from_texts = [&[&*table][..], &columns, &["A", "--candidate-column", "B"]].concat();
    let mut saved = Vec::new();
    for system in ["A", "B"] {
        let path = files.path(&format!("{system}.jsonl"));
        let score = ["score", &table, "--json", "--texts", "-o"];
        bertscope()
            .args(score)
            .arg(&path)
            .args(columns)
            .arg(system)
            .assert()
            .success();
        saved.extend(["--scores".to_owned(), path.to_str().unwrap().to_owned()]);
    }
    let from_saved: Vec<&str> = saved.iter().map(String::as_str).collect();
    for arguments in [from_texts, from_saved] {
        let (code, out, said) = compare(&arguments);
        assert_eq!((code, &*said), (0, ""));
        for part in [
            "2 of 3 segments: BLEU divides Chinese into characters (sacrebleu’s tok:zh) (first: segment 1).",
            "1 of 3 segments: BLEU is undefined, because the reference has no spaces between words",
            "3 of 3 segments: ROUGE is undefined",
        ] {
            assert!(out.contains(part), "{part} in {out}");
        }
        let row = |name: &str| {
            let row = out.lines().find(|line| line.trim_start().starts_with(name));
            row.unwrap().to_owned()
        };
        assert!(row("BLEU  ").contains("same as by F1"), "{out}");
        assert!(
            row("ROUGE-L").contains("undefined") && row("ROUGE-L").contains('—'),
            "{out}"
        );
    }
}

#[test]
fn means_are_those_of_score_and_groups_and_human_scores_come_along() {
    let files = Files::new();
    let table = files.write("table.tsv", TABLE);
    let found = json(&[&[&*table, "-m", SMALL, "--by", "lp"], &COLUMNS[..]].concat());
    assert_eq!(found["systems"], serde_json::json!(["A", "B"]));
    for (system, column) in ["A", "B"].into_iter().enumerate() {
        let scored = score_json(&[&table, "-m", SMALL, "--candidate-column", column]);
        let mean = |name: &str| {
            scored
                .iter()
                .map(|row| row[name].as_f64().unwrap())
                .sum::<f64>()
                / 4.0
        };
        for (at, name) in ["precision", "recall", "f1"].into_iter().enumerate() {
            let measure = &found["measures"][at];
            assert_eq!(measure["measure"]["name"], name);
            assert!(
                (measure["systems"][system]["value"].as_f64().unwrap() - mean(name)).abs() < 1e-12
            );
        }
        let costs = &found["drivers"]["recall"]["kinds"];
        let sum: f64 = costs
            .as_array()
            .unwrap()
            .iter()
            .map(|kind| kind["amounts"][system].as_f64().unwrap())
            .sum();
        assert!((sum - (1.0 - mean("recall"))).abs() < 1e-6);
    }
    let judged: Vec<_> = (0..2)
        .map(|system| found["human"]["systems"][system]["judged"].clone())
        .collect();
    assert_eq!(judged, [4, 3]);
    let groups: Vec<_> = found["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["name"].clone())
        .collect();
    assert_eq!(groups, ["de", "cs"]);
}

#[test]
fn json_lines_and_parallel_files_give_what_the_table_gives() {
    let files = Files::new();
    let table = files.write("table.tsv", TABLE);
    let rows: Vec<Vec<&str>> = TABLE
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect())
        .collect();
    let object = |row: &Vec<&str>| {
        format!(
            "{}\n",
            serde_json::json!({"id": row[0], "ref": [row[2]], "A": row[3], "B": row[4]})
        )
    };
    let lines = files.write("table.jsonl", rows.iter().map(object).collect::<String>());
    let column = |at: usize| {
        rows.iter()
            .flat_map(|row| [row[at], "\n"])
            .collect::<String>()
    };
    let [refs, a, b] =
        [2, 3, 4].map(|at| files.write(["refs.txt", "A.txt", "B.txt"][at - 2], column(at)));
    let tsv = |arguments: &[&str]| compare(&[arguments, &["-m", SMALL, "-f", "tsv"]].concat()).1;
    let expected = tsv(&[&[&*table], &COLUMNS[..4]].concat());
    assert_eq!(tsv(&[&[&*lines], &COLUMNS[..4]].concat()), expected);
    assert_eq!(tsv(&["-r", &refs, "-c", &a, "-c", &b]), expected);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn the_two_step_way_gives_the_figures_of_one_process_whatever_the_order_of_the_second_file() {
    let files = Files::new();
    let table = files.write("table.tsv", TABLE);
    let scored = |column: &str| {
        let human = format!("judged {column}");
        let arguments = [
            "score",
            &table,
            "--json",
            "--texts",
            "--all-layers",
            "-m",
            SMALL,
            "--by",
            "lp",
        ];
        let run = bertscope()
            .args(arguments)
            .args(["--candidate-column", column, "--human", &human])
            .output()
            .unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    let a = files.write("A.jsonl", scored("A"));
    let lines = scored("B");
    let backwards: Vec<&str> = lines.lines().rev().collect();
    let b = files.write("B.jsonl", backwards.join("\n"));
    let (_, saved, _) = compare(&["--scores", &a, "--scores", &b, "-f", "tsv"]);
    let (_, one, _) = compare(
        &[
            &[&*table, "-m", SMALL, "--by", "lp", "-f", "tsv"],
            &COLUMNS[..],
        ]
        .concat(),
    );
    let without_idf: Vec<&str> = one.lines().filter(|line| !line.contains(" IDF")).collect();
    assert_eq!(saved.lines().collect::<Vec<_>>(), without_idf);
    let (_, text, _) = compare(&["--scores", &a, "--scores", &b]);
    assert!(
        text.contains("\nAgreement with human scores\n") && text.contains("all groups together"),
        "{text}"
    );
    assert!(
        text.contains("Run bertscope compare on the texts instead of --scores.\n"),
        "{text}"
    );
    // A report says of the order what a comparison says, also in two steps.
    let order = |text: &str| {
        text.lines()
            .find(|line| line.starts_with("The order by F1"))
            .unwrap()
            .to_owned()
    };
    let page = files.path("out.md");
    let out = page.to_str().unwrap();
    let appendix = |arguments: &[&str]| {
        bertscope()
            .arg("report")
            .args(arguments)
            .args(["-m", SMALL, "-o", out])
            .assert()
            .success()
            .stderr("");
        std::fs::read_to_string(&page).unwrap()
    };
    let two_steps = appendix(&["--scores", &a, "--scores", &b]);
    assert!(order(&two_steps).starts_with(&order(&text)), "{two_steps}");
    let (_, text, _) = compare(&[&[&*table, "-m", SMALL], &COLUMNS[..]].concat());
    let one_step = appendix(&[&[&*table], &COLUMNS[..]].concat());
    assert!(
        order(&one_step).starts_with(&order(&text)) && order(&text).contains("other measures"),
        "{one_step}"
    );
    // And it lists the same words that drive the difference, with the filters that list their pairs.
    let lists = text
        .lines()
        .filter(|line| line.contains("Words by which B"));
    let gains = text
        .lines()
        .filter(|line| line.contains("  reference~") || line.contains("  candidate~"));
    let filters: Vec<&str> = gains
        .filter_map(|line| line.split_whitespace().last())
        .collect();
    assert!(lists.clone().count() > 1 && filters.len() > 10, "{text}");
    let page = files.path("out.html");
    bertscope()
        .arg("report")
        .args([&*table, "-m", SMALL, "-o"])
        .arg(&page)
        .args(COLUMNS)
        .assert()
        .success();
    let html = std::fs::read_to_string(&page).unwrap();
    for list in lists {
        assert!(
            one_step.contains(&format!("**{}**", list.trim())) && html.contains(list.trim()),
            "{list}"
        );
    }
    for filter in filters {
        assert!(
            one_step.contains(filter) && html.contains(&format!("data-find=\"{filter}\"")),
            "{filter}"
        );
    }
}

#[test]
fn identical_systems_and_a_single_segment_are_said_in_words() {
    let files = Files::new();
    let [refs, a] = [
        files.write("refs.txt", "one two\nthree four\n"),
        files.write("a.txt", "one\nthree\n"),
    ];
    let b = files.write("b.txt", "one\nthree\n");
    let (code, text, _) = compare(&["-r", &refs, "-c", &a, "-c", &b, "-m", SMALL]);
    assert_eq!(code, 0);
    assert!(
        text.starts_with("b and a have the same scores in every segment: difference 0, p = 1.\n"),
        "{text}"
    );
    let (_, text, _) = compare(&["-r", "one two", "-c", "one", "-c", "two", "-m", SMALL]);
    assert!(
        text.contains("A single segment has no interval and no p-value."),
        "{text}"
    );
    assert!(
        text.contains(
            "Means over 1 segment, without intervals (they need at least two segments).\n"
        ),
        "{text}"
    );
    assert!(
        !text.contains("95%"),
        "no column of what does not exist: {text}"
    );
    assert!(
        text.contains("other measures; ")
            && text.contains(" are undefined, or 0 for every system. "),
        "{text}"
    );
    let (code, text, _) = compare(&["-r", &refs, "-c", &a, "-m", SMALL]);
    assert!(
        code == 0 && text.contains("Words with the highest cost"),
        "one system is no mistake: {text}"
    );
}

#[test]
fn a_bad_line_is_left_out_for_every_system_and_named() {
    let files = Files::new();
    let table = TABLE.replace("\t0.2\t", "\t0.2\t1\t");
    let table = files.write("table.tsv", table);
    let output = files.path("out.tsv");
    let arguments = [
        &[
            &*table,
            "-m",
            SMALL,
            "-f",
            "tsv",
            "-o",
            output.to_str().unwrap(),
        ],
        &COLUMNS[..],
    ]
    .concat();
    let (code, _, said) = compare(&arguments);
    assert_eq!(
        (code, said.trim_end().rsplit('/').next().unwrap()),
        (2, "table.tsv, line 4: 8 columns, but the first line has 7")
    );
    let written = std::fs::read_to_string(&output).unwrap();
    assert_eq!(
        written.lines().nth(1).unwrap().split('\t').nth(3),
        Some("3")
    );
    std::fs::remove_file(&output).unwrap();
    let (code, ..) = compare(&[&arguments[..], &["--strict"]].concat());
    assert!(
        code == 2 && !output.exists(),
        "nothing is written of a strict run"
    );
}

#[test]
fn an_option_takes_several_files_as_in_score() {
    let files = Files::new();
    let texts = files.write("texts.txt", "one\ntwo\n");
    let other = files.write("other.txt", "one\nthree\n");
    let model = ["-m", SMALL, "--resamples", "10"];
    let several = ["-r", &texts, &other, "-c", &texts, &other];
    let repeated = ["-r", &texts, "-r", &other, "-c", &texts, "-c", &other];
    assert_eq!(
        json(&[&several[..], &model].concat())["measures"],
        json(&[&repeated[..], &model].concat())["measures"]
    );
    let open = bertscope()
        .args(["open", "-r", &texts, "missing.txt", "-c", &texts])
        .assert()
        .code(2);
    let said = String::from_utf8_lossy(&open.get_output().stderr).into_owned();
    assert!(
        said.contains("open lists the pairs of files with one text per line"),
        "{said}"
    );
}

#[test]
fn a_human_score_that_cannot_be_read_is_none_of_its_system_and_the_segment_is_compared() {
    let files = Files::new();
    let table = files.write("table.tsv", TABLE.replace("\t0.2\t", "\t0,2\t"));
    let arguments = [&[&*table, "-m", SMALL, "--json"], &COLUMNS[..]].concat();
    let (code, out, said) = compare(&arguments);
    assert!(
        code == 2
            && said.contains(
                "1 of 4 rows has a human score that cannot be read and counts as missing: "
            )
            && said.contains("table.tsv, line 4: the human score \"0,2\" is not a number")
            && said.trim_end().ends_with("; write 0.2"),
        "{code}: {said}"
    );
    let found: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(found["segments"], 4);
    assert_eq!(found["human"]["systems"][0]["judged"], 3);
    assert_eq!(found["human"]["systems"][1]["judged"], 3);
    let (code, out, _) = compare(&[&arguments[..], &["--strict"]].concat());
    assert_eq!((code, &*out), (2, ""));
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn input_that_does_not_belong_together_is_one_sentence_and_writes_nothing() {
    let files = Files::new();
    let table = files.write("table.tsv", TABLE);
    let two = files.write("two.txt", "one\ntwo\n");
    let three = files.write("three.txt", "one\ntwo\nthree\n");
    let line = |id: &str, signature: &str| {
        format!(
            "{{\"id\":{id},\"precision\":1,\"recall\":1,\"f1\":1,\"signature\":\"m_L1_no-idf_version={signature}\"}}\n"
        )
    };
    let scores = files.write("scores.jsonl", [line("1", "1"), line("2", "1")].concat());
    let twice = files.write(
        "twice.jsonl",
        [line("1", "1"), line("2", "1"), line("1", "1")].concat(),
    );
    let others = files.write("others.jsonl", [line("1", "1"), line("3", "1")].concat());
    let layer = files.write(
        "layer.jsonl",
        [line("1", "1"), line("2", "1")]
            .concat()
            .replace("_L1", "_L2"),
    );
    let without = files.write("without.jsonl", line("null", "1"));
    let bare = files.write(
        "bare.jsonl",
        "{\"f1\":1,\"texts\":{\"candidate\":\"a\",\"references\":[]}}\n",
    );
    let large = files.write(
        "large.jsonl",
        [
            line("1", "1"),
            line("2", "1").replace("f1\":1", "f1\":1e308"),
        ]
        .concat(),
    );
    let versions = (1..=20).map(|id| line(&id.to_string(), &id.to_string()));
    let versions = files.write("versions.jsonl", versions.collect::<String>());
    let output = files.path("out.txt");
    let output = output.to_str().unwrap();
    let cases: [(&[&str], &str); 20] = [
        (
            &["-r", &two, "-c", &two, "-c", &three],
            "two.txt has 2 texts and {}three.txt has 3 texts; both need the same number",
        ),
        (
            &[&table, "--candidate-column", "A", "--candidate-column", "C"],
            "has no column for the candidate named \"C\"",
        ),
        (
            &[&table],
            "has no column for the candidate; it has id, lp, ref, A, B, judged A, judged B",
        ),
        (
            &[],
            "no system given: give -r REFS and one -c FILE per system",
        ),
        (
            &["--scores", &scores, "--human", "z"],
            "human scores and groups come from the files of --scores",
        ),
        (
            &["-r", &two, "-c", &two, "--by", "lp"],
            "--human, --by and --input-format need a table; pass one instead of -r and -c",
        ),
        (
            &["--scores", &bare],
            "bare.jsonl, line 1 has no reference in \"texts\"",
        ),
        (
            &[&table, "--candidate-column", "A", "--candidate-column", "A"],
            "the column A is given for two systems",
        ),
        (
            &[
                &table,
                "--candidate-column",
                "A",
                "--candidate-column",
                "B",
                "--human",
                "judged A",
            ],
            "--human names 1 column for 2 systems; pass it once per system, in the order of --candidate-column",
        ),
        (
            &["--scores", &scores, "--scores", &twice],
            "twice.jsonl, line 3: the id 1 is already used on line 1",
        ),
        (
            &["--scores", &scores, "--scores", &large],
            "large.jsonl, line 2 has 1e308 instead of a score (-1000 to 1000)",
        ),
        (
            &["--scores", &versions],
            "versions.jsonl, line 17 has another signature than the 16 of the lines before it",
        ),
        (
            &["--scores", &scores, "--scores", &others],
            "others.jsonl, line 2: the id 3 is not in {}scores.jsonl",
        ),
        (
            &["--scores", &scores, "--scores", &layer],
            "layer.jsonl were scored at different layers (1, 2); score them again with the same --layer",
        ),
        (
            &["--scores", &scores, "--scores", &without],
            "without.jsonl has no ids, but {}scores.jsonl does",
        ),
        (
            &["--scores", &scores, "--scores", &table],
            "table.tsv, line 1 is not a line of `bertscope score --json`; pass its JSON output, not a table",
        ),
        (
            &["--scores", &scores, "--layer", "3"],
            "the scores of --scores are already computed",
        ),
        (
            &["--scores", &scores, "--all-pairs", "-f", "tsv"],
            "the rows of the format tsv have no pairs of systems",
        ),
        (
            &["--scores", &scores, "--all-layers"],
            "write them with `bertscope score --json --all-layers`",
        ),
        (
            &["-r", &two, "-c", &two, "--names", "x,y"],
            "--names has 2 names for 1 system; give one name per system",
        ),
    ];
    for (arguments, expected) in cases {
        let (code, out, said) = compare(&[arguments, &["-o", output]].concat());
        let folder = format!(
            "{}/",
            std::path::Path::new(&table).parent().unwrap().display()
        );
        let expected = expected.replace("{}", &folder);
        assert!(
            code == 2 && out.is_empty() && said.contains(&expected),
            "{arguments:?}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(!std::path::Path::new(output).exists());
    }
    let (code, _, said) = compare(&["-r", &two, "-c", &two, "-o", &two]);
    assert!(code == 2 && said.contains("is the input"), "{said}");
}

#[test]
fn saved_scores_in_another_order_give_the_same_numbers_and_errors_name_the_line_even_after_blank_ones()
 {
    let files = Files::new();
    let line = |id: usize, reference: &str| {
        let f1 = (id * 7 % 11) as f64 / 11.0;
        let texts = format!(
            "{{\"candidate\":\"Yes, {}.\",\"references\":[\"{reference}\"]}}",
            "no ".repeat(id)
        );
        format!(
            "{{\"id\":\"{id}\",\"precision\":{f1},\"recall\":null,\"f1\":{f1},\"texts\":{texts}}}\n"
        )
    };
    let lines: Vec<String> = (0..300).map(|id| line(id, "no no")).collect();
    let first = files.write("first.jsonl", lines.concat());
    let same = files.write("second.jsonl", lines.concat().replace("Yes", "No"));
    let numbers = |second: &str| {
        let mut found = json(&["--scores", &first, "--scores", second, "--names", "a,b"]);
        found["command"] = Value::Null;
        found
    };
    let expected = numbers(&same);
    let reversed: String = lines
        .iter()
        .rev()
        .map(|line| line.replace("Yes", "No") + "\n")
        .collect();
    assert_eq!(numbers(&files.write("reversed.jsonl", &reversed)), expected);
    let other = files.write(
        "other.jsonl",
        reversed.replace(&lines[1].replace("Yes", "No"), &line(1, "other")),
    );
    let twice = files.write("twice.jsonl", format!("{}\n{}", lines.concat(), lines[4]));
    let fewer = files.write("fewer.jsonl", lines[1..].concat());
    for (arguments, expected) in [
        (
            [&first, &other],
            "other.jsonl, line 597, id 1: the references differ from those in ",
        ),
        (
            [&twice, &first],
            "twice.jsonl, line 302: the id 4 is already used on line 5",
        ),
        ([&first, &fewer], "first.jsonl, line 1: the id 0 is not in "),
    ] {
        let (code, _, said) = compare(&["--scores", arguments[0], "--scores", arguments[1]]);
        assert!(code == 2 && said.contains(expected), "{said}");
    }
}

#[test]
fn without_ids_the_references_are_compared_line_by_line_and_else_a_remark_says_that_the_order_counts()
 {
    let files = Files::new();
    let one = ["\"The ferry.\"", "\"Rain fell.\""];
    let file = |name: &str, references: &[&str]| {
        let lines = references.iter().map(|references| {
            let texts = match *references {
                "" => String::new(),
                references => {
                    format!(",\"texts\":{{\"candidate\":\"a boat\",\"references\":[{references}]}}")
                }
            };
            format!("{{\"precision\":0.5,\"recall\":0.5,\"f1\":0.5{texts}}}\n")
        });
        files.write(name, lines.collect::<String>())
    };
    let first = file("first.jsonl", &one);
    for (references, expected) in [
        (
            [one[0], "\"Snow fell.\""],
            "line 2: the references differ from those in ",
        ),
        (
            [one[1], one[0]],
            "line 1: the references differ from those in ",
        ),
        (
            [one[0], "\"Rain fell.\",\"It rained.\""],
            "line 2: 2 references here, but 1 in ",
        ),
    ] {
        let other = file("other.jsonl", &references);
        for command in [&["compare"][..], &["report", "-o", "never.html"]] {
            let done = bertscope()
                .args(command)
                .args(["--scores", &first, "--scores", &other])
                .output()
                .unwrap();
            let said = String::from_utf8(done.stderr).unwrap();
            assert!(
                done.status.code() == Some(2) && said.contains(expected),
                "{said}"
            );
        }
    }
    let remark = "matched by the order of its lines: without ids and texts, nothing checks that the references are the same";
    for (references, is_unchecked) in [(one, false), ([one[0], ""], true)] {
        let other = file("other.jsonl", &references);
        let (code, text, said) = compare(&["--scores", &first, "--scores", &other]);
        assert!(
            code == 0 && text.contains(remark) == is_unchecked,
            "{text}{said}"
        );
        let found = json(&["--scores", &first, "--scores", &other]);
        assert_eq!(found.get("line_order").is_some(), is_unchecked);
    }
    // Ids match the lines, and only texts tell whether an id has the same references in both files.
    let with_id = |name: &str, texts: &str| {
        let line = format!("{{\"id\":1,\"precision\":0.5,\"recall\":0.5,\"f1\":0.5{texts}}}\n");
        files.write(name, line)
    };
    let texts = |reference: &str| {
        format!(",\"texts\":{{\"candidate\":\"a\",\"references\":[{reference}]}}")
    };
    let first_with_id = with_id("first-id.jsonl", &texts(one[0]));
    let remark_on_ids =
        "matched by its ids: without texts, nothing checks that the references are the same";
    for (other, is_unchecked) in [(texts(one[0]), false), (String::new(), true)] {
        let other = with_id("other-id.jsonl", &other);
        let (code, text, said) = compare(&["--scores", &first_with_id, "--scores", &other]);
        assert!(
            code == 0 && text.contains(remark_on_ids) == is_unchecked,
            "{text}{said}"
        );
    }
    let other = with_id("other-id.jsonl", &texts(one[1]));
    let (code, _, said) = compare(&["--scores", &first_with_id, "--scores", &other]);
    assert!(
        code == 2 && said.contains("line 1, id 1: the references differ from those in "),
        "{said}"
    );
    // The score takes the best of several references, whatever their order.
    let two = file("two.jsonl", &["\"a\",\"b\"", "\"c\",\"d\""]);
    let swapped = file("swapped.jsonl", &["\"b\",\"a\"", "\"c\",\"d\""]);
    let (code, text, said) = compare(&["--scores", &two, "--scores", &swapped]);
    assert!(code == 0 && !text.contains(remark), "{text}{said}");
}

#[test]
fn what_is_odd_about_segments_is_counted_beside_the_means_and_named() {
    let files = Files::new();
    let table = TABLE
        .replace("\tthe tide came\t", "\t\t")
        .replace("it rained", "it &apos;s raining");
    let table = files.write("table.tsv", table.replace("a4\t", "a3\t"));
    let (code, text, said) = compare(&[&[&*table, "-m", SMALL], &COLUMNS[..4]].concat());
    assert_eq!((code, &*said), (0, ""), "{text}");
    let head = text.split("\nSystems\n").next().unwrap();
    assert!(
        head.contains("  1 of 4 segments: a text has no words, so precision, recall and F1 are 0"),
        "{head}"
    );
    assert!(
        head.contains("  1 of 4 segments: a text contains HTML entities such as &apos;"),
        "{head}"
    );
    assert!(
        head.contains("(of A; first: segment a2)") && head.contains("(of B; first: segment a3)"),
        "each note names its system: {head}"
    );
    let repeated = "  1 segment has the id of an earlier segment (first: a3 in rows 3 and 4); each is compared separately.\n";
    assert!(head.contains(repeated), "{head}");
    // An id may stand once in every group.
    let grouped = files.write("grouped.tsv", TABLE.replace("a3\t", "a1\t"));
    let found = json(&[&[&*grouped, "-m", SMALL, "--by", "lp"], &COLUMNS[..4]].concat());
    assert!(found.get("repeated_ids").is_none() && found.get("notes").is_none());
}

#[test]
fn an_empty_text_costs_what_it_takes_from_the_mean_also_rescaled() {
    let files = Files::new();
    let table = files.write("table.tsv", TABLE.replace("\tthe tide came\t", "\t\t"));
    for rescale in [&[][..], &["--rescale"]] {
        let found = json(&[&[&*table], &COLUMNS[..4], rescale].concat());
        assert_eq!(found["drivers"]["empty"], serde_json::json!([0, 1]));
        for (measure, side) in [(0, "precision"), (1, "recall")] {
            let costs = found["drivers"][side]["kinds"].as_array().unwrap();
            for system in 0..2 {
                let sum: f64 = costs
                    .iter()
                    .map(|kind| kind["amounts"][system].as_f64().unwrap())
                    .sum();
                let mean = found["measures"][measure]["systems"][system]["value"]
                    .as_f64()
                    .unwrap();
                assert!(
                    (sum - (1.0 - mean)).abs() < 1e-6,
                    "{side} {system}: {sum} {mean}"
                );
            }
        }
    }
    let (_, text, _) = compare(&[&[&*table], &COLUMNS[..4]].concat());
    for sentence in [
        "  A text is empty in 1 of 4 pairs of B. There, each word of the other text costs its whole weight",
        "\n  empty text",
        "Candidate tokens / reference tokens in 3 of 4 pairs, geometric mean",
        "With fewer than six segments, the intervals are too narrow.",
    ] {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
}

#[test]
fn a_file_that_was_joined_twice_is_noticed_without_ids_too() {
    let files = Files::new();
    let lines = "one ferry\na late boat\n";
    let refs = files.write("refs.txt", lines.repeat(2));
    let a = files.write("a.txt", "one ferry\na boat\n".repeat(2));
    let b = files.write("b.txt", "a ferry\na boat\n".repeat(2));
    let table = files.write(
        "ids.tsv",
        format!(
            "id\treference\tcandidate\n{}",
            "x\tone ferry\ta ferry\n".repeat(2)
        ),
    );
    let (_, text, _) = compare(&[&table, "-m", SMALL]);
    for sentence in [
        "  1 pair has the id of an earlier pair (first: x in rows 1 and 2)",
        "  1 pair repeats all texts of an earlier pair (first: rows 1 and 2)",
    ] {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
    let (_, text, _) = compare(&["-r", &refs, "-c", &a, "-c", &b, "-m", SMALL]);
    assert!(
        text.contains("  2 segments repeat all texts of an earlier segment (first: rows 1 and 3); each counts, so if they are copies,"),
        "{text}"
    );
}

#[test]
fn copies_are_counted_by_score_and_among_saved_scores_with_texts() {
    let files = Files::new();
    let refs = files.write("refs.txt", "one ferry\na late boat\none ferry\n");
    let a = files.write("a.txt", "a ferry\na boat\na ferry\n");
    let b = files.write("b.txt", "a ferry\na boat\na lamp\n");
    let scored = |candidates: &str, more: &[&str]| {
        score(&[&["-r", &refs, "-c", candidates, "-m", SMALL], more].concat())
    };
    let copies = "  1 pair repeats all texts of an earlier pair (first: rows 1 and 3); each counts, so if they are copies,";
    let text = scored(&a, &["-f", "summary"]);
    assert!(text.contains(copies), "{text}");
    assert!(!scored(&b, &["-f", "summary"]).contains("repeats"));

    let saved = |name: &str, candidates: &str, more: &[&str]| {
        files.write(name, scored(candidates, &[&["--json"], more].concat()))
    };
    let compared = |one: &str, two: &str| compare(&["--scores", one, "--scores", two]).1;
    let texts = ["--texts"];
    let (one, two) = (saved("1.jsonl", &a, &texts), saved("2.jsonl", &a, &texts));
    let text = compared(&one, &two);
    let copies = copies.replace("pair", "segment");
    assert!(text.contains(&copies), "{text}");
    // One system has other texts in row 3.
    assert!(!compared(&one, &saved("3.jsonl", &b, &texts)).contains("repeats"));
    // Without texts, nothing shows that they are copies.
    assert!(!compared(&saved("4.jsonl", &a, &[]), &two).contains("repeats"));
}

#[test]
fn what_one_system_lacks_is_not_said_of_the_others() {
    let files = Files::new();
    let mut table = String::from("g\tref\tA\tB\tC\thA\thB\thC\n");
    let nouns = [
        "ferry", "boat", "lamp", "loaf", "night", "harbour", "stall", "rain", "bread",
    ];
    for (i, noun) in nouns.iter().enumerate() {
        let group = if i < 6 { "x" } else { "y" };
        // In group y, people give one rating. C is A, and nobody rated it.
        let rating = if i < 6 { i } else { 1 };
        let row = format!(
            "{group}\tthe {noun} is late\ta {noun} was late\tthe {noun}\ta {noun} was late\t{rating}\t{i}\t\n"
        );
        table.push_str(&row);
    }
    let table = files.write("table.tsv", table);
    let by = ["--by", "g", "-m", SMALL];
    let mut arguments = vec![&*table];
    for (system, human) in [("A", "hA"), ("B", "hB"), ("C", "hC")] {
        arguments.extend(["--candidate-column", system, "--human", human]);
    }
    let (_, text, _) = compare(&[&arguments[..], &by].concat());
    // B in group y, with three segments, and C in both.
    let note = "  3 of 4 p-values could not have been below 0.05, because fewer than six segments differ.\n";
    assert!(text.contains(note), "{text}");
    assert!(
        !text.contains("People judged the systems in different"),
        "{text}"
    );

    let of_a = [&*table, "--candidate-column", "A", "--human", "hA"];
    let layers = ["--all-layers", "-f", "summary"];
    let text = score(&[&of_a[..], &by, &layers].concat());
    assert!(text.contains("  layer 1, mean of 1 group  "), "{text}");
}

#[test]
fn the_caption_of_all_pairs_asks_for_what_the_verdict_asks_for() {
    let files = Files::new();
    let nouns = [
        "ferry", "boat", "lamp", "loaf", "night", "harbour", "stall", "rain",
    ];
    let written = |name: &str, text: fn(&str) -> String| {
        let lines: Vec<String> = nouns.iter().map(|noun| text(noun) + "\n").collect();
        files.write(name, lines.concat())
    };
    let refs = written("refs.txt", |noun| format!("the {noun} is late today"));
    let a = written("a.txt", |noun| format!("a {noun} was late"));
    let b = written("b.txt", |noun| format!("the {noun} is late"));
    let c = written("c.txt", |noun| format!("no {noun} ever"));
    let (_, text, _) = compare(&[
        "-r",
        &refs,
        "-c",
        &a,
        "-c",
        &b,
        "-c",
        &c,
        "-m",
        SMALL,
        "--all-pairs",
    ]);
    let caption = "A difference is statistically significant if both p, Holm and p, bootstrap are below 0.05.";
    assert!(text.contains(caption), "{text}");
}

#[test]
fn people_agree_with_nothing_where_all_scores_print_equal() {
    let files = Files::new();
    let texts = [
        "The ferry leaves at noon.",
        "Rain fell on the harbour all night.",
        "Nobody on Naxos sold 30 lanterns.",
        "The market opens at eight.",
    ];
    let mut rows = vec!["reference\tcandidate\trating".to_owned()];
    for (text, rating) in texts.iter().zip([5, 4, 3, 1]) {
        rows.push(format!("{text}\t{text}\t{rating}"));
    }
    let table = files.write("same.tsv", rows.join("\n"));
    let run = bertscope()
        .args(["score", &table, "--human", "rating", "-f", "summary"])
        .output()
        .unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    let coefficients = text.lines().last().unwrap();
    assert_eq!(coefficients.matches('—').count(), 9, "{text}");
    let found = json(&[&table, "--human", "rating"]);
    assert!(
        found["human"]["systems"][0]["f1"]["pearson"].is_null(),
        "{found}"
    );
}

#[test]
fn a_note_of_score_comes_along_with_its_scores() {
    let files = Files::new();
    let table = files.write("table.tsv", TABLE.replace("\tthe tide came\t", "\t\t"));
    let scored = |column: &str| {
        let run = bertscope()
            .args([
                "score",
                &table,
                "--json",
                "-m",
                SMALL,
                "--candidate-column",
                column,
            ])
            .output();
        files.write(
            &format!("{column}.jsonl"),
            String::from_utf8(run.unwrap().stdout).unwrap(),
        )
    };
    let (code, text, _) = compare(&["--scores", &scored("A"), "--scores", &scored("B")]);
    assert_eq!(code, 0);
    assert!(
        text.contains("  1 of 4 segments: `score` wrote a note with the scores"),
        "{text}"
    );
    assert!(text.contains("(first: segment a4)"), "{text}");
}

#[test]
fn with_groups_the_mean_over_them_is_that_of_score_and_both_coefficients_say_what_they_are() {
    let files = Files::new();
    let table = TABLE.replace("nan", "N/A");
    let more = TABLE
        .lines()
        .skip(1)
        .map(|line| format!("{}\n", line.replace("the ", "a ").replace("0.", "0.3")));
    let table = files.write("table.tsv", table + &more.collect::<String>());
    let (code, text, said) =
        compare(&[&[&*table, "-m", SMALL, "--by", "lp"], &COLUMNS[..]].concat());
    assert_eq!((code, &*said), (0, ""), "N/A is no judgement");
    // The table of a system, whose last numbers of each of three are those of F1.
    let mean = |system: &str| -> Vec<String> {
        let table = text.split(&format!("\n  {system}\n")).nth(1).unwrap();
        let line = table
            .lines()
            .find(|line| line.trim_start().starts_with("mean of"))
            .unwrap_or_default();
        line.split_whitespace()
            .skip(4)
            .skip(2)
            .step_by(3)
            .map(str::to_owned)
            .collect()
    };
    for column in ["A", "B"] {
        let human = format!("judged {column}");
        let written = files.path(&format!("{column}.json"));
        let arguments = [
            "score",
            &table,
            "-m",
            SMALL,
            "--by",
            "lp",
            "--human",
            &human,
            "--candidate-column",
            column,
        ];
        bertscope()
            .args(arguments)
            .arg("--summary")
            .arg(&written)
            .assert()
            .success();
        let summary: Value =
            serde_json::from_str(&std::fs::read_to_string(&written).unwrap()).unwrap();
        let of = |name: &str| {
            format!(
                "{:.4}",
                summary["human"]["mean"][name]["f1"].as_f64().unwrap()
            )
        };
        assert_eq!(
            mean(column),
            [of("pearson"), of("spearman"), of("kendall")],
            "{text}"
        );
    }
}

#[test]
fn what_contradicts_by_chance_says_so_and_p_values_that_are_far_apart_are_explained() {
    let files = Files::new();
    // The same words in another order: F1 hardly differs, in either direction.
    let rows = [
        "the boat left at noon",
        "rain fell on a harbour",
        "nobody sold lanterns",
        "the tide came in",
    ];
    let turn = |row: &str, turned: bool| {
        let mut words: Vec<&str> = row.split(' ').collect();
        if turned {
            words.reverse();
        }
        format!("{}\n", words.join(" "))
    };
    let of = |parity: usize| {
        rows.iter()
            .enumerate()
            .map(|(i, row)| turn(row, i % 2 == parity))
            .collect::<String>()
    };
    let refs = files.write("refs.txt", rows.map(|row| format!("{row}\n")).concat());
    let [a, b] = [files.write("a.txt", of(0)), files.write("b.txt", of(1))];
    let (_, text, _) = compare(&["-r", &refs, "-c", &a, "-c", &b, "-m", SMALL]);
    assert!(
        text.contains(
            "  p by bootstrap, as sacrebleu defines it, hardly rises above 0.4, however small"
        ),
        "{text}"
    );
    let order = text
        .lines()
        .find(|line| line.starts_with("The order by F1"))
        .unwrap();
    let none = order.contains("contradicted by none of");
    assert!(
        none || order.contains(" of them with p < 0.05 by exact randomisation"),
        "{order}"
    );
}

#[test]
fn without_a_human_score_it_says_so_and_of_different_segments_that_they_do_not_compare() {
    let files = Files::new();
    let unjudged: String = TABLE
        .lines()
        .map(|line| line.rsplitn(3, '\t').last().unwrap().to_owned() + "\tnan\t\n")
        .collect();
    let unjudged = unjudged.replacen("\tnan\t\n", "\tjudged A\tjudged B\n", 1);
    let [none, some] = [
        files.write("none.tsv", unjudged),
        files.write("some.tsv", TABLE),
    ];
    let (code, text, said) = compare(&[&[&*none, "-m", SMALL], &COLUMNS[..]].concat());
    assert_eq!((code, &*said), (0, ""));
    assert!(
        text.contains("\nNo scored segment has a human score (0 judged), so agreement with human scores is unknown.\n"),
        "{text}"
    );
    let (_, text, _) = compare(&[&[&*none, "-m", SMALL], &COLUMNS[..4]].concat());
    assert!(!text.contains("human"), "nobody asked: {text}");
    let (_, text, _) = compare(&[&[&*some, "-m", SMALL], &COLUMNS[..]].concat());
    assert!(
        text.contains("  People judged the systems in different segments (3 in common), so means"),
        "{text}"
    );
    assert!(
        text.contains("People prefer B or A in 3 segments: F1 prefers the same one in "),
        "{text}"
    );
    // The report says the same.
    let [out, page] = ["out.md", "out.html"].map(|name| files.path(name).display().to_string());
    for (table, sentence) in [
        (none, "No scored segment has a human score (0 judged)"),
        (some, "different segments (3 in common)"),
    ] {
        let run = ["report", &table, "-m", SMALL, "-o", &out, "-o", &page];
        bertscope().args(run).args(COLUMNS).assert().success();
        for written in [&out, &page] {
            let written = std::fs::read_to_string(written).unwrap();
            assert!(written.contains(sentence), "{written}");
        }
    }
}

#[test]
fn equal_segments_are_counted_beside_the_histogram_and_one_thing_has_no_plural() {
    let files = Files::new();
    let refs = files.write(
        "refs.txt",
        "the boat left at noon\nrain fell on a harbour\nnobody sold lanterns\n",
    );
    let a = files.write("a.txt", "the boat left\nrain fell\nnobody sold lanterns\n");
    let b = files.write(
        "b.txt",
        "a boat left at noon\nrain fell on the harbour\nnobody sold lanterns\n",
    );
    let (_, text, _) = compare(&[
        "-r",
        &refs,
        "-c",
        &a,
        "-c",
        &b,
        "-m",
        SMALL,
        "--names",
        "A,B",
        "--resamples",
        "1",
    ]);
    assert!(
        text.contains("  Segments by difference of F1, without 1 equal segment\n"),
        "{text}"
    );
    assert!(
        [" 1 segments", " 1 pairs", " 1 resamples"]
            .iter()
            .all(|plural| !text.contains(plural)),
        "{text}"
    );
    assert!(
        text.contains("from 1 resample, seed") && !text.contains("+0.00000 "),
        "{text}"
    );
    let words = text
        .split("  Words by which B gains most")
        .skip(1)
        .flat_map(|part| part.lines().skip(2));
    let words: Vec<&str> = words.take_while(|line| line.starts_with("    ")).collect();
    assert!(
        !words.is_empty() && words.iter().all(|word| !word.contains("0.00000")),
        "{text}"
    );
}

#[test]
fn a_long_table_gives_what_a_table_with_a_column_for_each_system_gives() {
    let files = Files::new();
    let wide = files.write("wide.tsv", TABLE);
    let rows: Vec<Vec<&str>> = TABLE
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect())
        .collect();
    let long = |system: &str, column: usize| -> String {
        let row = |row: &Vec<&str>| {
            format!(
                "{}\t{system}\t{}\t{}\t{}\t{}\n",
                row[0],
                row[1],
                row[2],
                row[column],
                row[column + 2]
            )
        };
        rows.iter().map(row).collect()
    };
    let table = format!(
        "id\tsystem\tlp\tref\tcandidate\trating\n{}{}",
        long("A", 3),
        long("B", 4)
    );
    let path = files.write("long.tsv", &table);
    let tsv = |arguments: &[&str]| {
        compare(&[arguments, &["-m", SMALL, "--by", "lp", "-f", "tsv"]].concat())
    };
    let joined = ["--system-column", "system", "--human", "rating"];
    assert_eq!(
        tsv(&[&[&*path], &joined[..]].concat()),
        tsv(&[&[&*wide], &COLUMNS[..]].concat())
    );
    let out = files.path("out.md").display().to_string();
    let report = [
        "report",
        &path,
        "-m",
        SMALL,
        "--system-column",
        "system",
        "-o",
        &out,
    ];
    bertscope().args(report).assert().success().stderr("");
    assert!(
        std::fs::read_to_string(&out)
            .unwrap()
            .contains("#### B − A")
    );
    let missing = files.write(
        "missing.tsv",
        table
            .lines()
            .take(8)
            .flat_map(|line| [line, "\n"])
            .collect::<String>(),
    );
    let complete: Vec<&str> = TABLE.lines().filter(|row| !row.starts_with("a4")).collect();
    let complete = files.write("complete.tsv", complete.join("\n"));
    assert_eq!(
        tsv(&[&[&*missing], &joined[..]].concat()),
        tsv(&[&[&*complete], &COLUMNS[..]].concat()),
        "the segments of all systems"
    );
    let long = ["--system-column", "system", "-m", SMALL];
    let counted = compare(&[&[&*missing], &long[..]].concat());
    assert!(
        counted.0 == 0
            && counted
                .1
                .contains("1 segment skipped, because a text is missing (first: segment a4)"),
        "{counted:?}"
    );
    let (code, _, said) = compare(&[&[&*missing, "--strict"], &long[..]].concat());
    assert!(
        code == 2
            && said.contains("has no candidate of the system \"B\" for the id \"a4\" and reference \"the tide came in"),
        "{said}"
    );
    let (code, _, said) = compare(&[&*path, "--system-column", "team", "-m", SMALL]);
    assert!(
        code == 2 && said.contains("has no column") && said.contains("--system-column"),
        "{said}"
    );
}
