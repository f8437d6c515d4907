//! The tensors of a state dictionary in a pickle: which part of which storage each one is.

use std::ops::Range;

use super::machine::{Index, NOT_PLAIN, Object, Pickle, Problem};
use crate::weights::{DType, MAX_DIMENSIONS, MAX_NAME_BYTES, Region};

/// Maximum number of tensors of a model.
const MAX_TENSORS: usize = 1 << 16;

/// The problem of a pickle without named tensors.
pub const NO_TABLE: Problem = "its pickle contains no table of plain tensors";

/// A tensor that is a part of a storage.
pub struct Tensor<'a> {
    pub name: &'a str,
    /// The key of its storage.
    pub storage: &'a str,
    /// The number type of the storage; `None` for an unknown PyTorch type.
    pub kind: Option<StorageType>,
    /// Offset of its first number in the storage, in numbers.
    pub offset: usize,
    pub shape: Vec<usize>,
    /// Whether its numbers are row-major in the storage.
    pub contiguous: bool,
}

impl Tensor<'_> {
    /// Its part of a storage with numbers of this type.
    pub fn part_of(&self, storage: &Region, dtype: DType) -> Result<Region, Problem> {
        if !self.contiguous {
            return Err("is stored transposed");
        }
        let part = self
            .byte_range(dtype)
            .and_then(|range| storage.slice(range));
        part.ok_or("is longer than its data")
    }

    /// `None` if it ends beyond all memory: every number comes from the file.
    fn byte_range(&self, dtype: DType) -> Option<Range<usize>> {
        let count = self
            .shape
            .iter()
            .try_fold(1usize, |count, size| count.checked_mul(*size))?;
        let start = self.offset.checked_mul(dtype.bytes())?;
        let length = count.checked_mul(dtype.bytes())?;
        Some(start..start.checked_add(length)?)
    }
}

/// The contents of a storage.
#[derive(Clone, Copy)]
pub enum StorageType {
    /// Floating-point numbers that layers use.
    Number(DType),
    /// Other numbers, with their size in bytes.
    Other(usize),
}

impl StorageType {
    /// Bytes of one number.
    pub fn bytes(self) -> usize {
        match self {
            Self::Number(number) => number.bytes(),
            Self::Other(bytes) => bytes,
        }
    }

    fn from_class_name(class: &[u8]) -> Option<Self> {
        match class.strip_prefix(b"torch\n")?.strip_suffix(b"Storage")? {
            b"Float" => Some(Self::Number(DType::F32)),
            b"Half" => Some(Self::Number(DType::F16)),
            b"BFloat16" => Some(Self::Number(DType::Bf16)),
            b"Byte" | b"Char" | b"Bool" => Some(Self::Other(1)),
            b"Short" => Some(Self::Other(2)),
            b"Int" => Some(Self::Other(4)),
            b"Double" | b"Long" | b"ComplexFloat" => Some(Self::Other(8)),
            b"ComplexDouble" => Some(Self::Other(16)),
            _ => None,
        }
    }
}

/// All tensors that the pickle's dictionary names; other entries are skipped. Fails when there are none, or one is not
/// in PyTorch's form.
pub fn tensors<'a>(pickle: &Pickle<'a>) -> Result<Vec<Tensor<'a>>, Problem> {
    let Object::Dict(entries) = pickle.root() else {
        return Err(NO_TABLE);
    };
    let mut tensors = Vec::new();
    for (name, value) in entries {
        let Object::Text(name) = pickle.get(*name) else {
            continue;
        };
        let Some(arguments) = rebuild_arguments(pickle, *value)? else {
            continue;
        };
        if name.len() > MAX_NAME_BYTES || tensors.len() == MAX_TENSORS {
            return Err("its pickle has more tensors, or longer names, than any model");
        }
        tensors.push(tensor(pickle, name, arguments)?);
    }
    if tensors.is_empty() {
        Err(NO_TABLE)
    } else {
        Ok(tensors)
    }
}

/// The arguments of the call that builds a tensor from a storage; `None` if the object is not a tensor. A parameter, or a
/// tensor of a subclass, wraps such a call.
fn rebuild_arguments<'p>(
    pickle: &'p Pickle<'_>,
    value: Index,
) -> Result<Option<&'p [Index]>, Problem> {
    let Object::Call(mut function, mut arguments) = *pickle.get(value) else {
        return Ok(None);
    };
    // A parameter of a subclass has two wrappers. A damaged file could have any number, or one that wraps itself.
    for _ in 0..3 {
        let Object::Tuple(items) = pickle.get(arguments) else {
            return Ok(None);
        };
        match (pickle.get(function), &items[..]) {
            (Object::Global(b"torch._utils\n_rebuild_tensor_v2"), _) => return Ok(Some(items)),
            (
                Object::Global(b"torch._tensor\n_rebuild_from_type_v2"),
                [inner, _, inner_arguments, ..],
            ) => {
                function = *inner;
                arguments = *inner_arguments;
            }
            (Object::Global(b"torch._utils\n_rebuild_parameter"), [data, ..]) => {
                let Object::Call(inner, inner_arguments) = *pickle.get(*data) else {
                    return Err(NOT_PLAIN);
                };
                function = inner;
                arguments = inner_arguments;
            }
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// A tensor from `(storage, offset, shape, strides, …)`, whose storage is `("storage", class, key, place, count, …)`.
fn tensor<'a>(
    pickle: &Pickle<'a>,
    name: &'a str,
    arguments: &[Index],
) -> Result<Tensor<'a>, Problem> {
    let [storage, offset, shape, strides, ..] = arguments else {
        return Err(NOT_PLAIN);
    };
    let Object::Stored(keys) = pickle.get(*storage) else {
        return Err(NOT_PLAIN);
    };
    let Object::Tuple(keys) = pickle.get(*keys) else {
        return Err(NOT_PLAIN);
    };
    let [_, class, key, ..] = &keys[..] else {
        return Err(NOT_PLAIN);
    };
    let Object::Global(class) = pickle.get(*class) else {
        return Err(NOT_PLAIN);
    };
    let Object::Text(key) = pickle.get(*key) else {
        return Err(NOT_PLAIN);
    };
    if key.len() > MAX_NAME_BYTES {
        return Err(NOT_PLAIN);
    }
    let shape = sizes(pickle, *shape)?;
    let strides = sizes(pickle, *strides)?;
    Ok(Tensor {
        name,
        storage: key,
        kind: StorageType::from_class_name(class),
        offset: size(pickle, *offset)?,
        contiguous: is_contiguous(&shape, &strides),
        shape,
    })
}

fn sizes(pickle: &Pickle<'_>, index: Index) -> Result<Vec<usize>, Problem> {
    match pickle.get(index) {
        Object::Tuple(items) if items.len() <= MAX_DIMENSIONS => {
            items.iter().map(|item| size(pickle, *item)).collect()
        }
        _ => Err(NOT_PLAIN),
    }
}

fn size(pickle: &Pickle<'_>, index: Index) -> Result<usize, Problem> {
    match pickle.get(index) {
        Object::Int(number) => usize::try_from(*number).map_err(|_| NOT_PLAIN),
        _ => Err(NOT_PLAIN),
    }
}

/// Whether the strides are row-major.
fn is_contiguous(shape: &[usize], strides: &[usize]) -> bool {
    if shape.len() != strides.len() {
        return false;
    }
    let mut expected = Some(1usize);
    for (size, stride) in shape.iter().zip(strides).rev() {
        // A dimension of one element is never stepped through, so that PyTorch leaves any stride there.
        if *size != 1 && expected != Some(*stride) {
            return false;
        }
        expected = expected.and_then(|expected| expected.checked_mul(*size));
    }
    true
}
