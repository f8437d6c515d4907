//! The glossary: short definitions of the words on the screen.

/// A glossary entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GlossaryEntry {
    /// The word and its synonyms.
    pub word: &'static str,
    /// The definition.
    pub meaning: &'static str,
}

const fn entry(word: &'static str, meaning: &'static str) -> GlossaryEntry {
    GlossaryEntry { word, meaning }
}

/// All entries, in alphabetical order.
pub static ENTRIES: &[GlossaryEntry] = &[
    entry(
        "A, B, C",
        "Texts being compared: one is on screen, the others are kept (K in the matrix). ▴ marks the best score.",
    ),
    entry("anew", "The score without a word, with the shorter text embedded again, so that all vectors may change."),
    entry("baseline, b", "What unrelated sentences score on average with a model and layer. Rescaling makes it 0."),
    entry("BERTScore", "How similar two texts are, measured with a model’s token vectors: precision, recall and F1."),
    entry(
        "BLEU",
        "The geometric mean of the shares of 1- to 4-word n-grams of the candidate that are in the reference, times the \
         brevity penalty.",
    ),
    entry("brevity penalty", "BLEU’s factor for a candidate that is shorter than the reference: exp(1 − r ÷ c)."),
    entry("! beside a match", "The match is a special token: no word of the other text is closer."),
    entry("best match ▶ ▼ ◆", "The largest cell of its row (▶), of its column (▼), or of both (◆)."),
    entry("candidate", "The text to be scored. Its tokens are the rows of the matrix."),
    entry("chrF", "How many n-grams of 1 to 6 characters two texts share. Recall counts more than precision."),
    entry(
        "cosine",
        "The cosine of the angle between two vectors: a·b ÷ (|a| |b|). 1 is the same direction, 0 is a right angle.",
    ),
    entry("cost, loss", "How much a word lowers P or R: its share × (1 − its best similarity)."),
    entry("crosshair", "The selected cell. Arrow keys move it; the line below the matrix describes it."),
    entry("df", "Document frequency: how many of the N texts contain a token."),
    entry(
        "drift",
        "The part of a score’s change that comes from unedited words: their vectors change with the context.",
    ),
    entry(
        "embedding, context",
        "The vector that a model computes for a token in its sentence. A different context gives a different vector.",
    ),
    entry(
        "F1",
        "2PR ÷ (P + R), the harmonic mean of raw P and R. Rescaled F1 has its own baseline and need not lie between P and R.",
    ),
    entry("fixed", "The score without a word, with all vectors unchanged."),
    entry("flip", "A token whose best match is not the same as before the edit."),
    entry(
        "gallery, lesson",
        "A sequence of pairs with notes (Alt-l). A step may ask a question before it shows the scores.",
    ),
    entry("greedy matching", "Each token is matched with the most similar one. Several may share a match."),
    entry("hidden state, vector", "A model’s vector for a token at a layer. It depends on the whole text."),
    entry(
        "hub",
        "Hugging Face, a site that hosts models. In a matrix: a token that is the best match of several others.",
    ),
    entry("human r", "Pearson correlation of a model’s F1 with human judgements (WMT16), as listed by bert_score."),
    entry("IDF", "Inverse document frequency, ln((N + 1) ÷ (df + 1)): a weight that makes rare tokens count more."),
    entry("in pieces, ⋯", "A word that the tokenizer splits into several pieces; Enter lists them."),
    entry("judged pairs", "Sentence pairs that people rated for how similar they are in meaning."),
    entry("kept", "A text set aside with Ctrl-p, to compare with the one on screen."),
    entry(
        "layer",
        "One transformer block of a model; layer 0 is its input. Each layer has its own vectors and scores.",
    ),
    entry("ledger", "The panel “Why not 1.0?”: what each word costs."),
    entry("lens", "The same pair under another convention or measure."),
    entry(
        "margin",
        "How far the runner-up is below the best match. A match with a small margin may flip with the next edit.",
    ),
    entry("matrix, similarity", "The cosine of every candidate token with every reference token."),
    entry("MiniLM", "The bundled model, all-MiniLM-L6-v2: a small English model with six layers."),
    entry("mutual", "Two tokens that are each other’s best match: ◆."),
    entry("N", "The number of texts that the IDF weights were counted over."),
    entry("n-gram", "n words in a row: “at noon” is a 2-gram. Word overlap counts those that both texts contain."),
    entry("no special", "The lens in which special tokens cannot be matched."),
    entry("one-to-one", "A matching that uses each token at most once. BERTScore does not require it."),
    entry(
        "P, precision",
        "The weighted mean of each candidate token’s best match: how much of the candidate is in the reference.",
    ),
    entry(
        "palette, range",
        "The colours of the heatmap (F8), and whether they span 0 to 1 or this pair’s numbers (F9).",
    ),
    entry("panel", "The box beside the matrix. It shows one explanation at a time: Ctrl-n, or Alt and a digit."),
    entry("piece", "A part of a word that is a token of its own; · marks a piece that continues a word."),
    entry("projector", "A mode for a room: large cells and numbers, few words (Alt-p)."),
    entry(
        "R, recall",
        "The weighted mean of each reference token’s best match: how much of the reference is in the candidate.",
    ),
    entry("random pairs", "Pairs of unrelated sentences. Their scores show how high unrelated texts score."),
    entry("raw", "A score before rescaling."),
    entry(
        "reference",
        "The text to compare with, such as a human translation. Its tokens are the columns of the matrix.",
    ),
    entry(
        "rescaling",
        "(x − b) ÷ (1 − b) for P, R and F1, each with its own b. It spreads the numbers and keeps their order.",
    ),
    entry("ROUGE", "Shared words (1), neighbours (2), or the longest common subsequence (L), as an F1 score."),
    entry("ruler", "Where this score ranks among those of random pairs and of judged pairs."),
    entry("runner-up, 2nd", "The second-best match of a token."),
    entry("settles", "The layer from which a token keeps the same match."),
    entry("share", "A token’s weight ÷ the sum of all weights: how much it counts in P or R."),
    entry("signature", "Model, layer, IDF and version in one line, so that others get the same numbers."),
    entry(
        "special token, [CLS], [SEP]",
        "A token that the model adds around a text. It normally has zero weight, but a word may match it.",
    ),
    entry("STS, WMT", "Data sets of sentence pairs (STS) and translations (WMT) with human judgements."),
    entry("token", "The unit that a model reads: a word, a piece of a word, or a punctuation mark."),
    entry("torchmetrics, evaluate", "Other packages that compute BERTScore, with their own conventions."),
    entry("truncation, cut", "A model reads a limited number of tokens; text beyond the limit is not scored."),
    entry("undefined, —", "No value: where all weights are 0, a mean is 0 ÷ 0."),
    entry(
        "[UNK], unknown",
        "The token for text that is not in the vocabulary. To the model, all such text is the same.",
    ),
    entry("walkthrough", "How the score is computed, step by step, with the numbers of the pair on screen (Alt-w)."),
    entry("weight", "How much a token counts in P or R: 1, or its IDF."),
    entry("0 by convention", "What bert_score returns if a text has no words: there is nothing to compare."),
    entry("×0, ×7.9", "The weight of a token."),
    entry("Σ", "The sum over all tokens of a text."),
];

/// Whether a text contains all words of a search, ignoring case.
#[must_use]
pub fn has(text: &str, search: &str) -> bool {
    let text = text.to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// The search with the endings of longer words removed, so that `rescaled` finds `rescaling` and `lenses` finds `lens`.
#[must_use]
pub fn normalize_search(search: &str) -> String {
    let stem = |word: &str| {
        let letters = word.chars().count();
        word.chars().take(if letters >= 5 { letters - 2 } else { letters }).collect::<String>()
    };
    search.split_whitespace().map(stem).collect::<Vec<_>>().join(" ")
}

/// The entries that match a search by their word, followed by those that match by their definition.
#[must_use]
pub fn find(search: &str) -> Vec<GlossaryEntry> {
    let (named, other): (Vec<GlossaryEntry>, Vec<GlossaryEntry>) =
        ENTRIES.iter().partition(|entry| has(entry.word, search));
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
        assert_eq!(
            (find(&normalize_search("rescaled"))[0].word, find(&normalize_search("lenses"))[0].word),
            ("rescaling", "lens")
        );
    }

    #[test]
    fn entries_are_short() {
        for entry in ENTRIES {
            assert!(entry.meaning.chars().count() <= 130 && entry.meaning.ends_with(['.', ':', '◆']), "{}", entry.word);
        }
    }
}
