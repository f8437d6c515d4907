//! The program and the machine it runs on.

use std::env::consts::{ARCH, OS};
use std::time::SystemTime;

use crate::checkup::Section;
use bertscope_encoder::{INSTRUCTION_SET_VARIABLE, InstructionSet};

/// Set by Python's wrapper when it starts the program: the version of the module, a blank, and the version of Python.
const PYTHON_VARIABLE: &str = "BERTSCOPE_PYTHON";

const FEATURES: [(&str, bool); 7] = [
    ("tui", cfg!(feature = "tui")),
    ("hub", cfg!(feature = "hub")),
    ("png", cfg!(feature = "png")),
    ("cuda", cfg!(feature = "cuda")),
    ("metal", cfg!(feature = "metal")),
    ("accelerate", cfg!(feature = "accelerate")),
    ("mkl", cfg!(feature = "mkl")),
];

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The program in one line, and the time of a run in UTC: the first line of a log.
pub fn version_line(time: SystemTime) -> String {
    let time = humantime::format_rfc3339_seconds(time);
    let commit = commit();
    let target = target();
    format!("{time}  bertscope {VERSION}, commit {commit}, {target}")
}

/// The scripts that build a release set it; a build from source need not be of a commit.
fn commit() -> &'static str {
    option_env!("BERTSCOPE_COMMIT").unwrap_or("unknown: built from source")
}

pub fn section() -> Section {
    let mut section = Section::new("Program");
    section.fact("version", VERSION);
    section.fact("commit", commit());
    let mut features = FEATURES.to_vec();
    features.retain(|(_, is_on)| *is_on);
    let names: Vec<&str> = features.iter().map(|(name, _)| *name).collect();
    section.fact("features", names.join(", "));
    if let Ok(python) = std::env::var(PYTHON_VARIABLE) {
        let (module, python) = python.split_once(' ').unwrap_or((&python, "unknown"));
        section.fact("python", format!("{python}, module {module}"));
        if module != VERSION {
            section.problems.push(format!(
                "the Python module has version {module}, the program {VERSION}; install both from the same wheel"
            ));
        }
    }
    section
}

pub fn machine() -> Section {
    let mut section = Section::new("Machine");
    section.fact("target", target());
    if let Some(name) = processor() {
        section.fact("processor", name);
    }
    section.fact("instruction set", instruction_set());
    section.fact("threads", threads());
    section
}

fn target() -> String {
    let library = if cfg!(target_env = "musl") {
        "-musl"
    } else if cfg!(target_env = "gnu") {
        "-gnu"
    } else if cfg!(target_env = "msvc") {
        "-msvc"
    } else {
        ""
    };
    format!("{ARCH}-{OS}{library}")
}

#[cfg(target_arch = "x86_64")]
fn processor() -> Option<String> {
    let brand = raw_cpuid::CpuId::new().get_processor_brand_string()?;
    Some(brand.as_str().trim().to_owned())
}

/// Other processors do not say their names to a program.
#[cfg(not(target_arch = "x86_64"))]
fn processor() -> Option<String> {
    None
}

/// The one that is used, and what limits it. A wrong choice fails the self-test, which says so.
fn instruction_set() -> String {
    let used = match InstructionSet::chosen() {
        Ok(set) => set.name(),
        Err(_) => "none",
    };
    let available = InstructionSet::available();
    let names: Vec<&str> = available.iter().map(|set| set.name()).collect();
    let limit = if std::env::var_os(INSTRUCTION_SET_VARIABLE).is_some() {
        INSTRUCTION_SET_VARIABLE
    } else {
        "the processor"
    };
    format!(
        "{used}, limited by {limit}; the processor has {}",
        names.join(", ")
    )
}

fn threads() -> String {
    let threads = rayon::current_num_threads();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let limit = match std::env::var_os("RAYON_NUM_THREADS") {
        Some(_) => "; RAYON_NUM_THREADS is set",
        None => "",
    };
    format!("{threads} on {processors} processors{limit}")
}
