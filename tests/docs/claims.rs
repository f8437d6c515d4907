//! General statements of the docs, panels, lessons and page: docs/dev/claims.md lists each with what shows it.

use bertscope::analysis::{Analysis, Analyzer, Idf, Settings};
use bertscope::encoder::Layer;
use bertscope::metric::Pair;
use bertscope::models::bundled;

use super::{ROOT, files, name};

pub(super) fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}"))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A text without line breaks, as far as a sentence goes over them.
fn joined(text: &str) -> String {
    let text = text.replace("\\\n", " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn sources() -> String {
    ["crates", "tests", "src", "web/tests", "python/tests"]
        .into_iter()
        .flat_map(files)
        .filter(|path| {
            [".rs", ".mjs", ".py"]
                .iter()
                .any(|end| name(path).ends_with(end))
        })
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

#[test]
fn every_listed_statement_is_in_its_file_and_its_test_exists() {
    let list = read("docs/dev/claims.md");
    let sources = sources();
    let mut wrong = Vec::new();
    let rows = list.lines().filter(|line| line.starts_with("| ")).skip(1);
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [statement, file, _, shown_by] = cells[..] else {
            panic!("{row}")
        };
        if !joined(&read(file)).contains(&joined(statement)) {
            wrong.push(format!("{file} does not say: {statement}"));
        }
        let test = shown_by.trim_matches('`');
        let exists = match test.strip_prefix("lesson ") {
            Some(lesson) => lesson.ends_with(" --check"),
            // A source.
            None if test.starts_with('[') => true,
            None => {
                sources.contains(&format!("fn {test}("))
                    || sources.contains(&format!("def {test}("))
                    || sources.contains(&format!("it(\"{test}\""))
            }
        };
        if !exists {
            wrong.push(format!("no test {test}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

pub(super) fn analyze(
    analyzer: &mut Analyzer,
    reference: &str,
    candidate: &str,
    settings: Settings,
) -> Analysis {
    let pair = Pair {
        reference,
        candidate,
    };
    analyzer.analyze(pair, settings).unwrap()
}

pub(super) fn plain() -> Settings {
    Settings::plain(Layer(6))
}

pub(super) fn bundled_analyzer() -> Analyzer {
    Analyzer::new(bundled::model().unwrap().into())
}

/// The texts of the example pairs.
pub(super) fn example_pairs() -> Vec<[String; 2]> {
    let table = read("examples/pairs.tsv");
    let rows = table.lines().skip(1);
    rows.map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        [fields[3], fields[4]].map(str::to_owned)
    })
    .collect()
}

#[test]
fn harmonic_mean_swap_and_sums_hold_for_every_pair_of_the_examples() {
    let mut analyzer = bundled_analyzer();
    for [reference, candidate] in example_pairs() {
        let analysis = analyze(&mut analyzer, &reference, &candidate, plain());
        let [p, r] = [analysis.raw.precision, analysis.raw.recall].map(Option::unwrap);
        let f1 = analysis.raw.f1;
        assert!((f1 - 2.0 * p * r / (p + r)).abs() < 1e-6, "{candidate}");
        assert!(
            p.min(r) <= f1 && f1 <= f64::midpoint(p, r) + 1e-9,
            "{candidate}"
        );
        let swapped = analyze(&mut analyzer, &candidate, &reference, plain());
        assert!((swapped.raw.precision.unwrap() - r).abs() < 1e-5);
        assert!((swapped.raw.f1 - f1).abs() < 1e-5);
        let with_idf = Settings {
            idf: Idf::References,
            ..plain()
        };
        let weighted = analyze(&mut analyzer, &reference, &candidate, with_idf);
        assert_eq!(weighted.similarity, analysis.similarity);
        assert_eq!(weighted.matches, analysis.matches);
    }
}

#[test]
fn rescaling_moves_lower_scores_further() {
    let moved = |x: f64| x - (x - 0.11458) / (1.0 - 0.11458);
    for step in -50..100 {
        let x = f64::from(step) / 100.0;
        assert!(moved(x) > moved(x + 0.01));
    }
}

#[test]
fn counter_examples_are_what_the_docs_say() {
    let mut analyzer = bundled_analyzer();
    let mut f1 = |reference: &str, candidate: &str| {
        analyze(&mut analyzer, reference, candidate, plain()).raw.f1
    };
    let short = f1("She smokes.", "She does not smoke.");
    assert!((0.695..0.705).contains(&short), "{short}");
    let negative = f1("tax jump", "blue");
    assert!(negative > 0.2, "{negative}");
    assert!(f1("Η γάτα κοιμάται στον καναπέ.", "Αύριο θα βρέξει στην πόλη.") > 0.6);

    let office = "The office does not open at weekends.";
    let alone = analyze(&mut analyzer, office, "Closed.", plain());
    let longer = analyze(&mut analyzer, office, "Closed sundays.", plain());
    assert!(longer.raw.precision.unwrap() > alone.raw.precision.unwrap() + 0.2);

    let soup = analyze(
        &mut analyzer,
        "The soup is hot.",
        "The soup is cold.",
        plain(),
    );
    let best = soup.matches.candidate[4];
    assert!((0.585..0.595).contains(&best.similarity), "{best:?}");
    cells_of_layer_5_are_mostly_positive(&mut analyzer);
}

pub(super) fn rows(analysis: &Analysis) -> Vec<&[f32]> {
    let count = analysis.candidate.tokenized.tokens.len();
    (0..count).map(|c| analysis.similarity.row(c)).collect()
}

fn cells_of_layer_5_are_mostly_positive(analyzer: &mut Analyzer) {
    let [reference, candidate] = [
        "The recipe needs two eggs.",
        "Our satellite lost its signal.",
    ];
    let analysis = analyze(analyzer, reference, candidate, Settings::plain(Layer(5)));
    let mut above = 0;
    let mut all = 0;
    let rows = rows(&analysis);
    for row in &rows[1..rows.len() - 1] {
        let words = &row[1..row.len() - 1];
        above += words.iter().filter(|cosine| **cosine > 0.095).count();
        all += words.len();
    }
    assert!(above * 36 >= all * 33, "{above} of {all}");
}

/// A raw P, R and F1 with two decimals that the docs or a lesson state, or break a statement with.
const STATED: [(&str, &str, [f64; 3]); 8] = [
    ("He is here.", "He is not here.", [0.82, 0.92, 0.87]),
    ("I know.", "I do not know.", [0.35, 0.46, 0.40]),
    ("He is tall.", "It is red.", [0.37, 0.36, 0.37]),
    (
        "The ferry leaves at noon.",
        "Harbour fees rose again.",
        [0.25, 0.25, 0.25],
    ),
    (
        "The clinic is closed on Sundays.",
        "The clinic is closed on Fridays.",
        [0.90, 0.90, 0.90],
    ),
    (
        "The clinic is closed on Sundays.",
        "On Sundays, the clinic is closed.",
        [0.97, 0.98, 0.97],
    ),
    // Twice as long, and yet with the higher precision.
    (
        "The ferry leaves at noon with an archaeopteryx.",
        "The ferry leaves at noon. The ferry leaves at noon, at noon.",
        [0.87, 0.61, 0.72],
    ),
    ("The ferry leaves at noon.", "", [0.0, 0.0, 0.0]),
];

#[test]
fn what_the_docs_say_of_other_texts_is_so() {
    let mut analyzer = bundled_analyzer();
    for (reference, candidate, stated) in STATED {
        let raw = analyze(&mut analyzer, reference, candidate, plain()).raw;
        let numbers = [raw.precision.unwrap(), raw.recall.unwrap(), raw.f1];
        for (number, stated) in numbers.into_iter().zip(stated) {
            assert!((number - stated).abs() < 0.0051, "{candidate}: {numbers:?}");
        }
    }
    let same_word = [
        ("I saw the dog.", "A saw cuts wood.", "saw", 0.42),
        ("It was fine.", "He paid a fine.", "fine", 0.48),
    ];
    for (reference, candidate, word, stated) in same_word {
        let analysis = analyze(&mut analyzer, reference, candidate, plain());
        let position = |side: &[bertscope::encoder::Token]| {
            side.iter().position(|token| token.text == word).unwrap()
        };
        let row = position(&analysis.candidate.tokenized.tokens);
        let column = position(&analysis.reference.tokenized.tokens);
        let cosine = analysis.similarity.get(row, column);
        assert!(
            (f64::from(cosine) - stated).abs() < 0.0051,
            "{word}: {cosine}"
        );
    }
    let rescaling = Settings {
        rescale: true,
        ..plain()
    };
    let alike = analyze(&mut analyzer, "He is tall.", "It is red.", rescaling);
    assert!((0.285..0.295).contains(&alike.score().f1));
    let empty = analyze(&mut analyzer, "The ferry leaves.", "", rescaling);
    assert!(empty.score().f1 < -0.1);
    for (letters, is_unknown) in [(100, false), (101, true)] {
        let word = "x".repeat(letters);
        let analysis = analyze(&mut analyzer, &word, "A boat.", plain());
        let mut tokens = analysis.reference.tokenized.tokens.iter();
        assert_eq!(tokens.any(|token| token.piece == "[UNK]"), is_unknown);
    }
}

/// Sentences joined to at least a number of words, from one on.
fn joined_sentences(sentences: &[String], from: usize, words: usize) -> String {
    let mut text = String::new();
    let rest = sentences.iter().cycle().skip(from);
    for sentence in rest {
        if text.split_whitespace().count() >= words {
            break;
        }
        text = format!("{text} {sentence}");
    }
    text
}

#[test]
fn random_pairs_of_a_short_and_a_long_text_score_as_their_harmonic_mean() {
    let table = read("tests/data/kinds.tsv");
    let of_line = |line: &str| line.split('\t').next().unwrap().to_owned();
    let sentences: Vec<String> = table.lines().skip(1).map(of_line).collect();
    let mut analyzer = bundled_analyzer();
    let mut mean_f1 = |words: [usize; 2]| {
        let mut sum = 0.0;
        for i in 0..12 {
            // The two texts have no sentence in common.
            let reference = joined_sentences(&sentences, 16 * i, words[0]);
            let candidate = joined_sentences(&sentences, 16 * i + 60, words[1]);
            sum += analyze(&mut analyzer, &reference, &candidate, plain())
                .raw
                .f1;
        }
        sum / 12.0
    };
    let mixed = mean_f1([4, 190]);
    let short = mean_f1([11, 11]);
    let long = mean_f1([190, 190]);
    assert!(
        (mixed - short).abs() < (long - mixed),
        "{mixed} {short} {long}"
    );
}

/// The string literals of Rust code outside its tests.
fn literals(code: &str) -> Vec<String> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n").replace("\\\"", "”");
    code.split('"').skip(1).step_by(2).map(joined).collect()
}

/// The page, the inspector and Python show these sentences too, and have other controls.
#[test]
fn a_sentence_of_several_media_says_that_an_option_is_of_the_command_line() {
    // For the command line alone: the sentences of `Controls::Flags`, and the note on a table's quotes.
    let of_the_command_line = ["--against TEXT", "--before TEXT", "--quoted"];
    let rooms = [
        "analysis/src",
        "explain/src",
        "report/src/topics",
        "report/src/explanation",
        "lessons/src",
    ];
    let mut wrong = Vec::new();
    for path in rooms
        .into_iter()
        .flat_map(|room| files(&format!("crates/{room}")))
    {
        for text in literals(&std::fs::read_to_string(&path).unwrap()) {
            let has_option = text.split_whitespace().any(|word| {
                let word = word.trim_start_matches(['`', '(']);
                word.strip_prefix("--").is_some_and(|name| name.len() > 2)
            });
            let is_known = of_the_command_line.iter().any(|known| text.contains(known));
            if has_option && !is_known && !text.to_lowercase().contains("command line") {
                wrong.push(text);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
