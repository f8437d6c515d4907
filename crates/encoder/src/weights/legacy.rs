//! `pytorch_model.bin` as PyTorch before 1.6 wrote it, which many models of 2019 and 2020 still are.
//!
//! ```text
//! pickle: a magic number          pickle: 1001, the version
//! pickle: how the machine was     pickle: the table: name → tensor, which names its storage by a key
//! pickle: the keys, in order      for each key: how many numbers (8 bytes), the numbers
//! ```

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek};
use std::path::Path;
use std::sync::Arc;

use candle_core::pickle::{Object, Stack, TensorInfo};

use super::region::{Region, read_at};
use super::{NO_TABLE, not_plain};

/// The first two pickles: the magic number and the version.
pub const BEGIN: [u8; 21] = *b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.";

/// The tensors of a file that starts with [`BEGIN`], each with what it is a part of.
///
/// # Errors
/// What is wrong with the file.
pub fn tensors(file: &Arc<File>) -> Result<Vec<(TensorInfo, Region)>, String> {
    let mut reader = BufReader::new(&**file);
    reader.seek(std::io::SeekFrom::Start(BEGIN.len() as u64)).map_err(|e| e.to_string())?;
    let machine = next(&mut reader)?;
    if flag(machine, "little_endian") == Some(false) {
        return Err("it was written on a machine with another order of bytes; save it again from Python".into());
    }
    let Object::Dict(table) = next(&mut reader)? else { return Err(NO_TABLE.into()) };
    let mut infos = Vec::new();
    for (name, value) in table {
        let info = value.into_tensor_info(name, Path::new("")).map_err(|e| not_plain(&e))?;
        infos.extend(info);
    }
    if infos.is_empty() {
        return Err(NO_TABLE.into());
    }
    let Object::List(keys) = next(&mut reader)? else { return Err("its list of storages is missing".into()) };
    let mut place = reader.stream_position().map_err(|e| e.to_string())?;
    let sizes: HashMap<&str, usize> = infos.iter().map(|info| (key(info), info.dtype.size_in_bytes())).collect();
    let mut storages = HashMap::new();
    let whole = file.metadata().map_err(|e| e.to_string())?.len();
    for name in keys {
        let Object::Unicode(name) = name else { return Err("its list of storages is no list of names".into()) };
        let mut count = [0; 8];
        read_at(file, place, &mut count).map_err(|_| "it ends before its numbers do".to_owned())?;
        let size = *sizes.get(name.as_str()).ok_or("it holds a storage that no tensor names")?;
        let length = u64::from_le_bytes(count).checked_mul(size as u64);
        let end = length.and_then(|length| place.checked_add(8)?.checked_add(length)).filter(|end| *end <= whole);
        let (Some(length), Some(end)) = (length, end) else { return Err("it ends before its numbers do".into()) };
        let region = Region::File { file: Arc::clone(file), start: place + 8, length: length as usize };
        storages.insert(name, region);
        place = end;
    }
    let found = infos.into_iter().map(|info| {
        let stored = storages.get(key(&info)).cloned().ok_or_else(|| format!("{} has no numbers", info.name))?;
        Ok((info, stored))
    });
    found.collect()
}

/// The key of a tensor's storage; candle writes it as a path in an archive.
fn key(info: &TensorInfo) -> &str {
    info.path.trim_start_matches('/')
}

/// The object of the next pickle.
fn next(reader: &mut impl BufRead) -> Result<Object, String> {
    let mut stack = Stack::empty();
    stack.read_loop(reader).and_then(|()| stack.finalize()).map_err(|e| not_plain(&e))
}

fn flag(object: Object, name: &str) -> Option<bool> {
    let fields = object.dict().ok()?;
    fields.into_iter().find_map(|(key, value)| (key.unicode().ok()? == name).then(|| value.bool().ok())?)
}
