//! Writes a document as JSON: the outer parts are indented, with one token, match or matrix row per line.

use std::io::{self, Write};

use serde::Serialize;

use super::Document;
use crate::json_parts::escape;

/// Parts up to this depth have a line for each entry.
const MAX_OPEN_DEPTH: usize = 2;

impl Document {
    /// The document as JSON, with a line break at its end.
    pub fn to_json(&self) -> String {
        let mut bytes = Vec::new();
        // Writing numbers and texts to a vector cannot fail.
        let _ = self.serialize(&mut serde_json::Serializer::with_formatter(
            &mut bytes,
            Layout::default(),
        ));
        bytes.push(b'\n');
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// The writer's position: for each enclosing part, whether its entries have separate lines.
#[derive(Default)]
struct Layout(Vec<Level>);

#[derive(Clone, Copy)]
struct Level {
    object: bool,
    open: bool,
    empty: bool,
}

impl Layout {
    /// Outer parts are open; of the next ones, only those in an object, which are lists with one entry per line.
    fn start<W: Write + ?Sized>(&mut self, out: &mut W, object: bool) -> io::Result<()> {
        let inside = self.0.last().is_none_or(|part| part.object && part.open);
        let open = self.0.len() < MAX_OPEN_DEPTH || (inside && !object);
        self.0.push(Level {
            object,
            open,
            empty: true,
        });
        out.write_all(if object { b"{" } else { b"[" })
    }

    fn entry<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        let depth = self.0.len();
        let Some(part) = self.0.last_mut() else {
            return Ok(());
        };
        part.empty = false;
        match (part.open, first) {
            (true, true) => out.write_all(b"\n")?,
            (true, false) => out.write_all(b",\n")?,
            (false, true) => return Ok(()),
            (false, false) => return out.write_all(b", "),
        }
        (0..depth).try_for_each(|_| out.write_all(b"  "))
    }

    fn end<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        let Some(part) = self.0.pop() else {
            return Ok(());
        };
        if part.open && !part.empty {
            out.write_all(b"\n")?;
            (0..self.0.len()).try_for_each(|_| out.write_all(b"  "))?;
        }
        out.write_all(if part.object { b"}" } else { b"]" })
    }
}

impl serde_json::ser::Formatter for Layout {
    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.start(out, false)
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.entry(out, first)
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out)
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.start(out, true)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.entry(out, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out)
    }

    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        escape(out, fragment)
    }
}
