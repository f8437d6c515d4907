// BERTScore in Node and in browsers: the module and the model of the web page, behind two functions.
import init, { Page } from "./bertscope_web.js";

// The bytes of a file of this package, from the disk or from the server that has this file.
async function load(url) {
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded: the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

// The explanations of a single pair.
const TOPICS = ["ledger", "drop", "compare", "layers", "idf", "ruler", "lenses", "overlap"];

let module = null;

export class Scorer {
  #page = new Page();
  #layers = 0;

  // A scorer with the bundled model, all-MiniLM-L6-v2.
  static async bundled() {
    module ??= load(new URL("./bertscope_web_bg.wasm", import.meta.url)).then((bytes) => init({ module_or_path: bytes }));
    const [model] = await Promise.all([load(new URL("./minilm.safetensors", import.meta.url)), module]);
    const scorer = new Scorer();
    scorer.#page.begin();
    scorer.#page.receive(model);
    scorer.#layers = checked(scorer.#page.open(true)).layers;
    return scorer;
  }

  // Precision, recall and F1. Of several references, the best of each number.
  score(pair) {
    const references = [pair.reference].flat();
    if (references.length === 0) throw new Error("reference is an empty array; pass at least one");
    const scored = references.map((reference) => {
      const { settings, raw, rescaled, signature, notes } = this.analyze({ ...pair, reference });
      return { ...(settings.rescale && rescaled ? rescaled : raw), signature, notes };
    });
    const best = scored.reduce((a, b) => (b.f1 > a.f1 ? b : a));
    // An undefined number is null, which is no number to compare with.
    const highest = (name) => scored.reduce((a, one) => (a === null || one[name] > a ? one[name] : a), null);
    return { ...best, precision: highest("precision"), recall: highest("recall"), f1: highest("f1") };
  }

  // The explanation of a topic, such as "ledger".
  explain(pair, topic) {
    if (!TOPICS.includes(topic)) throw new RangeError(`there is no explanation ${topic}; use one of ${TOPICS.join(", ")}`);
    return this.analyze(pair, topic).explanations[0];
  }

  // The whole analysis of a pair, in the format of docs/analysis-format.md, with an explanation if a topic is given.
  analyze({ reference, candidate, layer = null, idf = false, rescale = false, program = "bert_score", against = [] }, topic = "matches") {
    for (const [name, text] of Object.entries({ reference, candidate }))
      if (typeof text !== "string") throw new TypeError(`${name} is ${text === null ? "null" : `of type ${typeof text}`}; pass a string`);
    if (layer !== null && !(Number.isInteger(layer) && layer >= 0 && layer <= this.#layers))
      throw new RangeError(`layer is ${layer}; use 0 to ${this.#layers}`);
    const others = { texts: against, at: 0 };
    const view = { reference, candidate, layer, idf: idf ? "table" : "off", rescale, as: program, panel: topic, others };
    this.#ask({ ask: "score", view, dark: false });
    return JSON.parse(this.#ask({ ask: "export", view, format: "json", dark: false }).text);
  }

  #ask(question) {
    return checked(this.#page.ask(JSON.stringify(question)));
  }
}

function checked(json) {
  const answer = JSON.parse(json);
  if ("error" in answer) throw new Error(answer.error);
  return answer;
}
