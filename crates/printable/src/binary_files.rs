//! Files that people have instead of text, recognised by their first bytes, with the tool that converts them.

use crate::wide_encoding;

/// A file that is not text, as the middle of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BinaryFile {
    /// What it is, with an article.
    pub kind: &'static str,
    /// What to do, as an imperative.
    pub remedy: &'static str,
}

const XLSX: BinaryFile = BinaryFile {
    kind: "a spreadsheet (.xlsx or .ods), not text",
    remedy: "save it as CSV in the spreadsheet program, or convert it with pandas.read_excel(…).to_csv(…)",
};

const ZIP: BinaryFile = BinaryFile {
    kind: "a zip archive, not text",
    remedy: "unpack it with `unzip`",
};

const OTHER: BinaryFile = BinaryFile {
    kind: "a binary file, not text",
    remedy: "pass texts, TSV, CSV or JSON in UTF-8",
};

/// The first bytes of each kind.
const KINDS: [(&[u8], BinaryFile); 8] = [
    (
        b"\xd0\xcf\x11\xe0",
        BinaryFile {
            kind: "a spreadsheet or document of an old Office (.xls), not text",
            remedy: "save it as CSV in the spreadsheet program",
        },
    ),
    (
        b"PAR1",
        BinaryFile {
            kind: "a Parquet file, not text",
            remedy: "convert it with pandas.read_parquet(…).to_json(…, orient=\"records\", lines=True)",
        },
    ),
    (
        b"version https://git-lfs.github.com/spec/",
        BinaryFile {
            kind: "a Git LFS pointer, not the file itself",
            remedy: "fetch the file with `git lfs pull`",
        },
    ),
    (
        b"%PDF-",
        BinaryFile {
            kind: "a PDF, not text",
            remedy: "extract its text with `pdftotext`",
        },
    ),
    (
        b"\x1f\x8b",
        BinaryFile {
            kind: "compressed with gzip",
            remedy: "decompress it with `gunzip -c`",
        },
    ),
    (
        b"\x28\xb5\x2f\xfd",
        BinaryFile {
            kind: "compressed with Zstandard",
            remedy: "decompress it with `zstd -dc`",
        },
    ),
    (
        b"BZh91AY&SY",
        BinaryFile {
            kind: "compressed with bzip2",
            remedy: "decompress it with `bzip2 -dc`",
        },
    ),
    (
        b"\xfd7zXZ\0",
        BinaryFile {
            kind: "compressed with xz",
            remedy: "decompress it with `xz -dc`",
        },
    ),
];

const PICKLE: BinaryFile = BinaryFile {
    kind: "a Python pickle, not text",
    remedy: "load it in Python and write it with to_csv or json.dump",
};

impl BinaryFile {
    /// The kind of a file with this start; `None` for a text.
    pub fn recognise(start: &[u8]) -> Option<Self> {
        if start.starts_with(b"PK\x03\x04") {
            let is_spreadsheet = contains(start, b"xl/") || contains(start, b"opendocument.spread");
            return Some(if is_spreadsheet { XLSX } else { ZIP });
        }
        for (magic, kind) in KINDS {
            if start.starts_with(magic) {
                return Some(kind);
            }
        }
        if let [0x80, 2..=5, ..] = start {
            return Some(PICKLE);
        }
        is_binary(start).then_some(OTHER)
    }
}

/// Whether bytes are no text: those of a character set of one byte have no control characters either, and UTF-8 has few.
fn is_binary(start: &[u8]) -> bool {
    // UTF-16 has zeros, and a sentence of its own.
    if wide_encoding(start).is_some() {
        return false;
    }
    // An error without a length is a last character that was cut.
    let is_invalid = std::str::from_utf8(start).is_err_and(|error| error.error_len().is_some());
    let controls = start
        .iter()
        .filter(|byte| **byte < 0x20 && !b"\t\n\r\x0b\x0c\x1b".contains(byte))
        .count();
    controls * 10 > start.len() || (is_invalid && controls > 0)
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
