//! Files of pairs, whatever is in them.

mod any_bytes;
mod json_forms;
mod long_table;
