//! Tests of the comparison by kind.

mod differences;
mod labelled_pairs;
mod sentences;
mod word_list;
