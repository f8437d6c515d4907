//! Random numbers as numpy's `default_rng(seed)` draws them (PCG64, seeded by its `SeedSequence`), so that a seed gives the
//! same resamples as in `sacrebleu`.

/// PCG64 (O'Neill 2014: XSL-RR over a 128-bit linear congruential generator).
#[derive(Debug, Clone)]
pub struct NumpyRng {
    state: u128,
    increment: u128,
    /// The unused upper half of the last 64-bit draw.
    half: Option<u32>,
}

const MULTIPLIER: u128 = (2_549_297_995_355_413_924 << 64) + 4_865_540_595_714_422_341;

impl NumpyRng {
    /// The generator of `numpy.random.default_rng(seed)`.
    pub fn new(seed: u64) -> Self {
        let [high, low, stream_high, stream_low] = seed_sequence(seed);
        // The low bit makes the increment odd: only then the generator runs through all of its states.
        let increment = join_words(stream_high, stream_low) << 1 | 1;
        let mut generator = Self {
            state: 0,
            increment,
            half: None,
        };
        generator.step();
        generator.state = generator.state.wrapping_add(join_words(high, low));
        generator.step();
        generator
    }

    fn step(&mut self) {
        self.state = self
            .state
            .wrapping_mul(MULTIPLIER)
            .wrapping_add(self.increment);
    }

    fn next_u64(&mut self) -> u64 {
        self.step();
        ((self.state >> 64) as u64 ^ self.state as u64).rotate_right((self.state >> 122) as u32)
    }

    /// The next 32 bits: the lower half of each 64-bit number comes first.
    fn next_u32(&mut self) -> u32 {
        if let Some(half) = self.half.take() {
            return half;
        }
        let whole = self.next_u64();
        self.half = Some((whole >> 32) as u32);
        whole as u32
    }

    /// A number from 0 to `bound` − 1, as `rng.integers(bound)` and `rng.choice(bound)` draw it (Lemire 2019). Returns 0 without
    /// drawing if `bound` is 0 or 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        let mut product = u64::from(self.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            // A few products are rejected, so that every number is equally likely. The division, which is slow, is
            // needed only here.
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// Whether the next number of `rng.random(dtype=float32)` rounds to 1.
    pub fn rounds_to_one(&mut self) -> bool {
        // A number is the upper 24 bits; ½ rounds to 0, which is even.
        self.next_u32() >> 8 > 1 << 23
    }

    /// The booleans of `rng.integers(2, size=n, dtype=bool)`. Those of one numpy call come from one iterator.
    pub fn coin_flips(self) -> CoinFlips {
        CoinFlips {
            generator: self,
            bits: 0,
            left: 0,
        }
    }
}

/// Booleans without end: 32 from each draw, lowest bit first.
#[derive(Debug, Clone)]
pub struct CoinFlips {
    generator: NumpyRng,
    /// The bits of the last draw that are left, and their number.
    bits: u32,
    left: u32,
}

impl Iterator for CoinFlips {
    type Item = bool;

    fn next(&mut self) -> Option<bool> {
        if self.left == 0 {
            self.bits = self.generator.next_u32();
            self.left = u32::BITS;
        }
        let flip = self.bits & 1 == 1;
        self.bits >>= 1;
        self.left -= 1;
        Some(flip)
    }
}

fn join_words(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// The four 64-bit words that `SeedSequence(seed)` generates for a generator. The constants are numpy's.
fn seed_sequence(seed: u64) -> [u64; 4] {
    let mut entropy_hash = SeedHash {
        factor: 0x43b0_d7e5,
        step: 0x931e_8875,
    };
    let entropy = [seed as u32, (seed >> 32) as u32, 0, 0];
    let mut pool = entropy.map(|word| entropy_hash.hash(word));
    for source in 0..pool.len() {
        for target in 0..pool.len() {
            if target != source {
                pool[target] = mix(pool[target], entropy_hash.hash(pool[source]));
            }
        }
    }
    let mut output_hash = SeedHash {
        factor: 0x8b51_f9dd,
        step: 0x58f3_8ded,
    };
    // The pool is read twice, because four words of 64 bits need eight of 32.
    let mut halves = [pool, pool].into_iter().flatten();
    std::array::from_fn(|_| {
        let low = output_hash.hash(halves.next().unwrap_or(0));
        let high = output_hash.hash(halves.next().unwrap_or(0));
        u64::from(low) | u64::from(high) << 32
    })
}

fn mix(x: u32, y: u32) -> u32 {
    let mixed = 0xca01_f9dd_u32
        .wrapping_mul(x)
        .wrapping_sub(0x4973_f715_u32.wrapping_mul(y));
    mixed ^ mixed >> 16
}

/// The hash of `SeedSequence`, whose factor changes with each word.
struct SeedHash {
    factor: u32,
    step: u32,
}

impl SeedHash {
    fn hash(&mut self, word: u32) -> u32 {
        let word = word ^ self.factor;
        self.factor = self.factor.wrapping_mul(self.step);
        let word = word.wrapping_mul(self.factor);
        word ^ word >> 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From numpy 2.4.6: `rng = default_rng(seed); rng.choice(bound, 6)`, and `default_rng(seed).integers(2, size=40, dtype=bool)`.
    #[test]
    fn a_seed_gives_the_numbers_that_numpy_draws() {
        let drawn = |seed: u64, bound: u32| {
            let mut generator = NumpyRng::new(seed);
            (0..6).map(|_| generator.below(bound)).collect::<Vec<_>>()
        };
        assert_eq!(drawn(12345, 10), [6, 2, 7, 3, 2, 7]);
        assert_eq!(drawn(12345, 2800), [1957, 636, 2208, 886, 571, 2232]);
        let large = [
            2_551_872_677,
            1_910_885_061,
            1_533_409_439,
            809_360_140,
            923_488_268,
            122_920_571,
        ];
        assert_eq!(drawn(0, 3_000_000_000), large);
        assert_eq!(
            drawn((1 << 63) + 5, 2800),
            [2296, 1344, 526, 2531, 922, 1796]
        );
        let flags = |seed: u64| {
            NumpyRng::new(seed)
                .coin_flips()
                .take(40)
                .map(|flag| if flag { '1' } else { '0' })
                .collect::<String>()
        };
        assert_eq!(flags(12345), "1011100110000011111111110100110110110001");
        assert_eq!(flags(0), "1111101001000001010000111001101111110011");
        assert_eq!(drawn(7, 1), [0; 6]);
    }
}
