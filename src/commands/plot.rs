//! `bertscope plot`: writes pictures and documents of one pair.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use color_eyre::eyre::Result;

use super::explain::explanations;
use super::open_model;
use super::output::Output;
use crate::appearance::Background;
use crate::cli::PlotArgs;
use crate::console;
use crate::request_files::with_tables;
use crate::usage_error::{UsageError, refuse};
use bertscope_analysis::{Analysis, Analyzer, Idf, Settings};
use bertscope_metric::{DocumentFrequencies, Pair};
use bertscope_models::frequencies;
use bertscope_pairs::{Input, PairRecord};
use bertscope_report::ScoredCandidate;
use bertscope_report::explanation::Section;
use bertscope_report::export::{ExportError, ExportOptions, Format, Palette, render};

/// Runs the subcommand.
pub fn run(args: &PlotArgs) -> Result<()> {
    // Validate the options before opening a model.
    let targets = targets(args)?;
    if !args.explain.topics().is_empty() && !targets.iter().any(|(_, format)| format.has_words()) {
        return refuse(
            "a picture or script cannot contain --explain; add an output with the extension .html, .md, .txt, .ansi or .json",
        );
    }
    let pairs = Input::parallel(&args.reference, std::slice::from_ref(&args.candidate))?.all()?;
    let pair = &pairs[chosen_pair(args, pairs.len())?];
    let request = args.metric.request(Idf::References);
    // Explanations use other layers too.
    let all_layers = !args.explain.topics().is_empty();
    let options = request.open_options(args.metric.device, all_layers)?;
    let open = |(path, format): &(Option<&Path>, Format)| Ok((Output::open(*path)?, *format));
    let mut outputs = targets.iter().map(open).collect::<Result<Vec<_>>>()?;
    let model = open_model(request.model_name(), &options)?;
    let settings = request.resolve(&model)?;
    let mut analyzer = with_tables(&request, Analyzer::new(model))?;
    // df over all references, as in `score`.
    let references: Vec<&str> = pairs
        .iter()
        .flat_map(|pair| &pair.references)
        .map(String::as_str)
        .collect();
    let count = || {
        frequencies::count(
            &references,
            analyzer.model().tokenizer_of(settings.conventions),
        )
    };
    let counted = (settings.idf == Idf::References).then(count).transpose()?;
    let analysis = Arc::new(best_reference(
        pair,
        &mut analyzer,
        settings,
        counted.as_ref(),
    )?);
    let explained = explanations(
        &mut analyzer,
        &analysis,
        &args.explain,
        &pair.references,
        counted.as_ref(),
    )?;
    for (output, format) in &mut outputs {
        let bytes = draw(&analysis, &explained, args, *format)?;
        // This format has terminal colours on purpose.
        if *format == Format::Ansi {
            output.write_styled(&bytes)?
        } else {
            output.write(&bytes)?
        }
    }
    outputs
        .into_iter()
        .try_for_each(|(output, _)| output.finish())
}

/// Output files with their formats; no file means standard output.
fn targets(args: &PlotArgs) -> Result<Vec<(Option<&Path>, Format)>> {
    if args.output.is_empty() {
        let terminal = console::stdout_is_terminal();
        let format = args
            .format
            .unwrap_or(if terminal { Format::Ansi } else { Format::Text });
        if format == Format::Png && terminal {
            return refuse(
                "a PNG cannot be printed to a terminal; name a file with -o FILE.png, or use a pipe",
            );
        }
        return Ok(vec![(None, format)]);
    }
    let kind = |path: &PathBuf| {
        args.format
            .or_else(|| Format::from_path(path))
            .ok_or_else(|| {
                UsageError(format!(
                    "{} has no known extension; use .svg, .png, .html, .ansi, .txt, .md, \
                 .json or .py, or give --format",
                    path.display()
                ))
            })
    };
    args.output
        .iter()
        .map(|path| Ok((Some(path.as_path()), kind(path)?)))
        .collect()
}

/// Index of the pair to draw.
fn chosen_pair(args: &PlotArgs, pairs: usize) -> Result<usize, UsageError> {
    match args.pair {
        None if pairs == 1 => Ok(0),
        None => refuse(format!(
            "there are {pairs} pairs, but a picture shows one; choose one with --pair N"
        )),
        Some(n) if (1..=pairs).contains(&n) => Ok(n - 1),
        Some(n) => refuse(format!("there is no pair {n}; --pair takes 1 to {pairs}")),
    }
}

/// The analysis with the reference of the highest F1, the first one in a tie. It notes which of several references that
/// is.
fn best_reference(
    pair: &PairRecord,
    analyzer: &mut Analyzer,
    settings: Settings,
    counted: Option<&DocumentFrequencies>,
) -> Result<Analysis> {
    let mut analyze = |reference: &String| {
        let texts = Pair {
            reference: reference.as_str(),
            candidate: &*pair.candidate,
        };
        analyzer.analyze_with_frequencies(texts, settings, counted)
    };
    let scored = ScoredCandidate::new(
        pair.references
            .iter()
            .map(&mut analyze)
            .collect::<Result<_, _>>()?,
    );
    let (best, note) = (scored.best_reference(), scored.reference_note());
    if note.is_some() {
        let count = pair.references.len();
        console::report(&format!(
            "drawing reference {} of {count}, which has the highest F1",
            best + 1
        ));
    }
    // Again, because explanations continue from the pair that was analysed last.
    let mut analysis = analyze(&pair.references[best])?;
    analysis.notes.extend(note);
    Ok(analysis)
}

fn draw(
    analysis: &Analysis,
    explanations: &[Section],
    args: &PlotArgs,
    format: Format,
) -> Result<Vec<u8>> {
    // Terminals are usually dark, paper is not.
    let dark = args
        .theme
        .map_or(format == Format::Ansi, |theme| theme == Background::Dark);
    let options = ExportOptions {
        dark,
        palette: args.palette.unwrap_or(if dark {
            Palette::Viridis
        } else {
            Palette::Blues
        }),
        title: args.title.clone(),
        origin: None,
        special: !args.no_special,
        explanations: explanations.to_vec(),
        scale: args.scale,
        ..ExportOptions::default()
    };
    let drawn = render(analysis, format, &options).map_err(|e| match e {
        ExportError::TooLarge { .. } | ExportError::NoPng | ExportError::NoScript(_) => {
            UsageError(e.to_string()).into()
        }
        ExportError::Picture(_) => color_eyre::eyre::Report::from(e),
    })?;
    if !drawn.missing_glyphs.is_empty() {
        console::report(&missing_glyph_warning(&drawn.missing_glyphs));
    }
    Ok(drawn.bytes)
}

/// A sentence about characters that are boxes in a PNG.
fn missing_glyph_warning(missing: &[char]) -> String {
    let some: Vec<String> = missing
        .iter()
        .take(5)
        .map(|c| format!("{c} U+{:04X}", u32::from(*c)))
        .collect();
    let more = if missing.len() > 5 { ", …" } else { "" };
    let count = if missing.len() == 1 {
        "1 character".into()
    } else {
        format!("{} characters", missing.len())
    };
    format!(
        "no installed font has {count} of the PNG ({}{more}), drawn as boxes; install a font that does, such as the \
         Noto fonts, or write SVG or HTML, which use the viewer's fonts",
        some.join(", ")
    )
}
