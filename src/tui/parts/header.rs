//! The status line: program, model, settings, and the time of the last analysis.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::Command;
use crate::tui::context::{ChosenSettings, MatchDirection, Zoom, short_name};
use crate::tui::parts::palette::entries::value;
use crate::tui::state::State;
use bertscope_analysis::{Analysis, Idf};
use bertscope_models::bundled;
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label::fit;
use bertscope_report::number::decimals;

/// A setting in the line.
struct Setting {
    text: String,
    /// Whether it differs from the start.
    is_changed: bool,
}

/// The settings in the line, in their order.
#[derive(Default)]
struct Settings(Vec<Setting>);

impl Settings {
    fn add(&mut self, text: impl Into<String>, is_changed: bool) {
        let text = text.into();
        self.0.push(Setting { text, is_changed });
    }

    /// Changed settings have priority over defaults, and the origin of the model over none; nothing is cut.
    fn fit(&mut self, width: u16) {
        if self.width() > width.into() {
            let name = &mut self.0[0].text;
            name.truncate(name.find(" (").unwrap_or(name.len()));
        }
        while self.width() > width.into() && self.0.len() > 1 {
            let mut others = self.0.iter().skip(1);
            let first_default = others.position(|setting| !setting.is_changed);
            self.0.remove(first_default.map_or(0, |at| at + 1));
        }
    }

    fn width(&self) -> usize {
        let widths = self.0.iter().map(|setting| setting.text.width() + 2);
        PROGRAM.width() + widths.sum::<usize>()
    }
}

const PROGRAM: &str = " bertscope ";

pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let theme = &state.look.theme;
    let mut settings = settings(state);
    settings.fit(area.width);
    let mut line = Line::from(Span::styled(PROGRAM, theme.accent()));
    for Setting { text, is_changed } in settings.0 {
        let style = if is_changed {
            theme.accent()
        } else {
            theme.text()
        };
        line.push_span(Span::styled("  ", theme.quiet()));
        line.push_span(Span::styled(text, style));
    }
    let room = usize::from(area.width).saturating_sub(line.width() + 1);
    frame.render_widget(line, area);
    if let Some(time) = times(state).into_iter().find(|text| text.width() <= room) {
        let time = Line::from(Span::styled(time, theme.quiet()));
        frame.render_widget(time.right_aligned(), area);
    }
}

fn settings(state: &State) -> Settings {
    let mut settings = Settings::default();
    let start = state.start_settings();
    let inspection = state.inspection();
    let display = state.display();
    add_model(&mut settings, state);
    let conventions = inspection.conventions;
    let is_other = conventions != start.conventions;
    if is_other || !conventions.is_default() {
        settings.add(format!("as {}", conventions.name()), is_other);
    }
    // The walkthrough names a setting at its stage. One that this model does not support is not shown as on.
    let analysis = state.results.analysis.as_deref();
    if state.shows(Stage::Weights) {
        let lacks_table = analysis.is_some_and(lacks_table);
        let text = match inspection.idf {
            Idf::Off => "IDF off".to_owned(),
            Idf::Table if lacks_table => "no IDF table".to_owned(),
            Idf::Table => idf_source(state),
            Idf::References => "IDF this reference".to_owned(),
        };
        let is_lacking = inspection.idf == Idf::Table && lacks_table;
        settings.add(text, inspection.idf != start.idf || is_lacking);
    }
    if state.shows(Stage::F1) {
        let is_lacking = display.rescale && analysis.is_some_and(lacks_baseline);
        let text = match display.rescale {
            false => "raw",
            true if is_lacking => "no baseline",
            true => "rescaled",
        };
        let is_other = display.rescale != start.display.rescale;
        settings.add(text, is_other || is_lacking);
    }
    if state.shows(Stage::RowBest) {
        let text = match display.direction {
            MatchDirection::Both => "both ways",
            MatchDirection::Precision => "precision",
            MatchDirection::Recall => "recall",
        };
        settings.add(text, display.direction != start.display.direction);
    }
    add_rare_settings(&mut settings, state, &start);
    settings
}

fn lacks_table(analysis: &Analysis) -> bool {
    analysis.settings.idf == Idf::Table && analysis.idf.is_none()
}

fn lacks_baseline(analysis: &Analysis) -> bool {
    analysis.settings.rescale && analysis.rescaling().is_none()
}

/// The model with its origin, and the layer.
fn add_model(settings: &mut Settings, state: &State) {
    let Some(info) = &state.models.current else {
        return settings.add(state.models.waiting_words(), false);
    };
    let is_bundled = info.origin == bundled::ORIGIN;
    let name = if is_bundled {
        bundled::NAME.to_owned()
    } else {
        short_name(&info.name)
    };
    let origin = match info.recognition.known {
        Some(known) if info.origin == info.name => format!(" (copy of {})", known.name),
        None if info.origin == info.name => String::new(),
        _ => format!(" ({})", info.origin),
    };
    settings.add(name + &origin, false);
    let inspection = state.inspection();
    let layer = inspection.layer.unwrap_or(info.layer.0);
    let last = if layer == info.last_layer.0 && !info.layer_is_tuned && !is_bundled {
        " (last)"
    } else {
        ""
    };
    let is_other = Some(layer) != state.start_layer(inspection.conventions);
    settings.add(format!("layer {layer}/{}{last}", info.last_layer), is_other);
}

/// Settings that are named only if they are not as usual, or not as at the start.
fn add_rare_settings(settings: &mut Settings, state: &State, start: &ChosenSettings) {
    let has_special = state.display().show_special;
    let is_other = has_special != start.display.show_special;
    if is_other || !has_special {
        let special = value(state, Command::SpecialTokens);
        settings.add(format!("special {special}"), is_other);
    }
    let zoom = state.look.zoom;
    let is_other = zoom != start.zoom;
    if is_other || zoom != Zoom::Fit {
        settings.add(value(state, Command::Zoom), is_other);
    }
    let has_mouse = state.terminal.mouse;
    let is_other = has_mouse != state.config.look.mouse.unwrap_or_default();
    if is_other || has_mouse {
        let mouse = value(state, Command::Mouse);
        settings.add(format!("mouse {mouse}"), is_other);
    }
}

/// The IDF setting and its source, briefly.
fn idf_source(state: &State) -> String {
    let analysis = state.results.analysis.as_ref();
    let Some(idf) = analysis.and_then(|analysis| analysis.idf.as_ref()) else {
        return "IDF on".to_owned();
    };
    let name = idf.name.split(" (").next().unwrap_or_default();
    let name = printable(name.trim_start_matches("the "));
    format!("IDF {}", fit(&name, 28))
}

/// Size of the matrix and time of the last analysis, in versions of decreasing length.
fn times(state: &State) -> Vec<String> {
    let Some(analysis) = state.shown_analysis(Stage::Tokens) else {
        return Vec::new();
    };
    let rows = analysis.similarity.candidate_tokens();
    let columns = analysis.similarity.reference_tokens();
    let time = match state.results.elapsed {
        Some(elapsed) => format!("{} ms ", decimals(elapsed.as_secs_f64() * 1e3, 1)),
        None => "cached ".to_owned(),
    };
    vec![
        format!("{rows} × {columns} tokens   {time}"),
        format!("{rows}×{columns}  {time}"),
        time,
    ]
}
