//! The commands with a key, with their names and synonyms for the search.

use super::super::editor::Edit;
use super::super::keymap::{Action, LessonAction, PairsAction as P, PanelAction, Setting};
use crate::tui::input::keymap::CopyContent;
use bertscope_explain::Topic;

use Action as A;

/// An action with its name, synonyms and description.
#[derive(Debug)]
pub struct Command {
    /// The action.
    pub action: Action,
    /// The name.
    pub name: &'static str,
    /// Synonyms for the search.
    pub synonyms: &'static str,
    /// The description.
    pub explanation: &'static str,
}

const fn command(action: Action, name: &'static str, synonyms: &'static str, explanation: &'static str) -> Command {
    Command { action, name, synonyms, explanation }
}

const fn set(setting: Setting, name: &'static str, synonyms: &'static str, explanation: &'static str) -> Command {
    command(A::Set(setting), name, synonyms, explanation)
}

const fn panel(action: PanelAction, name: &'static str, synonyms: &'static str, explanation: &'static str) -> Command {
    command(A::Panel(action), name, synonyms, explanation)
}

const fn topic(topic: Topic, synonyms: &'static str, explanation: &'static str) -> Command {
    panel(PanelAction::Ask(topic), topic.title(), synonyms, explanation)
}

const fn lesson(
    action: LessonAction,
    name: &'static str,
    synonyms: &'static str,
    explanation: &'static str,
) -> Command {
    command(A::Lesson(action), name, synonyms, explanation)
}

const fn pairs(action: P, name: &'static str, synonyms: &'static str, explanation: &'static str) -> Command {
    command(A::Pairs(action), name, synonyms, explanation)
}

const fn copy(content: CopyContent, name: &'static str, synonyms: &'static str, explanation: &'static str) -> Command {
    command(A::CopyContent(content), name, synonyms, explanation)
}

/// The name of an action, if it is a command.
#[must_use]
pub fn command_name(action: Action) -> Option<&'static str> {
    COMMANDS.iter().find(|command| command.action == action).map(|command| command.name)
}

/// All commands, in the order of an empty search.
pub static COMMANDS: &[Command] = &[
    panel(
        PanelAction::NextTopic(true),
        "Next explanation",
        "why explain panel question",
        "show the next explanation of the score",
    ),
    panel(
        PanelAction::NextTopic(false),
        "Previous explanation",
        "why explain panel question",
        "show the previous explanation",
    ),
    panel(
        PanelAction::ToggleDerivation,
        "How this number was computed",
        "derivation formula arithmetic how why precision recall F1 cosine",
        "the formula with the numbers of this pair, for the selected row, cell or score",
    ),
    topic(
        Topic::Matches,
        "best partner runner-up greedy alignment hub",
        "each token’s best match, with weight and runner-up; other alignments",
    ),
    topic(Topic::Ledger, "ledger cost loss lose missing low", "what each word costs; the costs sum to 1 − score"),
    topic(
        Topic::Drop,
        "delete remove leave out omission word ablation",
        "the score without each word, with the same vectors and with new ones",
    ),
    topic(Topic::Edit, "change diff before after", "which matches the last edit changed, and by how much"),
    topic(
        Topic::Compare,
        "compare candidates winner versus A B",
        "kept candidates or references beside the text on screen",
    ),
    topic(Topic::Layers, "depth layers sweep", "P, R and F1 at every layer"),
    panel(
        PanelAction::Ask(Topic::Idf),
        "IDF weights of the tokens",
        "df frequency rare weights",
        "df, N and weight of each token, and the scores with other IDF tables",
    ),
    topic(
        Topic::Ruler,
        "good bad high low typical random human percentile",
        "where the score ranks among random pairs and judged pairs",
    ),
    topic(
        Topic::Lenses,
        "torchmetrics evaluate other programs tools conventions",
        "this pair’s score in other tools and under other conventions",
    ),
    topic(
        Topic::Overlap,
        "word overlap chrf rouge ngram n-gram sacrebleu",
        "BLEU, chrF and ROUGE of the pair, with the matched words marked",
    ),
    panel(
        PanelAction::CycleAlignment,
        "Alignment",
        "mutual one-to-one optimal assignment greedy",
        "greedy (the metric), mutual, or one-to-one",
    ),
    set(
        Setting::Idf,
        "IDF",
        "weight rare inverse document frequency turn on off",
        "weight rare tokens more, by inverse document frequency",
    ),
    set(
        Setting::Rescale,
        "Rescaling",
        "baseline scale rescale rescaled raw turn on off",
        "rescale the scores and the matrix with the baseline",
    ),
    set(Setting::LayerDown, "Layer down", "previous lower", "score at the layer below"),
    set(Setting::LayerUp, "Layer up", "next higher", "score at the layer above"),
    set(
        Setting::Direction,
        "Direction",
        "precision recall both",
        "show the matches of both directions, of precision, or of recall",
    ),
    set(
        Setting::Special,
        "Special tokens",
        "hide show special tokens [CLS] [SEP] <s> </s>",
        "show or hide the rows and columns of special tokens",
    ),
    command(
        A::PickModel,
        "Choose a model",
        "open load hub download roberta bert checkpoint switch",
        "bundled, on this disk, or from the hub; the current model stays active until the new one is ready",
    ),
    command(
        A::StopOpening,
        "Cancel opening a model",
        "stop abort download",
        "cancel opening a model, or close its message",
    ),
    command(
        A::Export,
        "Export",
        "save screenshot picture image write file svg png html",
        "save what is on the screen; the file extension sets the format",
    ),
    command(A::Copy, "Copy", "clipboard yank", "copy scores, picture, Markdown, JSON or Python through the terminal"),
    copy(CopyContent::Scores, "Copy the scores", "clipboard signature", "P, R, F1 and signature in one line"),
    copy(CopyContent::Picture, "Copy the picture as text", "clipboard", "the heatmap as text"),
    copy(CopyContent::Markdown, "Copy as Markdown", "clipboard table", "tables in Markdown"),
    copy(CopyContent::Json, "Copy as JSON", "clipboard data", "the whole analysis as JSON"),
    copy(
        CopyContent::Link,
        "Copy a link to this pair",
        "clipboard share address url web page browser QR",
        "a URL that opens this pair and its settings on the web page (set the page’s address in BERTSCOPE_PAGE)",
    ),
    copy(
        CopyContent::Python,
        "Copy as Python",
        "clipboard code reproduce",
        "Python code that computes the same numbers",
    ),
    panel(
        PanelAction::Keep,
        "Keep this text",
        "compare pin hold add second new another candidate reference",
        "keep this text and compare others with it, side by side",
    ),
    panel(
        PanelAction::ReverseKept,
        "Flip to the other text",
        "A B switch toggle compare candidate exchange",
        "switch to the next of the texts being compared, and to its matrix",
    ),
    panel(
        PanelAction::RestoreKept,
        "Restore the kept texts",
        "last session bring back compare earlier",
        "restore the texts that were kept in the last session",
    ),
    command(A::Swap, "Swap reference and candidate", "exchange reverse", "P and R are swapped, too"),
    command(
        A::ToggleWalkthrough,
        "Walkthrough",
        "walkthrough tutorial step by step learn walk end",
        "build the score of this pair step by step; press again to end",
    ),
    lesson(
        LessonAction::Choose,
        "Lessons",
        "teach gallery examples learn course end leave stop",
        "choose a lesson, or end the active one",
    ),
    command(
        A::NextStep(true),
        "Next step",
        "forward lesson walkthrough",
        "go to the next step of the lesson or walkthrough",
    ),
    command(A::NextStep(false), "Previous step", "back lesson walkthrough", "go to the previous step"),
    lesson(
        LessonAction::StepEnd(false),
        "First step",
        "start lesson walkthrough rows",
        "the first step of the lesson; in a walkthrough, the first row",
    ),
    lesson(
        LessonAction::StepEnd(true),
        "Last step",
        "end skip lesson walkthrough rows",
        "the last step of the lesson; in a walkthrough, all rows at once",
    ),
    lesson(
        LessonAction::ScrollNote(true),
        "Scroll the note down",
        "more scroll lesson",
        "the rest of a lesson’s note, if it ends with …",
    ),
    lesson(
        LessonAction::ScrollNote(false),
        "Scroll the note up",
        "back scroll lesson",
        "the text above in a lesson’s note",
    ),
    lesson(
        LessonAction::Hide,
        "Hide the scores",
        "guess quiz question room",
        "hide the scores so that others can guess, or show them",
    ),
    lesson(
        LessonAction::Guess,
        "Type the audience’s guess",
        "votes vote estimate poll number quiz room hidden",
        "a number for F1, or votes for A and B, such as 12 : 5; the reveal shows how close it was",
    ),
    lesson(
        LessonAction::Reveal,
        "Reveal",
        "show answer guess quiz picture scores",
        "show what is hidden: first the matrix, then the scores",
    ),
    set(Setting::Projector, "Projector", "large big room presentation workshop", "large cells and numbers, few words"),
    set(Setting::Palette, "Colours", "palette color viridis blues colour-blind", "the colours of the heatmap"),
    set(Setting::Scale, "Colour range", "scale contrast color minimum maximum", "0 to 1, or the range of this pair"),
    set(
        Setting::Zoom,
        "Zoom",
        "size cells digits overview",
        "cell size: as large as fits, digits, colour only, overview",
    ),
    set(Setting::Theme, "Dark or light", "theme dark light background bright", "dark or light background"),
    set(Setting::Mouse, "Mouse", "click pointer", "click cells and words (selecting text then needs Shift)"),
    command(A::Edit(Edit::Undo), "Undo", "back revert typing", "undo the last change of the text"),
    command(A::Edit(Edit::Redo), "Redo", "again forward typing", "redo the last undone change of the text"),
    pairs(P::List, "List of pairs", "file open back", "show or close the list of the file’s pairs"),
    pairs(P::Next(true), "Next pair", "file forward", "the next pair in list order"),
    pairs(P::Next(false), "Previous pair", "file back", "the previous pair in list order"),
    pairs(P::Worst, "Worst pair", "lowest bad next jump", "the worst pair of the file, then the next worst"),
    pairs(P::Mark, "Mark the pair", "flag star bookmark", "mark the pair, or remove its mark"),
    pairs(P::Note, "Note on the pair", "comment annotate write", "write a note on the pair"),
    pairs(
        P::OnlyMarked,
        "Only marked pairs",
        "filter flagged",
        "list only pairs with a mark or a note; again lists all",
    ),
    pairs(
        P::Filter,
        "Filter the list",
        "search find pairs words column system language",
        "list only pairs with these words; system=B matches a whole column value, lp:de a part of it",
    ),
    pairs(
        P::Sort,
        "Sort the list",
        "order F1 human judgement worst best disagreement rank",
        "sort by file order, F1, P, R, |P − R|, human score or F1 rank − human rank",
    ),
    pairs(
        P::SortByRanks,
        "Sort by F1 rank − human rank",
        "disagree disagreement difference people against correlation outlier human",
        "+ if F1 ranks a pair higher than people do, − if lower, in % of the ranked pairs; again reverses",
    ),
    pairs(
        P::Summary,
        "Summary of the list",
        "mean average histogram distribution compare systems difference wins losses significance p-value statistics",
        "means and score distribution of the listed pairs, and how systems differ",
    ),
    pairs(
        P::ExportMarked,
        "Export the marked pairs",
        "save write all handout page report collection html markdown jsonl",
        "one file with every pair that has a mark or a note: .html with pictures, .md, or .jsonl",
    ),
    pairs(P::Reverse, "Reverse the list", "order descending ascending", "reverse the order"),
    pairs(
        P::FileIdf,
        "IDF over the file",
        "weights references corpus",
        "turn IDF weights from all references of the file on or off",
    ),
    command(
        A::Help,
        "Help",
        "keys shortcuts bindings manual glossary",
        "all commands with an explanation, all keys, and a glossary",
    ),
    command(A::Commands, "Commands", "palette search run", "search all commands, and run one"),
    command(A::LeaveText, "Go to the matrix", "leave text", "go from a text to the matrix"),
    command(A::EnterText, "Edit the text", "type write", "go from the matrix back to the text"),
    command(A::FocusNext, "Next pane", "focus tab", "go to the next part of the screen"),
    command(A::FocusPrevious, "Previous pane", "focus tab", "go to the previous part of the screen"),
    command(A::Redraw, "Redraw the screen", "refresh garbled", "draw every cell again"),
    command(A::Suspend, "Suspend", "background shell", "suspend the program until the shell resumes it (`fg`)"),
    command(A::Quit, "Quit", "exit leave close", "quit; texts and settings are saved"),
];
