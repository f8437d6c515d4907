//! `bertscope models`, and what shells and `man` are told of the program.

use serde_json::Value;

use super::{Files, SMALL, bertscope};

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// A cache with an unknown model and one that is known by name, laid out as the Python packages do.
pub fn cache(files: &Files) -> String {
    for id in [
        "models--somebody--tiny-model",
        "models--roberta-large",
        "models--half--a-model",
    ] {
        let (refs, snapshot) = (
            files.path(id).join("refs"),
            files.path(id).join("snapshots").join(COMMIT),
        );
        std::fs::create_dir_all(&refs).unwrap();
        std::fs::create_dir_all(&snapshot).unwrap();
        std::fs::write(refs.join("main"), COMMIT).unwrap();
        for file in [
            "config.json",
            "tokenizer.json",
            "tokenizer_config.json",
            "model.safetensors",
        ] {
            if !id.contains("half") || file == "config.json" {
                std::fs::copy(
                    format!("{}/{SMALL}/{file}", env!("CARGO_MANIFEST_DIR")),
                    snapshot.join(file),
                )
                .unwrap();
            }
        }
    }
    files.path("").to_str().unwrap().to_owned()
}

fn listed(cache: &str, arguments: &[&str]) -> String {
    let done = bertscope()
        .env("HF_HUB_CACHE", cache)
        .arg("models")
        .args(arguments)
        .assert()
        .success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn models_are_listed_where_they_are_with_what_is_known_of_them() {
    let files = Files::new();
    let cache = cache(&files);
    let text = listed(&cache, &[]);
    let groups: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(groups.len(), 3, "{text}");
    assert!(
        groups[0].starts_with("Bundled")
            && groups[1].starts_with("On this disk")
            && groups[2].starts_with("Known")
    );
    let row = |group: &str, name: &str| {
        let line = group
            .lines()
            .find(|line| line.trim_start().starts_with(&format!("{name} ")));
        line.unwrap_or_else(|| panic!("no {name} in {group}"))
            .split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        row(groups[0], "MiniLM-L6")[1..6],
        [
            "bert",
            "6/6",
            "49",
            "MB",
            "sentence-transformers/all-MiniLM-L6-v2"
        ]
    );
    assert!(
        groups[1]
            .lines()
            .next()
            .unwrap()
            .contains(cache.trim_end_matches('/')),
        "{}",
        groups[1]
    );
    assert_eq!(
        row(groups[1], "roberta-large")[1..4],
        ["roberta", "17/24", "0.7386"]
    );
    assert_eq!(
        row(groups[1], "somebody/tiny-model")[1..3],
        ["bert", "4/4"],
        "as its config.json says"
    );
    assert!(!text.contains("half/a-model"), "it could not be opened");
    assert_eq!(row(groups[2], "bert-base-chinese")[1..3], ["bert", "8/12"]);
    assert!(
        row(groups[2], "xlnet-base-cased")
            .join(" ")
            .ends_with("not supported")
    );
    assert!(
        !groups[2].contains(" roberta-large "),
        "a model stands there once"
    );
    assert_eq!(groups[2].lines().count(), 2 + 142);
    let fits =
        |line: &str| line.len() <= 110 || line.split_whitespace().any(|word| word.len() > 48);
    assert!(
        text.lines()
            .all(|line| line == line.trim_end() && (line.contains(&*cache) || fits(line))),
        "{text}"
    );
}

#[test]
fn a_filter_wants_all_its_words_in_name_or_family() {
    let files = Files::new();
    let cache = cache(&files);
    let names = |arguments: &[&str]| -> Vec<String> {
        let lines = listed(&cache, &[arguments, &["--json"]].concat());
        let name = |line: &str| {
            serde_json::from_str::<Value>(line).unwrap()["name"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        lines.lines().map(name).collect()
    };
    assert_eq!(names(&["MiniLM-L6"])[0], "MiniLM-L6");
    assert_eq!(names(&["roberta", "LARGE"])[0], "roberta-large");
    assert!(
        names(&["roberta", "LARGE"])
            .iter()
            .all(|name| name.to_lowercase().contains("large"))
    );
    assert_eq!(
        names(&["tiny"]),
        ["somebody/tiny-model", "sshleifer/tiny-mbart"]
    );
    assert_eq!(names(&[]).len(), 1 + 2 + 142);
    let none = bertscope()
        .args(["models", "no such model"])
        .assert()
        .success()
        .stdout("");
    assert!(
        String::from_utf8_lossy(&none.get_output().stderr)
            .contains("no model has \"no such model\"")
    );
}

#[test]
fn the_bare_published_name_opens_the_bundled_weights_and_a_revision_the_published_ones() {
    const NAME: &str = "sentence-transformers/all-MiniLM-L6-v2";
    let files = Files::new();
    let cache = cache(&files);
    // Other weights under that name show which ones are opened.
    let folder = files.path("models--sentence-transformers--all-MiniLM-L6-v2");
    std::fs::rename(files.path("models--somebody--tiny-model"), folder).unwrap();
    let signature = |arguments: &[&str]| {
        let done = bertscope()
            .env("HF_HUB_CACHE", &cache)
            .args(["score", "-r", "a", "-c", "b", "--json"])
            .args(arguments)
            .output();
        serde_json::from_slice::<Value>(&done.unwrap().stdout).unwrap()["signature"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let bundled = signature(&[]);
    assert!(
        bundled.starts_with(&format!("{NAME}_L6_")) && bundled.ends_with(",bundled)"),
        "{bundled}"
    );
    assert_eq!(signature(&["--model", NAME]), bundled);
    for revision in ["main", COMMIT] {
        let published = signature(&["--model", &format!("{NAME}@{revision}")]);
        assert!(
            published.starts_with(&format!("{NAME}_L4_")) && !published.contains("bundled"),
            "{published}"
        );
    }
    let listed = listed(&cache, &["--json", "MiniLM"]);
    assert!(listed.contains(&format!("\"{NAME}@main\"")), "{listed}");
}

#[test]
fn json_is_one_object_a_line_with_null_for_what_is_not_known() {
    let files = Files::new();
    let cache = cache(&files);
    let lines = listed(&cache, &["--json"]);
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |name: &str| lines.iter().find(|line| line["name"] == name).unwrap();
    let tiny = of("somebody/tiny-model");
    assert_eq!(
        (&tiny["place"], &tiny["family"], &tiny["layers"]),
        (&"disk".into(), &"bert".into(), &4.into())
    );
    let folder = tiny["folder"].as_str().unwrap();
    assert!(folder.ends_with(COMMIT) && std::path::Path::new(folder).join("config.json").exists());
    assert!(tiny["bytes"].as_u64().unwrap() > 10_000 && tiny["correlation"].is_null());
    let chinese = of("bert-base-chinese");
    assert_eq!(
        (&chinese["layer"], &chinese["place"]),
        (&8.into(), &"known".into())
    );
    assert!(
        chinese["correlation"].is_null() && chinese["folder"].is_null() && chinese["works"] == true
    );
    assert_eq!(
        (&of("xlnet-base-cased")["works"], &of("MiniLM-L6")["place"]),
        (&false.into(), &"bundled".into())
    );
}

#[test]
fn every_shell_completes_every_subcommand() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let done = bertscope()
            .args(["completions", shell])
            .assert()
            .success()
            .stderr("");
        let script = String::from_utf8(done.get_output().stdout.clone()).unwrap();
        for word in [
            "score",
            "baseline",
            "idf",
            "models",
            "completions",
            "man",
            "max-words",
        ] {
            assert!(script.contains(word), "no {word} for {shell}");
        }
    }
    bertscope()
        .args(["completions", "tcsh"])
        .assert()
        .code(2)
        .stdout("");
}

#[cfg(unix)]
#[test]
fn bash_completes_subcommands_and_options_with_the_script() {
    use std::io::Write;
    use std::process::Command;
    let program = env!("CARGO_BIN_EXE_bertscope");
    let complete = r#"
        source <("$0" completions bash) || exit 1
        COMP_WORDS=(bertscope "$@"); COMP_CWORD=$#; _bertscope bertscope "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\n' "${COMPREPLY[@]}""#;
    let complete = |words: &[&str]| {
        let Ok(done) = Command::new("bash")
            .args(["--norc", "-c", complete, program])
            .args(words)
            .output()
        else {
            #[expect(
                clippy::disallowed_methods,
                reason = "past the test harness, which shows prints only if a test fails"
            )]
            std::io::stderr()
                .write_all(b"not tested: there is no bash to complete words\n")
                .unwrap();
            return None;
        };
        assert!(
            done.stderr.is_empty(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        Some(String::from_utf8(done.stdout).unwrap())
    };
    let Some(commands) = complete(&["ba"]) else {
        return;
    };
    assert_eq!(commands, "baseline\n");
    assert!(
        complete(&["baseline", "--s"])
            .unwrap()
            .lines()
            .any(|word| word == "--seed")
    );
    assert_eq!(
        complete(&["lesson", "w"]).unwrap(),
        "what-it-misses\nweights-and-scales\nwhy\n"
    );
    // Bash completes a path where no name fits, because the script says `-o default`.
    assert_eq!(complete(&["score", "--model", "./x"]).unwrap(), "\n");
}

#[test]
fn completions_know_cached_models_and_leave_paths_possible() {
    let files = Files::new();
    let cache = cache(&files);
    for (shell, with_files) in [
        ("zsh", r#":NAME|DIR:{_alternative "names:name:(MiniLM-L6 "#),
        ("fish", r#" -r -F -a "MiniLM-L6\t''"#),
        ("bash", r#"compgen -W "MiniLM-L6 "#),
    ] {
        let done = bertscope()
            .env("HF_HUB_CACHE", &cache)
            .args(["completions", shell])
            .assert()
            .success();
        let script = String::from_utf8(done.get_output().stdout.clone()).unwrap();
        assert!(script.contains(with_files), "{shell}");
        assert!(script.contains("somebody/tiny-model"), "{shell}");
        assert!(!script.contains("xlnet-base-cased"), "{shell}");
    }
}

#[test]
fn the_manual_has_a_page_for_the_program_and_one_for_each_subcommand() {
    let files = Files::new();
    let done = bertscope().arg("man").assert().success().stderr("");
    let page = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(
        page.contains(".TH bertscope 1") && page.contains("bertscope\\-baseline(1)"),
        "{page}"
    );
    for section in ["Score", "Compare", "Models", "Teach", "\"Set up\""] {
        assert!(page.contains(&format!("\n.SH {section}\n")), "{page}");
    }
    let folder = files.path("new/man1");
    bertscope()
        .args(["man", "-o", folder.to_str().unwrap()])
        .assert()
        .success()
        .stdout("")
        .stderr("");
    for name in [
        "bertscope.1",
        "bertscope-score.1",
        "bertscope-baseline.1",
        "bertscope-models.1",
    ] {
        assert!(
            std::fs::read_to_string(folder.join(name))
                .unwrap()
                .contains(".SH DESCRIPTION"),
            "{name}"
        );
    }
    assert_eq!(
        std::fs::read_to_string(folder.join("bertscope.1")).unwrap(),
        page
    );
}
