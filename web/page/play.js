// Play: builds the matches and the score frame by frame. The frames are steps of the walkthrough, from the same code.
import { byId, make, place } from "./dom.js";
import { isStill } from "./matches.js";
import { light } from "./walk.js";

// How long a match is shown, and a result, in milliseconds.
const MATCH = 1100, RESULT = 2600;
const root = document.documentElement;

export class Play {
  #app;
  #frames = [];
  #at = 0;
  #timer = 0;
  #running = false;

  constructor(app) {
    this.#app = app;
    byId("play").addEventListener("click", () => this.#running ? this.#pause() : this.#start());
    byId("play-back").addEventListener("click", () => this.#go(this.#at - 1));
    byId("play-next").addEventListener("click", () => this.#go(this.#at + 1));
    byId("play-end").addEventListener("click", () => this.end());
    byId("play-position").addEventListener("input", ({ target }) => this.#go(Number(target.value)));
  }

  // Ends when something else changes the page.
  end() {
    if (this.#frames.length === 0) return;
    this.#pause();
    this.#frames = [];
    root.classList.remove("playing", "played-precision", "played-recall", "played-f1");
    byId("player").hidden = true;
    for (const name of ["precision", "recall", "f1"]) byId(`${name}-sum`).textContent = "";
    this.#app.matches.build(null);
    light(this.#app.data, null);
    if (byId("player").contains(document.activeElement)) byId("play").focus();
  }

  #start() {
    if (this.#frames.length > 0) {
      this.#run(this.#at === this.#frames.length - 1 ? 0 : this.#at);
      return;
    }
    if (!this.#app.scored) return;
    this.#app.askLatest({ ask: "play", view: this.#app.view, dark: this.#app.isDark() }, ({ frames }) => {
      if (frames.length === 0) return;
      this.#app.choose(null);
      this.#frames = frames;
      root.classList.add("playing");
      byId("player").hidden = false;
      byId("play-position").max = String(this.#frames.length - 1);
      byId("matches").scrollIntoView({ block: "nearest" });
      this.#run(0);
    });
  }

  #run(at) {
    // Readers who want no motion step through the frames.
    this.#running = !isStill();
    byId("play").textContent = this.#running ? "Pause" : "Play";
    this.#show(at);
  }

  #pause() {
    this.#running = false;
    clearTimeout(this.#timer);
    byId("play").textContent = "Play";
  }

  #go(at) {
    this.#pause();
    this.#show(Math.max(0, Math.min(this.#frames.length - 1, at)));
  }

  #show(at) {
    this.#at = at;
    const frame = this.#frames[at], isLast = at === this.#frames.length - 1, lines = this.#frames.slice(0, at + 1).flatMap(({ line }) => line ?? []);
    const has = (mean) => isLast || frame.made[mean] && (frame.made.rescaled || !this.#app.view.rescale);
    this.#app.matches.build(lines.flatMap(({ arrows }) => arrows), frame.line?.arrows, frame.line?.cells, frame.line?.best);
    light(this.#app.data, frame.line?.lit);
    for (const mean of ["precision", "recall", "f1"]) {
      root.classList.toggle(`played-${mean}`, has(mean));
      byId(`${mean}-sum`).textContent = has(mean) ? "" : lines.filter(({ into }) => into === mean).map(({ value }) => value).join(" + ");
    }
    byId("play-title").textContent = frame.title;
    byId("play-words").textContent = frame.words;
    const position = byId("play-position");
    position.value = String(at);
    position.setAttribute("aria-valuetext", `${at + 1} of ${this.#frames.length}: ${frame.title}`);
    byId("play-back").disabled = at === 0;
    byId("play-next").disabled = isLast;
    if (!this.#running) return;
    if (frame.line) this.#send(frame.line);
    clearTimeout(this.#timer);
    if (isLast) this.#pause();
    else this.#timer = setTimeout(() => this.#show(at + 1), frame.line ? MATCH : RESULT);
  }

  // The similarity of a match moves to the mean that it becomes part of.
  #send({ value, into }) {
    const from = byId("lines").querySelector(".cell.best")?.getBoundingClientRect(), to = byId(into).getBoundingClientRect();
    if (!from || isStill()) return;
    const number = byId("lines").appendChild(make("span", { className: "sent", ariaHidden: "true" }, value));
    const at = ({ left, top }) => `translate(${left}px, ${top}px)`;
    number.animate([{ transform: at(from) }, { transform: at(from), offset: 0.35 }, { transform: at(to), opacity: 0.2 }], { duration: MATCH * 0.8, easing: "ease-in-out" })
      .finished.catch(() => {}).then(() => number.remove());
  }
}
