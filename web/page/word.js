// One word: what it costs, its match, the score without it, and what can be done with it.
import { byId, make, place } from "./dom.js";
import { replaced, sideOf } from "./matches.js";
import { keptOf, sides } from "./view.js";

// Offered words, at most.
const MOST = 6;
// Between a word and its details, in pixels.
const SPACE = 8;
const STEPS = [["word-earlier", -1], ["word-later", 1]];
// On a phone, the details are at the foot of the window.
const phone = matchMedia("(max-width: 760px)");

export class Word {
  #app;
  #key = null;

  constructor(app) {
    this.#app = app;
    byId("word-close").addEventListener("click", () => this.choose(null));
    // It may cover the texts.
    for (const side of sides) byId(side).addEventListener("focus", () => this.choose(null));
    byId("word").addEventListener("keydown", ({ key }) => { if (key === "Escape") this.choose(null); });
    byId("word-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#replace(byId("replacement").value.trim());
    });
    for (const [id, step] of STEPS) byId(id).addEventListener("click", () => app.matches.step(this.#key, step));
  }

  // The chosen word; null for none.
  get key() {
    return this.#key;
  }

  // Shows a word; the chosen one again, or null, closes.
  choose(key) {
    const before = this.#key;
    this.#key = key === before ? null : key;
    if (this.#key === null && before && byId("word").contains(document.activeElement)) byId("lines").querySelector(`[data-word="${before}"]`)?.focus();
    // After the focus, which highlights the arrows of its word: a closed word highlights none.
    this.#app.matches.choose(this.#key);
    // It opens when its place is known.
    if (this.#key === null) byId("word").hidden = true;
    this.refresh();
  }

  // The chosen word was moved and has another key.
  follow(before, after) {
    if (this.#key !== before) return;
    this.#key = after;
    this.#app.matches.choose(after);
  }

  // Puts the details above both texts or below them, so that they cover no arrow and no match: on the side of their word if
  // the window has room there.
  place() {
    const box = byId("word"), button = this.#key && byId("lines").querySelector(`[data-word="${this.#key}"]`);
    if (!button || phone.matches) return;
    const figure = byId("matches").getBoundingClientRect(), lines = byId("lines").getBoundingClientRect();
    const word = button.getBoundingClientRect(), { offsetWidth: width, offsetHeight: height } = box;
    const left = word.left + word.width / 2 - width / 2 - figure.left;
    const above = lines.top - SPACE - height, below = lines.bottom + SPACE, fitsAbove = above > 0, fitsBelow = below + height < innerHeight;
    const isAbove = fitsAbove && (sideOf(this.#key) === "reference" || !fitsBelow);
    box.style.left = `${Math.max(0, Math.min(figure.width - width, left))}px`;
    box.style.top = `${(isAbove ? above : below) - figure.top}px`;
  }

  // Shows the chosen word for the scored pair.
  refresh() {
    if (this.#key === null) return;
    const key = this.#key, word = this.#app.matches.word(key), side = sideOf(key);
    if (!word || this.#app.view.hidden) return this.choose(null);
    byId("word-name").textContent = word.text;
    byId("word-form").hidden = word.special;
    this.#app.askLatest({ ask: "word", candidate: side === "candidate", token: Number(key.slice(1)) }, (answer) => {
      if (key !== this.#key) return;
      place(byId("word-cost"), answer.html);
      byId("word").hidden = false;
      const { view } = this.#app, own = new Set(view[side].toLowerCase().split(/[^\p{L}\p{N}]+/u));
      const kept = view[keptOf(side)].texts.flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((other) => !own.has(other.toLowerCase()));
      const matches = this.#app.matches.matchesOf(key).filter((other) => !other.special).map((other) => other.text);
      const offers = [...new Set([...matches, ...kept])].filter((other) => other !== word.text).slice(0, MOST);
      byId("offers").replaceChildren(...offers.map((offer) => make("button", { type: "button", dir: "auto", onclick: () => this.#replace(offer) }, offer)));
      if (offers.length > 0) byId("offers").prepend("or with");
      for (const [id, step] of STEPS) byId(id).disabled = !this.#app.matches.canStep(key, step);
      // Its place depends on its size.
      this.place();
      this.#reveal();
    });
  }

  // Scrolls until the details and the figure are in sight.
  #reveal() {
    if (!phone.matches) return byId("word").scrollIntoView({ block: "nearest" });
    const lines = byId("lines");
    lines.style.scrollMarginBottom = `${byId("word").offsetHeight + SPACE}px`;
    lines.scrollIntoView({ block: "nearest" });
  }

  #replace(other) {
    const word = this.#app.matches.word(this.#key), side = sideOf(this.#key);
    if (!word || !other) return;
    byId("replacement").value = "";
    this.#app.edit(side, replaced(this.#app.scored.texts[side], word, other));
  }
}
