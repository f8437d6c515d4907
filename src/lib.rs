//! bertscope shows *why* a candidate sentence got its BERTScore.
//!
//! Score a pair with the bundled model; the result equals that of the Python package `bert_score` 0.3.13 to five
//! decimals:
//!
//! ```
//! use bertscope::{Pair, Scorer};
//!
//! let scorer = Scorer::bundled()?;
//! let score = scorer.score(Pair { reference: "The ferry leaves at noon.", candidate: "The boat departs at midday." })?;
//! assert_eq!(format!("{:.5}", score.f1), "0.71633");
//! # Ok::<(), bertscope::ModelError>(())
//! ```
//!
//! An [`Analysis`] has everything behind the score. Rows of the matrix are tokens of the candidate, columns tokens of
//! the reference:
//!
//! ```
//! use bertscope::{Pair, Scorer};
//!
//! let texts = Pair { reference: "The ferry leaves at noon.", candidate: "The boat departs at midday." };
//! let analysis = Scorer::bundled()?.analyze(texts)?;
//! let [candidate, reference] = [&analysis.candidate, &analysis.reference].map(|side| &side.tokenized.tokens);
//! for (token, best) in candidate.iter().zip(&analysis.matches.candidate) {
//!     println!("{:>10} → {:<10} {:.3}", token.piece, reference[best.token].piece, best.similarity);
//! }
//! let (boat, ferry) = (2, 2);
//! assert_eq!(format!("{:.3}", analysis.similarity.get(boat, ferry)), "0.519");
//! # Ok::<(), bertscope::ModelError>(())
//! ```
//!
//! Each layer is a crate that uses only those below it:
//!
//! | layer | module | contents |
//! |---|---|---|
//! | 7 | [`lessons`] | pairs in an order, each with what it teaches |
//! | 6 | [`report`] | an analysis and its explanations written out: pictures, pages, documents, rows |
//! | 5 | [`systems`] | several systems over the same segments: which is better, and what drives it |
//! | 4 | [`explain`] | why a score is what it is, and what else it could have been |
//! | 3 | [`analysis`] | a pair of texts and settings → tokens, matrix, matches, weights, score |
//! | 2 | [`models`], [`encoder`], [`pairs`] | files and tables of a model; text → tokens → hidden states; files of pairs |
//! | 1 | [`metric`] | the mathematics, from any matrix |
//!
//! The features `tui` (the inspector), `hub` (downloads), `png` (pictures in pixels) and `cli` (the program) are on by
//! default; a library that only scores needs none of them: `default-features = false`.

pub use bertscope_analysis as analysis;
pub use bertscope_encoder as encoder;
pub use bertscope_explain as explain;
pub use bertscope_lessons as lessons;
pub use bertscope_metric as metric;
pub use bertscope_models as models;
pub use bertscope_pairs as pairs;
pub use bertscope_report as report;
pub use bertscope_systems as systems;

pub use bertscope_analysis::{Analysis, Analyzer, Idf, Scorer, Settings};
pub use bertscope_metric::{Pair, Score};
pub use bertscope_models::{Model, ModelError};

#[doc(hidden)]
pub use bertscope_printable as printable;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod appearance;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod commands;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod console;
#[cfg(feature = "cli")]
mod dispatch;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod inspector_options;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod metric_options;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod model_tables;
#[cfg(all(feature = "cli", not(feature = "tui")))]
#[path = "no_tui.rs"]
mod tui;
#[cfg(feature = "tui")]
#[doc(hidden)]
pub mod tui;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod usage_error;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use dispatch::run;
