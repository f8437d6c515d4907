// F1 beside each candidate of a comparison. A guess about the best of them is judged by the same numbers.
import { byId, make } from "./dom.js";
import { positionOf } from "./kept.js";

export class Ranking {
  #app;

  constructor(app) {
    this.#app = app;
  }

  // Ranks the candidates of the scored pair.
  refresh() {
    const { view, guess } = this.#app;
    if (view.hidden || view.others.texts.length + view.other_references.texts.length === 0) return this.#show(null);
    this.#app.askLatest({ ask: "rank", view, votes: guess.votes() }, (ranked) => {
      if (this.#app.view.hidden) return;
      this.#show(this.#app.view.others.texts.length > 0 ? ranked : null);
      guess.judge(ranked);
    });
  }

  #show(ranked) {
    for (const old of document.querySelectorAll(".rank")) old.remove();
    if (!ranked) return;
    const { others } = this.#app.view;
    const beside = (name, position) => {
      const isBest = ranked.best.length === 1 && ranked.best[0] === position;
      name?.after(make("span", { className: isBest ? "rank best" : "rank" }, `F1 ${ranked.short[position]}${isBest ? ", the highest" : ""}`));
    };
    beside(document.querySelector('label[for="candidate"]'), others.at);
    [...byId("kept-candidate").children].forEach((item, index) => beside(item.querySelector(".letter"), positionOf(others, index)));
  }
}
