//! Odd environments: the score is the same, or one sentence says what is wrong.
#![cfg(target_os = "linux")]

use std::os::unix::fs::FileExt;
use std::process::{Command, Output};

use serde_json::json;

use super::{CANDIDATE, Files, REFERENCE};

/// Runs the program in a shell, after these commands.
fn run_after(setup: &str, arguments: &[&str]) -> Output {
    let script = format!("{setup}\nexec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &script, env!("CARGO_BIN_EXE_bertscope")])
        .args(arguments)
        .env("HF_HUB_OFFLINE", "1");
    shell
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

#[test]
fn an_odd_environment_changes_neither_score_nor_error() {
    let pair = ["score", "-r", REFERENCE, "-c", CANDIDATE];
    let plain = run_after("", &pair);
    assert!(
        plain.status.success() && plain.stdout.starts_with(b"P 0."),
        "{plain:?}"
    );
    for setup in [
        "unset TERM HOME LANG PATH",
        "export TERM=dumb LC_ALL=C",
        "export LANG=xx_YY.none TZ=none/none TMPDIR=/no/such/folder",
        "export HOME= XDG_STATE_HOME= XDG_CONFIG_HOME= XDG_CACHE_HOME= HF_HOME=",
        "export HOME=/dev/null XDG_STATE_HOME=/dev/null XDG_CONFIG_HOME=/dev/null XDG_CACHE_HOME=/dev/null HF_HOME=/dev/null",
        "export HOME=/proc XDG_STATE_HOME=/proc XDG_CONFIG_HOME=/proc XDG_CACHE_HOME=/proc",
        "export COLUMNS=many LINES=-1 COLORTERM=none NO_COLOR=1 CLICOLOR_FORCE=1",
        "export COLUMNS=0 LINES=99999999999999999999",
        "export RAYON_NUM_THREADS=0",
        "export RAYON_NUM_THREADS=-1",
        "export RAYON_NUM_THREADS=99999999999999999999",
        "gone=$(mktemp -d); cd $gone; rmdir $gone",
        "exec 0<&-",
        "exec 2>&-",
    ] {
        let done = run_after(setup, &pair);
        assert_eq!(
            (done.status.code(), &done.stdout),
            (Some(0), &plain.stdout),
            "{setup}: {done:?}"
        );
        assert_eq!(done.stderr, b"", "{setup}");
        let done = run_after(setup, &["score", "no-such-file.tsv"]);
        assert_eq!(
            (done.status.code(), &*done.stdout),
            (Some(2), &b""[..]),
            "{setup}: {done:?}"
        );
        let sentence = "bertscope: cannot read no-such-file.tsv: there is no such file\n";
        assert!(
            done.stderr == sentence.as_bytes() || setup == "exec 2>&-",
            "{setup}: {done:?}"
        );
    }
    for (setup, arguments, code) in [
        ("exec 1>&-", &pair[..], 0),
        ("exec 0<&- 1>&- 2>&-", &pair, 0),
        ("exec 0<&- 1>&- 2>&-", &["score", "no-such-file.tsv"], 2),
        ("exec 0<&- 1>&- 2>&-", &[], 2),
    ] {
        assert_eq!(
            run_after(setup, arguments).status.code(),
            Some(code),
            "{setup} {arguments:?}"
        );
    }
}

/// A BERT of 24 MB for each block, all zeros.
fn large_model(files: &Files) -> String {
    const WIDTH: usize = 1024;
    let folder = files.model("large");
    let layers = 16;
    let config = json!({"model_type": "bert", "hidden_size": WIDTH, "intermediate_size": WIDTH, "num_hidden_layers": layers,
        "num_attention_heads": 16, "max_position_embeddings": 128, "vocab_size": 600, "hidden_act": "gelu"});
    files.write("large/config.json", config.to_string());
    let (mut header, mut end) = (serde_json::Map::new(), 0);
    let mut add = |name: &str, shape: &[usize]| {
        let start = end;
        end += 4 * shape.iter().product::<usize>();
        header.insert(
            name.to_owned(),
            json!({"dtype": "F32", "shape": shape, "data_offsets": [start, end]}),
        );
    };
    let norm = "LayerNorm";
    for (name, rows) in [("word", 600), ("position", 128), ("token_type", 2)] {
        add(
            &format!("embeddings.{name}_embeddings.weight"),
            &[rows, WIDTH],
        );
    }
    add(&format!("embeddings.{norm}.weight"), &[WIDTH]);
    add(&format!("embeddings.{norm}.bias"), &[WIDTH]);
    for layer in 0..layers {
        let linear = [
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
        ];
        for name in linear
            .into_iter()
            .chain(["intermediate.dense", "output.dense"])
        {
            add(
                &format!("encoder.layer.{layer}.{name}.weight"),
                &[WIDTH, WIDTH],
            );
            add(&format!("encoder.layer.{layer}.{name}.bias"), &[WIDTH]);
        }
        for name in ["attention.output", "output"] {
            add(
                &format!("encoder.layer.{layer}.{name}.{norm}.weight"),
                &[WIDTH],
            );
            add(
                &format!("encoder.layer.{layer}.{name}.{norm}.bias"),
                &[WIDTH],
            );
        }
    }
    // A sparse file: zeros that take no space.
    let header = serde_json::Value::Object(header).to_string();
    let file = std::fs::File::create(files.path("large/model.safetensors")).unwrap();
    file.write_all_at(
        &[&(header.len() as u64).to_le_bytes(), header.as_bytes()].concat(),
        0,
    )
    .unwrap();
    file.set_len((8 + header.len() + end) as u64).unwrap();
    folder
}

#[test]
fn short_of_memory_either_device_scores_or_says_so() {
    let files = Files::new();
    let model = large_model(&files);
    let mut outcomes = [(); 2].map(|()| Vec::new());
    for megabytes in (300..=1300).step_by(100) {
        for (device, outcomes) in ["cpu", "candle"].iter().zip(&mut outcomes) {
            // The C library reserves address space for each thread, which is not memory.
            let setup = format!(
                "export RAYON_NUM_THREADS=2 MALLOC_ARENA_MAX=1; ulimit -v {}",
                megabytes * 1024
            );
            let pair = [
                "score", "-r", REFERENCE, "-c", CANDIDATE, "-m", &model, "--device", device,
            ];
            let done = run_after(&setup, &pair);
            let said = String::from_utf8(done.stderr).unwrap();
            let is_short = said.contains("there is not enough memory for this model; ")
                && said.lines().count() == 1;
            let expected = if is_short { Some(2) } else { Some(0) };
            assert_eq!(
                done.status.code(),
                expected,
                "{device}, {megabytes} MB: {said}"
            );
            outcomes.push(is_short);
        }
    }
    for outcomes in outcomes {
        assert!(
            outcomes.is_sorted_by_key(|short| !short) && outcomes[0] && !outcomes[10],
            "{outcomes:?}"
        );
    }
}
