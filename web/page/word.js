// One word: what it costs, its match, the score without it, and what can be done with it.
import { byId, make, place } from "./dom.js";
import { replaced, sideOf } from "./matches.js";
import { keptOf } from "./view.js";

// Offered words, at most.
const MOST = 6;

export class Word {
  #app;
  #key = null;

  constructor(app) {
    this.#app = app;
    byId("word-close").addEventListener("click", () => this.choose(null));
    byId("word-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#replace(byId("replacement").value.trim());
    });
    byId("word-earlier").addEventListener("click", () => app.matches.step(this.#key, -1));
    byId("word-later").addEventListener("click", () => app.matches.step(this.#key, 1));
  }

  // Shows a word; the chosen one again, or null, closes.
  choose(key) {
    const before = this.#key;
    this.#key = key === before ? null : key;
    this.#app.matches.choose(this.#key);
    byId("word").hidden = this.#key === null;
    if (this.#key === null && before && byId("word").contains(document.activeElement)) byId("lines").querySelector(`[data-word="${before}"]`)?.focus();
    this.refresh();
  }

  // Shows the chosen word for the scored pair.
  refresh() {
    if (this.#key === null) return;
    const key = this.#key, word = this.#app.matches.word(key), side = sideOf(key);
    if (!word || this.#app.view.hidden) return this.choose(null);
    byId("word-name").textContent = word.text;
    byId("word-form").hidden = word.special;
    this.#app.ask({ ask: "word", candidate: side === "candidate", token: Number(key.slice(1)) }, (answer, isLatest) => {
      if (!isLatest || answer.error || key !== this.#key) return;
      place(byId("word-cost"), answer.html);
      const { view } = this.#app, own = new Set(view[side].toLowerCase().split(/[^\p{L}\p{N}]+/u));
      const kept = view[keptOf(side)].texts.flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((other) => !own.has(other.toLowerCase()));
      const matches = this.#app.matches.matchesOf(key).filter((other) => !other.special).map((other) => other.text);
      const offers = [...new Set([...matches, ...kept])].filter((other) => other !== word.text).slice(0, MOST);
      byId("offers").replaceChildren(...offers.map((offer) => make("button", { type: "button", dir: "auto", onclick: () => this.#replace(offer) }, offer)));
    });
  }

  #replace(other) {
    const word = this.#app.matches.word(this.#key), side = sideOf(this.#key);
    if (!word || !other) return;
    byId("replacement").value = "";
    this.#app.edit(side, replaced(this.#app.scored.texts[side], word, other));
  }
}
