//! What a file may have at most.

/// Maximum bytes of a line or record. Longer ones are errors, so that they cannot exhaust memory.
pub const MAX_RECORD_BYTES: usize = 16 << 20;

/// Maximum bytes of an id or a group, which names rows in lists and messages.
pub const MAX_NAME_BYTES: usize = 10_000;

/// A longer line ends the reading: it has no end, as in `/dev/zero`.
pub const MAX_LINE_BYTES: usize = 256 << 20;

/// Maximum number of systems: every two of them are compared.
pub const MAX_SYSTEMS: usize = 100;
