//! Drivers of the scores of a list of pairs, summed while the pairs are scored, because no analysis is kept.

use super::Batch;
use bertscope_systems::{Drivers, DriversBuilder, PairDrivers};

/// The sums over all pairs scored with the current settings. Memory does not grow with the number of pairs.
#[derive(Debug, Clone, Default)]
pub struct DriverSums {
    /// The generation of the newest batch, with its sums; the list drops older scores.
    builder: Option<(u64, DriversBuilder)>,
    systems: usize,
}

impl DriverSums {
    /// Adds a pair of a batch, one entry per system.
    pub fn add(&mut self, batch: &Batch, id: &str, pair: Vec<PairDrivers>) {
        if self.builder.as_ref().is_none_or(|(generation, _)| *generation != batch.generation) {
            self.systems = pair.len();
            self.builder = Some((batch.generation, DriversBuilder::new(vec![String::new(); pair.len()])));
        }
        if let Some((_, sums)) = self.builder.as_mut().filter(|_| pair.len() == self.systems) {
            let pair: Vec<_> = pair.into_iter().map(|drivers| (drivers, None)).collect();
            sums.add(id, &pair);
        }
    }

    /// The drivers of the scores; `None` before a pair of this generation was scored.
    pub fn finish(&self, generation: u64) -> Option<Drivers> {
        let (_, sums) = self.builder.as_ref().filter(|(of, _)| *of == generation)?;
        Some(sums.clone().finish())
    }
}
