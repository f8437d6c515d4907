//! BLEU, chrF and ROUGE beside the packages, by hand, and for any texts.

mod golden;
mod properties;
mod worked;
