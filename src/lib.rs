//! bertscope shows *why* a candidate sentence got its `BERTScore`.
//!
//! The floors are crates of their own, each of which knows only those below it:
//!
//! | floor | module | what it knows |
//! |---|---|---|
//! | 6 | [`lessons`] | pairs in an order, each with what it teaches |
//! | 5 | [`report`] | an analysis and its explanations written out |
//! | 4 | [`explain`] | why a score is what it is, and what else it could have been |
//! | 3 | [`analysis`] | a pair of texts and settings → tokens, matrix, matches, weights, score |
//! | 2 | [`models`], [`encoder`], [`pairs`] | files and tables of a model; text → tokens → hidden states; files of pairs |
//! | 1 | [`metric`] | the mathematics, from any matrix |
//!
//! This crate is the program on top of them: the inspector, the headless subcommands and the command line.

pub use bertscope_analysis as analysis;
pub use bertscope_encoder as encoder;
pub use bertscope_explain as explain;
pub use bertscope_lessons as lessons;
pub use bertscope_metric as metric;
pub use bertscope_models as models;
pub use bertscope_pairs as pairs;
pub use bertscope_printable as printable;
pub use bertscope_report as report;

pub mod cli;
pub mod commands;
mod dispatch;
pub mod metric_options;
pub mod model_tables;
pub mod tui;
pub mod usage_error;

pub use dispatch::run;
