//! A pickle parser that executes nothing: it supports what `torch.save` writes for a table of tensors, and nothing else.
//!
//! A pickle is a program for a stack machine. Objects are stored in one list and refer to each other by index, so that
//! a deep or shared object needs no recursion and no copy. Everything is bounded, whatever the bytes say.

use std::collections::HashMap;

/// What is wrong with a pickle, as a sentence of which the file is the subject.
pub type Problem = &'static str;

/// Maximum bytes of a pickle; a model of 1000 layers has 4 MB.
pub const MAX_BYTES: usize = 16 << 20;

/// Maximum number of objects in a pickle, on its stack, and in its memo. A tensor has 20.
const MAX_OBJECTS: usize = 1 << 20;

/// A pickle that is damaged, or that uses more of Python than tensors need.
pub const NOT_PLAIN: Problem = "its pickle is damaged or contains more than plain tensors; save them again from Python with \
                                torch.save(model.state_dict(), FILE)";

pub const TOO_LARGE: Problem = "its pickle is too large for a model";

/// Position of an object in [`Pickle::objects`].
#[derive(Clone, Copy)]
pub struct Index(u32);

/// An object, as far as tensors need it. Text borrows from the input bytes.
pub enum Object<'a> {
    /// Anything that tensors do not need.
    Other,
    Bool(bool),
    Int(i64),
    Text(&'a str),
    /// A global of a Python module: the module, a line break, the name.
    Global(&'a [u8]),
    Tuple(Vec<Index>),
    List(Vec<Index>),
    /// A dictionary, in the order of insertion.
    Dict(Vec<(Index, Index)>),
    /// A call of a function with a tuple of arguments, not executed.
    Call(Index, Index),
    /// A persistent id: a tuple of keys for data outside the pickle.
    Stored(Index),
}

/// All objects of a pickle.
pub struct Pickle<'a> {
    objects: Vec<Object<'a>>,
    root: Index,
}

impl<'a> Pickle<'a> {
    /// Reads the pickle at the start of `bytes` and advances `bytes` past it.
    pub fn parse(bytes: &mut &'a [u8]) -> Result<Self, Problem> {
        let mut machine = Machine {
            rest: bytes.get(..MAX_BYTES).unwrap_or(bytes),
            objects: Vec::new(),
            stack: Vec::new(),
            marks: Vec::new(),
            memo: HashMap::new(),
        };
        let length = machine.rest.len();
        while !machine.step()? {
            let waiting = machine
                .stack
                .len()
                .max(machine.marks.len())
                .max(machine.memo.len());
            if waiting.max(machine.objects.len()) >= MAX_OBJECTS {
                return Err(TOO_LARGE);
            }
        }
        let root = machine.pop()?;
        *bytes = &bytes[length - machine.rest.len()..];
        Ok(Self {
            objects: machine.objects,
            root,
        })
    }

    /// The pickled object.
    pub fn root(&self) -> &Object<'a> {
        self.get(self.root)
    }

    pub fn get(&self, index: Index) -> &Object<'a> {
        self.objects.get(index.0 as usize).unwrap_or(&Object::Other)
    }
}

struct Machine<'a> {
    rest: &'a [u8],
    objects: Vec<Object<'a>>,
    stack: Vec<Index>,
    /// Stack heights at which a tuple, or the items of a list, start.
    marks: Vec<usize>,
    memo: HashMap<u32, Index>,
}

impl<'a> Machine<'a> {
    /// Interprets one instruction; returns `true` for the last.
    fn step(&mut self) -> Result<bool, Problem> {
        let [code] = self.array()?;
        let object = match code {
            b'N' => Object::Other,
            0x88 => Object::Bool(true),
            0x89 => Object::Bool(false),
            b'K' => Object::Int(u8::from_le_bytes(self.array()?).into()),
            b'M' => Object::Int(u16::from_le_bytes(self.array()?).into()),
            b'J' => Object::Int(i32::from_le_bytes(self.array()?).into()),
            0x8a => {
                let [length] = self.array()?;
                long(self.bytes(length.into())?)
            }
            b'G' => {
                self.bytes(8)?;
                Object::Other
            }
            b'X' => {
                let length = u32::from_le_bytes(self.array()?);
                Object::Text(
                    std::str::from_utf8(self.bytes(length as usize)?).map_err(|_| NOT_PLAIN)?,
                )
            }
            b'c' => Object::Global(self.two_lines()?),
            b')' => Object::Tuple(Vec::new()),
            b']' => Object::List(Vec::new()),
            b'}' => Object::Dict(Vec::new()),
            0x85..=0x87 => Object::Tuple(self.pop_several((code - 0x84).into())?),
            b't' => Object::Tuple(self.pop_to_mark()?),
            b'Q' => Object::Stored(self.pop()?),
            b'R' | 0x81 => {
                let arguments = self.pop()?;
                let function = self.pop()?;
                match self.get(function)? {
                    // A state dictionary starts empty; its entries are set afterwards, as those of a plain one.
                    Object::Global(b"collections\nOrderedDict") => Object::Dict(Vec::new()),
                    _ => Object::Call(function, arguments),
                }
            }
            b'.' => return Ok(true),
            other => return self.change(other).map(|()| false),
        };
        self.stack.push(Index(self.objects.len() as u32));
        self.objects.push(object);
        Ok(false)
    }

    /// Interprets an instruction that creates no object.
    fn change(&mut self, code: u8) -> Result<(), Problem> {
        match code {
            // The protocol version.
            0x80 => self.bytes(1).map(drop)?,
            b'(' => self.marks.push(self.stack.len()),
            b'a' => {
                let item = self.pop()?;
                self.list()?.push(item);
            }
            b'e' => {
                let items = self.pop_to_mark()?;
                self.list()?.extend(items);
            }
            b's' => {
                let items = self.pop_several(2)?;
                self.insert(&items)?;
            }
            b'u' => {
                let items = self.pop_to_mark()?;
                self.insert(&items)?;
            }
            // State that is set on an object afterwards, such as the metadata of a state dictionary.
            b'b' => self.pop().map(drop)?,
            b'q' | b'r' => {
                let key = self.memo_key(code == b'r')?;
                let top = *self.stack.last().ok_or(NOT_PLAIN)?;
                self.memo.insert(key, top);
            }
            b'h' | b'j' => {
                let key = self.memo_key(code == b'j')?;
                self.stack.push(*self.memo.get(&key).ok_or(NOT_PLAIN)?);
            }
            _ => return Err(NOT_PLAIN),
        }
        Ok(())
    }

    /// The key of an object in the memo, in four bytes or in one.
    fn memo_key(&mut self, is_long: bool) -> Result<u32, Problem> {
        Ok(if is_long {
            u32::from_le_bytes(self.array()?)
        } else {
            u8::from_le_bytes(self.array()?).into()
        })
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], Problem> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(NOT_PLAIN)?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Problem> {
        self.bytes(N)?.try_into().map_err(|_| NOT_PLAIN)
    }

    /// Returns the next two lines, with the line break between them but without the one after them.
    fn two_lines(&mut self) -> Result<&'a [u8], Problem> {
        let mut lines = self.rest.split(|byte| *byte == b'\n');
        let module = lines.next().ok_or(NOT_PLAIN)?;
        let name = lines.next().ok_or(NOT_PLAIN)?;
        let end = module.len() + 1 + name.len();
        let lines = self.bytes(end)?;
        self.bytes(1)?;
        Ok(lines)
    }

    /// Pops the topmost object, but none below a stack mark.
    fn pop(&mut self) -> Result<Index, Problem> {
        let floor = self.marks.last().copied().unwrap_or(0);
        if self.stack.len() <= floor {
            return Err(NOT_PLAIN);
        }
        self.stack.pop().ok_or(NOT_PLAIN)
    }

    /// Pops some objects, in the order in which they were pushed.
    fn pop_several(&mut self, count: usize) -> Result<Vec<Index>, Problem> {
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(self.pop()?);
        }
        items.reverse();
        Ok(items)
    }

    fn pop_to_mark(&mut self) -> Result<Vec<Index>, Problem> {
        let floor = self.marks.pop().ok_or(NOT_PLAIN)?;
        if floor > self.stack.len() {
            return Err(NOT_PLAIN);
        }
        Ok(self.stack.split_off(floor))
    }

    fn get(&self, index: Index) -> Result<&Object<'a>, Problem> {
        self.objects.get(index.0 as usize).ok_or(NOT_PLAIN)
    }

    fn top(&mut self) -> Result<&mut Object<'a>, Problem> {
        let top = self.stack.last().ok_or(NOT_PLAIN)?;
        self.objects.get_mut(top.0 as usize).ok_or(NOT_PLAIN)
    }

    fn list(&mut self) -> Result<&mut Vec<Index>, Problem> {
        match self.top()? {
            Object::List(items) => Ok(items),
            _ => Err(NOT_PLAIN),
        }
    }

    /// Inserts alternating keys and values into the topmost dictionary.
    fn insert(&mut self, items: &[Index]) -> Result<(), Problem> {
        let (pairs, odd) = items.as_chunks();
        let Object::Dict(entries) = self.top()? else {
            return Err(NOT_PLAIN);
        };
        if !odd.is_empty() {
            return Err(NOT_PLAIN);
        }
        entries.extend(pairs.iter().map(|[key, value]| (*key, *value)));
        Ok(())
    }
}

/// A little-endian integer of any length; one that is too long cannot be a size or an offset.
fn long(bytes: &[u8]) -> Object<'static> {
    let is_negative = bytes.last().is_some_and(|last| *last >= 0x80);
    let mut number = [if is_negative { 0xff } else { 0 }; 8];
    match number.get_mut(..bytes.len()) {
        Some(low) => {
            low.copy_from_slice(bytes);
            Object::Int(i64::from_le_bytes(number))
        }
        None => Object::Other,
    }
}
