//! `--explain`: the panels of the inspector without it.

use std::collections::BTreeSet;

use bertscope::explain::Topic;
use bertscope::metric::BERT_SCORE_TOLERANCE;
use serde_json::Value;

use super::{CANDIDATE, Files, REFERENCE, bertscope, score, score_json};

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn every_question_has_an_answer_whose_rows_have_derivations() {
    let arguments = [
        "-r",
        REFERENCE,
        "-c",
        CANDIDATE,
        "--before",
        "it is cold today",
        "--against",
        REFERENCE,
    ];
    let lines = score_json(&[&arguments[..], &["--explain", "all"]].concat());
    let sections = lines[0]["explanations"].as_array().unwrap();
    let names: Vec<String> = Topic::ALL
        .iter()
        .map(|topic| topic.name().to_owned())
        .collect();
    assert_eq!(
        sections
            .iter()
            .map(|s| text(&s["topic"]).to_owned())
            .collect::<Vec<_>>(),
        names
    );
    assert!(
        include_str!("../../docs/cli.md").contains(&names.join(",")),
        "the help lists them"
    );
    for section in sections {
        let rows = section["rows"].as_array().unwrap();
        assert!(text(&section["lead"]).ends_with(['.', '!']), "{section}");
        if section["topic"] == "kinds" {
            assert!(
                rows.is_empty(),
                "no number, name or negation differs: {section}"
            );
            continue;
        }
        assert!(rows.iter().any(|row| row["how"].is_array()), "{section}");
        assert!(
            rows.iter()
                .all(|row| text(&row["text"]).chars().count() <= 100),
            "{section}"
        );
    }
}

#[test]
fn a_sentence_vector_is_explained_in_full_precision() {
    let lines = score_json(&[
        "-r",
        REFERENCE,
        "-c",
        CANDIDATE,
        "--explain",
        "pooled",
        "--layer",
        "2",
    ]);
    let data = &lines[0]["explanations"][0]["data"];
    let number = |value: &Value| value.as_f64().unwrap();
    let rows = data["contributions"].as_array().unwrap();
    let sum: f64 = rows
        .iter()
        .flat_map(|row| row.as_array().unwrap())
        .map(number)
        .sum();
    assert!((sum - number(&data["cosine"])).abs() < 1e-6, "{data}");
    assert_eq!(
        (&data["pooling"], &data["layer"]),
        (&Value::from("mean"), &Value::from(6))
    );
}

/// All names of fields in a value.
fn fields(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => object.iter().for_each(|(name, value)| {
            into.insert(name.clone());
            fields(value, into);
        }),
        Value::Array(list) => list.iter().for_each(|value| fields(value, into)),
        _ => {}
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn the_data_of_every_explanation_is_numbers_whose_fields_are_documented() {
    let arguments = [
        "-r",
        REFERENCE,
        "-c",
        CANDIDATE,
        "--before",
        "it is cold today",
        "--against",
        REFERENCE,
    ];
    let line = &score_json(
        &[
            &arguments[..],
            &["--explain", "all", "--rescale", "--idf", "bundled"],
        ]
        .concat(),
    )[0];
    let documented = std::fs::read_to_string("docs/analysis-format.md").unwrap();
    let mut names = BTreeSet::new();
    for section in line["explanations"].as_array().unwrap() {
        fields(&section["data"], &mut names);
    }
    assert!(names.len() > 60, "{names:?}");
    for name in names {
        assert!(
            documented.contains(&format!("`{name}`")),
            "{name} is not in docs/analysis-format.md"
        );
    }
    let data = |topic: &str| {
        let sections = line["explanations"].as_array().unwrap();
        sections
            .iter()
            .find(|section| section["topic"] == topic)
            .unwrap()["data"]
            .clone()
    };
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value}"));
    let sum = |list: &Value, field: &str| {
        list.as_array()
            .unwrap()
            .iter()
            .map(|one| number(&one[field]))
            .sum::<f64>()
    };
    let same = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
    let ledger = data("ledger");
    for (side, name) in [("candidate", "precision"), ("reference", "recall")] {
        same(sum(&ledger[side]["tokens"], "share"), number(&line[name]));
        same(
            sum(&ledger[side]["words"], "loss"),
            1.0 - number(&line[name]),
        );
        assert!(
            ledger[side]["words"]
                .as_array()
                .unwrap()
                .iter()
                .all(|word| text(&word["matches"][0]).len() > 1)
        );
    }
    let edit = data("edit");
    same(sum(&edit["tokens"], "f1"), number(&edit["change"]["f1"]));
    same(
        sum(&edit["causes"], "precision"),
        number(&edit["change"]["precision"]),
    );
    let compare = &data("compare")["candidates"];
    for mean in ["precision", "recall"] {
        let difference = &compare["differences"][0][mean];
        same(
            sum(&difference["words"], "contribution"),
            number(&difference["difference"]),
        );
        same(
            number(&compare["texts"][1][mean]) - number(&compare["texts"][0][mean]),
            number(&difference["difference"]),
        );
    }
    same(
        number(&data("layers")["layers"][6]["rescaled"]["f1"]),
        number(&line["f1"]),
    );
    same(
        number(&data("lenses")["lenses"][0]["score"]["f1"]),
        number(&line["f1"]),
    );
    same(
        number(&data("idf")["scores"][1]["score"]["f1"]),
        number(&line["f1"]),
    );
    same(
        number(&data("matches")["alignments"][0]["raw"]["f1"]),
        number(&line["raw"]["f1"]),
    );
    let ruler = data("ruler");
    assert!((0.0..=1.0).contains(&number(&ruler["populations"][0]["below"]["f1"])));
    assert!((0.0..=1.0).contains(&number(&ruler["of_length"]["below"]["f1"])));
    let [low, high] = [0, 1].map(|end| number(&ruler["of_length"]["tokens"][end]));
    for side in ruler["tokens"].as_array().unwrap() {
        assert!((low..=high).contains(&number(side)), "{ruler}");
    }
    let overlap = data("overlap");
    same(
        number(&overlap["rouge1"]["f1"]),
        number(&overlap["scores"]["rouge1"]),
    );
    let words = overlap["words"]["candidate"].as_array().unwrap();
    assert_eq!(
        words.len() as u64,
        overlap["bleu"]["candidate_words"].as_u64().unwrap()
    );
    let dropped = &data("drop")["reference"][1];
    same(
        number(&dropped["anew"]["f1"]) - number(&line["f1"]),
        number(&dropped["anew"]["change"]["f1"]),
    );
}

#[test]
fn the_grid_has_every_pair_and_the_score_of_each_candidate_with_all_references() {
    let (references, candidates) = ([REFERENCE, "it is cold outside"], [CANDIDATE, "it is warm"]);
    let of = |references: &[&str], candidate: &str, more: &[&str]| -> Value {
        let references = references.iter().flat_map(|reference| ["-r", reference]);
        score_json(
            &references
                .chain(["-c", candidate])
                .chain(more.iter().copied())
                .collect::<Vec<_>>(),
        )[0]
        .clone()
    };
    for more in [&[][..], &["--idf", "--rescale"]] {
        let asked = ["--explain", "compare", "--against", candidates[1]];
        let line = of(&references, candidates[0], &[&asked, more].concat());
        let data = &line["explanations"][0]["data"];
        let same = |ours: &Value, theirs: &Value| {
            for number in ["precision", "recall", "f1"] {
                let (ours, theirs) = (
                    ours[number].as_f64().unwrap(),
                    theirs[number].as_f64().unwrap(),
                );
                assert!(
                    (ours - theirs).abs() < BERT_SCORE_TOLERANCE,
                    "{number}: {ours} {theirs}"
                );
            }
        };
        for (i, candidate) in candidates.into_iter().enumerate() {
            let row = &data["grid"]["candidates"][i];
            assert_eq!(
                (&row["text"], &row["name"]),
                (&candidate.into(), &["A", "B"][i].into())
            );
            same(&row["best"], &of(&references, candidate, more));
            // Frequencies are counted over all references, so one alone has others.
            for (j, reference) in references.iter().enumerate().filter(|_| more.is_empty()) {
                assert_eq!(row["pairs"][j]["reference"], (j + 1).to_string());
                same(&row["pairs"][j], &of(&[reference], candidate, more));
            }
        }
        let shown = data["references"]["texts"]
            .as_array()
            .unwrap()
            .iter()
            .position(|text| text["scored"] == true);
        assert_eq!(
            data["grid"]["references"][shown.unwrap()]["name"],
            data["references"]["texts"][shown.unwrap()]["letter"]
        );
        same(&line, &of(&references, candidates[0], more));
    }
}

#[test]
fn explanations_are_asked_for_together_or_one_after_the_other_and_each_stands_there_once() {
    let topics = |arguments: &[&str]| -> Vec<String> {
        let line = &score_json(&[&["-r", REFERENCE, "-c", CANDIDATE], arguments].concat())[0];
        line["explanations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|section| text(&section["topic"]).to_owned())
            .collect()
    };
    assert_eq!(topics(&["--explain", "layers,idf"]), ["layers", "idf"]);
    assert_eq!(
        topics(&["--explain", "layers", "--explain", "idf,layers"]),
        ["layers", "idf"]
    );
    assert_eq!(
        topics(&["--explain", "ledger", "--explain", "all"]).len(),
        Topic::ALL.len()
    );
}

#[test]
fn what_is_missing_for_an_explanation_is_named_by_its_flag() {
    let out = score(&[
        "-r",
        REFERENCE,
        "-c",
        CANDIDATE,
        "--explain",
        "edit,compare",
    ]);
    assert!(
        out.contains("--before TEXT") && out.contains("--against TEXT"),
        "{out}"
    );
    assert!(!out.contains("Ctrl") && !out.contains("on screen"), "{out}");
    let all = score(&[
        "-r",
        REFERENCE,
        "-c",
        CANDIDATE,
        "--against",
        "x",
        "--before",
        "y",
        "--explain",
        "all",
    ]);
    assert!(
        !all.contains("Ctrl-") && !all.contains("Alt-") && !all.contains("on screen"),
        "{all}"
    );
}

#[test]
fn the_ledger_of_a_pair_stands_below_its_score() {
    let out = score(&["-r", REFERENCE, "-c", CANDIDATE, "--explain", "ledger"]);
    let at = |part: &str| {
        out.find(part)
            .unwrap_or_else(|| panic!("{part:?} is missing in\n{out}"))
    };
    assert!(
        at("P 0.") < at("Why not 1.0?") && at("Why not 1.0?") < at("freezing"),
        "{out}"
    );
}

#[test]
fn rows_of_a_file_are_explained_each_with_its_best_reference() {
    let files = Files::new();
    let pairs = files.write(
        "pairs.jsonl",
        format!(
            "{{\"reference\": [\"far off\", \"{CANDIDATE}\"], \"candidate\": \"{CANDIDATE}\"}}\n"
        )
        .repeat(2),
    );
    let lines = score_json(&[&pairs, "--explain", "ledger,layers"]);
    assert_eq!(lines.len(), 2);
    for line in lines {
        let sections = line["explanations"].as_array().unwrap();
        assert_eq!(sections.len(), 2);
        assert!(
            text(&sections[0]["rows"][0]["text"]).starts_with("P 1.00000"),
            "{line}"
        );
    }
    assert!(
        score_json(&[&pairs])[0].get("explanations").is_none(),
        "only where it was asked for"
    );
}

#[test]
fn a_picture_in_words_has_the_explanation_below_it() {
    for (format, heading) in [
        ("text", "Why not 1.0?"),
        ("markdown", "### Why not 1.0?"),
        ("html", ">Why not 1.0?</h2>"),
        ("json", "\"Why not 1.0?\""),
    ] {
        let plot = |more: &[&str]| {
            let arguments = ["plot", "-r", REFERENCE, "-c", CANDIDATE, "--format", format];
            let done = bertscope()
                .args(arguments)
                .args(more)
                .assert()
                .success()
                .stderr("");
            String::from_utf8(done.get_output().stdout.clone()).unwrap()
        };
        let explained = plot(&["--explain", "ledger"]);
        assert!(
            explained.contains(heading) && explained.contains("freezing"),
            "{explained}"
        );
        assert!(!plot(&[]).contains("Why not"));
    }
}

#[test]
fn an_exported_analysis_has_the_explanation_that_was_asked_for() {
    let files = Files::new();
    let file = files.path("pair.json");
    let file = file.to_str().unwrap();
    bertscope()
        .args([
            "plot",
            "-r",
            REFERENCE,
            "-c",
            CANDIDATE,
            "--explain",
            "ledger",
            "-o",
            file,
        ])
        .assert()
        .success();
    let document: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(document["explanations"][0]["topic"], "ledger");
}

#[test]
fn a_question_that_does_not_exist_is_refused_with_those_that_do() {
    let done = bertscope()
        .args(["score", "-r", "a", "-c", "b", "--explain", "ledger,why"])
        .assert()
        .code(2);
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(
        said.contains("unknown explanation \"why\"; use all, or some of matches,ledger,drop"),
        "{said}"
    );
}

#[test]
fn an_explanation_without_an_output_is_refused() {
    let files = Files::new();
    let said = |arguments: &[&str]| {
        let pair = ["-r", "a", "-c", "b", "--explain", "ledger"];
        let done = bertscope()
            .args(arguments)
            .args(pair)
            .assert()
            .code(2)
            .stdout("");
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    for format in ["tsv", "csv", "summary"] {
        assert!(
            said(&["score", "-f", format])
                .contains("--explain does not fit in a table; use --json")
        );
    }
    for ending in ["svg", "png", "py"] {
        let file = files.path(&format!("pair.{ending}"));
        assert!(
            said(&["plot", "-o", file.to_str().unwrap()])
                .contains("a picture or script cannot contain --explain")
        );
        assert!(!file.exists());
    }
}

#[test]
fn each_line_of_a_stream_may_ask_its_own_questions() {
    let pair =
        |ask: &str| format!("{{\"ref\":\"{REFERENCE}\",\"hyp\":\"{CANDIDATE}\",\"ask\":{ask}}}\n");
    let asks = [
        "{}",
        r#"{"explain":["ledger","compare"],"against":["it is warm"]}"#,
        r#"{"draw":["svg","json","png"]}"#,
        r#"{"draw":["jpg"]}"#,
        r#"{"explain":["why"]}"#,
        r#"{"explian":[]}"#,
    ];
    let input: String = asks.into_iter().map(pair).collect();
    let done = bertscope()
        .args(["score", "-", "--json", "--ask-column", "ask"])
        .write_stdin(input)
        .assert()
        .code(2);
    let out = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    let lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();

    assert!(
        lines[0]["f1"].is_f64()
            && lines[0].get("explanations").is_none()
            && lines[0].get("drawn").is_none()
    );
    let topics: Vec<&str> = lines[1]["explanations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| text(&e["topic"]))
        .collect();
    assert_eq!(topics, ["ledger", "compare"]);
    assert!(
        lines[1]["explanations"][1]["data"]
            .to_string()
            .contains("it is warm")
    );
    assert!(text(&lines[2]["drawn"]["svg"]).starts_with("<svg"));
    assert!(
        text(&lines[2]["drawn"]["png"]).starts_with("iVBORw0KGgo"),
        "a PNG's first bytes in base64"
    );
    let document: Value = serde_json::from_str(text(&lines[2]["drawn"]["json"])).unwrap();
    assert_eq!(document["raw"]["f1"], lines[0]["raw"]["f1"]);
    for (line, reason) in [
        (3, "unknown format \"jpg\"; use one or more of svg, png"),
        (
            4,
            "unknown explanation \"why\"; use all, or some of matches,ledger",
        ),
        (5, "unknown field `explian`"),
    ] {
        assert!(
            text(&lines[line]["error"]).contains(reason),
            "{}",
            lines[line]
        );
    }
    let refused = bertscope()
        .args(["score", "-", "--ask-column", "ask"])
        .write_stdin("")
        .assert()
        .code(2);
    assert!(
        String::from_utf8_lossy(&refused.get_output().stderr).contains("--ask-column needs --json")
    );
}

/// A side of a pair as its JSON has it, to compute costs from the matrix again.
struct SideJson<'a> {
    tokens: &'a [Value],
    /// One row per token, with the similarities to the other side's tokens.
    rows: Vec<Vec<f64>>,
    /// 1 − the baseline, or 1.
    scale: f64,
}

impl<'a> SideJson<'a> {
    fn new(line: &'a Value, side: &str, mean: &str) -> Self {
        let tokens = line[format!("{side}_tokens")].as_array().unwrap();
        let cells: Vec<Vec<f64>> = serde_json::from_value(line["similarity"].clone()).unwrap();
        let columns = || {
            (0..tokens.len())
                .map(|i| cells.iter().map(|row| row[i]).collect())
                .collect()
        };
        let rows = if side == "candidate" {
            cells.clone()
        } else {
            columns()
        };
        let scale =
            (1.0 - line["raw"][mean].as_f64().unwrap()) / (1.0 - line[mean].as_f64().unwrap());
        Self {
            tokens,
            rows,
            scale,
        }
    }

    fn weight(&self, token: usize) -> f64 {
        self.tokens[token]["weight"].as_f64().unwrap()
    }

    /// The tokens of a part of the ASCII text.
    fn tokens_of(&self, text: &str, part: &str) -> Vec<usize> {
        let start = text.find(part).unwrap();
        let number = |token: &Value, name: &str| token[name].as_u64().unwrap() as usize;
        let within = |token: &Value| {
            number(token, "end") > start && number(token, "start") < start + part.len()
        };
        (0..self.tokens.len())
            .filter(|&i| self.tokens[i]["special"] == false && within(&self.tokens[i]))
            .collect()
    }

    /// Σ w · best similarity among some tokens of the other side ÷ Σ w.
    fn mean(&self, tokens: &[usize], others: &[usize]) -> f64 {
        let best = |i: usize| {
            others
                .iter()
                .map(|&j| self.rows[i][j])
                .fold(f64::MIN, f64::max)
        };
        let weight: f64 = tokens.iter().map(|&i| self.weight(i)).sum();
        tokens
            .iter()
            .map(|&i| self.weight(i) * best(i))
            .sum::<f64>()
            / weight
    }

    fn cost(&self, tokens: &[usize]) -> f64 {
        let all: f64 = (0..self.tokens.len()).map(|i| self.weight(i)).sum();
        let missing = |i: usize| 1.0 - self.rows[i].iter().copied().fold(f64::MIN, f64::max);
        tokens
            .iter()
            .map(|&i| self.weight(i) * missing(i))
            .sum::<f64>()
            / all
            / self.scale
    }
}

#[test]
fn the_costs_of_differences_and_of_sentences_follow_from_the_matrix() {
    let reference = "The tenant may sublet. Rent is due on 3 May 2019.";
    let candidate = "On 3 May 2020 the rent must be paid. The tenant may not sublet the flat.";
    let near = |a: f64, b: &Value| assert!((a - b.as_f64().unwrap()).abs() < 1e-6, "{a} {b}");
    for flags in [
        &[][..],
        &["--idf", "bundled"],
        &["--idf", "bundled", "--rescale"],
    ] {
        let asked = [
            "-r",
            reference,
            "-c",
            candidate,
            "--details",
            "--explain",
            "kinds,sentences",
        ];
        let line = &score_json(&[&asked[..], flags].concat())[0];
        let [own, other] = [
            SideJson::new(line, "candidate", "precision"),
            SideJson::new(line, "reference", "recall"),
        ];
        assert_eq!(
            line["kinds"],
            line["explanations"][0]["data"]["differences"]
        );
        let differences = line["kinds"].as_array().unwrap();
        let mut found = BTreeSet::new();
        for difference in differences {
            let cost = |side: &SideJson<'_>, text: &str, part: &Value| match part.as_str() {
                Some(part) => side.cost(&side.tokens_of(text, part)),
                None => 0.0,
            };
            let cost = cost(&own, candidate, &difference["candidate"])
                + cost(&other, reference, &difference["reference"]);
            near(cost, &difference["cost"]);
            found.insert(format!(
                "{} {} {}",
                difference["kind"], difference["reference"], difference["candidate"]
            ));
        }
        assert!(differences.is_sorted_by_key(|difference| -difference["cost"].as_f64().unwrap()));
        let expected = [
            r#""date" "3 May 2019" null"#,
            r#""date" null "3 May 2020""#,
            r#""modality" null "must""#,
            r#""negation" null "not""#,
        ];
        assert_eq!(found, expected.map(str::to_owned).into());
        let data = &line["explanations"][1]["data"];
        let sides = [
            ("candidate", &own, candidate, &other, reference),
            ("reference", &other, reference, &own, candidate),
        ];
        for (name, side, text, others, other_text) in sides {
            let split = |text: &str| {
                text.split_inclusive(". ")
                    .map(|part| part.trim().to_owned())
                    .collect::<Vec<_>>()
            };
            let entries = data[name].as_array().unwrap();
            assert_eq!(entries.len(), 2);
            assert!(entries.is_sorted_by_key(|entry| -entry["loss"].as_f64().unwrap()));
            for entry in entries {
                let sentence = &split(text)[entry["sentence"].as_u64().unwrap() as usize];
                assert_eq!(entry["text"], **sentence);
                let tokens = side.tokens_of(text, sentence);
                near(side.cost(&tokens), &entry["loss"]);
                near(
                    side.mean(&tokens, &(0..others.tokens.len()).collect::<Vec<_>>()),
                    &entry["similarity"],
                );
                let within: Vec<f64> = split(other_text)
                    .iter()
                    .map(|other| side.mean(&tokens, &others.tokens_of(other_text, other)))
                    .collect();
                let best = usize::from(within[1] > within[0]);
                assert_eq!(entry["best"]["sentence"], best);
                near(within[best], &entry["best"]["similarity"]);
            }
        }
    }
}

#[test]
fn kinds_stand_in_json_only_where_there_are_any_and_come_from_the_list_of_another_language() {
    let files = Files::new();
    let list = files.write("german.txt", "negation: nicht\n");
    let line = |arguments: &[&str]| {
        score_json(&[&["-r", "Er kommt.", "-c", "Er kommt nicht."], arguments].concat()).remove(0)
    };
    assert!(line(&[]).get("kinds").is_none());
    let texts = [
        "-r",
        "Er kommt.",
        "-c",
        "Er kommt nicht.",
        "-m",
        super::SMALL,
        "--explain",
        "kinds",
    ];
    let page = super::score(&texts);
    assert!(
        page.contains("English\n  only. The texts may differ in other words."),
        "{page}"
    );
    let of_list = line(&["--kinds", &list]);
    assert_eq!(
        (
            &of_list["kinds"][0]["kind"],
            &of_list["kinds"][0]["candidate"]
        ),
        (&"negation".into(), &"nicht".into())
    );
    assert_eq!(
        of_list["f1"],
        line(&[])["f1"],
        "the check never changes a score"
    );
    let bad = files.write("bad.txt", "negation: nicht\nnein\n");
    let failed = bertscope()
        .args(["score", "-r", "a", "-c", "b", "--kinds", &bad])
        .assert()
        .code(2);
    let said = String::from_utf8_lossy(&failed.get_output().stderr).into_owned();
    assert!(
        said.contains("bad.txt: line 2: no colon; write NAME: expression, expression"),
        "{said}"
    );
}
