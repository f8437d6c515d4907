//! `bertscope pack`: converts the published model to the bundled files, and prints their checksums.

use color_eyre::eyre::{Context, Result};
use sha2::{Digest, Sha256};

use super::output::write_out;
use crate::cli::PackArgs;
use crate::console;
use bertscope_models::pack::{pack, vocabulary};
use bertscope_models::text_file::read_bytes;

/// Files that are bundled unchanged.
const COPIED_FILES: [&str; 3] = ["config.json", "tokenizer.json", "tokenizer_config.json"];

/// Runs the subcommand; prints one line per file, in the format of `sha256sum`.
pub fn run(args: &PackArgs) -> Result<()> {
    let weights = pack(&args.folder)?;
    std::fs::create_dir_all(&args.output)
        .wrap_err_with(|| format!("cannot create {}", args.output.display()))?;
    let mut files = vec![("model.safetensors", weights)];
    for name in COPIED_FILES {
        files.push((name, read_bytes(&args.folder.join(name))?));
    }
    let vocabulary = vocabulary(&read_bytes(&args.folder.join("tokenizer.json"))?)?;
    files.extend(vocabulary.map(|vocabulary| ("vocab.txt", vocabulary.into_bytes())));
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
