// Guessing: while the scores are hidden, each user guesses on their own device. The picture is revealed first, then the
// scores with the error of the guess. Nothing leaves the page.
import { byId, hide, make, say } from "./dom.js";
import { letter } from "./kept.js";
import { short } from "./numbers.js";

export class Guess {
  #app;
  // Whether the picture is revealed while the scores are hidden.
  #pictured = false;

  constructor(app) {
    this.#app = app;
    byId("guess").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#reveal();
    });
    // An impossible score is refused as soon as it is typed.
    byId("guess-number").addEventListener("change", () => {
      if (this.#refuses()) return;
      byId("guessed").hidden = true;
    });
  }

  // Starts a new guess for a pair with hidden scores.
  begin() {
    this.#pictured = false;
    byId("guess").reset();
    byId("guessed").hidden = true;
  }

  // Shows the question, and hides what would reveal the answer.
  show() {
    const { hidden, others, other_references } = this.#app.view;
    const compete = others.texts.length > 0, takes = this.#app.lessons.takesGuess();
    document.documentElement.classList.toggle("hides", hidden);
    document.documentElement.classList.toggle("hides-picture", hidden && !this.#pictured);
    hide(byId("guess"), !hidden);
    byId("guess-number").disabled = byId("guess-letters").disabled = this.#pictured;
    hide(byId("guess-f1"), compete || !takes);
    hide(byId("guess-letters"), !compete || !takes);
    const references = other_references.texts.length + 1, rule = takes ? bestCounts(references) : "";
    say(byId("guess-rule"), rule && `${rule[0].toUpperCase()}${rule.slice(1)}.`);
    say(byId("reveal"), this.#pictured ? "Show the scores" : "Show the picture");
    const choices = byId("letters");
    if (choices.childElementCount !== others.texts.length + 1) {
      choices.replaceChildren(...Array.from({ length: others.texts.length + 1 }, (_, i) => {
        return make("label", { className: "check" }, make("input", { type: "radio", name: "letter", value: String(i) }), letter(i));
      }));
    }
  }

  #reveal() {
    if (this.#refuses()) return;
    const { view } = this.#app, guess = typed();
    if (!this.#pictured) {
      this.#pictured = true;
      byId("guessed").hidden = true;
      this.#app.lessons.show();
      this.#app.change({});
      return;
    }
    const chosen = byId("guess").elements.letter?.value ?? "";
    this.#app.lessons.answer();
    this.#app.change({ hidden: false });
    if (view.others.texts.length > 0) {
      if (chosen !== "") this.#app.ask({ ask: "rank", view }, (ranked) => ranked.error || this.#compare(Number(chosen), ranked));
    } else if (!Number.isNaN(guess) && view.other_references.texts.length > 0) {
      this.#app.ask({ ask: "rank", view }, (ranked) => ranked.error || this.#measure(guess, ranked.f1[0], ranked.references));
    } else if (!Number.isNaN(guess) && this.#app.scored) {
      this.#measure(guess, this.#app.scored.score.f1, 1);
    }
  }

  // Whether the number cannot be a score; if so, reports it.
  #refuses() {
    const guess = typed(), { badInput } = byId("guess-number").validity;
    if (byId("guess-f1").hidden || !(badInput || guess < -1 || guess > 1)) return false;
    this.#say("Enter a number between -1 and 1, or a percentage such as 72.");
    return true;
  }

  #measure(guess, f1, references) {
    const off = guess - f1, far = Math.abs(off);
    const truth = references > 1 ? ` F1 is ${short(f1)} (${bestCounts(references)}).` : "";
    this.#say(`You guessed ${short(guess)}: ${far < 0.005 ? "right" : `${short(far)} too ${off > 0 ? "high" : "low"}`}.${truth}`);
    this.#app.lessons.record({ off: far });
  }

  #compare(chosen, { f1, best, references }) {
    const all = f1.map((f1, i) => `${letter(i)} ${short(f1)}`).join(", ");
    const verdict = best.length > 1 && best.includes(chosen) ? `${best.map(letter).join(" and ")} have the same F1`
      : best.includes(chosen) ? "right"
      : `${best.map(letter).join(" and ")} is higher by ${short(f1[best[0]] - f1[chosen])}`;
    this.#say(`You guessed ${letter(chosen)}: ${verdict} (F1${references > 1 ? `, ${bestCounts(references)}` : ""}: ${all}).`);
    this.#app.lessons.record({ right: best.includes(chosen) });
  }

  #say(sentence) {
    byId("guessed").hidden = false;
    byId("guessed").textContent = sentence;
  }
}

// How several references count.
const bestCounts = (references) => references > 1 ? `with ${references} references, the best score counts` : "";

// The typed number; a whole number from 2 to 100 is a percentage.
function typed() {
  const number = byId("guess-number").valueAsNumber;
  return Number.isInteger(number) && number >= 2 && number <= 100 ? number / 100 : number;
}

// Summarises all guesses of a lesson; null without any.
export function tally(guesses) {
  const numbers = guesses.flatMap(({ off }) => off ?? []), choices = guesses.flatMap(({ right }) => right ?? []);
  const parts = [];
  if (numbers.length > 0) {
    const mean = numbers.reduce((sum, off) => sum + off, 0) / numbers.length;
    parts.push(`mean error ${short(mean)} (${numbers.length === 1 ? "1 guess" : `${numbers.length} guesses`})`);
  }
  if (choices.length > 0) parts.push(`${choices.filter(Boolean).length} of ${choices.length} comparisons right`);
  return parts.length > 0 ? `Your guesses in this lesson: ${parts.join("; ")}.` : null;
}
