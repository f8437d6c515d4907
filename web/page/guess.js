// Guessing: while the scores are hidden, each user guesses on their own device. The picture is revealed first, then the
// scores with the error of the guess; what is answered in words is revealed at once. Nothing leaves the page.
import { byId, hide, make, say } from "./dom.js";
import { letter } from "./kept.js";
import { bold } from "./numbers.js";
import { Votes } from "./votes.js";

export class Guess {
  #app;
  // Whether the picture is revealed while the scores are hidden.
  #pictured = false;
  // The guess that waits for the ranking: a number, or the chosen candidate.
  #pending = null;
  #votes = new Votes();

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
    this.#pending = null;
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
    const next = this.#pictured ? "Show the scores" : "Show the picture";
    say(byId("reveal"), takes ? next : "Show the answer");
    const choices = byId("letters");
    if (choices.childElementCount !== others.texts.length + 1) {
      choices.replaceChildren(...Array.from({ length: others.texts.length + 1 }, (_, i) => {
        return make("label", { className: "check" }, make("input", { type: "radio", name: "letter", value: String(i) }), letter(i));
      }));
    }
    this.#votes.show(others.texts.length + 1, this.#pictured);
  }

  // The votes of a class that wait for the ranking.
  votes() {
    return this.#pending?.votes ?? [];
  }

  #reveal() {
    if (this.#refuses()) return;
    const { view } = this.#app, guess = typed();
    if (!this.#pictured) this.#app.lessons.show();
    if (!this.#pictured && this.#app.lessons.takesGuess()) {
      this.#pictured = true;
      byId("guessed").hidden = true;
      this.#app.change({});
      return;
    }
    const chosen = byId("guess").elements.letter?.value ?? "", { texts } = view.others;
    const pending = { guess, chosen: texts.length > 0 && chosen !== "" ? Number(chosen) : null, votes: texts.length > 0 ? this.#votes.numbers() : [] };
    this.#app.lessons.answer();
    this.#app.change({ hidden: false });
    // The change begins a new guess.
    this.#pending = pending;
    if (texts.length + view.other_references.texts.length === 0 && !Number.isNaN(guess) && this.#app.scored) this.#measure(guess, this.#app.scored.score.f1, 1);
  }

  // Judges the guess that waits by the ranking of all candidates.
  judge(ranked) {
    if (!this.#pending) return;
    const { guess, chosen, votes } = this.#pending;
    this.#pending = null;
    if (ranked.f1.length === 1 && !Number.isNaN(guess)) this.#measure(guess, ranked.f1[0], ranked.references);
    if (chosen !== null) this.#compare(chosen, ranked);
    else if (ranked.f1.length > 1) this.#say(`F1: ${ranking(ranked)}.`);
    if (ranked.verdict) {
      this.#say([chosen !== null && byId("guessed").textContent, `${ranked.verdict}.`].filter(Boolean).join(" "));
      this.#app.lessons.record({ votes: ranked.best.reduce((sum, i) => sum + votes[i], 0), of: votes.reduce((sum, x) => sum + x) });
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
    const truth = references > 1 ? ` F1 is ${bold(f1)} (${bestCounts(references)}).` : "";
    this.#say(`You guessed ${plainest(guess)}: ${far < 0.0005 ? "exactly right" : `${bold(far)} too ${off > 0 ? "high" : "low"}`}.${truth}`);
    this.#app.lessons.record({ off: far });
  }

  #compare(chosen, ranked) {
    const { f1, best, references } = ranked;
    const verdict = best.length > 1 && best.includes(chosen) ? `${best.map(letter).join(" and ")} have the same F1`
      : best.includes(chosen) ? "right"
      : `${best.map(letter).join(" and ")} is higher by ${bold(f1[best[0]] - f1[chosen])}`;
    this.#say(`You guessed ${letter(chosen)}: ${verdict} (F1${references > 1 ? `, ${bestCounts(references)}` : ""}: ${ranking(ranked)}).`);
    this.#app.lessons.record({ right: best.includes(chosen) });
  }

  #say(sentence) {
    byId("guessed").hidden = false;
    byId("guessed").textContent = sentence;
  }
}

const ranking = ({ short }) => short.map((f1, i) => `${letter(i)} ${f1}`).join(", ");

// How several references count.
const bestCounts = (references) => references > 1 ? `with ${references} references, the best score counts` : "";

// The typed number; a whole number from 2 to 100 is a percentage.
function typed() {
  const number = byId("guess-number").valueAsNumber;
  return Number.isInteger(number) && number >= 2 && number <= 100 ? number / 100 : number;
}

// A guess as it is typed, with as many decimals as it needs.
const plainest = (guess) => bold(guess).replace(/0+$/, "").replace(/\.$/, ".0");

// Summarises all guesses of a lesson; null without any.
export function tally(guesses) {
  const numbers = guesses.flatMap(({ off }) => off ?? []), choices = guesses.flatMap(({ right }) => right ?? []);
  const parts = [];
  if (numbers.length > 0) {
    const mean = numbers.reduce((sum, off) => sum + off, 0) / numbers.length;
    parts.push(`mean error ${bold(mean)} (${numbers.length === 1 ? "1 guess" : `${numbers.length} guesses`})`);
  }
  const voted = guesses.filter(({ votes }) => votes !== undefined), sum = (field) => voted.reduce((sum, guess) => sum + guess[field], 0);
  if (choices.length > 0) parts.push(`${choices.filter(Boolean).length} of ${choices.length} comparisons right`);
  if (voted.length > 0) parts.push(`${sum("votes")} of ${sum("of")} votes right`);
  return parts.length > 0 ? `Your guesses in this lesson: ${parts.join("; ")}.` : null;
}
