// Lessons: sequences of pairs, each with a question or a note. At the end, the previous content of the page is restored.
import { byId, make, say } from "./dom.js";
import { tally } from "./guess.js";
import { positionOf } from "./kept.js";
import { plain, swapIn } from "./view.js";

// Larger files are not lessons.
const LARGEST = 1 << 20;

// What a text can name: no word, row or candidate of the pair, which may have the same name.
const CONTROLS = "button:not(dialog *, .word, .kept-text, .rows *, #votes *, #offers *), summary:not(.rows *, #votes *), #settings label, .controls label";

export class Lessons {
  #app;
  #lesson = null;
  #step = 0;
  #before = null;
  #isFile = false;
  // The first guess at each step.
  #guesses = new Map();
  // Steps whose question has been answered.
  #answered = new Set();

  constructor(app) {
    this.#app = app;
    byId("open-lessons").addEventListener("click", () => this.#list());
    byId("lesson-back").addEventListener("click", () => this.#go(this.#step - 1));
    byId("lesson-next").addEventListener("click", () => this.#go(this.#step + 1));
    byId("lesson-end").addEventListener("click", () => this.end());
    byId("lesson-file").addEventListener("change", ({ target }) => this.#file(target.files[0]));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      this.#file(file);
    });
  }

  // The lesson and step for the URL; nothing outside a lesson, or in a lesson from a file.
  link() {
    return this.#lesson && !this.#isFile ? { lesson: { lesson: this.#lesson.name, step: this.#step + 1 } } : null;
  }

  isOpen() {
    return this.#lesson !== null;
  }

  // To what is hidden, or to the next step.
  forward() {
    if (this.#app.view.hidden) byId("reveal").click();
    else byId("lesson-next").click();
  }

  back() {
    byId("lesson-back").click();
  }

  // Whether the lesson has notes for the teacher.
  get teaches() {
    return this.#lesson?.steps.some(({ teacher }) => teacher) ?? false;
  }

  // The figure that the step is about; until its question is answered, no panel.
  get figure() {
    const subject = this.#subject();
    return subject === "panel" && this.#app.view.hidden ? "words" : subject;
  }

  #subject() {
    const view = this.#lesson?.steps[this.#step].view;
    if (view?.cell) return "heatmap";
    return view && !["matches", "compare", "edit"].includes(view.panel) ? "panel" : "words";
  }

  // The figure that the step is about comes first on the page, so that it is in sight with the words.
  #putFirst() {
    for (const figure of ["heatmap", "panel"]) document.documentElement.classList.toggle(`about-${figure}`, this.#subject() === figure);
  }

  // What the teacher's notes say of the step; null outside a lesson.
  forTeacher() {
    if (!this.#lesson) return null;
    const { title, steps } = this.#lesson, now = steps[this.#step], { hidden } = this.#app.view;
    const until = (end) => steps.slice(0, end).reduce((sum, { minutes }) => sum + (minutes ?? 0), 0), all = until(steps.length);
    return {
      where: `${title} ${this.#step + 1} of ${steps.length}`,
      title: now.title,
      minutes: all > 0 ? `${now.minutes ?? 0} min (${until(this.#step + 1)} of ${all})` : "",
      teacher: now.teacher ?? "This step has no note for the teacher.",
      words: byId("step-words").textContent,
      note: hidden ? now.note : "",
      next: steps[this.#step + 1] ? `Next: ${steps[this.#step + 1].title}` : "This is the last step.",
      forward: hidden ? byId("reveal").textContent : "→",
    };
  }

  // Shows whether the scored pair solves the exercise of the step.
  refresh() {
    const exercise = this.#app.view.hidden ? null : this.#lesson?.steps[this.#step].exercise;
    byId("exercise").hidden = !exercise;
    if (!exercise) return;
    this.#app.askLatest({ ask: "exercise", exercise, view: this.#app.view }, ({ conditions }) => {
      byId("conditions").replaceChildren(...conditions.map(({ text, is_met }) => make("li", { className: is_met ? "met" : "" }, `${is_met ? "✓" : "✗"} ${text}`)));
      say(byId("solved"), conditions.every(({ is_met }) => is_met) ? "Solved." : "");
    });
  }

  // The state of the lesson, for the history: the step, the guesses and the texts, which may be the reader's own. The text
  // of a lesson from a file is kept apart.
  kept() {
    if (!this.#lesson) return null;
    const { view } = this.#app, { name } = this.#lesson;
    return { name, isFile: this.#isFile, step: this.#step, guesses: [...this.#guesses], answered: [...this.#answered], before: this.#before, view };
  }

  // Opens a lesson as the history has it.
  resume(kept) {
    let text = null;
    try { text = kept.isFile ? sessionStorage.getItem("lesson") : null; } catch { /* The browser blocks storage. */ }
    if (/[./]/.test(kept.name) && !kept.isFile) return this.open(kept.name, kept.step + 1, null, kept);
    this.#ask(kept.name, text, kept.step + 1, kept.isFile, null, kept);
  }

  // Opens a bundled lesson by its name, or a file next to the page by its URL.
  async open(name, step = 1, notice = null, kept = null) {
    let text = null;
    if (/[./]/.test(name)) {
      const address = new URL(name, location.href);
      if (address.origin !== location.origin || !address.pathname.endsWith(".toml")) {
        this.#app.refuse(`The lesson ${name} cannot be opened: a link can only name a .toml file on ${location.host}.`);
        return;
      }
      try {
        const response = await fetch(address);
        if (!response.ok) throw new Error(`the server answered ${response.status}`);
        text = await this.#text(await response.blob());
      } catch (error) {
        this.#app.refuse(`The lesson ${name} could not be loaded: ${error.message}.`);
        return;
      }
    }
    this.#ask(name, text, step, false, notice, kept);
  }

  // Shows the candidate that the note is about. Each text keeps its letter.
  show() {
    const { view } = this.#app, shows = this.#lesson?.steps[this.#step].shows ?? 0;
    const index = view.others.texts.findIndex((_, index) => positionOf(view.others, index) === shows);
    if (this.#lesson && index >= 0) Object.assign(view, swapIn(view, "candidate", index));
  }

  // Whether the answer to the question is a score or a winner, not only words.
  takesGuess() {
    return this.#lesson?.steps[this.#step].guessed ?? true;
  }

  // Marks the question of the step as answered.
  answer() {
    const step = this.#lesson?.steps[this.#step];
    if (!step) return;
    this.#answered.add(this.#step);
    this.#words(step.note);
    document.documentElement.classList.add("answered");
    this.#count();
    inSight();
  }

  // Shows a text; the name of a control in it, in quotation marks, leads to that control.
  #words(text) {
    const parts = text.split(/“([^“”]+)”/), controls = [...document.querySelectorAll(CONTROLS)];
    const named = (name) => controls.find((control) => control.firstChild?.textContent.trim() === name);
    byId("step-words").replaceChildren(...parts.map((part, i) => {
      const control = i % 2 === 1 && named(part);
      if (!control) return i % 2 === 1 ? `“${part}”` : part;
      return make("button", { type: "button", className: "inline", onclick: () => reveal(control) }, part);
    }));
  }

  // Records a guess at this step; only the first one counts, because then the answer is known.
  record(guess) {
    if (!this.#lesson || this.#guesses.has(this.#step)) return;
    this.#guesses.set(this.#step, guess);
    this.#count();
  }

  // At the end of a lesson: the summary of all guesses.
  #count() {
    const isLast = this.#step === this.#lesson.steps.length - 1;
    const words = isLast ? tally([...this.#guesses.values()]) : null;
    byId("tally").hidden = words === null;
    byId("tally").textContent = words ?? "";
  }

  end() {
    const before = this.#before;
    this.leave();
    if (!before) return;
    this.#app.view = before;
    this.#app.change({}, true);
  }

  // Ends a lesson that something else replaces.
  leave() {
    this.#lesson = this.#before = null;
    byId("lesson").hidden = true;
    document.documentElement.classList.remove("in-lesson", "answered");
    this.#putFirst();
    byId("guessed").hidden = byId("tally").hidden = byId("exercise").hidden = true;
    this.#app.present.refresh();
  }

  async #file(file) {
    byId("lessons-dialog").close();
    byId("lesson-file").value = "";
    if (!file) return;
    if (!/\.toml$/i.test(file.name)) {
      this.#app.refuse(`${file.name} is not a lesson. Lessons are .toml files.`);
      return;
    }
    try {
      const text = await this.#text(file);
      // So that it survives a reload.
      try { sessionStorage.setItem("lesson", text); } catch { /* The browser blocks storage, or it is full. */ }
      this.#ask(file.name, text, 1, true);
    } catch (error) {
      this.#app.refuse(`${file.name} cannot be read as a lesson: ${error.message}.`);
    }
  }

  async #text(blob) {
    if (blob.size > LARGEST) throw new Error("it is larger than 1 MB");
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(await blob.arrayBuffer());
    } catch {
      throw new Error("it is not UTF-8 text");
    }
  }

  #ask(name, text, step, isFile, notice = null, kept = null) {
    this.#app.ask({ ask: "lesson", name, text }, (lesson) => {
      if (lesson.error) {
        this.#app.refuse(lesson.error);
        return;
      }
      this.#app.walk.end();
      this.#before = kept?.before ?? this.#before ?? structuredClone(this.#app.view);
      this.#lesson = lesson;
      this.#isFile = isFile;
      this.#guesses = new Map(kept?.guesses);
      this.#answered = new Set(kept?.answered);
      byId("lesson").hidden = false;
      document.documentElement.classList.add("in-lesson");
      this.#go(step - 1, kept?.view);
      const { length } = lesson.steps;
      const beyond = step > length ? `The link names step ${step}, but this lesson has ${length}; showing its last step.` : null;
      if (notice || beyond) this.#app.notice([notice, beyond].filter(Boolean).join(" "));
      // The claims of the bundled lessons hold with the bundled model.
      if (text !== null) {
        this.#app.ask({ ask: "claims", name, text }, ({ warning }) => {
          if (warning && this.#lesson === lesson) this.#app.notice(warning);
        });
      }
    });
  }

  // Shows a step; with the view of the history, as it was left.
  #go(step, kept = null) {
    const { title, steps } = this.#lesson;
    this.#step = Math.max(0, Math.min(steps.length - 1, step));
    const now = steps[this.#step];
    this.#putFirst();
    byId("lesson-title").textContent = title;
    byId("lesson-where").textContent = `${this.#step + 1} of ${steps.length}`;
    byId("step-title").textContent = now.title;
    // An answered question stays answered.
    const asks = now.question !== null && !this.#answered.has(this.#step);
    document.documentElement.classList.toggle("answered", now.question !== null && !asks);
    this.#words(asks ? now.question : now.note);
    byId("lesson-back").disabled = this.#step === 0;
    byId("lesson-next").disabled = this.#step === steps.length - 1;
    const { palette } = this.#app.view;
    this.#app.view = plain({ ...structuredClone(now.view), palette, ...kept });
    if (!asks) this.#app.view.hidden = false;
    // A question shows all texts in the order of their letters; the answer is which of them wins.
    if (!asks && !kept) this.show();
    this.#app.change({}, true);
    if (!asks) this.#count();
    else byId("tally").hidden = true;
    if (now.problem) this.#app.notice(now.problem);
    inSight();
  }

  #list() {
    this.#app.ask({ ask: "lessons" }, (lessons) => {
      // The lessons for a start come before the gallery.
      const first = ["first-steps", "hour"], rank = ({ name }) => (first.indexOf(name) + first.length + 1) % (first.length + 1);
      byId("lessons-list").replaceChildren(...lessons.toSorted((a, b) => rank(a) - rank(b)).map(({ name, title, about, minutes, steps }) => {
        const open = (step) => () => { byId("lessons-dialog").close(); this.open(name, step); };
        const start = make("button", { type: "button", className: "primary", onclick: open(1) }, "Start");
        start.setAttribute("aria-label", `Start ${title}`);
        const list = steps.map((step, i) => make("li", {}, make("button", { type: "button", className: "quiet-button", onclick: open(i + 1) }, step)));
        return make("section", {}, make("div", { className: "lesson-head" }, make("h3", {}, title), start), make("p", {}, about),
          make("details", {}, make("summary", {}, `${steps.length} steps${minutes ? `, ${minutes} minutes` : ""}`), make("ol", {}, ...list)));
      }));
      byId("lessons-dialog").showModal();
    });
  }
}

// Brings the question, or the note and the score, into view.
function inSight() {
  byId("lesson").scrollIntoView({ block: innerWidth <= 760 ? "start" : "nearest" });
}

// Brings a control into view and marks it with the focus; a panel is opened at once.
function reveal(control) {
  const folded = control.closest("details");
  if (folded) folded.open = true;
  const target = control.control ?? control;
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
  if (control.getAttribute("role") === "tab") control.click();
}
