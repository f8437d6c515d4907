//! What the words on the screen mean, in a sentence or two each.

/// A word of the screen and what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The word, and others for the same thing.
    pub word: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

const fn entry(word: &'static str, meaning: &'static str) -> Entry {
    Entry { word, meaning }
}

/// All words, by alphabet.
pub static ENTRIES: &[Entry] = &[
    entry(
        "A, B, C",
        "Texts that compete: one is on screen, the others are kept (K in the matrix). ▴ marks the best number.",
    ),
    entry("anew", "With a word left out and the shorter text embedded again, so that all vectors may change."),
    entry("baseline, b", "What unrelated sentences score on average with a model and layer. Rescaling makes it 0."),
    entry("BERTScore", "How alike two texts are, judged by a model's token vectors: precision, recall and F1."),
    entry(
        "BLEU",
        "The shares of the candidate's n-grams of 1 to 4 words that the reference has, times the brevity penalty.",
    ),
    entry("brevity penalty", "BLEU's factor for a candidate that is shorter than the reference: exp(1 − r ÷ c)."),
    entry("! beside a match", "The partner is a special token: the word found nothing better in the text."),
    entry("best match ▶ ▼ ◆", "The largest cell of a row (▶), of a column (▼), or of both (◆)."),
    entry("candidate", "The text that is judged. Its tokens are the rows of the matrix."),
    entry("chrF", "How many n-grams of 1 to 6 characters two texts share. Recall counts more than precision."),
    entry(
        "cosine",
        "How closely two vectors point in the same direction: a·b ÷ (|a| |b|). 1 is the same direction, 0 is unrelated.",
    ),
    entry("cost, loss", "What a word takes away from P or R: its share × (1 − its best similarity)."),
    entry("crosshair", "The cell that the arrows move. The line below the matrix describes it."),
    entry("df", "Document frequency: in how many of N texts a token occurs."),
    entry(
        "drift",
        "The part of a score's change that comes from unedited words whose vectors shifted with their context.",
    ),
    entry(
        "embedding, context",
        "What a model makes of a token in its sentence: a vector. A different context gives a different vector.",
    ),
    entry(
        "F1",
        "2PR ÷ (P + R), the harmonic mean of raw P and R. Rescaled, it has a baseline of its own and may lie outside of both.",
    ),
    entry("fixed", "With a word left out of the sums while all vectors stay as they are."),
    entry("flip", "A token that takes another partner than before the edit."),
    entry("gallery, lesson", "Pairs in an order, each with what it teaches (Alt-l). A lesson may ask before it shows."),
    entry("greedy matching", "Each token is matched with the most similar one. Several may share a match."),
    entry(
        "hidden state, vector",
        "The numbers that a model has for a token at a layer. They depend on the whole text.",
    ),
    entry("hub", "A site where models are kept (Hugging Face). In a matrix: a token that is the match of many others."),
    entry("human r", "How well F1 of a model agrees with human judgements (WMT16, Pearson), as bert_score lists it."),
    entry("IDF", "Inverse document frequency, ln((N + 1) ÷ (df + 1)): a weight that makes rare tokens count more."),
    entry("in pieces, ⋯", "A word that the model reads as several tokens; Enter opens it."),
    entry("judged pairs", "Sentence pairs that people gave a mark for how much the two mean the same."),
    entry("kept", "A text that was put aside with Ctrl-p, to stand beside the one on screen."),
    entry("layer", "One step of a model. Each has its own vectors, and so its own score."),
    entry("ledger", "The page “Why not 1.0?”: what each word costs."),
    entry("lens", "The same pair under another convention or measure."),
    entry("margin, 2nd −", "How far the runner-up is behind the best match. A small one may flip with the next edit."),
    entry("matrix, similarity", "The cosine of each candidate token with each reference token."),
    entry("MiniLM", "The small English model inside the program, all-MiniLM-L6: six layers."),
    entry("mutual", "Two tokens that are each other's best match: ◆."),
    entry("N", "How many texts the IDF weights were counted over."),
    entry("n-gram", "As many words in a row: “at noon” is a 2-gram. Word overlap counts those that both texts have."),
    entry("no special", "The lens in which special tokens cannot be matched."),
    entry("one-to-one", "Matching in which no token is taken twice. BERTScore does not ask for it."),
    entry(
        "P, precision",
        "The weighted mean of each candidate token's best match: how much of the candidate is in the reference.",
    ),
    entry(
        "palette, range",
        "The colours of the heatmap (F8), and whether they span 0 to 1 or this pair's numbers (F9).",
    ),
    entry("panel", "The box beside the matrix. It answers one question at a time: Ctrl-n, or Alt and a digit."),
    entry("piece", "A part of a word that is a token of its own; · stands before one that continues a word."),
    entry("projector", "Large cells and figures and few words, for a room (Alt-p)."),
    entry(
        "R, recall",
        "The weighted mean of each reference token's best match: how much of the reference is in the candidate.",
    ),
    entry(
        "random pairs",
        "Sentences that have nothing to do with each other. Their scores show what nothing in common looks like.",
    ),
    entry("raw", "A score as it is, before rescaling."),
    entry("reference", "The text that says what was meant. Its tokens are the columns of the matrix."),
    entry(
        "rescaling",
        "(x − b) ÷ (1 − b) for P, R and F1, each with its own b. It spreads the numbers and keeps their order.",
    ),
    entry("ROUGE", "Shared words (1), neighbours (2), or the longest common subsequence (L), as an F1 score."),
    entry("ruler", "Where this score lies among those of random and of judged pairs."),
    entry("runner-up, 2nd", "The second-best match of a token."),
    entry("settles", "The layer from which on a token keeps its partner."),
    entry("share", "The part of all weights that a token has; it says how much of P or R is its own."),
    entry("signature", "Model, layer, IDF and version in one line, so that others get the same numbers."),
    entry(
        "special token, [CLS], [SEP]",
        "A mark that the model adds around a text. It weighs nothing as a rule, but a word may match it.",
    ),
    entry("STS, WMT", "Collections of sentence pairs and translations that people have judged."),
    entry("token", "What a model reads at a time: a word, a piece of one, or a sign."),
    entry("torchmetrics, evaluate", "Other packages that compute a BERTScore, with conventions of their own."),
    entry("truncation, cut", "A model reads a limited number of tokens; what comes after them is not scored."),
    entry("undefined, —", "A number that does not exist: where all weights are 0, a mean is 0 ÷ 0."),
    entry(
        "[UNK], unknown",
        "What a model reads for a text that its vocabulary lacks. All such texts are one and the same to it.",
    ),
    entry("walk", "How the score is made, in twelve steps, with the figures of the pair on screen (Alt-w)."),
    entry("weight", "How much a token counts in P or R: 1, or its IDF."),
    entry("0 by convention", "What bert_score gives when a side has no words: there is nothing to compare."),
    entry("×0, ×7.9", "The weight of a token."),
    entry("Σ", "The sum over all tokens of a side."),
];

/// Whether a text has all words of a search, in upper or lower case.
#[must_use]
pub fn has(text: &str, search: &str) -> bool {
    let text = text.to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// The search with the ends of longer words cut off: `rescaled` finds `rescaling` so, and `lenses` finds `lens`.
#[must_use]
pub fn loosened(search: &str) -> String {
    let stem = |word: &str| {
        let letters = word.chars().count();
        word.chars().take(if letters >= 5 { letters - 2 } else { letters }).collect::<String>()
    };
    search.split_whitespace().map(stem).collect::<Vec<_>>().join(" ")
}

/// The entries that a search finds: those whose word it is before those that only mention it.
#[must_use]
pub fn find(search: &str) -> Vec<Entry> {
    let (named, other): (Vec<Entry>, Vec<Entry>) = ENTRIES.iter().partition(|entry| has(entry.word, search));
    let mentions = other.into_iter().filter(|entry| has(&format!("{} {}", entry.word, entry.meaning), search));
    named.into_iter().chain(mentions).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_searched_comes_first() {
        assert_eq!(find("IDF")[0].word, "IDF");
        assert_eq!(find("recall")[0].word, "R, recall");
        assert_eq!(find("harmonic MEAN")[0].word, "F1");
        assert_eq!(find("").len(), ENTRIES.len());
        assert!(find("no such word").is_empty());
        assert_eq!((find(&loosened("rescaled"))[0].word, find(&loosened("lenses"))[0].word), ("rescaling", "lens"));
    }

    #[test]
    fn entries_are_short() {
        for entry in ENTRIES {
            assert!(entry.meaning.len() <= 130 && entry.meaning.ends_with(['.', ':', '◆']), "{}", entry.word);
        }
    }
}
