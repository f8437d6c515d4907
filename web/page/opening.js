// The first screen: a question with two candidates. A tap chooses one; then the arrows of both, their F1 and the ruler show
// which one BERTScore prefers. Every number, and so every sentence, follows from the answer of the module.
import { draw, placeNumbers, thickness } from "./arrows.js";
import { byId, hide, make, say } from "./dom.js";
import { letter } from "./kept.js";
import { bold } from "./numbers.js";
import { nearestRating, ruler } from "./ruler.js";
import { EXAMPLE, plain } from "./view.js";

// The candidate that says the same as the reference.
const RIGHT = 0;
const HINT = byId("opening-verdict").textContent;
const root = document.documentElement;

export class Opening {
  #app;
  #options = [...document.querySelectorAll(".option")];
  #reference = document.querySelector("#opening q").textContent;
  #candidates;
  // What the module answers about the candidates; null until then.
  #answer = null;
  #chosen = null;
  // What it waits for.
  #waiting = "Loading the program…";

  constructor(app) {
    this.#app = app;
    this.#candidates = this.#options.map((option) => option.querySelector(".words:last-child").textContent);
    this.#options.forEach((option, i) => {
      const [reference, candidate] = option.querySelectorAll(".words");
      write(reference, this.#reference);
      write(candidate, this.#candidates[i]);
      option.querySelector(".pair").append(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
      option.setAttribute("aria-label", `${letter(i)}: ${this.#candidates[i]}`);
      option.addEventListener("click", () => this.#choose(i));
    });
    new ResizeObserver(() => this.#draw()).observe(byId("opening"));
    byId("opening-why").addEventListener("click", () => this.#explain(byId("opening-reasons").hidden));
    byId("opening-change").addEventListener("click", () => this.#change());
    byId("opening-type").addEventListener("click", () => {
      byId("candidate").scrollIntoView({ block: "center" });
      byId("candidate").focus({ preventScroll: true });
      byId("candidate").select();
    });
    byId("opening-lessons").addEventListener("click", () => byId("open-lessons").click());
  }

  // Whether the page shows it.
  isOpen() {
    return root.classList.contains("opening");
  }

  // Shows the question, with an answer that the history has.
  begin(chosen = null) {
    root.classList.add("opening");
    this.#chosen = chosen;
    this.#app.ask({ ask: "opening", reference: this.#reference, candidates: this.#candidates }, (answer) => {
      if (answer.error) return;
      this.#answer = answer.candidates;
      this.#show();
    });
    this.#show();
  }

  leave() {
    root.classList.remove("opening");
  }

  // For the history, as long as the reader has done nothing else: the chosen candidate.
  kept() {
    return this.isOpen() && JSON.stringify(this.#app.view) === JSON.stringify(plain(EXAMPLE)) ? { chosen: this.#chosen } : null;
  }

  #choose(i) {
    if (this.#chosen !== null) return;
    this.#chosen = i;
    this.#show();
    this.#app.remember();
  }

  // Says what the page loads, to those who wait for it.
  wait(sentence) {
    this.#waiting = sentence;
    if (this.#chosen !== null) this.fail(sentence);
  }

  // Says why there is no answer.
  fail(sentence) {
    if (!this.#answer) say(byId("opening-verdict"), sentence);
  }

  #show() {
    const isAnswered = this.#chosen !== null && this.#answer !== null;
    root.classList.toggle("answered-opening", isAnswered);
    this.#options.forEach((option, i) => {
      option.setAttribute("aria-pressed", String(i === this.#chosen));
      option.setAttribute("aria-disabled", String(this.#chosen !== null));
    });
    this.#explain(false);
    say(byId("opening-verdict"), isAnswered ? this.#verdict() : this.#chosen === null ? HINT : this.#waiting);
    this.#scores(isAnswered);
    this.#draw();
  }

  #f1(i) {
    return this.#answer[i].f1;
  }

  // The candidate with the highest F1; null if both print the same.
  #preferred() {
    const [a, b] = [this.#f1(0), this.#f1(1)];
    if (bold(a) === bold(b)) return null;
    return a > b ? 0 : 1;
  }

  #verdict() {
    const right = letter(RIGHT), own = this.#chosen === RIGHT ? `You chose ${right}, which says the same.` : `You chose ${letter(this.#chosen)}; ${right} says the same.`;
    const best = this.#preferred();
    if (best === null) return `${own} BERTScore sees no difference.`;
    return `${own} BERTScore prefers the ${best === RIGHT ? "right" : "wrong"} one.`;
  }

  // A bar for each F1, and the ruler below them on the same scale.
  #scores(isAnswered) {
    const bars = this.#candidates.map((_, i) => {
      const f1 = isAnswered ? this.#f1(i) : 0, filled = make("span", { className: i === RIGHT ? "filled" : "filled wrong" });
      const value = make("b", {}, isAnswered ? bold(f1) : "");
      filled.style.setProperty("--part", String(f1));
      value.style.left = `${100 * f1}%`;
      return make("div", { className: "bar" }, make("span", { className: "letter" }, letter(i)), make("span", { className: "track" }, filled, value));
    });
    const marks = isAnswered ? this.#candidates.map((_, i) => ({ name: letter(i), at: this.#f1(i) })) : [];
    const scale = isAnswered ? ruler(this.#answer[0].ruler, marks) : null;
    byId("opening-scores").replaceChildren(...bars, ...(scale ? [scale] : []), make("p", { className: "key" }, "F1 from 0 to 1. The numbers below: how similar people rated other pairs, from 0 to 5, each at the median F1 of those pairs."));
    byId("opening-scores").setAttribute("aria-label", isAnswered ? this.#candidates.map((_, i) => this.#spoken(i)).join(" ") : "No scores yet");
  }

  #spoken(i) {
    const rating = nearestRating(this.#answer[i].ruler, this.#f1(i));
    return `${letter(i)}: F1 ${bold(this.#f1(i))}${rating ? `, nearest to pairs that people rated ${rating} of 5` : ""}.`;
  }

  // The arrows of both candidates, between words that are already there.
  #draw() {
    if (!this.isOpen()) return;
    this.#options.forEach((option, i) => {
      const svg = option.querySelector("svg"), box = svg.getBoundingClientRect(), story = this.#chosen !== null && this.#answer?.[i].story;
      const spots = new Map();
      option.querySelectorAll(".words").forEach((line, at) => {
        const keys = (story ? story[at === 0 ? "reference" : "candidate"] : []).filter((word) => !word.special);
        [...line.children].forEach((word, k) => {
          const { left, right, top, bottom } = word.getBoundingClientRect();
          if (keys[k]) spots.set(keys[k].key, [(left + right) / 2 - box.left, (at === 0 ? bottom : top) - box.top]);
        });
      });
      const arrows = (story ? story.arrows : []).filter(({ from, to }) => spots.has(from) && spots.has(to))
        .map((arrow) => ({ ...arrow, ahead: true, back: arrow.both, thick: thickness(arrow.part), ends: [...spots.get(arrow.from), ...spots.get(arrow.to)] }));
      placeNumbers(arrows, false);
      draw(svg, arrows, false);
    });
  }

  // Why: what each candidate shares with the reference, and what costs it most.
  #explain(isShown) {
    hide(byId("opening-reasons"), !isShown);
    byId("opening-why").setAttribute("aria-expanded", String(isShown));
    if (!isShown) return;
    const reasons = this.#candidates.map((_, i) => make("li", {}, make("span", { className: "letter" }, letter(i)), ` ${this.#reason(i)}`));
    byId("opening-reasons").replaceChildren(
      make("p", {}, "BERTScore matches each word with the most similar word of the other text: the numbers on the arrows. F1 combines their averages. It does not ask what the sentence says as a whole."),
      make("ul", {}, ...reasons));
  }

  #reason(i) {
    const { story } = this.#answer[i], own = new Set(words(this.#reference).map((word) => word.toLowerCase())), all = words(this.#candidates[i]);
    const shared = all.filter((word) => own.has(word.toLowerCase())).length;
    return `has ${shared} of its ${all.length} words from the reference. ${story.sentence}`;
  }

  // Brings the candidate that BERTScore prefers into the figure, with the details of its costliest word.
  #change() {
    const i = this.#answer ? this.#preferred() ?? RIGHT : RIGHT, candidate = this.#candidates[i];
    if (this.#app.view.candidate !== candidate || this.#app.view.reference !== this.#reference) this.#app.change({ reference: this.#reference, candidate }, true);
    byId("matches").scrollIntoView({ block: "center" });
    this.#app.showWorst();
  }
}

const words = (text) => text.match(/[\p{L}\p{N}]+/gu);

// Writes a text as its words, to which arrows can lead.
function write(line, text) {
  line.replaceChildren(...text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]+/gu).map((word) => make("span", {}, word)));
}
