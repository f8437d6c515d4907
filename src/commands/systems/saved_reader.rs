//! Reads saved scores, and matches them with those of the first file. Of each line, only the numbers for the comparison stay in
//! memory, and its texts if they are requested.

use std::num::NonZeroU32;
use std::path::Path;

use color_eyre::eyre::Result;
use rayon::prelude::*;

use super::html_entities;
use super::other_settings::word_overlap;
use super::saved::{SavedScores, SavedTexts};
use super::saved_order::{IdIndex, LineOrder, hash};
use bertscope_pairs::scored_lines::{self, ScoredLine};
use bertscope_systems::{Measure, SegmentScores, SegmentValue, Segments};

/// Number of lines read together.
const BATCH_LINES: usize = 1024;

/// A line that has been read.
struct SavedLine {
    line: ScoredLine,
    id: Option<String>,
    /// The counts for word overlap, if there are texts.
    overlap: Option<[SegmentValue; 3]>,
    /// Hash of the references; `None` if there are no texts.
    references: Option<NonZeroU32>,
    has_entities: bool,
}

impl SavedScores {
    /// Reads the file of a system with this name; its lines are matched with those of the first file. With `texts`, each line must
    /// contain its texts, and they are kept.
    pub fn read(path: &Path, name: String, texts: bool, first: Option<&Self>) -> Result<Self> {
        let mut scores = Self::empty(path.display().to_string(), name);
        let mut order = first.map(LineOrder::new);
        let mut lines = scored_lines::read(path)?;
        // The first line with scores tells which measures there are.
        let (mut waiting, mut is_measured) = (Vec::new(), false);
        loop {
            let some = lines
                .by_ref()
                .take(BATCH_LINES)
                .collect::<Result<Vec<_>, _>>()?;
            if some.is_empty() {
                break;
            }
            for line in &some {
                scores.check_signature(line)?;
                if texts && line.texts.is_none() {
                    let sentence = format!("line {} has no texts", line.number);
                    return Err(scores.error(&sentence, "score the file with --json --texts"));
                }
            }
            waiting.extend(some.into_par_iter().map(SavedLine::new).collect::<Vec<_>>());
            let scored = waiting.iter().find(|line| line.line.scores.is_ok());
            if let (false, Some(scored)) = (is_measured, scored) {
                scores.measure(scored.line.layers.iter().map(|(layer, _)| *layer).collect());
                is_measured = true;
            }
            if is_measured {
                waiting
                    .drain(..)
                    .try_for_each(|line| scores.push(line, texts, order.as_mut()))?;
            }
        }
        if !is_measured {
            scores.measure(first.map_or_else(Vec::new, |first| first.layers.clone()));
            waiting
                .into_iter()
                .try_for_each(|line| scores.push(line, texts, order.as_mut()))?;
        }
        if scores.scores.is_empty() {
            return Err(scores.error(
                "has no scores",
                "pass the output of `bertscope score --json`",
            ));
        }
        if let (Some(_), Some(number)) = (scores.with_id, scores.without_id) {
            let sentence = format!("line {number} has no id, but other lines have one");
            return Err(scores.error(&sentence, "give all segments an id, or none"));
        }
        scores.order = match order {
            Some(order) => order.finish(&scores)?,
            None => {
                if let Some([line, before]) = IdIndex::new(&scores).first_duplicate(&scores) {
                    return Err(scores.duplicate(
                        scores.line_number(line),
                        scores.scores.id(line),
                        before,
                    ));
                }
                (0..scores.scores.len() as u32).collect()
            }
        };
        Ok(scores)
    }

    fn empty(file: String, name: String) -> Self {
        Self {
            name: file,
            scores: Segments::new(vec![name], &[]),
            has_texts: true,
            ..Self::default()
        }
    }

    /// Prepares for lines with these layers.
    fn measure(&mut self, layers: Vec<usize>) {
        // Which weights a layer has follows from the signature of all files.
        let at = layers.iter().map(|layer| Measure::F1AtLayer {
            layer: *layer,
            idf: false,
        });
        let measures: Vec<Measure> = at.chain(Measure::OVERLAP).collect();
        self.scores = Segments::new(self.scores.systems().to_vec(), &measures);
        self.layers = layers;
    }

    fn push(
        &mut self,
        of: SavedLine,
        texts: bool,
        order: Option<&mut LineOrder<'_>>,
    ) -> Result<()> {
        let SavedLine {
            line,
            id,
            overlap,
            references,
            has_entities,
        } = of;
        let (index, number, is_first) = (self.scores.len(), line.number, order.is_none());
        *(if id.is_some() {
            &mut self.with_id
        } else {
            &mut self.without_id
        })
        .get_or_insert(number) = number;
        let offset = number - index as u64;
        if self.offsets.last().is_none_or(|(_, last)| *last != offset) {
            self.offsets.push((index, offset));
        }
        if let (Some(order), Some(id)) = (order, &id) {
            order.add(self, number, id, references)?;
        }
        if line.scores.is_ok() && !line.layers.iter().map(|(layer, _)| layer).eq(&self.layers) {
            self.layers.clear();
            self.scores.map_measures(|measure| {
                (!matches!(measure, Measure::F1AtLayer { .. })).then_some(measure)
            });
        }
        if line.scores.is_ok() && overlap.is_none() && self.has_texts {
            self.has_texts = false;
            self.scores
                .map_measures(|measure| (!Measure::OVERLAP.contains(&measure)).then_some(measure));
        }
        let at = |layer: &usize| {
            let found = line.layers.iter().find(|(known, _)| known == layer);
            SegmentValue::Number(found.and_then(|(_, f1)| *f1))
        };
        let overlap = overlap.unwrap_or_else(|| word_overlap("", &[]));
        let overlap = overlap.into_iter().filter(|_| self.has_texts);
        let row = SegmentScores {
            scores: line.scores.as_ref().copied().unwrap_or_default(),
            human: line.human,
            others: self.layers.iter().map(at).chain(overlap).collect(),
        };
        let flags = [line.note.is_some(), has_entities];
        self.noted
            .iter_mut()
            .zip(flags)
            .filter(|(_, flag)| *flag)
            .for_each(|(lines, _)| lines.push(index as u32));
        if is_first {
            let id = id.unwrap_or_else(|| (index + 1).to_string());
            self.references.push(references);
            self.scores
                .push(id, line.group.as_deref().unwrap_or_default(), &[row]);
        } else {
            self.scores.push("", "", &[row]);
        }
        if let Some((candidate, references)) = line.texts.filter(|_| texts) {
            let references = if is_first { references } else { Vec::new() };
            self.texts.push(SavedTexts {
                candidate,
                references,
                group: line.group,
            });
        }
        if let Err(why) = line.scores {
            self.unscored.insert(index, why);
        }
        Ok(())
    }

    /// Checks that all lines that state a signature state the same one.
    fn check_signature(&mut self, line: &ScoredLine) -> Result<()> {
        if let (Some(known), Some(other)) = (&self.signature, &line.signature)
            && known != other
        {
            let sentence = format!(
                "line {} was scored with {other}, but the lines before it with {known}",
                line.number
            );
            return Err(self.error(&sentence, "score the whole file with the same settings"));
        }
        if self.signature.is_none() {
            self.signature.clone_from(&line.signature);
        }
        Ok(())
    }
}

impl SavedLine {
    fn new(mut line: ScoredLine) -> Self {
        let has_entities = line.texts.as_ref().is_some_and(|(candidate, references)| {
            references
                .iter()
                .chain([candidate])
                .any(|text| html_entities::has_entity(text))
        });
        let overlap = line
            .texts
            .as_ref()
            .map(|(candidate, references)| word_overlap(candidate, references));
        let references = line
            .texts
            .as_ref()
            .and_then(|(_, references)| NonZeroU32::new(hash(references) as u32 | 1));
        Self {
            id: line.id.take().map(|id| id.to_string()),
            line,
            overlap,
            references,
            has_entities,
        }
    }
}
