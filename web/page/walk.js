// The walkthrough: the score built step by step. What it sets comes back at its end.
import { byId, place } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

export class Walk {
  #app;
  #stage = 1;
  #last = Infinity;
  #cell = [1, 1];
  #before = null;

  constructor(app) {
    this.#app = app;
    byId("open-walk").addEventListener("click", () => this.#before ? this.end() : this.#begin());
    byId("walk-back").addEventListener("click", () => this.#go(-1));
    byId("walk-next").addEventListener("click", () => this.#go(1));
    byId("walk-end").addEventListener("click", () => this.end());
  }

  #begin() {
    const { direction, special, rescale } = this.#app.view;
    this.#before = { direction, special, rescale };
    if (this.#stage >= this.#last) this.#stage = 1;
    this.#cell = this.#telling();
    byId("walk").hidden = false;
    document.documentElement.classList.add("walking");
    byId("open-walk").setAttribute("aria-pressed", "true");
    this.#app.change({ special: true });
    byId("walk").scrollIntoView({ block: innerWidth < 760 ? "start" : "nearest" });
    byId("walk-next").focus({ preventScroll: true });
  }

  // A word whose best match is another word says most; otherwise the first word.
  #telling() {
    const { candidate, reference } = this.#app.data, { best } = this.#app.scored;
    const isWord = ({ t }) => /^\p{L}/u.test(t);
    const found = candidate.findIndex((own, i) => {
      const other = reference[best[i]];
      return other && isWord(own) && isWord(other) && own.t.toLowerCase() !== other.t.toLowerCase();
    });
    const row = found < 0 ? Math.min(1, best.length - 1) : found;
    return [Math.max(0, row), best[row] ?? 0];
  }

  end() {
    if (!this.#before) return;
    const before = this.#before;
    this.#before = null;
    byId("walk").hidden = true;
    document.documentElement.classList.remove("walking");
    byId("open-walk").setAttribute("aria-pressed", "false");
    this.#app.change(before);
  }

  #go(step) {
    this.#stage = Math.max(1, Math.min(this.#last, this.#stage + step));
    this.refresh();
  }

  // A cell was pointed at: the stages that work out a cell work out this one.
  look(candidate, reference) {
    if (!this.#before || (this.#cell[0] === candidate && this.#cell[1] === reference)) return;
    this.#cell = [candidate, reference];
    this.refresh();
  }

  // Shows the stage for the pair that is scored.
  refresh() {
    if (!this.#before || !this.#app.scored) return;
    this.#app.ask({ ask: "walk", stage: this.#stage, cell: this.#cell }, (answer, isLatest) => {
      if (!isLatest || !this.#before || answer.error) return;
      const { view } = this.#app, { direction, rescale } = answer;
      this.#last = answer.of;
      if (view.direction !== direction || view.rescale !== rescale) {
        this.#app.change({ direction, rescale });
        return;
      }
      byId("walk-where").textContent = `${answer.number} of ${answer.of}`;
      byId("walk-title").textContent = answer.title;
      byId("walk-back").disabled = answer.number === 1;
      byId("walk-next").disabled = answer.number === answer.of;
      place(byId("walk-words"), answer.html);
      this.#light(answer.lit);
    });
  }

  // A veil over the cells that the stage is not about.
  #light(lit) {
    const svg = document.querySelector("#matrix svg"), { grid, rows, columns } = this.#app.data;
    if (!svg || !grid) return;
    svg.querySelector(".veil")?.remove();
    const on = new Set(lit.map(([c, r]) => `${c} ${r}`));
    let d = "";
    rows.forEach((c, row) => columns.forEach((r, column) => {
      if (!on.has(`${c} ${r}`)) d += `M${grid.x + column * grid.w} ${grid.y + row * grid.h}h${grid.w}v${grid.h}h${-grid.w}z`;
    }));
    const veil = document.createElementNS(SVG, "path");
    veil.setAttribute("class", "veil");
    veil.setAttribute("d", d);
    svg.insertBefore(veil, byId("cross"));
  }
}
