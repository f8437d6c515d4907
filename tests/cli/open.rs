//! `bertscope open`: what cannot be opened is said before the screen is taken, and nothing is written over.

use serde_json::Value;

use super::{Files, bertscope, score};

/// What `open` says of a file, with exit code 2 and nothing on standard output.
fn refusal(arguments: &[&str]) -> String {
    let done = bertscope().arg("open").args(arguments).assert().code(2).stdout("");
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

#[test]
fn what_has_no_pairs_is_refused_with_file_line_and_what_to_do() {
    let files = Files::new();
    for (name, text, parts) in [
        ("empty.tsv", "", ["is empty", "header"]),
        ("only.csv", "reference,candidate\n", ["has a header but no pairs", "one pair per line"]),
        ("blank.jsonl", "\n\n", ["is empty", "one JSON object per line"]),
        (
            "twice.tsv",
            "candidate\treference\tcandidate\na\tb\tc\n",
            ["two columns named \"candidate\"", "rename one of them"],
        ),
        ("columns.tsv", "a\tb\n1\t2\n", ["no column for the candidate", "--candidate-column"]),
        ("fields.jsonl", "{\"a\":1}\n", ["line 1 has no field", "--candidate-column"]),
        ("bad.tsv", "reference\tcandidate\nx\n", ["line 2: 1 column", "the first line has 2"]),
        (
            "kinds.jsonl",
            "{\"precision\":1,\"recall\":1,\"f1\":1,\"kinds\":[{\"reference\":\"1\",\"candidate\":\"2\"}]}\n",
            ["has scores but no texts", "--scores"],
        ),
        ("scores.jsonl", "{\"precision\":1,\"recall\":1,\"f1\":1}\n", ["has scores but no texts", "--scores"]),
        ("what.bin", "x", ["cannot tell", "--input-format"]),
    ] {
        let said = refusal(&[&files.write(name, text)]);
        assert!(said.contains(name) && parts.iter().all(|part| said.contains(part)), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let pairs = files.write("pairs.tsv", "reference\tcandidate\nA house.\tA home.\n");
    let folder = files.path("");
    let folder = folder.to_str().unwrap();
    for arguments in [&["no-such-file.tsv"][..], &[&*pairs, "--scores", "no-such-file"]] {
        assert!(refusal(arguments).contains("cannot read no-such-file"));
        assert!(refusal(arguments).contains("there is no such file"));
    }
    for arguments in [&[folder][..], &[&*pairs, "--scores", folder]] {
        assert!(refusal(arguments).contains("it is a folder"));
    }
    assert!(refusal(&["-"]).contains("stdin is the keyboard here; save the pairs to a file first"));
}

#[test]
fn two_files_of_lines_are_listed_like_a_table_and_their_marks_are_beside_the_candidates() {
    let files = Files::new();
    let references = files.write("refs.txt", "A house.\nTwo houses.\n");
    let candidates = files.write("new.txt", "A home.\nTwo homes.\n");
    let given = ["-r", &*references, "-c", &*candidates];
    let svg = drawn(&files, &[&given[..], &["--keys", "down"]].concat());
    for text in ["new.txt", "A house.", "Two homes."] {
        assert!(svg.contains(text), "{text}");
    }
    files.write("new.txt.marks.json", "{\"mine\": true}");
    assert!(refusal(&given).contains("new.txt.marks.json"));
    assert!(refusal(&["-r", &references, "-c", "A home."]).contains("for texts, leave out `open`"));
    assert!(
        refusal(&[&given[..], &["--id-column", "x"]].concat()).contains("need a file of pairs instead of -r and -c")
    );
}

#[test]
fn a_marks_file_that_bertscope_did_not_write_is_refused_and_left_as_it_is() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", "reference\tcandidate\nA house.\tA home.\n");
    let marks = files.write("pairs.tsv.marks.json", "{\"mine\": true}");
    let said = refusal(&[&pairs]);
    for part in ["pairs.tsv.marks.json", "line 1 is not in bertscope's format for marks", "rename it", "--no-marks"] {
        assert!(said.contains(part), "{said}");
    }
    let svg = drawn(&files, &[&pairs, "--no-marks", "--keys", "alt-m"]);
    assert!(svg.contains("opened with --no-marks"));
    assert_eq!(std::fs::read_to_string(marks).unwrap(), "{\"mine\": true}");
}

/// The screen on which a file is opened, as a picture.
fn drawn(files: &Files, arguments: &[&str]) -> String {
    let picture = files.path("screen.svg");
    let screen = ["--screenshot", picture.to_str().unwrap(), "--size", "150x34"];
    bertscope().arg("open").args(arguments).args(screen).assert().success();
    std::fs::read_to_string(picture).unwrap()
}

const TWO: &str = "id\treference\tcandidate\nx\tA house.\tA home.\ny\tA lamp.\tA light.\n";

#[test]
fn a_table_with_semicolons_is_read_as_spreadsheets_write_it_and_one_with_commas_as_ever() {
    let files = Files::new();
    let pairs = files.write("p.csv", "\"candidate\";reference\n\"A, b; c\";A house, a home\n");
    let svg = drawn(&files, &[&pairs]);
    assert!(svg.contains("A, b; c") && svg.contains("A house, a home"));
    let pairs = files.write("q.csv", "candidate,\"ref\"\nA; b,\"c; d\"\n");
    assert!(drawn(&files, &[&pairs]).contains("c; d"));
    let plain = score(&[&files.write("r.csv", "candidate;ref\nA house;A home\n"), "--json"]);
    assert!(plain.contains("\"f1\""));
}

#[test]
fn bad_lines_are_counted_in_the_list_and_named_without_the_path() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", format!("{TWO}one\ntwo\n"));
    let svg = drawn(&files, &[&pairs]);
    assert!(svg.contains("2 lines cannot be scored") && svg.contains("line 4: 1 column"));
    assert!(!svg.contains(files.path("").to_str().unwrap()));
}

#[test]
fn scores_of_another_number_of_pairs_are_refused() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", TWO);
    let scores = files.write("s.tsv", "id\tf1\nx\t0.148\n");
    let said = refusal(&[&pairs, "--scores", &scores]);
    assert!(said.contains("s.tsv has scores for 1 pair, but") && said.contains("pairs.tsv has 2 pairs"), "{said}");
}

#[test]
fn the_inspector_starts_with_the_settings_of_the_scores_and_shows_them_with_no_others() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", TWO);
    let file = |name: &str, arguments: &[&str]| files.write(name, score(&[&[&*pairs], arguments].concat()));
    let scores = file("s.jsonl", &["--json", "-l", "2", "--rescale"]);
    let svg = drawn(&files, &[&pairs, "--scores", &scores]);
    for part in
        ["layer 2/6", "rescaled", "~", "Started with the settings of the scores in s.jsonl: layer 2, no IDF, rescaled"]
    {
        assert!(svg.contains(part), "{part}");
    }
    assert!(!drawn(&files, &[&pairs, "--scores", &scores, "--keys", "esc f5 alt-o"]).contains('~'), "layer 3");
    assert!(drawn(&files, &[&pairs, "--scores", &scores, "--keys", "esc f5 f4 alt-o"]).contains('~'));
    let svg = drawn(&files, &[&pairs, "--scores", &scores, "-l", "4"]);
    assert!(svg.contains("layer 4/6") && svg.contains("Other settings apply here") && !svg.contains('~'));

    // IDF over the references is what `--idf` means to `score`; the numbers are the same.
    let scores = file("i.jsonl", &["--json", "--idf"]);
    let svg = drawn(&files, &[&pairs, "--scores", &scores]);
    assert!(svg.contains("IDF from the references of the file") && svg.contains("IDF references of "));
    let f1 = |line: &str| serde_json::from_str::<Value>(line).unwrap()["f1"].as_f64().unwrap();
    assert!(svg.contains(&format!("~{:.3}", f1(scores_of(&scores).lines().next().unwrap()))));

    // Half of them may be of something else.
    let mixed = scores_of(&file("a.jsonl", &["--json", "-l", "5"])).lines().next().unwrap().to_owned();
    let mixed = format!("{mixed}\n{}\n", scores_of(&file("b.jsonl", &["--json"])).lines().nth(1).unwrap());
    let svg = drawn(&files, &[&pairs, "--scores", &files.write("m.jsonl", mixed)]);
    assert!(svg.contains("layer 5/6") && svg.contains("row 2 was scored with layer 6"));
    assert_eq!(svg.matches('~').count(), 4, "P, R and F1 of one pair, and what the sign means");

    // A table says the layer, and by its raw numbers whether it is rescaled.
    let scores = file("t.tsv", &["-f", "tsv", "-l", "3"]);
    let svg = drawn(&files, &[&pairs, "--scores", &scores]);
    assert!(svg.contains("layer 3/6") && svg.contains('~') && svg.contains("the scores in t.tsv: layer 3, raw."));

    // Another model's scores are never shown as this one's.
    let text = scores_of(&file("o.jsonl", &["--json"])).replace("sentence-transformers/all-MiniLM-L6-v2", "no/model");
    let scores = files.write("o.jsonl", &text);
    let svg = drawn(&files, &[&pairs, "--scores", &scores]);
    assert!(
        svg.contains("layer 6, no IDF, raw, no/model") && svg.contains("not on this machine") && !svg.contains('~')
    );

    // The same for a file that has both texts and scores.
    let alone = file("alone.jsonl", &["--json", "--texts", "-l", "1"]);
    let svg = drawn(&files, &[&alone]);
    assert!(svg.contains("layer 1/6") && svg.contains('~') && svg.contains("the scores in alone.jsonl"));
}

#[test]
fn what_people_say_stands_in_the_list_and_sorts_it_also_by_how_far_f1_disagrees() {
    let files = Files::new();
    let pairs = "id\treference\tcandidate\tz\nunlike\tA house by the sea.\tNobody paid.\t9.25\n\
                 none\tA lamp.\tA light.\tNA\nsame\tA lamp.\tA lamp.\t3\nnear\tThe boat left.\tThe boat has left.\t4\n";
    let pairs = files.write("pairs.tsv", pairs);
    let order = |keys: &str| {
        let svg = drawn(&files, &[&pairs, "--human", "z", "--keys", keys]);
        let place = |id: &str| svg.rfind(&format!(">{id}<")).unwrap_or_else(|| panic!("{id} in {svg}"));
        let mut ids = ["unlike", "none", "same", "near"];
        ids.sort_by_key(|id| place(id));
        (ids, svg)
    };
    let (ids, svg) = order("tab tab tab tab tab");
    assert_eq!(ids, ["same", "near", "unlike", "none"], "pairs without a judgement come last");
    assert!(svg.contains("human") && svg.contains("9.25") && svg.contains("by human, worst first"));
    let (ids, svg) = order("tab tab tab tab tab tab");
    assert_eq!(ids, ["unlike", "same", "near", "none"], "F1 ranks `same` highest, and people `unlike`");
    assert!(svg.contains("largest first"));
    assert!(order("tab tab tab tab tab tab tab tab").1.contains("file order"));
    assert!(drawn(&files, &[&pairs, "--keys", "tab tab tab tab tab tab"]).contains("file order"));
    assert!(refusal(&[&pairs, "--human", "y"]).contains("--human"));
    let two = ["--candidate-column", "candidate", "--candidate-column", "reference"];
    let said = refusal(&[&[&*pairs, "--human", "z"], &two[..]].concat());
    assert!(said.contains("--human names 1 column for 2 systems; pass it once per system"), "{said}");
}

fn scores_of(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn what_score_writes_with_its_texts_can_be_opened_alone_and_scored_again() {
    let files = Files::new();
    let pairs = files.write(
        "pairs.jsonl",
        "{\"id\": 7, \"reference\": [\"The gate is open.\", \"The gate stands open.\"], \"candidate\": \"The gate is shut.\"}\n\
         {\"id\": \"x\", \"reference\": \"A\\tb\", \"candidate\": \"c \\\"d\\\"\"}\n",
    );
    let scored = score(&[&pairs, "--json", "--texts"]);
    let rows: Vec<Value> = scored.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows[0]["texts"]["references"][1], "The gate stands open.");
    assert_eq!(
        (&rows[1]["texts"]["references"][0], &rows[1]["texts"]["candidate"]),
        (&"A\tb".into(), &"c \"d\"".into())
    );
    let again = files.write("scored.jsonl", &scored);
    assert_eq!(score(&[&again, "--json", "--texts"]), scored, "the texts alone give the same rows");

    let screen = files.path("screen.svg");
    bertscope().args(["open", &again, "--no-session", "--screenshot", screen.to_str().unwrap()]).assert().success();
    let drawn = std::fs::read_to_string(screen).unwrap();
    assert!(drawn.contains("stands open") || drawn.contains("shut"), "{drawn}");

    for (arguments, sentence) in [
        (&["-r", "a", "-c", "b", "--texts"][..], "--texts needs --json"),
        (&["-r", "a", "-c", "b", "--texts", "-f", "csv"], "--texts needs --json"),
    ] {
        let done = bertscope().arg("score").args(arguments).assert().code(2);
        assert!(String::from_utf8_lossy(&done.get_output().stderr).contains(sentence));
    }
    let broken = files.write("broken.jsonl", "{\"f1\": 1, \"texts\": {\"candidate\": 3, \"references\": [\"a\"]}}\n");
    let done = bertscope().args(["score", &broken]).assert().code(2);
    let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(said.contains("line 1") && said.contains("not in the format of `score --texts`"), "{said}");
}
