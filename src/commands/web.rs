//! `bertscope web`: writes the web page as a folder of static files, with a teacher's lessons.

use std::path::Path;

use color_eyre::eyre::{Context, Result};

use super::output::write_out;
use crate::cli::WebArgs;
use crate::console;
use crate::usage_error::{UsageError, refuse};
use bertscope_lessons::read;
use bertscope_models::bundled;
use bertscope_printable::printable;
use bertscope_report::export::link::Link;

/// The program of the page; a folder that contains it is an earlier version of the page.
const PAGE_FILE: &str = "bertscope_web.js";

#[cfg(feature = "page")]
macro_rules! page {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/web/dist/", $name)) as &[u8])),*]
    };
}

/// The files of the page, except the model, which the program already contains. Built by `web/build.sh`.
#[cfg(feature = "page")]
static FILES: &[(&str, &[u8])] = page!(
    "Inter-Regular.ttf" "Inter-SemiBold.ttf" "LICENSE" "NOTICE" "OFL.txt" "app.js" "bertscope_web.js"
    "bertscope_web_bg.wasm" "channel.js" "dom.js" "guess.js" "icon.svg" "index.html" "kept.js" "lessons.js"
    "manifest.webmanifest" "numbers.js" "panel.js" "picture.css" "picture.js" "sharing.js" "style.css" "sw.js" "theme.js"
    "view.js" "walk.js" "worker.js"
);
#[cfg(not(feature = "page"))]
static FILES: &[(&str, &[u8])] = &[];

/// Runs the subcommand; prints the folder, and the part of a URL that opens each lesson.
pub fn run(args: &WebArgs) -> Result<()> {
    let folder = &args.folder;
    if FILES.is_empty() {
        return refuse(
            "this program was built without the web page: in a clone, `web/build.sh DIR` writes the page to DIR; \
                        after that, a build with `--features page` includes it",
        );
    }
    let mut lessons = Vec::new();
    for file in &args.lesson {
        read::open(file)?;
        let name = file
            .file_name()
            .and_then(|name| name.to_str())
            .map(str::to_owned);
        let name = name
            .filter(|name| !FILES.iter().any(|(known, _)| known == name))
            .ok_or_else(|| {
                let shown = printable(&file.to_string_lossy());
                UsageError(format!(
                    "{shown} has the name of a file of the page; rename it"
                ))
            })?;
        lessons.push((name, std::fs::read(file)?));
    }
    if !is_writable_target(folder)? {
        let shown = printable(&folder.to_string_lossy());
        return refuse(format!(
            "{shown} contains other files; choose a new or empty folder"
        ));
    }
    std::fs::create_dir_all(folder)
        .wrap_err_with(|| format!("cannot create {}", folder.display()))?;
    let model = bundled::weights();
    let model = [("minilm.safetensors", &model[..])];
    let own = lessons
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    for (name, bytes) in FILES.iter().copied().chain(model).chain(own) {
        write_out(Some(&folder.join(name)), bytes)?;
    }
    console::print(format!("{}\n", printable(&folder.to_string_lossy())).as_bytes())?;
    for (name, _) in lessons {
        let link = Link::Lesson {
            lesson: name,
            step: 1,
        }
        .fragment();
        console::print(format!("#{link}\n").as_bytes())?;
    }
    Ok(())
}

/// Whether the page can be written there without losing files.
fn is_writable_target(folder: &Path) -> Result<bool> {
    match std::fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none() || folder.join(PAGE_FILE).exists()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error).wrap_err_with(|| format!("cannot read {}", folder.display())),
    }
}
