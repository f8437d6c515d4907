//! A deterministic shuffle: the order depends only on the seed.

/// The indices below `n` in a random order. The relative order of two indices does not depend on `n`, so that a larger
/// sample contains the smaller one.
pub fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..n).collect();
    places.sort_by_cached_key(|&place| (splitmix64(seed, place as u64), place));
    places
}

/// The number at an index of the sequence of `SplitMix64` (Steele et al. 2014).
pub fn splitmix64(seed: u64, place: u64) -> u64 {
    let mut z = seed.wrapping_add((place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_comes_once_and_the_order_stays_the_same_for_ever() {
        let mut all = shuffled(1000, 7);
        assert_eq!(shuffled(8, 1), [4, 3, 7, 0, 1, 5, 6, 2]);
        all.sort_unstable();
        assert_eq!(all, (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn the_generator_is_the_published_one() {
        assert_eq!(splitmix64(0, 0), 0xe220_a839_7b1d_cdaf);
    }
}
