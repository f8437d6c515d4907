//! bertscope shows *why* a candidate sentence got its `BERTScore`.
//!
//! The library is built in floors, each of which imports only from those below it:
//!
//! | floor | module | what it knows |
//! |---|---|---|
//! | 7 | [`tui`] | the inspector: screen, keys, worker thread |
//! | 6 | [`lessons`] | pairs in an order, each with what it teaches |
//! | 5 | [`report`] | an analysis and its explanations written out |
//! | 4 | [`explain`] | why a score is what it is, and what else it could have been |
//! | 3 | [`analysis`] | a pair of texts and settings → tokens, matrix, matches, weights, score |
//! | 2 | [`models`], [`encoder`] | files and figures of a model; text → tokens → hidden states |
//! | 1 | [`metric`] | the mathematics, from any matrix |
//!
//! [`commands`] are the headless subcommands; [`cli`] is the command line.

pub mod analysis;
pub mod cli;
pub mod commands;
pub mod encoder;
pub mod explain;
pub mod lessons;
pub mod metric;
pub mod models;
pub mod pairs;
pub mod printable;
pub mod report;
pub mod tui;
