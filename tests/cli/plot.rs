//! `bertscope plot`: files by their endings, and what is refused.

use serde_json::Value;

use super::{CANDIDATE, Files, REFERENCE, SMALL, bertscope, score_json};

/// `bertscope plot` on the small model with more arguments: exit code, standard output, standard error.
fn plot(arguments: &[&str]) -> (i32, Vec<u8>, String) {
    let done = bertscope()
        .arg("plot")
        .args(["--model", SMALL])
        .args(arguments)
        .output()
        .unwrap();
    (
        done.status.code().unwrap(),
        done.stdout,
        String::from_utf8(done.stderr).unwrap(),
    )
}

#[test]
fn every_output_is_the_kind_of_file_that_its_name_asks_for() {
    let files = Files::new();
    let paths =
        ["a.svg", "b.PNG", "c.html"].map(|name| files.path(name).to_str().unwrap().to_owned());
    let [svg, png, html] = &paths;
    let arguments = [
        "-r", REFERENCE, "-c", CANDIDATE, "--title", "Cold", "-o", svg, "-o", png, "-o", html,
    ];
    assert_eq!(plot(&arguments), (0, Vec::new(), String::new()));
    let read = |path: &str| std::fs::read(path).unwrap();
    assert!(read(svg).starts_with(b"<svg xmlns="));
    assert!(read(png).starts_with(b"\x89PNG"));
    assert!(read(html).starts_with(b"<!DOCTYPE html>"));
    assert_eq!(
        std::fs::read_dir(files.path("")).unwrap().count(),
        3,
        "nothing else is left there"
    );
}

#[test]
fn format_overrides_the_ending_and_needs_no_file() {
    let files = Files::new();
    let path = files.path("picture.data");
    let arguments = ["-r", REFERENCE, "-c", CANDIDATE, "--format", "svg"];
    let (code, out, _) = plot(&arguments);
    assert_eq!(code, 0);
    assert_eq!(
        plot(&[&arguments[..], &["-o", path.to_str().unwrap()]].concat()).0,
        0
    );
    assert_eq!(std::fs::read(path).unwrap(), out);
}

#[test]
fn metric_options_theme_and_palette_reach_the_picture() {
    let picture = |more: &[&str]| {
        let arguments = ["plot", "-r", REFERENCE, "-c", CANDIDATE, "--format", "svg"];
        let done = bertscope().args(arguments).args(more).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let plain = picture(&[]);
    assert!(
        plain.contains("_L6_no-idf_")
            && plain.contains("[CLS]")
            && plain.contains("bertscope-blues")
    );
    let other = picture(&[
        "--layer",
        "4",
        "--idf",
        "bundled",
        "--rescale",
        "--theme",
        "dark",
        "--no-special",
    ]);
    assert!(
        other.contains("_L4_idf_")
            && other.contains("rescaled with the F1 baseline")
            && other.contains("bertscope-viridis")
    );
    assert!(!other.contains("[CLS]"));
    assert!(picture(&["--palette", "magma", "--no-special", "--special"]).contains("[CLS]"));
}

#[test]
fn of_several_references_the_best_is_drawn_and_named() {
    let arguments = [
        "-r",
        "something else",
        "-r",
        CANDIDATE,
        "-c",
        CANDIDATE,
        "--format",
        "svg",
    ];
    let (code, out, told) = plot(&arguments);
    assert_eq!(
        (code, told.as_str()),
        (
            0,
            "bertscope: drawing reference 2 of 2, which has the highest F1\n"
        )
    );
    assert!(String::from_utf8(out).unwrap().contains("1.00000"));
}

#[test]
fn a_picture_of_one_of_several_references_says_which_and_what_the_candidate_scores() {
    let files = Files::new();
    let file = files.path("pair.json");
    let (other, json) = ("it is cold", file.to_str().unwrap());
    let arguments = ["-r", other, "-r", REFERENCE, "-c", CANDIDATE];
    let (_, out, _) = plot(&[&arguments[..], &["--format", "text"]].concat());
    let score = &score_json(&[&arguments[..], &["-m", SMALL]].concat())[0];
    let note = format!(
        "This is reference 1 of 2, the one with the highest F1. The candidate's score is the maximum of each number over \
         all 2 references: precision {:.5}, recall {:.5}, F1 {:.5}.",
        score["precision"].as_f64().unwrap(),
        score["recall"].as_f64().unwrap(),
        score["f1"].as_f64().unwrap()
    );
    let text = String::from_utf8(out)
        .unwrap()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(text.contains(&note), "{text}");
    assert_eq!(plot(&[&arguments[..], &["-o", json]].concat()).0, 0);
    let document: Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(document["references"]["best"]["recall"], score["recall"]);
    assert_eq!(document["notes"], serde_json::json!([note]));
}

#[test]
fn one_pair_of_a_file_is_drawn() {
    let files = Files::new();
    let texts = files.write("texts.txt", "a b\nc d\n");
    let pair =
        |more: &[&str]| plot(&[&["-r", &texts, "-c", &texts, "--format", "svg"], more].concat());
    assert_eq!(pair(&["--pair", "2"]).0, 0);
    let refused =
        "bertscope: there are 2 pairs, but a picture shows one; choose one with --pair N\n";
    assert_eq!(pair(&[]), (2, Vec::new(), refused.to_owned()));
    let refused = "bertscope: there is no pair 3; --pair takes 1 to 2\n";
    assert_eq!(pair(&["--pair", "3"]), (2, Vec::new(), refused.to_owned()));
}

#[test]
fn a_name_that_says_nothing_is_refused_before_anything_is_done() {
    let (code, _, told) = plot(&["-r", "a b", "-c", "a b", "-o", "picture.jpg"]);
    assert_eq!(code, 2);
    assert!(
        told.starts_with("bertscope: picture.jpg has no known extension; use .svg"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1);
}

#[test]
fn a_file_that_cannot_be_written_is_one_sentence_and_no_half_file() {
    let files = Files::new();
    let path = files.path("no/such/folder/a.svg");
    let (code, _, told) = plot(&["-r", "a b", "-c", "a b", "-o", path.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(
        told.starts_with("bertscope: cannot write ")
            && told.contains(": there is no folder ")
            && told.contains("no/such/folder"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1, "{told}");

    let folder = files.path("folder.svg");
    std::fs::create_dir(&folder).unwrap();
    assert_eq!(
        plot(&["-r", "a b", "-c", "a b", "-o", folder.to_str().unwrap()]).0,
        1
    );
}

#[test]
fn a_picture_of_too_many_pixels_is_refused_and_leaves_the_older_one() {
    let files = Files::new();
    let old = files.write("kept.png", "an older picture");
    let long = "word ".repeat(90);
    let (code, _, told) = plot(&["-r", &long, "-c", &long, "--scale", "20", "-o", &old]);
    assert_eq!(code, 2);
    assert!(
        told.contains("pixels cannot be drawn; choose a --scale"),
        "{told}"
    );
    assert_eq!(std::fs::read_to_string(old).unwrap(), "an older picture");
}

#[cfg(unix)]
#[test]
fn a_new_picture_can_be_read_by_whom_a_new_file_can_and_a_link_stays_one() {
    use std::os::unix::fs::PermissionsExt;
    let files = Files::new();
    let plain = files.write("plain.txt", "");
    let target = files.write("target.svg", "");
    let link = files.path("link.svg");
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert_eq!(
        plot(&["-r", "a b", "-c", "a b", "-o", link.to_str().unwrap()]).0,
        0
    );
    assert!(link.is_symlink());
    assert!(
        std::fs::read_to_string(&target)
            .unwrap()
            .starts_with("<svg")
    );
    let mode = |path: &str| std::fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&target), mode(&plain));
}

#[test]
fn the_options_of_the_metric_are_those_of_score() {
    let score = bertscope()
        .args([
            "score", "-r", REFERENCE, "-c", CANDIDATE, "--model", SMALL, "--layer", "1", "--json",
        ])
        .output()
        .unwrap();
    let score: Value = serde_json::from_slice(&score.stdout).unwrap();
    let (_, out, _) = plot(&[
        "-r", REFERENCE, "-c", CANDIDATE, "--layer", "1", "--format", "svg",
    ]);
    let picture = String::from_utf8(out).unwrap();
    for name in ["precision", "recall", "f1"] {
        let number = format!("{:.5}", score[name].as_f64().unwrap());
        let number = number.strip_prefix('0').unwrap_or(&number);
        assert!(picture.contains(&format!(">{number}<")), "{name} {number}");
    }
}
