//! General statements of the docs, panels, lessons and page: docs/dev/claims.md lists each with what shows it.

use bertscope::analysis::{Analysis, Analyzer, Idf, Settings};
use bertscope::encoder::Layer;
use bertscope::lessons;
use bertscope::metric::Pair;
use bertscope::models::bundled;

use super::{ROOT, files, name};

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}"))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A text without line breaks, as far as a sentence goes over them.
fn joined(text: &str) -> String {
    let text = text.replace("\\\n", " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn sources() -> String {
    ["crates", "tests", "src", "web/tests"]
        .into_iter()
        .flat_map(files)
        .filter(|path| [".rs", ".mjs"].iter().any(|end| name(path).ends_with(end)))
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
            None => {
                sources.contains(&format!("fn {test}("))
                    || sources.contains(&format!("it(\"{test}\""))
            }
        };
        if !exists {
            wrong.push(format!("no test {test}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn analyze(
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

fn plain() -> Settings {
    Settings::plain(Layer(6))
}

fn bundled_analyzer() -> Analyzer {
    Analyzer::new(bundled::model().unwrap().into())
}

/// The texts of the example pairs.
fn example_pairs() -> Vec<[String; 2]> {
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
    let gallery = lessons::bundled::find("gallery").unwrap();
    let is_long = |step: &&lessons::Step| step.title == "A long text";
    let step = gallery.steps.iter().find(is_long).unwrap();
    let [reference, candidate] = [&*step.references[0], &*step.candidates[0]];
    let before = f1(reference, candidate);
    let after = f1(reference, &candidate.replace("boat", "goat"));
    assert!((0.675..0.685).contains(&before) && (0.625..0.635).contains(&after));
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
    cells_are_rarely_negative(&mut analyzer);
    cells_of_layer_5_are_mostly_positive(&mut analyzer);
}

fn rows(analysis: &Analysis) -> Vec<&[f32]> {
    let count = analysis.candidate.tokenized.tokens.len();
    (0..count).map(|c| analysis.similarity.row(c)).collect()
}

fn cells_are_rarely_negative(analyzer: &mut Analyzer) {
    let mut negative = 0;
    let mut all = 0;
    for [reference, candidate] in example_pairs() {
        let analysis = analyze(analyzer, &reference, &candidate, plain());
        for row in rows(&analysis) {
            negative += row.iter().filter(|cosine| **cosine < 0.0).count();
            all += row.len();
        }
    }
    assert!(20 * negative < all, "{negative} of {all}");
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
