//! The ids of segments, one after another in one buffer.

/// Ends an id. No UTF-8 text contains this byte.
const END: u8 = 0xFF;

/// An offset is stored for the first of so many ids.
const STRIDE: usize = 8;

#[derive(Debug, Clone, Default)]
pub(crate) struct Ids {
    bytes: Vec<u8>,
    offsets: Vec<usize>,
    len: usize,
}

impl Ids {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn push(&mut self, id: &str) {
        if self.len.is_multiple_of(STRIDE) {
            self.offsets.push(self.bytes.len());
        }
        self.len += 1;
        self.bytes.extend(id.bytes().chain([END]));
    }

    pub fn get(&self, segment: usize) -> &str {
        let mut ids = self.bytes[self.offsets[segment / STRIDE]..].split(|byte| *byte == END);
        let id = ids
            .nth(segment % STRIDE)
            .and_then(|id| str::from_utf8(id).ok());
        id.expect("the ids are UTF-8 and each has an end")
    }
}

impl<'a> FromIterator<&'a str> for Ids {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let mut ids = Self::default();
        for id in names {
            ids.push(id);
        }
        ids
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_found_even_an_empty_one_and_one_with_any_character() {
        let names: Vec<String> = (0..40)
            .map(|i| ["", "a", "\0", "ÿ\u{10ffff}\n"][i % 4].repeat(i))
            .collect();
        let ids: Ids = names.iter().map(String::as_str).collect();
        assert!((0..40).all(|at| ids.get(at) == names[at]) && ids.len() == 40);
    }
}
