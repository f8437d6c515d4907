//! `pytorch_model.bin` as PyTorch before 1.6 wrote it, which many models of 2019 and 2020 still use.
//!
//! ```text
//! pickle: a magic number          pickle: 1001, the version
//! pickle: how the machine was     pickle: the table: name → tensor, which names its storage by a key
//! pickle: the keys, in order      for each key: how many numbers (8 bytes), the numbers
//! ```

use std::collections::HashMap;
use std::fs::File;
use std::sync::Arc;

use super::machine::{MAX_BYTES, Object, Pickle, Problem};
use super::tensors::{Tensor, tensors};
use crate::weights::Region;
use crate::weights::region::read_at;

/// The first two pickles: the magic number and the version.
pub const MAGIC: [u8; 21] = *b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.";

/// Bytes of the count before the numbers of a storage.
const COUNT_BYTES: u64 = 8;

/// The contents of a file that starts with [`MAGIC`].
pub struct Legacy<'a> {
    pub tensors: Vec<Tensor<'a>>,
    /// The position of each storage, by key.
    pub storages: HashMap<&'a str, Region>,
}

/// The first bytes of a file, which contain its pickles.
pub fn pickles(file: &File, size: u64) -> std::io::Result<Vec<u8>> {
    // Three pickles follow the magic number. Where they end is known only after they are read.
    let mut bytes = vec![0; size.min(3 * MAX_BYTES as u64) as usize];
    read_at(file, 0, &mut bytes)?;
    Ok(bytes)
}

/// Reads the [`pickles`] of a file, and locates its storages.
pub fn read<'a>(file: &Arc<File>, size: u64, pickles: &'a [u8]) -> Result<Legacy<'a>, Problem> {
    let mut rest = pickles.get(MAGIC.len()..).unwrap_or_default();
    if is_big_endian(&Pickle::parse(&mut rest)?) {
        return Err(
            "it was written on a machine with a different byte order; save it again from Python",
        );
    }
    let tensors = tensors(&Pickle::parse(&mut rest)?)?;
    let keys = Pickle::parse(&mut rest)?;
    let Object::List(list) = keys.root() else {
        return Err("its list of storages is missing");
    };
    let kinds: HashMap<&str, _> = tensors
        .iter()
        .map(|tensor| (tensor.storage, tensor.kind))
        .collect();
    let mut position = (pickles.len() - rest.len()) as u64;
    let mut storages = HashMap::new();
    for key in list {
        let Object::Text(key) = keys.get(*key) else {
            return Err("its list of storages is not a list of names");
        };
        // Only the type tells the size of a number, and with it where the next storage starts.
        let kind = kinds
            .get(key)
            .ok_or("it contains a storage that no tensor uses")?
            .ok_or("it contains numbers of an unknown type")?;
        let storage = storage_at(position, file, size, kind.bytes())
            .ok_or("it is incomplete: its tensor data is cut off")?;
        position += COUNT_BYTES + storage.len() as u64;
        storages.insert(*key, storage);
    }
    Ok(Legacy { tensors, storages })
}

/// The storage whose count is at a position of the file; `None` if the file ends before it does.
fn storage_at(position: u64, file: &Arc<File>, size: u64, number_bytes: usize) -> Option<Region> {
    let mut count = [0; COUNT_BYTES as usize];
    read_at(file, position, &mut count).ok()?;
    let length = u64::from_le_bytes(count).checked_mul(number_bytes as u64)?;
    let start = position.checked_add(COUNT_BYTES)?;
    if start.checked_add(length)? > size {
        return None;
    }
    Some(Region::File {
        file: Arc::clone(file),
        start,
        length: length as usize,
    })
}

fn is_big_endian(machine: &Pickle<'_>) -> bool {
    let Object::Dict(fields) = machine.root() else {
        return false;
    };
    fields.iter().any(|(key, value)| {
        matches!(machine.get(*key), Object::Text("little_endian"))
            && matches!(machine.get(*value), Object::Bool(false))
    })
}
