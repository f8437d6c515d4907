// The first screen: a question with two candidates. A tap chooses one; then the arrows of both, their F1 and the ruler show
// which one BERTScore prefers. Every number, and so every sentence, follows from the answer of the module.
import { draw, placeNumbers, thickness } from "./arrows.js";
import { byId, hide, make, say } from "./dom.js";
import { letter } from "./kept.js";
import { bold } from "./numbers.js";
import { ruler } from "./ruler.js";
import { plain } from "./view.js";

// The candidate that says the same as the reference.
const RIGHT = 0;
const HINT = byId("opening-verdict").textContent;
const root = document.documentElement;

export class Opening {
  #app;
  #options = [...document.querySelectorAll(".option")];
  #reference = document.querySelector("#opening q").textContent;
  #candidates = this.#options.map((option) => option.value);
  // What the module answers about the candidates; null until then.
  #answer = null;
  #chosen = null;
  // What it waits for.
  #waiting = "Loading the program…";

  constructor(app) {
    this.#app = app;
    this.#options.forEach((option, i) => option.addEventListener("click", () => this.#choose(i)));
    new ResizeObserver(() => this.#draw()).observe(byId("opening"));
    byId("opening-why").addEventListener("click", () => this.#explain(byId("opening-reasons").hidden));
    byId("opening-change").addEventListener("click", () => {
      byId("matches").scrollIntoView({ block: "center" });
      app.openCostliest();
    });
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

  // Shows the question, with an answer that the history has, and its pair below.
  begin(chosen = null) {
    root.classList.add("opening");
    this.#chosen = chosen;
    this.#app.example(this.#pair());
    this.#app.askLatest({ ask: "opening", reference: this.#reference, candidates: this.#candidates }, ({ candidates }) => {
      this.#answer = candidates;
      this.#show();
    });
    this.#show();
  }

  leave() {
    root.classList.remove("opening");
  }

  // For the history, as long as the reader has done nothing else: the chosen candidate.
  kept() {
    return this.isOpen() && JSON.stringify(this.#app.view) === JSON.stringify(plain(this.#pair())) ? { chosen: this.#chosen } : null;
  }

  // The pair that the figure below shows.
  #pair() {
    return { reference: this.#reference, candidate: this.#candidates[this.#chosen ?? RIGHT] };
  }

  #choose(i) {
    if (this.#chosen !== null) return;
    this.#chosen = i;
    this.#show();
    this.#app.change(this.#pair(), true);
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

  get #isAnswered() {
    return this.#chosen !== null && this.#answer !== null;
  }

  #show() {
    root.classList.toggle("answered-opening", this.#isAnswered);
    const preferred = this.#isAnswered ? this.#preferred() : null;
    this.#options.forEach((option, i) => {
      const choices = [i === this.#chosen && "Your choice", i === preferred && "BERTScore’s choice"];
      say(option.querySelector(".badge"), choices.filter(Boolean).join(" and "));
      option.setAttribute("aria-pressed", String(i === this.#chosen));
      option.setAttribute("aria-disabled", String(this.#chosen !== null));
    });
    this.#explain(false);
    say(byId("opening-verdict"), this.#isAnswered ? this.#verdict() : this.#chosen === null ? HINT : this.#waiting);
    this.#scores();
    this.#draw();
  }

  // The candidate with the highest F1; null if both print the same.
  #preferred() {
    const [a, b] = this.#answer.map(({ f1 }) => f1);
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
  #scores() {
    document.querySelectorAll("#opening .track").forEach((track, i) => {
      const f1 = this.#isAnswered ? this.#answer[i].f1 : 0;
      track.style.setProperty("--part", String(f1));
      say(track.lastElementChild, this.#isAnswered ? bold(f1) : "");
    });
    const marks = this.#isAnswered ? this.#answer.map(({ f1 }, i) => ({ name: letter(i), at: f1 })) : [];
    const scale = this.#answer && ruler(this.#answer[0].ruler, marks);
    if (scale) document.querySelector("#opening .ruler").replaceWith(scale);
  }

  // The arrows of both candidates, between words that are already there.
  #draw() {
    if (!this.isOpen()) return;
    this.#options.forEach((option, i) => {
      const svg = option.querySelector("svg"), arrows = this.#isAnswered ? placed(option, this.#answer[i].story) : [];
      placeNumbers(svg, arrows, false);
      draw(svg, arrows, false);
    });
  }

  // Why: what each candidate shares with the reference, and what costs it most.
  #explain(isShown) {
    hide(byId("opening-reasons"), !isShown);
    byId("opening-why").setAttribute("aria-expanded", String(isShown));
    byId("opening-why").textContent = isShown ? "Hide why" : "See why";
    if (!isShown) return;
    const reasons = this.#candidates.map((_, i) => make("li", {}, make("span", { className: "letter" }, letter(i)), ` ${this.#reason(i)}`));
    byId("opening-reasons").replaceChildren(
      make("p", {}, `BERTScore compares each candidate, ${letter(0)} and ${letter(1)}, with the reference, “${this.#reference}” Its tokens are words, pieces of words and the full stop. Each is matched with the most similar one of the other text; the numbers on the arrows are the similarities, and 1 is the highest. The model reads a token in its whole text, so even the same word, such as “The”, is not quite the same in two texts.`),
      make("p", {}, "Precision is the mean over the candidate’s tokens, recall over the reference’s, and F1, the score, combines both. It does not ask what a sentence says as a whole."),
      make("ul", {}, ...reasons), make("p", {}, this.#conclusion()));
    // On a phone it ends below the screen.
    byId("opening-reasons").scrollIntoView({ block: "nearest" });
  }

  // What follows from both, if BERTScore prefers the candidate that is closer in words and not in meaning.
  #conclusion() {
    const [right, wrong] = [RIGHT, 1 - RIGHT].map((i) => this.#newWords(i).length);
    if (this.#preferred() !== 1 - RIGHT || wrong >= right) return "";
    return `So ${counted(right)} that keep the meaning cost more than ${counted(wrong)} that changes it.`;
  }

  // The words of a candidate that the reference has not.
  #newWords(i) {
    const own = new Set(words(this.#reference));
    return words(this.#candidates[i]).filter((word) => !own.has(word));
  }

  #reason(i) {
    const count = this.#newWords(i).length, all = words(this.#candidates[i]).length;
    return `${count} of its ${all} words ${count === 1 ? "is" : "are"} not in the reference. ${this.#answer[i].story.sentence}`;
  }

}

// The arrows of a story between the words of a card, which are those of the story in the same order.
function placed(option, story) {
  const box = option.querySelector("svg").getBoundingClientRect(), [above, below] = option.querySelectorAll(".words"), spots = new Map();
  for (const [line, words, edge] of [[above, story.reference, "bottom"], [below, story.candidate, "top"]]) {
    words.filter((word) => !word.special).forEach(({ key }, k) => {
      const word = line.children[k].getBoundingClientRect();
      spots.set(key, [(word.left + word.right) / 2 - box.left, word[edge] - box.top]);
    });
  }
  return story.arrows.filter(({ from, to }) => spots.has(from) && spots.has(to))
    .map((arrow) => ({ ...arrow, ahead: true, back: arrow.both, thick: thickness(arrow.part), ends: [...spots.get(arrow.from), ...spots.get(arrow.to)] }));
}

const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu);
const counted = (count) => `${count} ${count === 1 ? "word" : "words"}`;
