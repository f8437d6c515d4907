//! The pair in a row of a table or of JSON Lines.

use std::sync::Arc;

use crate::columns::ColumnPositions;
use crate::error::{RowProblem, RowSource};
use crate::human_score::parse_human_score;
use crate::limits::MAX_NAME_BYTES;
use crate::row_fields::{References, RowFields};
use crate::{
    Field, Id, MissingText, MissingTexts, OtherColumn, PairRecord, RowError, SystemCandidate,
};

/// The texts of a row, some of which may be missing.
struct RowTexts<'a, F> {
    fields: &'a F,
    policy: Option<MissingTexts>,
    missing: Option<MissingText>,
}

impl<F: RowFields> RowTexts<'_, F> {
    fn candidate(&mut self, position: usize) -> Result<String, RowProblem> {
        if let Some(text) = self.present(self.fields.text(position)?) {
            return Ok(text);
        }
        let replacement = self.replacement(MissingText::Candidate, position)?;
        Ok(replacement.unwrap_or_default())
    }

    /// The references of a row. A blank field beside another reference is none: rows have different numbers of them.
    fn references(&mut self, positions: &[usize]) -> Result<Vec<String>, RowProblem> {
        let mut references = Vec::new();
        let mut blank = None;
        for position in positions {
            match self.fields.references(*position)? {
                References::List(texts) => references.extend(texts),
                References::One(text) => match self.present(text) {
                    Some(text) if text.trim().is_empty() => blank = blank.or(Some(text)),
                    other => references.extend(other),
                },
            }
        }
        if references.is_empty() {
            references.extend(blank);
        }
        if references.is_empty() {
            references.extend(self.replacement(MissingText::Reference, positions[0])?);
        }
        Ok(references)
    }

    /// A text, unless it is missing. In a table, a missing text is blank, which is an empty text unless the user decides
    /// what happens to missing ones.
    fn present(&self, text: Option<String>) -> Option<String> {
        let is_decided = matches!(self.policy, Some(MissingTexts::Error | MissingTexts::Skip));
        text.filter(|text| !(F::HAS_NO_NULL && is_decided && text.trim().is_empty()))
    }

    /// The text instead of a missing one; `None` if the pair is kept without a score.
    fn replacement(
        &mut self,
        text: MissingText,
        position: usize,
    ) -> Result<Option<String>, RowProblem> {
        match self.policy {
            Some(MissingTexts::Zero) => Ok(Some(String::new())),
            Some(MissingTexts::Skip) => {
                self.missing.get_or_insert(text);
                Ok(None)
            }
            Some(MissingTexts::Error) | None => Err(RowProblem::MissingText {
                column: self.fields.column_name(position),
            }),
        }
    }
}

impl ColumnPositions {
    /// The pair in a row, whose id was read before.
    pub fn pair_record(
        &self,
        fields: &impl RowFields,
        id: Option<Id>,
        source: RowSource<'_>,
    ) -> Result<PairRecord, RowProblem> {
        let mut texts = RowTexts {
            fields,
            policy: self.missing,
            missing: None,
        };
        let candidate = texts.candidate(self.candidate)?;
        let references = texts.references(&self.references)?;
        // A field that is no score is no saved score; the pair can be scored anyway.
        let scores = self.scores.scores(fields).unwrap_or_default();
        let mut provenance = None;
        if scores.is_some() {
            provenance = self.scores.provenance(fields);
        }
        let mut others = Vec::new();
        for (position, name) in &self.others {
            // A value that is not UTF-8 is skipped: nothing is computed from it.
            if let Ok(value) = fields.value(*position) {
                others.extend(other_column(name, &value));
            }
        }
        let mut human_scores = HumanScores {
            source,
            unread: None,
        };
        let human = human_scores.read(fields, self.human)?;
        let group = match self.group {
            Some(position) => Some(bounded(fields.value(position)?, "group")?.to_string()),
            None => None,
        };
        let mut extra = Vec::with_capacity(self.extra.len());
        for position in &self.extra {
            extra.push(fields.value(*position)?);
        }
        let mut other_systems = Vec::with_capacity(self.other_systems.len());
        for system in &self.other_systems {
            let human = human_scores.read(fields, system.human)?;
            other_systems.push(SystemCandidate {
                candidate: texts.candidate(system.candidate)?,
                human,
            });
        }
        Ok(PairRecord {
            id,
            candidate,
            references,
            missing: texts.missing,
            looks_quoted: false,
            selected: false,
            human,
            unread_human: human_scores.unread,
            group,
            scores,
            provenance,
            extra,
            others,
            other_systems,
        })
    }
}

/// An id or a group, which lists, tables and messages repeat.
pub fn bounded(name: Field, role: &'static str) -> Result<Field, RowProblem> {
    if name.as_json().get().len() > MAX_NAME_BYTES {
        return Err(RowProblem::NameTooLong(role));
    }
    Ok(name)
}

/// Reads the human scores of a row.
struct HumanScores<'a> {
    source: RowSource<'a>,
    /// The first that cannot be read.
    unread: Option<RowError>,
}

impl HumanScores<'_> {
    /// A human score; one that cannot be read counts as missing.
    fn read(
        &mut self,
        fields: &impl RowFields,
        position: Option<usize>,
    ) -> Result<Option<f64>, RowProblem> {
        let Some(position) = position else {
            return Ok(None);
        };
        match parse_human_score(&fields.value(position)?.to_string()) {
            Ok(score) => Ok(score),
            Err(problem) => {
                let RowSource { file, line } = self.source;
                self.unread
                    .get_or_insert_with(|| RowError::new(file, line, problem));
                Ok(None)
            }
        }
    }
}

/// A column's value in a row; `None` for none.
fn other_column(name: &Arc<str>, value: &Field) -> Option<OtherColumn> {
    let text = value.to_string();
    if value.is_nested_or_null() || text.trim().is_empty() {
        return None;
    }
    Some(OtherColumn {
        name: name.clone(),
        value: text,
    })
}
