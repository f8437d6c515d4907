//! Tests of the comparison by kind.

mod differences;
mod forty_eight_pairs;
mod labelled_pairs;
mod sentences;
mod word_list;
