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
//! assert_eq!(format!("{:.5}", score.f1), "0.71634");
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
//! Each module is a crate of its own, which uses only those below it. [`explain`], [`analysis`] and [`metric`] are for other
//! programs, with what stands here; the rest is internal, and its interface may change with any version. The
//! answers of `explain` get more fields with new versions (`non_exhaustive`); notes, topics and programs are exhaustive on
//! purpose, because a program that handles each of them has to handle a new one:
//!
//! | module | contents |
//! |---|---|
//! | [`lessons`] | a sequence of pairs, each with a note on what it teaches, from a file |
//! | [`report`] | analyses and explanations written out: pictures, HTML pages, documents, rows, summaries |
//! | [`systems`] | compares systems on the same segments: which is better, and what drives the difference |
//! | [`explain`] | why a score is what it is, and what would change it |
//! | [`analysis`] | a pair of texts and settings → tokens, matrix, matches, weights, score |
//! | [`models`] | which models exist; folders, cache, hub; baselines and IDF tables |
//! | [`pairs`] | files of pairs |
//! | [`encoder`] | text → tokens → hidden states of every layer |
//! | [`metric`] | the mathematics of BERTScore, from any matrix |
//! | [`overlap`] | BLEU, chrF and ROUGE, from texts alone |
//! | `printable` | keeps control characters from a terminal; not exported |
//! | `minilm` | the bytes of the bundled model; not exported |
//!
//! The features `cli` (the program), `tui` (the inspector), `hub` (downloads) and `png` (pictures in pixels) are on by
//! default. A library that only scores needs none of them: `default-features = false`. Off by default are `cuda`, `metal`,
//! `accelerate` and `mkl`, which are candle's.

#![warn(missing_docs)]

pub use bertscope_analysis as analysis;
pub use bertscope_encoder as encoder;
pub use bertscope_explain as explain;
pub use bertscope_kinds as kinds;
pub use bertscope_lessons as lessons;
pub use bertscope_metric as metric;
pub use bertscope_models as models;
pub use bertscope_overlap as overlap;
pub use bertscope_pairs as pairs;
pub use bertscope_report as report;
pub use bertscope_systems as systems;

pub use bertscope_analysis::{
    Analysis, Analyzer, Conventions, Idf, LongTexts, Program, Scorer, Settings,
};
pub use bertscope_metric::{Pair, Score};
pub use bertscope_models::{Model, ModelError};

#[cfg(feature = "cli")]
mod appearance;
#[cfg(feature = "cli")]
mod bare_words;
#[cfg(feature = "cli")]
mod checkup;
#[cfg(feature = "cli")]
mod choice;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
#[expect(missing_docs, reason = "of the program; its tests see it too")]
mod command_files;
#[cfg(feature = "cli")]
mod commands;
#[cfg(feature = "cli")]
mod console;
#[cfg(feature = "cli")]
mod dispatch;
#[cfg(feature = "cli")]
mod event_log;
#[cfg(feature = "cli")]
#[expect(missing_docs, reason = "of the program; its tests see it too")]
mod inspector_options;
#[cfg(feature = "cli")]
mod request_files;
#[cfg(feature = "cli")]
#[cfg(feature = "cli")]
mod threads;
#[cfg(feature = "cli")]
#[cfg_attr(not(feature = "tui"), path = "no_tui.rs")]
mod tui;
#[cfg(feature = "cli")]
mod usage_error;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use dispatch::run;
#[cfg(feature = "tui")]
#[doc(hidden)]
pub use tui::testing;
