//! The derivation of the numbers of alignments, hub tokens and pairs.

use super::super::derivation;
use super::{AlignmentsPage, description};
use crate::number::exact;
use bertscope_analysis::Side;
use bertscope_explain::alignments::ScoredAlignment;
use bertscope_metric::HubToken;
use bertscope_metric::alignment::AlignmentKind;

impl AlignmentsPage<'_> {
    pub(super) fn scored_derivation(self, scored: &ScoredAlignment) -> Vec<String> {
        let kind = scored.alignment.kind;
        if self.alignments.by_convention {
            return vec![
                "An empty text scores 0 by convention, however its tokens are aligned.".to_owned(),
            ];
        }
        let mut steps = vec![format!("{}: {}", kind.name(), description(kind))];
        let raw = scored.raw;
        for (side, result) in [
            (Side::Candidate, raw.precision),
            (Side::Reference, raw.recall),
        ] {
            let name = side.mean_symbol();
            let weights = &self.analysis.side(side).weights;
            let mut sum = 0.0;
            let mut alone = 0;
            for (weight, partner) in weights.as_slice().iter().zip(scored.aligned_tokens(side)) {
                match partner {
                    Some(partner) => sum += weight * f64::from(partner.similarity),
                    None if *weight > 0.0 => alone += 1,
                    None => {}
                }
            }
            let total = weights.sum();
            steps.push(match result {
                Some(mean) => {
                    let [sum, total, mean] = [sum, total, mean].map(exact);
                    format!("{name} = Σ weight × similarity ÷ Σ weights = {sum} ÷ {total} = {mean}")
                }
                None => format!(
                    "{name} is undefined: no token of the {} has weight",
                    side.name()
                ),
            });
            match alone {
                0 => {}
                1 => steps.push(format!(
                    "1 token of the {} is unmatched and counts as 0",
                    side.name()
                )),
                n => steps.push(format!(
                    "{n} tokens of the {} are unmatched and count as 0",
                    side.name()
                )),
            }
        }
        steps.extend(derivation::harmonic(&raw));
        if let Some(rescaled) = self.analysis.rescaling() {
            steps.extend(derivation::rescaling_lines(&raw, &rescaled.baseline));
            if kind != AlignmentKind::Greedy {
                steps.push(
                    "the baseline b is that of greedy matching; a stricter alignment would have a lower one".to_owned(),
                );
            }
        }
        steps
    }

    pub(super) fn hub_derivation(self, side: Side, hub: &HubToken) -> Vec<String> {
        let other = side.other();
        let name = self.name(side, hub.token);
        let n = hub.chosen_by.len();
        let mut steps = vec![format!(
            "“{name}” is the best match of {n} {} tokens",
            other.name()
        )];
        steps.extend(hub.chosen_by.iter().filter_map(|&i| {
            let found = self.best(other, i)?;
            Some(format!(
                "“{}” × “{name}”: cosine {}",
                self.name(other, i),
                exact(found.similarity)
            ))
        }));
        steps.push("in a one-to-one alignment, at most one of them can have it".to_owned());
        steps
    }

    pub(super) fn pair_derivation(self, side: Side, i: usize) -> Vec<String> {
        let other = side.other();
        let own = self.name(side, i);
        let partner = self.aligned_token(side, i);
        let mut steps = Vec::new();
        let best = self.best(side, i);
        match (partner, best) {
            (Some(partner), Some(best)) if partner.token == best.token => {
                steps = derivation::best_match(self.analysis, side, i);
            }
            (partner, Some(best)) => {
                if let Some(partner) = partner {
                    let name = self.name(other, partner.token);
                    steps.push(format!(
                        "“{own}” is aligned with “{name}”: cosine {}",
                        exact(partner.similarity)
                    ));
                } else {
                    steps.push(format!("“{own}” is unmatched and adds 0"));
                }
                let name = self.name(other, best.token);
                steps.push(format!(
                    "its best match is “{name}”: {}",
                    exact(best.similarity)
                ));
                let taken = match self.chosen {
                    AlignmentKind::OneToOne => self
                        .aligned_token(other, best.token)
                        .map(|by| (by.token, by.similarity, "is matched with")),
                    _ => self
                        .best(other, best.token)
                        .map(|by| (by.token, by.similarity, "is closer to")),
                };
                steps.push(match taken {
                    Some((by, similarity, what)) => format!(
                        "but “{name}” {what} “{}”: {}",
                        self.name(side, by),
                        exact(similarity)
                    ),
                    None => "but the pair would add nothing: neither token has weight, or their cosine is not positive"
                        .to_owned(),
                });
            }
            (_, None) => return vec![format!("The {} has no token.", other.name())],
        }
        let weight = self.weight(side, i);
        let all = self.analysis.side(side).weights.sum();
        let similarity = partner.map_or(0.0, |partner| f64::from(partner.similarity));
        if all > 0.0 && !self.alignments.by_convention {
            let [weight, similarity, all, share] =
                [weight, similarity, all, weight * similarity / all].map(exact);
            let mean = side.mean_symbol();
            steps.push(format!(
                "adds weight × cosine ÷ Σ weights = {weight} × {similarity} ÷ {all} = {share} to raw {mean}"
            ));
        }
        steps
    }
}
