//! Files of pairs, whatever is in them.

mod any_bytes;
mod long_table;
