// The walkthrough: builds the score step by step. At its end, the previous settings are restored.
import { byId, place, shape } from "./dom.js";

// The parts that a step may have built; the page hides a part before its step.
const PRODUCTS = ["rows", "matches", "precision", "recall", "f1", "rescaled"];

export class Walk {
  #app;
  #stage = 1;
  // The cell that the step is about; none on entering a stage that selects one.
  #cell = null;
  #last = false;
  #before = null;
  // Whether a move leads to the step that comes next, so that its words are brought into view.
  #isMoving = false;
  // Moves that wait for the answer to the one before: each starts from the step that the one before leads to.
  #moves = [];

  constructor(app) {
    this.#app = app;
    byId("open-walk").addEventListener("click", () => {
      if (this.#before) return this.end();
      const { direction, special, rescale } = app.view;
      if (this.#last) this.#stage = 1;
      this.#cell = null;
      this.#begin({ direction, special, rescale });
      inSight();
      byId("walk-next").focus({ preventScroll: true });
    });
    for (const go of ["next", "back", "all-rows"]) byId(`walk-${go}`).addEventListener("click", () => this.refresh(go));
    byId("walk-end").addEventListener("click", () => this.end());
  }

  isOpen() {
    return this.#before !== null;
  }

  // As the keys of a remote control lead: from the last step back to the lesson, if there is one.
  forward() {
    if (!this.#last) this.refresh("next");
    else if (this.#app.lessons.isOpen()) this.end();
  }

  back() {
    this.refresh("back");
  }

  #begin(before) {
    this.#moves = [];
    this.#app.play.end();
    this.#app.choose(null);
    this.#before = before;
    this.#show({});
    byId("walk").hidden = false;
    document.documentElement.classList.add("walking");
    byId("open-walk").setAttribute("aria-pressed", "true");
    this.#app.change({ special: true });
  }

  end() {
    const before = this.#before;
    this.leave();
    if (before) this.#app.change(before);
  }

  // Ends a walkthrough that something else replaces.
  leave() {
    this.#before = null;
    this.#app.present?.refresh();
    byId("walk").hidden = true;
    document.documentElement.classList.remove("walking");
    this.#show({});
    byId("open-walk").setAttribute("aria-pressed", "false");
  }

  // The step, for the history; null outside a walkthrough.
  kept() {
    return this.#before && { stage: this.#stage, cell: this.#cell, before: this.#before };
  }

  // Opens a step of the history.
  resume({ stage, cell, before }) {
    [this.#stage, this.#cell] = [stage, cell];
    this.#begin(before);
  }

  // Parts that are built are shown; the others are neither on the page nor in a file yet.
  #show(made) {
    for (const product of PRODUCTS) document.documentElement.classList.toggle(`made-${product}`, Boolean(made[product]));
    byId("open-save").disabled = this.#app.view.hidden || Boolean(this.#before) && !made.f1;
  }

  // A cell was selected: the stages that compute a cell use this one.
  look(candidate, reference) {
    if (!this.#before || !this.#cell || (this.#cell[0] === candidate && this.#cell[1] === reference)) return;
    this.#cell = [candidate, reference];
    this.refresh();
  }

  // Shows a step for the scored pair, or makes a move: "next", "back" or "all-rows".
  refresh(go) {
    if (!this.#before || !this.#app.scored) return;
    if (go && (this.#app.isAsked("walk") || this.#app.isAsked("score"))) {
      this.#moves.push(go);
      return;
    }
    if (go) this.#isMoving = true;
    const { other_references: references } = this.#app.view;
    this.#app.askLatest({ ask: "walk", stage: this.#stage, cell: this.#cell, go, references }, (answer) => {
      if (!this.#before) return;
      const { view } = this.#app, { direction, rescale } = answer;
      [this.#stage, this.#cell, this.#last] = [answer.number, answer.cell, answer.last];
      // The picture shows no matches until it has those of the step's direction.
      const drawn = view.direction === direction;
      this.#show({ ...answer.made, matches: answer.made.matches && drawn, rows: answer.rows });
      if (!drawn || view.rescale !== rescale) {
        this.#app.change({ direction, rescale });
        return;
      }
      byId("walk-where").textContent = `${answer.number} of ${answer.of}`;
      byId("walk-title").textContent = answer.title;
      byId("walk-back").disabled = answer.number === 1;
      byId("walk-next").disabled = answer.last;
      // Before the button disappears, the focus moves to the button for the next step.
      if (!answer.more_rows && document.activeElement === byId("walk-all-rows")) byId("walk-next").focus();
      byId("walk-all-rows").hidden = !answer.more_rows;
      place(byId("walk-words"), answer.html);
      light(this.#app.data, answer.lit, answer.rows);
      if (this.#isMoving) inSight();
      this.#isMoving = false;
      this.#app.remember();
      if (this.#moves.length > 0) this.refresh(this.#moves.shift());
    });
  }
}

// Brings the title of the step and what it says into view.
function inSight() {
  byId("walk").scrollIntoView({ block: innerWidth <= 760 ? "start" : "nearest" });
}

// A veil over the cells that a step is not about, and a cover over those that are not built yet; nothing without a step.
export function light({ grid, rows, columns }, lit, made = Infinity) {
  const svg = document.querySelector("#matrix svg");
  if (!svg || !grid) return;
  for (const old of svg.querySelectorAll(".veil, .cover")) old.remove();
  if (!lit) return;
  const on = new Set(lit.map(([c, r]) => `${c} ${r}`)), d = { veil: "", cover: "" };
  rows.forEach((c, row) => columns.forEach((r, column) => {
    if (on.has(`${c} ${r}`)) return;
    d[c < made ? "veil" : "cover"] += `M${grid.x + column * grid.w} ${grid.y + row * grid.h}h${grid.w}v${grid.h}h${-grid.w}z`;
  }));
  for (const name of ["veil", "cover"]) svg.insertBefore(shape("path", { class: name, d: d[name] }), byId("cross"));
}
