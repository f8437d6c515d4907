//! Statements of the docs and lessons about texts in general, measured over pairs with the bundled model.

use bertscope::analysis::{Analysis, Analyzer, Idf, Note, Settings, Side};
use bertscope::encoder::Layer;
use bertscope::models::distribution::{Measure, Population, Weighting};

use super::claims::{analyze, bundled_analyzer, example_pairs, plain, read, rows};

/// The labelled pairs, as reference and candidate.
fn labelled_pairs() -> Vec<[String; 2]> {
    let table = read("tests/data/kinds.tsv");
    let mut pairs = Vec::new();
    for line in table.lines().skip(1) {
        let mut fields = line.split('\t').map(str::to_owned);
        pairs.push([fields.next().unwrap(), fields.next().unwrap()]);
    }
    pairs
}

/// Each labelled reference with the candidate of another pair.
fn unrelated_pairs() -> Vec<[String; 2]> {
    let pairs = labelled_pairs();
    let mut unrelated = Vec::new();
    for (i, [reference, _]) in pairs.iter().enumerate() {
        let [_, other] = &pairs[(i + 73) % pairs.len()];
        unrelated.push([reference.clone(), other.clone()]);
    }
    unrelated
}

fn analyses(analyzer: &mut Analyzer, pairs: &[[String; 2]], settings: Settings) -> Vec<Analysis> {
    let pairs = pairs.iter();
    pairs
        .map(|[reference, candidate]| analyze(analyzer, reference, candidate, settings))
        .collect()
}

fn share(count: usize, all: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap()) / f64::from(u32::try_from(all).unwrap())
}

fn share_of_cells_below_0(analyses: &[Analysis]) -> f64 {
    let cells: Vec<f32> = analyses.iter().flat_map(rows).flatten().copied().collect();
    let below = cells.iter().filter(|cosine| **cosine < 0.0).count();
    share(below, cells.len())
}

#[test]
fn cosines_of_similar_texts_are_rarely_below_0_and_those_of_unrelated_ones_often_at_layers_0_and_6()
{
    let mut analyzer = bundled_analyzer();
    let similar = analyses(&mut analyzer, &labelled_pairs(), plain());
    let below = share_of_cells_below_0(&similar);
    assert!(below < 0.01, "{below}");
    // So an empty text, which scores 0, lowers the mean.
    assert!(similar.iter().all(|analysis| analysis.raw.f1 > 0.0));

    let stated = [0.39, 0.10, 0.10, 0.10, 0.10, 0.10, 0.42];
    for (layer, stated) in stated.into_iter().enumerate() {
        let settings = Settings::plain(Layer(layer));
        let unrelated = analyses(&mut analyzer, &unrelated_pairs(), settings);
        let below = share_of_cells_below_0(&unrelated);
        assert!((below - stated).abs() < 0.07, "layer {layer}: {below}");
    }
}

#[test]
fn the_largest_cosine_of_a_row_is_usually_above_0_also_between_unrelated_texts() {
    let mut analyzer = bundled_analyzer();
    let mut all = 0;
    let mut below = 0;
    for analysis in analyses(&mut analyzer, &unrelated_pairs(), plain()) {
        for side in Side::BOTH {
            let weights = analysis.side(side).weights.as_slice();
            for (best, weight) in analysis.matches_of(side).iter().zip(weights) {
                if *weight > 0.0 {
                    all += 1;
                    below += usize::from(best.similarity < 0.0);
                }
            }
        }
    }
    assert!(share(below, all) < 0.05, "{below} of {all}");
}

/// Sentences with a gap, and words for it that are more or less alike.
const FRAMES: [(&str, [[&str; 2]; 4]); 10] = [
    (
        "We saw a _ near the lake.",
        [
            ["heron", "stork"],
            ["otter", "beaver"],
            ["kiosk", "kennel"],
            ["canoe", "kayak"],
        ],
    ),
    (
        "She played the _ all evening.",
        [
            ["harp", "lyre"],
            ["oboe", "clarinet"],
            ["violin", "fiddle"],
            ["cello", "viola"],
        ],
    ),
    (
        "He slept on the _.",
        [
            ["sofa", "couch"],
            ["hammock", "mattress"],
            ["balcony", "terrace"],
            ["porch", "veranda"],
        ],
    ),
    (
        "They ate _ for lunch.",
        [
            ["noodles", "pasta"],
            ["lentils", "beans"],
            ["salmon", "trout"],
            ["plums", "cherries"],
        ],
    ),
    (
        "The _ was repaired on Monday.",
        [
            ["lorry", "truck"],
            ["tractor", "bulldozer"],
            ["pavement", "sidewalk"],
            ["elevator", "lift"],
        ],
    ),
    (
        "The _ asked for a second opinion.",
        [
            ["physician", "doctor"],
            ["attorney", "lawyer"],
            ["plumber", "electrician"],
            ["surgeon", "dentist"],
        ],
    ),
    (
        "I forgot my _ in the train.",
        [
            ["umbrella", "parasol"],
            ["wallet", "purse"],
            ["scarf", "shawl"],
            ["mittens", "gloves"],
        ],
    ),
    (
        "Her _ lives in Norway.",
        [
            ["niece", "nephew"],
            ["grandma", "grandmother"],
            ["cousin", "uncle"],
            ["fiancé", "husband"],
        ],
    ),
    (
        "The ferry leaves at _.",
        [
            ["noon", "midday"],
            ["noon", "midnight"],
            ["dawn", "dusk"],
            ["dawn", "daybreak"],
        ],
    ),
    (
        "It rained during the _.",
        [
            ["funeral", "burial"],
            ["wedding", "marriage"],
            ["parade", "procession"],
            ["marathon", "sprint"],
        ],
    ),
];

#[test]
fn idf_makes_the_difference_of_a_rare_word_larger_in_nearly_all_of_forty_pairs() {
    let mut analyzer = bundled_analyzer();
    let weighted = Settings {
        idf: Idf::Table,
        ..plain()
    };
    let mut smaller = Vec::new();
    for (frame, pairs) in FRAMES {
        for words in pairs {
            let [reference, candidate] = words.map(|word| frame.replace('_', word));
            let off = analyze(&mut analyzer, &reference, &candidate, plain());
            let on = analyze(&mut analyzer, &reference, &candidate, weighted);
            if on.raw.f1 >= off.raw.f1 {
                smaller.push(words);
            }
        }
    }
    assert_eq!(smaller, [["pavement", "sidewalk"]]);
}

const NEGATED: [[&str; 2]; 12] = [
    ["She does not smoke", "She smokes"],
    ["He is not here", "He is here"],
    ["I do not know", "I know"],
    ["The shop is not open", "The shop is open"],
    ["They did not win", "They won"],
    ["We cannot wait", "We can wait"],
    ["The soup is not hot", "The soup is hot"],
    ["It will not rain", "It will rain"],
    ["You must not go", "You must go"],
    ["The train has not left", "The train has left"],
    ["Dogs are not allowed", "Dogs are allowed"],
    ["Ben does not like fish", "Ben likes fish"],
];

#[test]
fn a_missing_not_costs_more_in_a_short_text_than_in_a_long_one() {
    let mut analyzer = bundled_analyzer();
    let rest = " because the manager of the hotel by the lake said so in a letter last week.";
    for [with, without] in NEGATED {
        let mut f1 = |end: &str| {
            let [reference, candidate] = [with, without].map(|text| format!("{text}{end}"));
            analyze(&mut analyzer, &reference, &candidate, plain())
                .raw
                .f1
        };
        let short = f1(".");
        let long = f1(rest);
        assert!(short < long, "{with}: {short} {long}");
    }
}

fn means(analysis: &Analysis) -> [f64; 2] {
    [analysis.raw.precision, analysis.raw.recall].map(Option::unwrap)
}

#[test]
fn long_candidates_usually_lose_precision_and_short_ones_recall() {
    let mut analyzer = bundled_analyzer();
    let mut as_stated = 0;
    let mut all = 0;
    for analysis in analyses(&mut analyzer, &labelled_pairs(), plain()) {
        let [candidate, reference] =
            [&analysis.candidate, &analysis.reference].map(|side| side.tokenized.tokens.len());
        let [p, r] = means(&analysis);
        let is_long = 100 * candidate > 115 * reference;
        let is_short = 100 * reference > 115 * candidate;
        all += usize::from(is_long || is_short);
        as_stated += usize::from(is_long && p < r || is_short && r < p);
    }
    assert!(
        all > 40 && share(as_stated, all) > 0.95,
        "{as_stated} of {all}"
    );
}

#[test]
fn added_words_usually_lower_precision_and_omitted_ones_recall() {
    let mut analyzer = bundled_analyzer();
    let phrases = [
        "in the afternoon",
        "with his brother",
        "according to a local newspaper",
        "again",
        "very quickly",
    ];
    let mut lower_precision = 0;
    let mut lower_recall = 0;
    let pairs = example_pairs();
    for [reference, candidate] in &pairs {
        let [p, r] = means(&analyze(&mut analyzer, reference, candidate, plain()));
        let text = candidate.trim_end_matches('.');
        for phrase in phrases {
            let longer = format!("{text} {phrase}.");
            let [changed, _] = means(&analyze(&mut analyzer, reference, &longer, plain()));
            lower_precision += usize::from(changed < p);
        }
        let words: Vec<&str> = text.split(' ').collect();
        let shorter = format!("{}.", words[..words.len() - 2].join(" "));
        let [_, changed] = means(&analyze(&mut analyzer, reference, &shorter, plain()));
        lower_recall += usize::from(changed < r);
    }
    let count = pairs.len();
    assert!(
        share(lower_precision, 5 * count) > 0.95,
        "{lower_precision}"
    );
    assert!(share(lower_recall, count) > 0.9, "{lower_recall}");
}

#[test]
fn the_published_baseline_of_f1_is_nearly_always_the_lowest() {
    let tables = read("assets/baselines/published.tsv");
    let mut all = 0;
    let mut lowest = 0;
    for line in tables.lines() {
        let numbers: Result<Vec<f64>, _> = line.split(',').map(str::parse).collect();
        if let Ok([p, r, f1]) = numbers.as_deref() {
            all += 1;
            lowest += usize::from(f1 < p && f1 < r);
        }
    }
    assert!(all > 1000 && share(lowest, all) > 0.98, "{lowest} of {all}");
}

#[test]
fn the_pieces_of_a_language_that_the_model_hardly_knows_are_much_alike() {
    let mut analyzer = bundled_analyzer();
    // A cat on a sofa, and rain in the city.
    let unrelated = [
        (
            "Kot spał na starej kanapie w kuchni.",
            "Jutro będzie padać deszcz nad miastem.",
        ),
        (
            "Kissa nukkui vanhalla sohvalla keittiössä.",
            "Huomenna kaupungissa sataa vettä.",
        ),
        (
            "Kedi mutfaktaki eski kanepede uyudu.",
            "Yarın şehirde yağmur yağacak.",
        ),
        (
            "Кошка спала на старом диване.",
            "Завтра в городе будет дождь.",
        ),
        (
            "A macska a régi kanapén aludt.",
            "Holnap esni fog az eső a városban.",
        ),
        ("نامت القطة على الأريكة القديمة.", "سوف تمطر غدا في المدينة."),
        (
            "Paka alilala kwenye kochi kuukuu.",
            "Kesho mvua itanyesha mjini.",
        ),
    ];
    for (reference, candidate) in unrelated {
        let f1 = analyze(&mut analyzer, reference, candidate, plain()).raw.f1;
        assert!(f1 > 0.3, "{reference}: {f1}");
    }
    let cat = "The cat slept on the old sofa.";
    let rain = "Tomorrow it will rain in the city.";
    let english = analyze(&mut analyzer, cat, rain, plain()).raw.f1;
    assert!(english < 0.1, "{english}");

    // Words with capitals do not count, as names do not.
    let cat = "Η ΓΑΤΑ ΚΟΙΜΑΤΑΙ ΣΤΟΝ ΚΑΝΑΠΕ.";
    let rain = "ΑΥΡΙΟ ΘΑ ΒΡΕΞΕΙ ΣΤΗΝ ΠΟΛΗ.";
    let capitals = analyze(&mut analyzer, cat, rain, plain());
    let mut notes = capitals.notes.iter();
    assert!(!notes.any(|note| matches!(note, Note::UnknownLanguage(_))));
}

/// By how much F1 of the ferry at midnight is above that of the boat at midday.
fn lead_of_the_wrong_ferry(analyzer: &mut Analyzer, settings: Settings) -> f64 {
    let reference = "The ferry leaves at noon.";
    let right = analyze(analyzer, reference, "The boat departs at midday.", settings);
    let wrong = analyze(
        analyzer,
        reference,
        "The ferry leaves at midnight.",
        settings,
    );
    wrong.score().f1 - right.score().f1
}

#[test]
fn no_layer_no_table_and_no_rescaling_makes_the_right_ferry_win() {
    let mut analyzer = bundled_analyzer();
    for layer in 0..=6 {
        let raw = Settings::plain(Layer(layer));
        let rescaled = Settings {
            rescale: true,
            ..raw
        };
        for settings in [raw, rescaled] {
            let lead = lead_of_the_wrong_ferry(&mut analyzer, settings);
            assert!(lead > 0.0, "layer {layer}: {lead}");
        }
    }
    let table = Settings {
        idf: Idf::Table,
        ..plain()
    };
    assert!(lead_of_the_wrong_ferry(&mut analyzer, table) > 0.0);
    // Counted over this one reference, no word has weight.
    let references = Settings {
        idf: Idf::References,
        ..plain()
    };
    assert!(lead_of_the_wrong_ferry(&mut analyzer, references).abs() < 1e-9);
}

#[test]
fn unrelated_texts_score_higher_on_average_the_longer_they_are() {
    let analyzer = bundled_analyzer();
    let distribution = analyzer.distribution().unwrap();
    let mut medians = Vec::new();
    for scores in distribution.with_weighting(Weighting::Off) {
        if let Population::RandomOfLength { low, .. } = scores.population {
            let quantiles = scores.quantiles_at(Layer(6), Measure::F1).unwrap();
            medians.push((low, quantiles.value_at(0.5)));
        }
    }
    medians.sort_by_key(|(low, _)| *low);
    assert_eq!(medians.len(), 6);
    assert!(medians.is_sorted_by(|a, b| a.1 < b.1), "{medians:?}");
}

fn pieces(analyzer: &mut Analyzer, text: &str) -> Vec<String> {
    let analysis = analyze(analyzer, text, "A boat.", plain());
    let tokens = analysis.reference.tokenized.tokens.iter();
    tokens
        .filter(|token| !token.special)
        .map(|token| token.piece.clone())
        .collect()
}

#[test]
fn a_number_or_a_name_is_one_or_a_few_tokens_and_an_emoji_is_unknown() {
    let mut analyzer = bundled_analyzer();
    for (text, count) in [("not", 1), ("Oslo", 1), ("3,500", 3), ("Szczepański", 5)] {
        assert_eq!(pieces(&mut analyzer, text).len(), count, "{text}");
    }
    for emoji in "😀 😂 😍 😭 👍 🙏 🎉 🔥 ✨ 🤔 😎 🥰 💪 🐶 🐱 🌍 ⚽ 🚀 ⭐ ☕".split(' ')
    {
        assert_eq!(pieces(&mut analyzer, emoji), ["[UNK]"], "{emoji}");
    }
}

#[test]
fn an_invented_detail_takes_three_quarters_of_what_precision_lacks() {
    let reference = "The mayor opened the new library on Monday.";
    let candidate = "The mayor opened the new library on Monday after a fire.";
    let analysis = analyze(&mut bundled_analyzer(), reference, candidate, plain());
    let mut all = 0.0;
    let mut invented = 0.0;
    for (token, best) in analysis
        .candidate
        .tokenized
        .tokens
        .iter()
        .zip(analysis.matches_of(Side::Candidate))
    {
        if !token.special {
            let lacks = 1.0 - f64::from(best.similarity);
            all += lacks;
            invented += if ["after", "a", "fire"].contains(&&*token.text) {
                lacks
            } else {
                0.0
            };
        }
    }
    assert!(
        (0.73..0.78).contains(&(invented / all)),
        "{}",
        invented / all
    );
}

#[test]
fn a_word_left_out_moves_the_others_by_their_position_alone_at_layer_0() {
    let mut analyzer = bundled_analyzer();
    let mut midday = |candidate: &str| {
        let settings = Settings::plain(Layer(0));
        let analysis = analyze(
            &mut analyzer,
            "The ferry leaves at noon.",
            candidate,
            settings,
        );
        let tokens = &analysis.candidate.tokenized.tokens;
        let row = tokens.iter().position(|token| token.text == "midday");
        analysis.matches_of(Side::Candidate)[row.unwrap()].similarity
    };
    let change = midday("The boat departs at midday.") - midday("boat departs at midday.");
    assert!(change.abs() > 0.005, "{change}");
}
