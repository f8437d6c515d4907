//! Interrupted runs, and part files of other runs.

use std::cell::Cell;
use std::path::PathBuf;

use tempfile::TempDir;

use super::*;
use bertscope_analysis::Program;
use bertscope_models::ProgressMonitor;

/// Random pairs and five bands.
const SETS: usize = 6;

const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bert");

struct Setting {
    model: Model,
    folder: TempDir,
    corpus: PathBuf,
    judged: JudgedCorpus,
}

impl Setting {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let corpus = folder.path().join("corpus.txt");
        let words = [
            "a", "red", "lamp", "stands", "by", "the", "open", "door", "of", "an", "old", "house",
        ];
        let text = |i: usize| {
            (0..2 + i % 40)
                .map(|k| words[(i * k + k + i / 7) % 12])
                .collect::<Vec<_>>()
                .join(" ")
        };
        std::fs::write(&corpus, (0..150).map(text).collect::<Vec<_>>().join("\n")).unwrap();
        let model = bertscope_models::open(
            Some(SMALL),
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
        .unwrap();
        let file = folder.path().join("judged.tsv");
        let row = |i: usize| format!("{}\t{}\t{}", text(i), text(i + i % 7), 7 - i % 7);
        let rows: Vec<String> = (10..110).map(row).collect();
        std::fs::write(
            &file,
            format!("reference\tcandidate\tscore\n{}", rows.join("\n")),
        )
        .unwrap();
        let judged = JudgedCorpus::read(&file).unwrap();
        Self {
            model,
            folder,
            corpus,
            judged,
        }
    }

    fn run(&self, pairs: u64, sums: Option<Sums>) -> BaselineRun<'_> {
        let corpus = Corpus::open(std::slice::from_ref(&self.corpus), |_| true, |_| ()).unwrap();
        let sums = sums.unwrap_or_else(|| Sums::zero(self.model.encoder.layer_count() + 1, SETS));
        BaselineRun {
            model: &self.model,
            corpus,
            judged: &self.judged,
            frequencies: None,
            program: Conventions::default(),
            random: SplitMix::new(3),
            drawn: 0,
            total: pairs,
            sums,
        }
    }

    fn identity(&self) -> BaselineIdentity {
        BaselineIdentity {
            model: "small".into(),
            program: Conventions::default(),
            tokenizer: self.model.tokenizer.fingerprint(),
            layers: self.model.encoder.layer_count(),
            device: "cpu".into(),
            probe: BaselineIdentity::probe(&self.model).unwrap(),
            texts: 150,
            corpus: "0123456789abcdef".into(),
            seed: 3,
            judged: Some(self.judged.fingerprint.clone()),
            frequencies: None,
        }
    }

    fn part(&self, identity: BaselineIdentity) -> PartFile {
        PartFile::for_output(&self.folder.path().join("baseline.tsv"), identity).unwrap()
    }
}

#[test]
fn a_run_that_is_interrupted_as_often_as_can_be_gives_the_very_numbers_of_one_that_is_not() {
    let setting = Setting::new();
    let mut whole = setting.run(300, None);
    whole.score_pairs(|_| Ok(true)).unwrap();
    assert_eq!(whole.sums.pairs, 300);
    assert!(
        whole
            .sums
            .layers
            .iter()
            .flatten()
            .all(|sum| *sum > 0.0 && *sum < 300.1)
    );

    let part = setting.part(setting.identity());
    assert_eq!(part.read(300, SETS).unwrap(), None);
    let mut runs = 0;
    loop {
        let before = part.read(300, SETS).unwrap();
        let mut run = setting.run(300, before);
        let done = run.sums.pairs + run.sums.judged;
        run.score_pairs(|_| Ok(false)).unwrap();
        part.write(&run.sums).unwrap();
        if run.is_done() {
            break;
        }
        assert!(run.sums.pairs + run.sums.judged > done);
        runs += 1;
    }
    assert!(runs > 3, "{runs}");
    assert_eq!(
        part.read(300, SETS).unwrap(),
        Some(whole.sums.clone()),
        "bit for bit"
    );

    let mut longer = setting.run(400, part.read(400, SETS).unwrap());
    longer.score_pairs(|_| Ok(true)).unwrap();
    let mut at_once = setting.run(400, None);
    let stops = Cell::new(0);
    at_once
        .score_pairs(|_| {
            stops.set(stops.get() + 1);
            Ok(true)
        })
        .unwrap();
    assert_eq!((longer.sums.pairs, longer.sums.judged), (400, 100));
    assert_eq!(
        longer.sums, at_once.sums,
        "a longer run starts with the pairs of a shorter one"
    );
    assert!(stops.get() > 5, "several batches");
    part.remove().unwrap();
    part.remove().unwrap();
    assert_eq!(part.read(300, SETS).unwrap(), None);
}

#[test]
fn a_part_of_another_baseline_is_refused_with_what_is_not_the_same() {
    let setting = Setting::new();
    let mine = setting.identity();
    let mut sums = Sums {
        pairs: 20,
        layers: vec![[0.1, 0.2, 0.3]; 5],
        ..Sums::zero(5, SETS)
    };
    sums.histograms[4][1][2][0].add(0.25);
    for (other, difference) in [
        (
            BaselineIdentity {
                seed: 4,
                ..mine.clone()
            },
            "belongs to another run: seed 4, not 3",
        ),
        (
            BaselineIdentity {
                texts: 99,
                ..mine.clone()
            },
            "belongs to another run: a corpus of 99 texts, not 150",
        ),
        (
            BaselineIdentity {
                corpus: "f".into(),
                ..mine.clone()
            },
            "belongs to another run: a corpus with other texts",
        ),
        (
            BaselineIdentity {
                tokenizer: "f".into(),
                model: "large".into(),
                ..mine.clone()
            },
            "belongs to another run: the model large",
        ),
        (
            BaselineIdentity {
                probe: vec![0.5; 8],
                ..mine.clone()
            },
            "belongs to another run: a model with other weights",
        ),
        (
            BaselineIdentity {
                judged: None,
                ..mine.clone()
            },
            "belongs to another run: other judged pairs",
        ),
        (
            BaselineIdentity {
                frequencies: Some("f".into()),
                ..mine.clone()
            },
            "belongs to another run: another IDF table",
        ),
        (
            BaselineIdentity {
                program: Program::TorchMetrics.into(),
                ..mine.clone()
            },
            "belongs to another run: scores of torchmetrics, not bert_score",
        ),
        (
            BaselineIdentity {
                device: "cuda".into(),
                ..mine.clone()
            },
            "belongs to another run: device cuda, not cpu",
        ),
    ] {
        setting.part(other).write(&sums).unwrap();
        let said = setting
            .part(mine.clone())
            .read(300, SETS)
            .unwrap_err()
            .to_string();
        assert!(
            said.contains("baseline.tsv.part") && said.contains(difference),
            "{said}"
        );
        assert!(
            said.ends_with("start over with --restart, or choose another -o"),
            "{said}"
        );
    }
    let part = setting.part(mine.clone());
    part.write(&sums).unwrap();
    assert!(
        part.read(19, SETS)
            .unwrap_err()
            .to_string()
            .contains("already has 20 pairs, more than 19")
    );
    assert_eq!(part.read(20, SETS).unwrap(), Some(sums));
    let path = setting.folder.path().join("baseline.tsv.part");
    for damaged in [
        "",
        "{}",
        "\u{0}",
        &std::fs::read_to_string(&path)
            .unwrap()
            .replace("0.2", "NaN"),
    ] {
        std::fs::write(&path, damaged).unwrap();
        assert!(
            part.read(300, SETS)
                .unwrap_err()
                .to_string()
                .contains("is damaged"),
            "{damaged}"
        );
    }
}

#[test]
fn judged_pairs_are_in_the_band_of_their_judgement_and_none_of_them_moves_the_mean() {
    let setting = Setting::new();
    let mut with = setting.run(50, None);
    with.score_pairs(|_| Ok(true)).unwrap();
    let bands: Vec<u64> = with
        .sums
        .histograms
        .iter()
        .map(|ways| ways[0][4][2].total())
        .collect();
    // Judgements 1 to 7 in bands of 1.2: 1 and 2, 3, 4, 5, 6 and 7.
    let expected = |least: usize, most: usize| {
        (10..110)
            .filter(|i| (least..=most).contains(&(7 - i % 7)))
            .count() as u64
    };
    assert_eq!(
        bands,
        [
            50,
            expected(1, 2),
            expected(3, 3),
            expected(4, 4),
            expected(5, 5),
            expected(6, 7)
        ]
    );
    assert_eq!(bands[1..].iter().sum::<u64>(), with.sums.judged);
    assert!(
        with.sums
            .histograms
            .iter()
            .all(|ways| ways[1][4][2].total() == 0),
        "no table, no scores with IDF"
    );
    let none = JudgedCorpus::default();
    let mut without = BaselineRun {
        judged: &none,
        sums: Sums::zero(5, 1),
        ..setting.run(50, None)
    };
    without.score_pairs(|_| Ok(true)).unwrap();
    assert_eq!(
        (&with.sums.layers, &with.sums.histograms[0]),
        (&without.sums.layers, &without.sums.histograms[0])
    );
}

#[test]
fn judgements_that_do_not_differ_or_are_no_numbers_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let read = |rows: &str| {
        let file = folder.path().join("j.tsv");
        std::fs::write(&file, format!("reference\tcandidate\tscore\n{rows}")).unwrap();
        JudgedCorpus::read(&file).unwrap_err().to_string()
    };
    assert!(read("a\tb\t1\na\tc\t1\n").contains("has no two different human scores"));
    assert!(read("").contains("has no two different human scores"));
    let said = read("a\tb\tgood\n");
    assert!(
        said.contains("j.tsv") && said.contains("line 2") && said.contains("\"good\""),
        "{said}"
    );
}
