// The votes of a class for each candidate of a comparison: fields, and a pad of digits for those who stand at a large screen.
import { byId, make } from "./dom.js";
import { letter } from "./kept.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

export class Votes {
  // The field that the pad writes into.
  #field = null;

  constructor() {
    const pad = byId("pad");
    for (const digit of DIGITS) pad.append(make("button", { type: "button", onclick: () => this.#type(digit) }, digit));
    const erase = make("button", { type: "button", onclick: () => this.#type(null) }, "⌫");
    erase.setAttribute("aria-label", "Delete a digit");
    pad.append(erase, make("button", { type: "button", onclick: () => this.#next() }, "Next"));
    byId("vote-fields").addEventListener("focusin", ({ target }) => { this.#field = target; });
    byId("vote-fields").addEventListener("input", ({ target }) => { target.value = target.value.replace(/\D/g, ""); });
    byId("vote-fields").addEventListener("keydown", (event) => {
      // Votes are typed as in the terminal: 12 : 5.
      const ends = [" ", ":", "Enter"].includes(event.key), isLast = event.target === this.#fields().at(-1);
      if (!ends || event.key === "Enter" && isLast) return;
      event.preventDefault();
      this.#next();
    });
    document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
      const isAsked = !byId("guess").hidden && !byId("guess-letters").hidden && !byId("guess-letters").disabled;
      if (!isAsked || document.activeElement !== document.body || !DIGITS.includes(key) || ctrlKey || metaKey || altKey) return;
      byId("votes").open = true;
      // The digit is typed into the field that has the focus when this ends.
      this.#fields()[0].focus();
    });
  }

  #fields = () => [...byId("vote-fields").querySelectorAll("input")];

  // Shows a field for each of so many candidates.
  show(candidates, closed) {
    byId("votes").hidden = byId("guess-letters").hidden;
    if (this.#fields().length !== candidates) {
      byId("vote-fields").replaceChildren(...Array.from({ length: candidates }, (_, i) =>
        make("label", {}, letter(i), make("input", { ariaLabel: `Votes for ${letter(i)}`, inputMode: "numeric", maxLength: 4, autocomplete: "off", size: 4 }))));
      this.#field = null;
    }
    for (const control of byId("votes").querySelectorAll("input, button")) control.disabled = closed;
  }

  // The number of votes for each candidate; none without a vote.
  numbers() {
    const numbers = byId("votes").hidden ? [] : this.#fields().map(({ value }) => Number(value));
    return numbers.some((votes) => votes > 0) ? numbers : [];
  }

  #type(digit) {
    const field = this.#field ??= this.#fields()[0];
    field.value = digit === null ? field.value.slice(0, -1) : `${field.value}${digit}`.slice(0, field.maxLength);
  }

  #next() {
    const fields = this.#fields(), field = fields[(fields.indexOf(this.#field) + 1) % fields.length];
    field.focus();
    field.select();
  }
}
