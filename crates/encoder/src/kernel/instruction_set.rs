//! Vector instruction sets: which ones the processor has, and which one the kernel uses.
//!
//! The widest one is used. The environment variable [`ENVIRONMENT_VARIABLE`] chooses another, so that every set can be tested and
//! measured on one machine; tests within one process use [`InstructionSet::run`].

use std::cell::Cell;
use std::sync::LazyLock;
use std::thread::LocalKey;

#[cfg(target_arch = "aarch64")]
use pulp::aarch64::Neon;
#[cfg(target_arch = "wasm32")]
use pulp::wasm::Simd128;
#[cfg(target_arch = "x86_64")]
use pulp::x86::{V3, V4};
use pulp::{Scalar, Simd, WithSimd};

/// The environment variable that chooses an instruction set by its [name](InstructionSet::name).
pub const ENVIRONMENT_VARIABLE: &str = "BERTSCOPE_INSTRUCTION_SET";

/// A vector instruction set that this processor has; values come only from detection.
///
/// Sets differ in speed and in the last digits, because they add in different orders, and not all of them fuse multiply and add.
#[derive(Debug, Clone, Copy, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum InstructionSet {
    /// No vectors, and no fused multiply-add.
    Scalar,
    /// AVX2 with fused multiply-add: 16 registers of 8 numbers.
    #[cfg(target_arch = "x86_64")]
    Avx2(V3),
    /// AVX-512: 32 registers of 16 numbers.
    #[cfg(target_arch = "x86_64")]
    Avx512(V4),
    /// NEON: 32 registers of 4 numbers.
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    /// WebAssembly's 128-bit vectors, without the relaxed instructions, whose results differ between machines.
    #[cfg(target_arch = "wasm32")]
    Simd128(Simd128),
}

/// A name in `ENVIRONMENT_VARIABLE` that is not an instruction set of this processor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{ENVIRONMENT_VARIABLE} is {name:?}, but this processor has only {available}; name one of these, or unset the variable"
)]
pub struct InstructionSetError {
    /// The value of the variable.
    pub name: String,
    /// The names of the sets that this processor has, narrowest first.
    pub available: String,
}

thread_local! {
    /// The set that [`InstructionSet::run`] has chosen on the thread, which its worker threads get, too.
    pub(super) static FORCED: Cell<Option<InstructionSet>> = const { Cell::new(None) };
}

impl InstructionSet {
    /// The sets that this processor has, narrowest first.
    pub fn available() -> Vec<Self> {
        let sets = [
            Some(Self::Scalar),
            #[cfg(target_arch = "x86_64")]
            V3::try_new().map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            V4::try_new().map(Self::Avx512),
            #[cfg(target_arch = "aarch64")]
            Neon::try_new().map(Self::Neon),
            #[cfg(target_arch = "wasm32")]
            Simd128::try_new().map(Self::Simd128),
        ];
        sets.into_iter().flatten().collect()
    }

    /// `scalar`, `avx2`, `avx512`, `neon` or `simd128`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The set that the calling thread uses: the one of [`Self::run`], otherwise that of [`ENVIRONMENT_VARIABLE`], otherwise the
    /// widest. Panics if [`Self::chosen`] returns an error.
    pub(crate) fn current() -> Self {
        FORCED
            .get()
            .unwrap_or_else(|| Self::chosen().expect("checked when a model is loaded"))
    }

    /// The set of [`ENVIRONMENT_VARIABLE`], which is read once, otherwise the widest. Fails if the variable names no set of this
    /// processor.
    pub fn chosen() -> Result<Self, InstructionSetError> {
        static CHOSEN: LazyLock<Result<InstructionSet, InstructionSetError>> =
            LazyLock::new(|| {
                choose(
                    std::env::var_os(ENVIRONMENT_VARIABLE)
                        .map(|name| name.to_string_lossy().into_owned()),
                )
            });
        CHOSEN.clone()
    }

    /// Runs `work` with this set, whatever `ENVIRONMENT_VARIABLE` says; encoders pass it on to their worker threads.
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        with_value(&FORCED, Some(self), work)
    }

    /// Runs an operation compiled for this set.
    #[inline(always)]
    pub(super) fn dispatch<W: WithSimd>(self, work: W) -> W::Output {
        match self {
            Self::Scalar => Simd::vectorize(Scalar, work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(simd) => Simd::vectorize(simd, work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(simd) => Simd::vectorize(simd, work),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(simd) => Simd::vectorize(simd, work),
            #[cfg(target_arch = "wasm32")]
            Self::Simd128(simd) => Simd::vectorize(simd, work),
        }
    }
}

/// The set of that name, or the widest.
fn choose(name: Option<String>) -> Result<InstructionSet, InstructionSetError> {
    let available = InstructionSet::available();
    let found = match &name {
        Some(name) => available.iter().find(|set| set.name() == name),
        None => available.last(),
    };
    match found {
        Some(set) => Ok(*set),
        None => Err(InstructionSetError {
            name: name.unwrap_or_default(),
            available: available
                .iter()
                .map(|set| set.name())
                .collect::<Vec<_>>()
                .join(", "),
        }),
    }
}

/// Runs `work` while a variable of the calling thread has another value.
pub fn with_value<T: Copy, R>(
    variable: &'static LocalKey<Cell<T>>,
    value: T,
    work: impl FnOnce() -> R,
) -> R {
    let _restored = Restored {
        variable,
        previous: variable.replace(value),
    };
    work()
}

/// Restores the previous value when dropped, even by a panic, because the thread is reused.
struct Restored<T: Copy + 'static> {
    variable: &'static LocalKey<Cell<T>>,
    previous: T,
}

impl<T: Copy> Drop for Restored<T> {
    fn drop(&mut self) {
        self.variable.set(self.previous);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_set_is_chosen_unless_one_is_named() {
        let available = InstructionSet::available();
        assert_eq!(
            choose(None).unwrap().name(),
            available.last().unwrap().name()
        );
        for set in available {
            assert_eq!(
                choose(Some(set.name().to_owned())).unwrap().name(),
                set.name()
            );
        }
    }

    #[test]
    fn a_name_that_is_no_set_of_this_processor_is_an_error_that_lists_the_sets() {
        for name in ["", "AVX2", "avx9"] {
            let error = choose(Some(name.to_owned())).unwrap_err().to_string();
            let start = format!(
                "BERTSCOPE_INSTRUCTION_SET is {name:?}, but this processor has only scalar"
            );
            let end = "; name one of these, or unset the variable";
            assert!(error.starts_with(&start) && error.ends_with(end), "{error}");
        }
    }

    #[test]
    #[cfg_attr(panic = "abort", ignore = "a panic cannot be caught")]
    fn a_forced_set_ends_with_its_work_even_when_that_panics() {
        let before = InstructionSet::current().name();
        let work = || {
            InstructionSet::Scalar.run(|| assert_ne!(InstructionSet::current().name(), "scalar"));
        };
        assert!(std::panic::catch_unwind(work).is_err());
        assert_eq!(InstructionSet::current().name(), before);
    }
}
