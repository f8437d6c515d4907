//! The matched pairs of one side, and what each adds to the mean.

use super::super::names::{side_title, token_name};
use super::super::{derivation, matched};
use super::cell_of;
use crate::number::{MISSING, exact};
use crate::topics::SheetSettings;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Alignments;
use bertscope_explain::alignments::ScoredAlignment;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_metric::{AlignedToken, Match};
use bertscope_sheet::{Cell, Column, Derivation, Row, Step, Subject, Table};

/// A row for each token of a side. Under a stricter alignment than the metric's, its best match follows its match where
/// the two differ.
pub fn table(
    alignments: &Alignments,
    analysis: &Analysis,
    choices: &SheetSettings,
    side: Side,
) -> Table {
    let mut table = Table::new(columns(choices.alignment, side));
    let Some(scored) = alignments.get(choices.alignment) else {
        return table;
    };
    let pairs = Pairs {
        scored,
        analysis,
        side,
    };
    for (i, token) in analysis.side(side).tokenized.tokens.iter().enumerate() {
        if choices.special || !token.special {
            table.push(pairs.row(i));
        }
    }
    table
}

fn columns(alignment: AlignmentKind, side: Side) -> Vec<Column> {
    let mean = side.mean_symbol();
    let name = format!("{} ({mean})", side_title(side));
    let short_name = format!("{} ({mean})", side.pick("Ref.", "Cand."));
    let found = match alignment {
        AlignmentKind::Greedy => Column::new("best match"),
        AlignmentKind::Mutual => Column::new("mutual match"),
        AlignmentKind::OneToOne => Column::new("one-to-one match").short("one-to-one"),
    };
    let mut columns = vec![
        Column::new(name).short(short_name),
        Column::new("weight").short("w").ranked(1),
        found,
        matched::similarity_column(),
    ];
    if alignment != AlignmentKind::Greedy {
        columns.push(Column::new("best match").ranked(2));
        columns.push(matched::similarity_column().ranked(2));
    }
    columns.extend(matched::second_best_columns(3));
    columns
}

#[derive(Clone, Copy)]
struct Pairs<'a> {
    scored: &'a ScoredAlignment,
    analysis: &'a Analysis,
    side: Side,
}

impl<'a> Pairs<'a> {
    fn kind(self) -> AlignmentKind {
        self.scored.alignment.kind
    }

    fn partner(self, side: Side, i: usize) -> Option<AlignedToken> {
        self.scored.aligned_tokens(side).get(i).copied().flatten()
    }

    fn best(self, i: usize) -> Option<&'a Match> {
        self.analysis.matches_of(self.side).get(i)
    }

    fn own_name(self, i: usize) -> String {
        token_name(self.analysis, self.side, i)
    }

    fn other_name(self, i: usize) -> String {
        token_name(self.analysis, self.side.other(), i)
    }

    fn row(self, i: usize) -> Row {
        let Self { analysis, side, .. } = self;
        let weight = analysis.side(side).weights.as_slice()[i];
        let partner = self.partner(side, i);
        let partner_token = partner.map(|partner| partner.token);
        let emphasis = matched::emphasis(analysis, side.other(), partner_token, weight);
        let mut cells = vec![
            Cell::word(self.own_name(i)),
            matched::weight(analysis, weight),
        ];
        match partner {
            Some(partner) => {
                let other = side.other();
                cells.push(matched::match_name(
                    analysis,
                    other,
                    partner.token,
                    emphasis,
                ));
                cells.push(matched::similarity(analysis, partner.similarity));
            }
            None => cells.extend([Cell::word(MISSING), Cell::named(MISSING)]),
        }
        if self.kind() != AlignmentKind::Greedy {
            cells.extend(match self.best(i) {
                Some(best) if partner_token != Some(best.token) => [
                    Cell::remark(self.other_name(best.token)),
                    matched::similarity(analysis, best.similarity),
                ],
                _ => [Cell::Empty, Cell::Empty],
            });
        }
        cells.extend(matched::second_best(analysis, side, i));
        let subject = match partner {
            Some(partner) if self.kind() != AlignmentKind::Greedy => {
                cell_of(side, i, partner.token)
            }
            _ => Subject::Token(side, i),
        };
        let derivation = self.derivation(i, weight);
        Row::new(cells)
            .about(subject, derivation)
            .emphasised(emphasis)
    }

    fn derivation(self, i: usize, weight: f64) -> Derivation {
        let Self { analysis, side, .. } = self;
        let Some(best) = self.best(i) else {
            let other = side.other().name();
            return vec![Step::sentence(format!("The {other} has no token."))];
        };
        let partner = self.partner(side, i);
        let mut steps = match partner {
            Some(partner) if partner.token == best.token => {
                derivation::best_match(analysis, side, i)
            }
            _ => self.why_not_the_best(i, partner, best),
        };
        let all = analysis.side(side).weights.sum();
        if all > 0.0 && !analysis.has_empty_side() {
            let similarity = partner.map_or(0.0, |partner| f64::from(partner.similarity));
            let added = weight * similarity / all;
            let [weight, similarity, all] = [weight, similarity, all].map(exact);
            steps.push(Step::computed(
                format!(
                    "added to raw {}: weight × cosine ÷ Σ weights",
                    side.mean_symbol()
                ),
                format!("{weight} × {similarity} ÷ {all}"),
                exact(added),
            ));
        }
        steps
    }

    /// What a token is aligned with instead of its best match, and what its best match is aligned with.
    fn why_not_the_best(self, i: usize, partner: Option<AlignedToken>, best: &Match) -> Derivation {
        let own = self.own_name(i);
        let first = match partner {
            Some(partner) => format!(
                "“{own}” is aligned with “{}”: cosine {}",
                self.other_name(partner.token),
                exact(partner.similarity)
            ),
            None => format!("“{own}” is unmatched and adds 0"),
        };
        let name = self.other_name(best.token);
        let second = format!("its best match is “{name}”: {}", exact(best.similarity));
        vec![
            first.into(),
            second.into(),
            self.reason(&name, best.token).into(),
        ]
    }

    /// Why a token of the other side, called `name`, is not aligned with the one whose best match it is.
    fn reason(self, name: &str, token: usize) -> String {
        let other = self.side.other();
        let (taken, verb) = if self.kind() == AlignmentKind::OneToOne {
            (self.partner(other, token), "is matched with")
        } else {
            let best = self.analysis.matches_of(other)[token];
            let closer = AlignedToken {
                token: best.token,
                similarity: best.similarity,
            };
            (Some(closer), "is closer to")
        };
        match taken {
            Some(by) => format!(
                "but “{name}” {verb} “{}”: {}",
                self.own_name(by.token),
                exact(by.similarity)
            ),
            None => "but the pair would add nothing: neither token has weight, or their cosine is not positive"
                .to_owned(),
        }
    }
}
