//! Compares a document with a recomputed one, field by field.

use std::collections::HashSet;
use std::fmt::Display;

use serde::Serialize;

use super::{BaselinePart, Document, IdfPart, TextPart};
use crate::json_parts::{MatchJson, ScoreNumbers};

/// The weights of earlier documents of the bundled model. The largest difference is that of 11,349 pairs at every layer.
const HALF_PRECISION: &str =
    "the bundled model in half precision, as in earlier versions; scores differ by up to 0.0006";

/// What the recomputed document was computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RecomputedFrom {
    /// Its own matrix, frequencies and baseline.
    Itself,
    /// Its texts, with the model.
    Model,
}

/// A field in which a document and the recomputed one (the witness) differ.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FieldDifference {
    /// The field, with the tokens that it is about.
    pub what: String,
    /// The value in the document.
    pub stored: String,
    /// The value in the witness.
    pub computed: String,
    /// The difference of two numbers; `None` unless both are numbers.
    pub by: Option<f64>,
    /// The witness with the other value.
    pub witness: RecomputedFrom,
}

/// All differences, largest first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DocumentComparison {
    /// The differences above the tolerance.
    pub differences: Vec<FieldDifference>,
    /// The largest difference of two numbers, differences below the tolerance included.
    pub largest: f64,
    /// The field of that difference; empty if all numbers are equal.
    pub at: String,
    /// The weights that the document was made with, if no program has them any more.
    pub weights: Option<&'static str>,
    #[serde(skip)]
    tolerance: f64,
}

impl DocumentComparison {
    /// No differences yet. `tolerance` is the accepted difference of two numbers; for rescaled numbers, it grows by the
    /// factor of rescaling.
    pub fn new(tolerance: f64) -> Self {
        Self {
            differences: Vec::new(),
            largest: 0.0,
            at: String::new(),
            weights: None,
            tolerance,
        }
    }

    /// Whether nothing differs.
    pub fn is_same(&self) -> bool {
        self.differences.is_empty()
    }

    /// Adds the differences between a document and a witness, without those found before.
    pub fn add(&mut self, stored: &Document, computed: &Document, witness: RecomputedFrom) {
        let before = self.differences.len();
        self.weights = stored.has_half_precision().then_some(HALF_PRECISION);
        let mut side = DocumentPair { all: self, witness };
        side.exact(
            "model.tokenizer",
            &stored.model.tokenizer,
            &computed.model.tokenizer,
        );
        let same_reference = side.text("reference", &stored.reference, &computed.reference);
        let same_candidate = side.text("candidate", &stored.candidate, &computed.candidate);
        side.idf(stored.idf.as_ref(), computed.idf.as_ref(), stored);
        if same_reference && same_candidate {
            side.matrix(stored, computed);
            side.matches(stored, computed);
        }
        side.numbers("raw", Some(&stored.raw), Some(&computed.raw), None);
        side.numbers(
            "rescaled",
            stored.rescaled.as_ref(),
            computed.rescaled.as_ref(),
            stored.baseline.as_ref(),
        );
        // The wording depends on the version.
        if witness == RecomputedFrom::Itself && stored.bertscope == computed.bertscope {
            side.exact("notes", &stored.notes.join(" "), &computed.notes.join(" "));
            // An earlier signature did not name the weights, which are reported on their own.
            if !stored.has_half_precision() {
                side.exact("signature", &stored.signature, &computed.signature);
            }
        }
        let known: HashSet<String> = self.differences[..before]
            .iter()
            .map(|known| known.what.clone())
            .collect();
        let mut new = self.differences.split_off(before);
        new.retain(|difference| !known.contains(&difference.what));
        self.differences.extend(new);
        let size = |difference: &FieldDifference| difference.by.unwrap_or(f64::INFINITY);
        self.differences.sort_by(|a, b| size(b).total_cmp(&size(a)));
    }
}

struct DocumentPair<'a> {
    all: &'a mut DocumentComparison,
    witness: RecomputedFrom,
}

impl DocumentPair<'_> {
    fn report(
        &mut self,
        what: &str,
        stored: &impl Display,
        computed: &impl Display,
        by: Option<f64>,
    ) {
        let (what, stored, computed) = (what.to_owned(), stored.to_string(), computed.to_string());
        self.all.differences.push(FieldDifference {
            what,
            stored,
            computed,
            by,
            witness: self.witness,
        });
    }

    fn exact<T: Display + PartialEq>(&mut self, what: &str, stored: &T, computed: &T) {
        if stored != computed {
            self.report(what, stored, computed, None);
        }
    }

    /// `what` is called only if needed: a matrix has many cells.
    fn number<T: Display + Copy + Into<f64>>(
        &mut self,
        what: impl Fn() -> String,
        stored: T,
        computed: T,
        stretch: f64,
    ) {
        let by = (stored.into() - computed.into()).abs();
        if by > self.all.largest {
            self.all.largest = by;
            self.all.at = what();
        }
        if by > self.all.tolerance * stretch {
            self.report(&what(), &stored, &computed, Some(by));
        }
    }

    fn optional(&mut self, what: &str, stored: Option<f64>, computed: Option<f64>, stretch: f64) {
        match (stored, computed) {
            (None, None) => {}
            (Some(stored), Some(computed)) => {
                self.number(|| what.to_owned(), stored, computed, stretch)
            }
            (stored, computed) => {
                let shown = |x: Option<f64>| x.map_or("null".to_owned(), |x| x.to_string());
                self.report(what, &shown(stored), &shown(computed), None);
            }
        }
    }

    /// Whether both have the same number of tokens.
    fn text(&mut self, side: &str, stored: &TextPart, computed: &TextPart) -> bool {
        self.exact(&format!("{side}.text"), &stored.text, &computed.text);
        let (count, found) = (stored.tokens.len(), computed.tokens.len());
        self.exact(
            &format!("{side}.tokens"),
            &format!("{count} tokens"),
            &format!("{found} tokens"),
        );
        let cut = |part: &TextPart| {
            part.truncated.map_or("null".to_owned(), |cut| {
                format!("{} of {} tokens, at {}", cut.kept, cut.total, cut.at)
            })
        };
        self.exact(&format!("{side}.truncated"), &cut(stored), &cut(computed));
        for (i, (a, b)) in stored.tokens.iter().zip(&computed.tokens).enumerate() {
            let what = |field: &str| format!("{side}.tokens[{i}].{field} ({})", a.text);
            self.exact(&what("id"), &a.id, &b.id);
            self.exact(&what("piece"), &a.piece, &b.piece);
            self.exact(&what("text"), &a.text, &b.text);
            self.exact(&what("start"), &a.start, &b.start);
            self.exact(&what("end"), &a.end, &b.end);
            self.exact(&what("special"), &a.special, &b.special);
            // The weight of another token is not surprising.
            if a.id == b.id {
                self.number(|| what("weight"), a.weight, b.weight, 1.0);
            }
        }
        count == found
    }

    fn idf(&mut self, stored: Option<&IdfPart>, computed: Option<&IdfPart>, document: &Document) {
        let (Some(stored), Some(computed)) = (stored, computed) else {
            return;
        };
        // Given weights have no counts.
        let count = |n: Option<u64>| n.map_or("null".to_owned(), |n| n.to_string());
        self.exact(
            "idf.documents",
            &count(stored.documents),
            &count(computed.documents),
        );
        for line in &stored.tokens {
            let tokens = || {
                document
                    .reference
                    .tokens
                    .iter()
                    .chain(&document.candidate.tokens)
            };
            let name = || {
                tokens()
                    .find(|t| t.id == line.id)
                    .map_or("in no text", |t| t.text.as_ref())
                    .to_owned()
            };
            let what = |field: &str| format!("idf.tokens id {} {field} ({})", line.id, name());
            if let Some(found) = computed.tokens.iter().find(|found| found.id == line.id) {
                self.exact(&what("df"), &count(line.df), &count(found.df));
                self.number(|| what("weight"), line.weight, found.weight, 1.0);
            }
        }
        // A token missing from the document has df 0; one that is not in the pair has no weight.
        for found in computed
            .tokens
            .iter()
            .filter(|found| stored.tokens.iter().all(|line| line.id != found.id))
        {
            self.report(
                &format!("idf.tokens id {}", found.id),
                &"missing",
                &format!("df {}", count(found.df)),
                None,
            );
        }
    }

    fn matrix(&mut self, stored: &Document, computed: &Document) {
        for (c, (a, b)) in stored
            .similarity
            .iter()
            .zip(&computed.similarity)
            .enumerate()
        {
            for (r, (a, b)) in a.iter().zip(b).enumerate() {
                let name = |part: &TextPart, i: usize| part.tokens[i].text.clone();
                let what = || {
                    format!(
                        "similarity[{c}][{r}] ({} × {})",
                        name(&stored.candidate, c),
                        name(&stored.reference, r)
                    )
                };
                self.number(what, *a, *b, 1.0);
            }
        }
    }

    fn matches(&mut self, stored: &Document, computed: &Document) {
        let matrix = &computed.similarity;
        let row = |token: usize, partner: usize| matrix.get(token)?.get(partner).copied();
        let column = |token: usize, partner: usize| matrix.get(partner)?.get(token).copied();
        let (a, b) = (&stored.matches, &computed.matches);
        self.side(
            "candidate",
            &stored.candidate,
            &stored.reference,
            &a.candidate,
            &b.candidate,
            row,
        );
        self.side(
            "reference",
            &stored.reference,
            &stored.candidate,
            &a.reference,
            &b.reference,
            column,
        );
    }

    fn side(
        &mut self,
        side: &str,
        from: &TextPart,
        to: &TextPart,
        stored: &[MatchJson],
        computed: &[MatchJson],
        cell: impl Fn(usize, usize) -> Option<f32>,
    ) {
        let name = |part: &TextPart, i: usize| {
            part.tokens
                .get(i)
                .map_or("no token", |t| &t.text)
                .to_owned()
        };
        let (count, found) = (stored.len(), computed.len());
        self.exact(
            &format!("matches.{side}"),
            &format!("{count} matches"),
            &format!("{found} matches"),
        );
        for (i, (a, b)) in stored.iter().zip(computed).enumerate() {
            let what = |field: &str| format!("matches.{side}[{i}].{field} ({})", name(from, i));
            self.exact(&what("token"), &a.token, &b.token);
            // Each of two cells may be off by the tolerance, so another one can be the largest.
            let slack = 2.0 * self.all.tolerance as f32;
            let as_good =
                |partner: usize, best: f32| cell(i, partner).is_some_and(|x| x >= best - slack);
            if a.partner != b.partner && !as_good(a.partner, b.similarity) {
                self.report(
                    &what("match"),
                    &name(to, a.partner),
                    &name(to, b.partner),
                    None,
                );
            }
            self.number(|| what("similarity"), a.similarity, b.similarity, 1.0);
            match (a.runner_up, b.runner_up) {
                (Some(x), Some(y)) => {
                    if x.token != y.token
                        && (x.token == a.partner || !as_good(x.token, y.similarity))
                    {
                        self.report(
                            &what("runner_up"),
                            &name(to, x.token),
                            &name(to, y.token),
                            None,
                        );
                    }
                    self.number(
                        || what("runner_up.similarity"),
                        x.similarity,
                        y.similarity,
                        1.0,
                    );
                }
                (None, None) => {}
                (x, y) => {
                    let shown = |r: Option<crate::json_parts::RunnerUpJson>| {
                        r.map_or("null".to_owned(), |r| name(to, r.token))
                    };
                    self.report(&what("runner_up"), &shown(x), &shown(y), None);
                }
            }
        }
    }

    fn numbers(
        &mut self,
        part: &str,
        stored: Option<&ScoreNumbers>,
        computed: Option<&ScoreNumbers>,
        baseline: Option<&BaselinePart>,
    ) {
        let (Some(stored), Some(computed)) = (stored, computed) else {
            let shown = |numbers: Option<&ScoreNumbers>| {
                if numbers.is_some() {
                    "three numbers"
                } else {
                    "null"
                }
            };
            return self.exact(part, &shown(stored), &shown(computed));
        };
        let stretch =
            |b: fn(&BaselinePart) -> f64| baseline.map_or(1.0, |row| rescaling_factor(b(row)));
        let what = |name: &str| format!("{part}.{name}");
        self.optional(
            &what("precision"),
            stored.precision,
            computed.precision,
            stretch(|row| row.precision),
        );
        self.optional(
            &what("recall"),
            stored.recall,
            computed.recall,
            stretch(|row| row.recall),
        );
        self.optional(
            &what("f1"),
            Some(stored.f1),
            Some(computed.f1),
            stretch(|row| row.f1),
        );
    }
}

/// The factor by which rescaling with a baseline enlarges a difference; at least 1.
pub fn rescaling_factor(baseline: f64) -> f64 {
    (1.0 / (1.0 - baseline)).max(1.0)
}
