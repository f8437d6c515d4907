//! Pairs and settings that every explanation has to hold for.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use bertscope_analysis::{Analyzer, Conventions, Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_models::bundled;
use std::sync::Arc;

/// Pairs, some of them degenerate.
pub fn pairs() -> Vec<(String, String)> {
    let long = ["the old river flows under a stone bridge"; 80].join(" ");
    [
        ("The ferry leaves at noon.", "The boat departs at midday."),
        ("The ferry leaves at noon.", "The ferry leaves at noon."),
        (
            "She unbuttoned her waterproof overcoat",
            "Überfahrt: 3 €, täglich!",
        ),
        ("ferry", "ferryboats"),
        ("", "The boat departs at midday."),
        ("The ferry leaves at noon.", ""),
        ("", ""),
        ("我喜欢坐船", "Ich fahre gern Schiff 🚢"),
        (&long, "Rivers flow."),
    ]
    .map(|(reference, candidate)| (reference.to_owned(), candidate.to_owned()))
    .to_vec()
}

/// Every kind of number that can be asked for.
pub fn settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for layer in [6, 2] {
        for idf in [Idf::Off, Idf::Table, Idf::References] {
            for rescale in [false, true] {
                all.push(Settings {
                    layer: Layer(layer),
                    idf,
                    rescale,
                    conventions: Conventions::default(),
                });
            }
        }
    }
    all
}

/// The bundled model's analyzer, which all tests of this program share.
pub fn analyzer() -> MutexGuard<'static, Analyzer> {
    static ANALYZER: OnceLock<Mutex<Analyzer>> = OnceLock::new();
    let analyzer =
        ANALYZER.get_or_init(|| Mutex::new(Analyzer::new(Arc::new(bundled::model().unwrap()))));
    analyzer.lock().unwrap_or_else(PoisonError::into_inner)
}
