//! `bertscope lesson` without the inspector: claims and pages.

use bertscope::report::number::five_places;

use super::{Files, bertscope, score_json};

#[test]
fn the_claims_of_the_gallery_hold() {
    let done = bertscope()
        .args(["lesson", "--check"])
        .assert()
        .success()
        .stderr("");
    let out = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(
        out.starts_with("Gallery: ") && out.ends_with(" claims hold\n"),
        "{out}"
    );
}

#[test]
fn a_page_says_that_claims_do_not_hold_with_its_model() {
    let files = Files::new();
    let page = files.path("page.html");
    let write = |bound: &str| {
        let step = "title = \"Mine\"\n[[step]]\nreference = \"The ferry leaves.\"\ncandidate = \"The boat departs.\"\n";
        let file = files.write(
            "mine.toml",
            format!("{step}checks = [{{ score = \"f1\", above = {bound} }}]\n"),
        );
        bertscope()
            .args(["lesson", &file, "--html", page.to_str().unwrap()])
            .assert()
            .success();
        std::fs::read_to_string(&page).unwrap()
    };
    let warning =
        "The notes of this lesson may be wrong here: 1 of 1 claims does not hold with this model.";
    assert!(write("0.99").contains(warning));
    assert!(!write("0.1").contains("may be wrong here"));
}

#[test]
fn a_claim_that_does_not_hold_is_named_and_is_no_success() {
    let files = Files::new();
    let file = files.write(
        "mine.toml",
        "title = \"Mine\"\n[[step]]\ntitle = \"One\"\nreference = \"The ferry leaves.\"\ncandidate = \"The boat departs.\"\n\
         checks = [{ score = \"f1\", above = 0.99 }]\n",
    );
    let page = files.path("page.html");
    let done = bertscope()
        .args(["lesson", &file, "--check", "--html", page.to_str().unwrap()])
        .assert()
        .code(2);
    let out = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(
        out.starts_with("step 1, One: F1 is 0.") && out.contains("not above 0.99"),
        "{out}"
    );
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(
        said.contains("1 of 1 claims does not hold with this model; ")
            && said.contains("was not written"),
        "{said}"
    );
    assert!(!page.exists());
}

#[test]
fn a_page_says_with_which_settings_each_step_was_scored() {
    let files = Files::new();
    let file = files.write(
        "mine.toml",
        "title = \"Mine\"\n\
         [[step]]\nreference = \"The ferry.\"\ncandidate = \"The boat.\"\n\
         [[step]]\nreference = \"The ferry.\"\ncandidate = \"The boat.\"\nidf = \"table\"\nrescale = true\ndirection = \"recall\"\n\
         [[step]]\nreference = \"The ferry.\"\ncandidate = \"The boat.\"\nlayer = 2\n\
         [[step]]\nreference = \"The ferry.\"\ncandidate = \"The boat.\"\nlayer = 99\n",
    );
    let page = files.path("page.html");
    bertscope()
        .args(["lesson", &file, "--html", page.to_str().unwrap()])
        .assert()
        .success();
    let page = std::fs::read_to_string(page).unwrap();
    let steps: Vec<&str> = page.split("<section>").skip(1).collect();
    assert!(
        !steps[0].contains("class=\"settings\"") && !steps[0].contains("_version="),
        "as usual"
    );
    assert!(
        page.split("<section>")
            .next()
            .unwrap()
            .contains("_L6_no-idf_version"),
        "which the head has"
    );
    for part in [
        "IDF weights: general English",
        "Rescaled with",
        "Look at recall",
        "_L6_idf",
        "-rescaled",
    ] {
        assert!(steps[1].contains(part), "{part}");
    }
    assert!(steps[2].contains("Layer 2 of 6") && steps[2].contains("_L2_no-idf"));
    assert!(
        steps[2].contains("Candidate, layer 2") && steps[2].contains("Candidate, layer 6"),
        "both in one picture"
    );
    assert!(steps[3].contains(
        "`layer` is 99, but this model has layers 0 to 6; these scores are for layer 6."
    ));
}

#[test]
fn a_page_for_hand_outs_has_every_step_and_its_answers_behind_a_line() {
    let files = Files::new();
    let page = files.path("page.html");
    bertscope()
        .args(["lesson", "what-it-misses", "--html", page.to_str().unwrap()])
        .assert()
        .success();
    let page = std::fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("<section>").count(), 9);
    assert_eq!(page.matches("<summary>Answer</summary>").count(), 9);
    assert!(
        page.contains("Candidate B") && page.contains("<svg") && !page.contains("http-equiv"),
        "{page}"
    );
    assert!(
        !page.contains("src=\"http"),
        "nothing is asked of a network"
    );
    // Paper has what a screen folds, pictures have words, and matrices numbers.
    assert!(page.contains(".words, .picture, .panel { display: block !important; }"));
    assert_eq!(page.matches("<desc>Matrix of ").count(), 9);
    assert_eq!(page.matches("Cosine similarity</h3>").count(), 9);
    assert!(
        page.contains("Best matches of the candidate: The – The .9"),
        "{page}"
    );
}

const QUESTIONS: &str = "title = \"Mine\"\nabout = \"One.\\n\\nTwo\\nlines.\"\n\
    [[step]]\ntitle = \"Asked\"\nminutes = 3\nreference = \"The ferry.\"\ncandidates = [\"The boat.\", \"The\\nbus.\"]\n\
    question = \"Which?\"\nnote = \"The boat is.\"\nteacher = \"Wait for hands.\"\n\
    [[step]]\ntitle = \"Told\"\nminutes = 4\nreference = \"The ferry.\"\ncandidate = \"The boat.\"\nnote = \"A boat.\"\n";

#[test]
fn a_worksheet_has_lines_in_place_of_answers_and_a_key_at_its_end() {
    let files = Files::new();
    let (file, page) = (files.write("mine.toml", QUESTIONS), files.path("page.html"));
    let write = |options: &[&str]| {
        bertscope()
            .args(["lesson", &file, "--html", page.to_str().unwrap()])
            .args(options)
            .assert()
            .success();
        std::fs::read_to_string(&page).unwrap()
    };
    let sheet = write(&["--worksheet"]);
    assert_eq!(
        sheet.matches("@font-face { font-family: Inter;").count(),
        2,
        "its lines break alike on every machine"
    );
    let (steps, key) = sheet.split_once("<h1 class=\"key\">Answers</h1>").unwrap();
    assert!(
        steps.matches("class=\"lines\"").count() == 1 && !steps.contains("The boat is."),
        "{steps}"
    );
    assert!(
        steps.contains("A boat.") && !steps.contains("class=\"scores\""),
        "what is told is a task, no answer: {steps}"
    );
    assert!(
        key.contains("1. Asked") && key.contains("The boat is.") && key.contains("A boat."),
        "{key}"
    );
    let alone = ["Which?", "The\nbus.", "The ferry.", "Candidate B"];
    assert!(
        alone.iter().all(|part| key.contains(part)),
        "the key is read without the sheet: {key}"
    );
    assert!(
        !sheet.contains("<details class=\"reveal\">") && !sheet.contains("Wait for hands."),
        "{sheet}"
    );
    assert!(
        sheet.contains("<p>One.</p><p>Two lines.</p>") && sheet.contains("7 minutes, 2 steps."),
        "{sheet}"
    );
    assert!(
        sheet.contains("The\nbus.") && !sheet.contains('␊'),
        "{sheet}"
    );
    let page = write(&["--notes"]);
    assert!(
        page.contains("Wait for hands.")
            && page.contains("The boat is.")
            && !page.contains("Answers</h1>"),
        "{page}"
    );
    let sheet = write(&["--notes", "--worksheet"]);
    let (steps, key) = sheet.split_once("<h1 class=\"key\">Answers</h1>").unwrap();
    assert!(
        !steps.contains("Wait for hands.") && key.contains("Wait for hands."),
        "the room reads the sheet: {sheet}"
    );
    bertscope()
        .args(["lesson", &file, "--worksheet"])
        .assert()
        .code(2);
    let pdf = files.path("sheet.pdf");
    let done = bertscope()
        .args(["lesson", &file, "--html", pdf.to_str().unwrap()])
        .assert()
        .code(2);
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(
        said.contains("sheet.html, open it in a browser and print it") && !pdf.exists(),
        "{said}"
    );
}

#[test]
fn the_numbers_that_a_setting_gives_wait_for_the_key_of_a_worksheet() {
    let files = Files::new();
    let page = files.path("page.html");
    let write = |options: &[&str]| {
        bertscope()
            .args(["lesson", "hour", "--html", page.to_str().unwrap()])
            .args(options)
            .assert()
            .success();
        std::fs::read_to_string(&page).unwrap()
    };
    let sheet = write(&["--worksheet"]);
    let (steps, key) = sheet.split_once("<h1 class=\"key\">Answers</h1>").unwrap();
    let given = [
        "Rescaled with",
        "Look at precision",
        "version=",
        "class=\"panel\"",
    ];
    assert!(
        given
            .iter()
            .all(|part| !steps.contains(part) && key.contains(part)),
        "{steps}"
    );
    assert!(
        steps.contains("Layer 0 of 6") && steps.contains("although it is still right"),
        "{steps}"
    );
    assert!(
        sheet.contains("Reference 3") && !sheet.contains("Reference C"),
        "candidates have letters and references numbers, as on the screen"
    );
    assert!(write(&[]).contains("Rescaled with"));
}

#[test]
fn a_hand_out_has_every_candidate_on_every_reference_and_the_best_that_counts() {
    let files = Files::new();
    let (references, candidates) = (
        ["The ferry leaves.", "A boat departs."],
        ["The boat leaves.", "A boat departs."],
    );
    let text = format!(
        "title = \"Mine\"\n[[step]]\nquestion = \"Which?\"\nnote = \"B.\"\nreferences = {references:?}\ncandidates = {candidates:?}\n"
    );
    let (file, page) = (files.write("mine.toml", &text), files.path("page.html"));
    bertscope()
        .args([
            "lesson",
            &file,
            "--html",
            page.to_str().unwrap(),
            "--worksheet",
        ])
        .assert()
        .success();
    let sheet = std::fs::read_to_string(&page).unwrap();
    let (steps, key) = sheet.split_once("<h1 class=\"key\">Answers</h1>").unwrap();
    assert!(
        steps.contains("With 2 references, the best score counts.")
            && !steps.contains("class=\"scores\""),
        "{steps}"
    );
    let row = |name: &str, numbers: [f64; 3]| {
        let numbers = numbers.map(|number| format!("<td>{}</td>", five_places(Some(number))));
        format!("<th scope=\"row\">{name}</th>{}", numbers.concat())
    };
    let score = |references: &[&str], candidate: &str| -> [f64; 3] {
        let references = references.iter().flat_map(|reference| ["-r", reference]);
        let arguments = references.chain(["-c", candidate]).collect::<Vec<_>>();
        let line = &score_json(&arguments)[0];
        ["precision", "recall", "f1"].map(|number| line[number].as_f64().unwrap())
    };
    for (letter, candidate) in ["A", "B"].into_iter().zip(candidates) {
        for (i, reference) in references.iter().enumerate() {
            let expected = row(
                &format!("{letter}, reference {}", i + 1),
                score(&[reference], candidate),
            );
            assert!(key.contains(&expected), "{expected}: {key}");
        }
        let best = row(
            &format!("{letter}, best of 2"),
            score(&references, candidate),
        );
        assert!(key.contains(&best), "{best}: {key}");
    }
}

#[test]
fn a_hand_out_has_the_panel_that_a_step_names_about_the_cell_and_the_texts_that_it_names() {
    let files = Files::new();
    let step = "[[step]]\nreference = \"We sat on the river bank.\"\n";
    let file = files.write(
        "mine.toml",
        format!(
            "title = \"Mine\"\n\
             {step}candidates = [\"A loan from the bank.\", \"They sat by the river.\"]\npanel = \"layers\"\ncell = [\"bank\", \"bank\"]\n\
             {step}candidates = [\"A loan from the bank.\", \"They sat by the river.\"]\npanel = \"compare\"\nshows = \"B\"\n\
             {step}candidate = \"We sat there.\"\npanel = \"edit\"\n\
             {step}candidate = \"We sat there.\"\n"
        ),
    );
    let page = files.path("page.html");
    bertscope()
        .args(["lesson", &file, "--html", page.to_str().unwrap()])
        .assert()
        .success();
    let page = std::fs::read_to_string(&page).unwrap();
    let steps: Vec<&str> = page.split("<section>").skip(1).collect();
    let panels: Vec<usize> = steps
        .iter()
        .map(|step| step.matches("class=\"panel\"").count())
        .collect();
    assert_eq!(
        panels,
        [2, 1, 0, 0],
        "one for each candidate, or one of all; nothing was edited on paper"
    );
    assert!(
        steps[0].contains("<span class=\"quiet\">Candidate B</span>"),
        "{}",
        steps[0]
    );
    let static_row = ">static</summary>";
    assert!(
        steps[0].contains("cosine of “bank” and “bank”") && steps[0].contains(static_row),
        "{}",
        steps[0]
    );
    assert!(
        steps[1].contains("Side by side") && !steps[1].contains("Nothing is kept"),
        "{}",
        steps[1]
    );
    assert!(steps[1].contains("They sat by the river."), "{}", steps[1]);
}

#[test]
fn at_a_layer_that_the_model_lacks_no_claim_fails_and_the_check_is_no_success() {
    let files = Files::new();
    let file = files.write(
        "mine.toml",
        "title = \"Mine\"\n[[step]]\nreference = \"The ferry.\"\ncandidate = \"The boat.\"\nlayer = 99\n\
         checks = [{ score = \"f1\", above = 0.9 }]\n",
    );
    let done = bertscope()
        .args(["lesson", &file, "--check"])
        .assert()
        .code(2);
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(
        said.contains("lacks a layer that the lesson uses, so 1 of 1 claims were not checked\n"),
        "{said}"
    );
}

#[test]
fn a_lesson_that_cannot_be_used_is_refused_in_one_sentence_before_the_screen_is_taken() {
    let files = Files::new();
    let broken = files.write(
        "broken.toml",
        "title = \"x\"\n[[step]]\nreference = \"a\"\n",
    );
    for (argument, part) in [
        (
            "no-such-lesson",
            "there is no bundled lesson \"no-such-lesson\"; name a .toml file, or one of gallery",
        ),
        (
            "",
            "there is no bundled lesson with an empty name; name a .toml file, or one of gallery",
        ),
        ("no-such-file.toml", "cannot read no-such-file.toml"),
        (
            broken.as_str(),
            "line 2, column 1: missing field `candidate`",
        ),
    ] {
        let done = bertscope().args(["lesson", argument]).assert().code(2);
        let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        assert!(said.contains(part) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn options_of_the_inspector_stand_before_or_after_the_subcommand_that_opens_it() {
    let claims = |arguments: &[&str]| {
        bertscope()
            .args(arguments)
            .assert()
            .success()
            .get_output()
            .stdout
            .clone()
    };
    let after = claims(&[
        "lesson",
        "first-steps",
        "--check",
        "--no-session",
        "--layer",
        "6",
    ]);
    assert_eq!(
        claims(&[
            "--no-session",
            "--layer",
            "6",
            "lesson",
            "first-steps",
            "--check"
        ]),
        after
    );
    assert_eq!(
        claims(&[
            "--layer",
            "0",
            "lesson",
            "--layer",
            "6",
            "first-steps",
            "--check"
        ]),
        after,
        "the later holds"
    );
    let done = bertscope()
        .args(["--layer", "0", "lesson", "first-steps", "--check"])
        .assert()
        .code(2);
    assert!(
        !done.get_output().stdout.is_empty(),
        "claims about layer 6 do not hold at layer 0"
    );
    let done = bertscope()
        .args(["--rescale", "score", "-r", "a", "-c", "b"])
        .assert()
        .code(2)
        .stdout("");
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(said.contains("bertscope score --OPTION"), "{said}");
}

#[test]
fn a_bad_link_of_the_web_page_is_one_sentence() {
    let page = "https://page.example/bert/";
    for (address, sentence) in [
        (format!("{page}#"), "the link has no pair"),
        (
            format!("{page}#candidate=%E4"),
            "the link has no readable text; left out: the field \"candidate\"",
        ),
        (
            format!("{page}#lesson=prices.toml"),
            "is stored next to that page",
        ),
    ] {
        let output = bertscope().arg(&address).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.lines().count() == 1 && said.contains(sentence),
            "{said}"
        );
    }
    let output = bertscope()
        .args([&format!("{page}#reference=A&candidate=B"), "score"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_baseline_without_the_layer_of_a_step_that_rescales_is_refused() {
    let files = Files::new();
    let baseline = files.write("b.tsv", "LAYER,P,R,F\n3,0.1,0.2,0.3\n");
    for (settings, code) in [
        ("rescale = true\nlayer = 4\n", 2),
        ("rescale = true\nlayer = 3\n", 0),
        ("layer = 4\n", 0),
    ] {
        let step =
            "title = \"M\"\n[[step]]\nreference = \"The ferry.\"\ncandidate = \"The boat.\"\n";
        let lesson = files.write("mine.toml", format!("{step}{settings}"));
        let done = bertscope()
            .args(["lesson", &lesson, "--check", "--baseline", &baseline])
            .assert()
            .code(code);
        let message = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        let is_named = message.contains("b.tsv has no baseline for layer 4, only for 3");
        assert_eq!(is_named, code == 2, "{message}");
    }
}
