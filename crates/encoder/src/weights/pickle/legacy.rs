//! `pytorch_model.bin` as PyTorch before 1.6 wrote it, which many models of 2019 and 2020 still use.
//!
//! ```text
//! pickle: a magic number          pickle: 1001, the version
//! pickle: how the machine was     pickle: the table: name → tensor, which names its storage by a key
//! pickle: the keys, in order      for each key: how many numbers (8 bytes), the numbers
//! ```

use std::collections::HashMap;

use super::machine::{Object, Pickle, Problem};
use super::tensors::{Tensor, tensors};
use crate::weights::Region;

/// The first two pickles: the magic number and the version.
pub const MAGIC: [u8; 21] = *b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.";

/// Bytes of the count before the numbers of a storage.
const COUNT_BYTES: usize = 8;

/// The contents of a file that starts with [`MAGIC`].
pub struct Legacy<'a> {
    pub tensors: Vec<Tensor<'a>>,
    /// The position of each storage, by key.
    pub storages: HashMap<&'a str, Region>,
}

/// Reads the pickles at the start of a file, and locates its storages.
pub fn read<'a>(file: &Region, pickles: &'a [u8]) -> Result<Legacy<'a>, Problem> {
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
    let mut position = pickles.len() - rest.len();
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
        let storage = storage_at(position, file, kind.bytes())
            .ok_or("it is incomplete: its tensor data is cut off")?;
        position += COUNT_BYTES + storage.len();
        storages.insert(*key, storage);
    }
    Ok(Legacy { tensors, storages })
}

/// The storage whose count is at a position of the file; `None` if the file ends before it does.
fn storage_at(position: usize, file: &Region, number_bytes: usize) -> Option<Region> {
    let mut buffer = Vec::new();
    let start = position.checked_add(COUNT_BYTES)?;
    let count = file.read(position..start, &mut buffer).ok()?;
    let count = u64::from_le_bytes(count.try_into().ok()?);
    let length = usize::try_from(count).ok()?.checked_mul(number_bytes)?;
    file.slice(start..start.checked_add(length)?)
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
