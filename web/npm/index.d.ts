/** Settings of a score. */
export interface Settings {
  /** The layer to compare, from 0 to 6; the default is 6. */
  layer?: number;
  /** Whether tokens are weighted by the bundled IDF table of general English. */
  idf?: boolean;
  /** Whether the score is rescaled with the bundled baseline. */
  rescale?: boolean;
  /** The program whose score is computed. */
  program?: "bert_score" | "bert_score+transformers5" | "bert_score+fast" | "torchmetrics" | "bert_score+windows";
}

/** A reference and a candidate. */
export interface Pair extends Settings {
  reference: string;
  candidate: string;
  /** Other candidates, for the topic "compare". */
  against?: string[];
}

/** A candidate with one reference or several. */
export interface References extends Settings {
  reference: string | string[];
  candidate: string;
}

export interface Score {
  /** Null if it is undefined; a note says why. */
  precision: number | null;
  recall: number | null;
  f1: number;
  /** The line to cite: model, layer and settings. */
  signature: string;
  /** What to know before using the score, such as that a text is empty or was truncated. */
  notes: string[];
}

export type Topic = "ledger" | "drop" | "compare" | "layers" | "idf" | "ruler" | "lenses" | "overlap";

export interface Explanation {
  topic: string;
  title: string;
  /** The finding, in a sentence or two. */
  lead: string;
  /** For display: the text of each row, and how its numbers were computed. */
  rows: { text: string; how?: string[] }[];
  /** The numbers, as docs/analysis-format.md describes them. */
  data: any;
}

/** BERTScore with the bundled model, all-MiniLM-L6-v2. Keep it: a scorer holds the model in memory. */
export class Scorer {
  private constructor();
  /** Loads the module and the model, which are files of this package. */
  static bundled(): Promise<Scorer>;
  /** Precision, recall and F1. Of several references, the best of each number. */
  score(pair: References): Score;
  /** An explanation of the score. */
  explain(pair: Pair, topic: Topic): Explanation;
  /** The whole analysis: tokens, similarities, matches and scores, with an explanation if a topic is given. */
  analyze(pair: Pair, topic?: Topic): any;
}
