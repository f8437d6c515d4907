//! The mathematics of `BERTScore`: worked numbers, laws that hold for any matrix, and the tables beside it.

mod alignment;
mod correlation;
mod properties;
mod worked;
