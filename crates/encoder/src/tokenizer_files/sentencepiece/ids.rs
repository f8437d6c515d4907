//! The ids of a class, which are those of its model or are computed from them.

use super::table::Table;
use crate::TokenId;
use crate::tokenizer_files::class::TokenizerClass;

/// How the ids of a class follow from those of its model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum IdScheme {
    Own,
    /// fairseq's special tokens come first; the model's own follow by one later, and `<mask>` is last.
    XlmRoberta,
    /// The model's own come by four later.
    Camembert,
}

/// The special tokens of fairseq, by id.
const FAIRSEQ: [&str; 4] = ["<s>", "<pad>", "</s>", "<unk>"];

/// The id of `<unk>` in both schemes of fairseq.
const FAIRSEQ_UNKNOWN: TokenId = 3;

/// How far CamemBERT's ids are from those of its model.
const CAMEMBERT_SHIFT: TokenId = 4;

impl IdScheme {
    /// The scheme of a class whose model is read from its own file.
    pub fn for_class(class: TokenizerClass) -> Self {
        match class {
            TokenizerClass::XLMRoberta => Self::XlmRoberta,
            TokenizerClass::Camembert => Self::Camembert,
            _ => Self::Own,
        }
    }

    /// The number of entries that the class counts, before tokens are added.
    pub fn entry_count(self, table: &Table) -> usize {
        match self {
            Self::Own => table.len(),
            Self::XlmRoberta => table.len() + 2,
            Self::Camembert => table.len() + CAMEMBERT_SHIFT as usize,
        }
    }

    /// The id of an entry, if there is one.
    pub fn id(self, entry: &str, table: &Table) -> Option<TokenId> {
        if self == Self::XlmRoberta {
            if let Some(id) = fairseq_id(entry) {
                return Some(id);
            }
            if entry == "<mask>" {
                return Some(mask_id(table));
            }
        }
        Some(self.class_id(table.find(entry)?, table))
    }

    /// The entry with an id.
    pub fn name(self, id: TokenId, table: &Table) -> Option<&str> {
        match self {
            Self::Own => table.name(id),
            Self::XlmRoberta => match FAIRSEQ.get(id as usize) {
                Some(special) => Some(*special),
                None if id == mask_id(table) => Some("<mask>"),
                None => table.name(id - 1),
            },
            Self::Camembert => table.name(id.checked_sub(CAMEMBERT_SHIFT)?),
        }
    }

    /// The id in the class of an entry with this id in the model.
    pub fn class_id(self, id: TokenId, table: &Table) -> TokenId {
        match self {
            Self::Own => id,
            _ if id == table.unknown => FAIRSEQ_UNKNOWN,
            // The model has some of the special tokens too, in another order.
            Self::XlmRoberta => table.name(id).and_then(fairseq_id).unwrap_or(id + 1),
            Self::Camembert => id + CAMEMBERT_SHIFT,
        }
    }
}

fn fairseq_id(entry: &str) -> Option<TokenId> {
    let id = FAIRSEQ.iter().position(|special| *special == entry)?;
    Some(id as TokenId)
}

fn mask_id(table: &Table) -> TokenId {
    (table.len() + 1) as TokenId
}
