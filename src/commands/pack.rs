//! `bertscope pack`: converts the published model to the bundled files, and prints their checksums.

use color_eyre::eyre::{Context, Result};
use sha2::{Digest, Sha256};

use super::output::write_out;
use crate::cli::PackArgs;
use crate::command_files::CommandFiles;
use crate::console;
use bertscope_models::pack::{pack, vocabulary};
use bertscope_models::text_file::read_bytes;

const WEIGHTS: &str = "model.safetensors";
/// Files that are bundled unchanged.
const COPIED_FILES: [&str; 3] = ["config.json", "tokenizer.json", "tokenizer_config.json"];
const VOCABULARY: &str = "vocab.txt";

fn files(args: &PackArgs) -> CommandFiles {
    let names = COPIED_FILES.into_iter().chain([WEIGHTS, VOCABULARY]);
    CommandFiles::default()
        .model(args.folder.to_str())
        .write(names.map(|name| args.output.join(name)))
}

/// Runs the subcommand; prints one line per file, in the format of `sha256sum`.
pub fn run(args: &PackArgs) -> Result<()> {
    files(args).check()?;
    let weights = pack(&args.folder)?;
    std::fs::create_dir_all(&args.output)
        .wrap_err_with(|| format!("cannot create {}", args.output.display()))?;
    let mut files = vec![(WEIGHTS, weights)];
    for name in COPIED_FILES {
        files.push((name, read_bytes(&args.folder.join(name))?));
    }
    if let Some(vocabulary) = vocabulary(&read_bytes(&args.folder.join("tokenizer.json"))?)? {
        files.push((VOCABULARY, vocabulary.into_bytes()));
    }
    for (name, bytes) in files {
        write_out(Some(&args.output.join(name)), &bytes)?;
        console::print(format!("{}  {name}\n", checksum(&bytes)).as_bytes())?;
    }
    Ok(())
}

/// SHA-256 in hexadecimal.
pub fn checksum(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}
