// Presenting: the text and one figure fill the screen, and everything else is hidden. The teacher's notes are in a window of
// their own (notes.html), which this page sends each step to; its buttons and keys lead through the lesson from there.
import { byId, hide } from "./dom.js";

const root = document.documentElement;
const FIGURES = ["words", "heatmap", "panel"];

export class Present {
  #app;
  #notes = null;
  // What the figure was chosen for; the teacher's own choice lasts as long.
  #about = null;

  constructor(app) {
    this.#app = app;
    byId("present").addEventListener("click", () => this.#begin());
    byId("present-end").addEventListener("click", () => this.#end());
    byId("present-fill").addEventListener("click", () => fill());
    byId("present-notes").addEventListener("click", () => this.#openNotes());
    for (const figure of FIGURES) byId(`present-${figure}`).addEventListener("click", () => this.#look(figure));
    // Esc leaves the full screen, and so the presentation.
    document.addEventListener("fullscreenchange", () => document.fullscreenElement || this.#end());
    document.addEventListener("keydown", ({ key }) => {
      // What lies on top is closed first; its own listener comes later.
      if (key === "Escape" && byId("word").hidden && !document.querySelector("dialog[open]")) this.#end();
    }, true);
    addEventListener("message", ({ data, origin, source }) => {
      if (origin !== location.origin || data?.notes === undefined) return;
      // A page that was loaded again finds its window of notes when it calls.
      this.#notes = source;
      if (data.notes === "forward" || data.notes === "back") this.#app.lead(data.notes);
      this.#tell();
    });
  }

  #begin() {
    const { teaches } = this.#app.lessons;
    root.classList.add("presenting");
    byId("stage").hidden = false;
    this.#about = null;
    this.refresh();
    // A browser allows one of the two for a click: the window first, because opening it would end the full screen.
    if (teaches) this.#openNotes();
    else fill();
    byId("present").blur();
    scrollTo(0, 0);
  }

  #end() {
    if (!root.classList.contains("presenting")) return;
    root.classList.remove("presenting", ...FIGURES.map((figure) => `looks-${figure}`));
    byId("stage").hidden = true;
    if (document.fullscreenElement) document.exitFullscreen();
    dispatchEvent(new Event("resize"));
    this.#app.matches.connect();
  }

  // For a new step or an answer: the figure that it is about, and what the teacher sees.
  refresh() {
    hide(byId("present-notes"), !this.#app.lessons.teaches);
    const { lessons, walk } = this.#app, figure = walk.isOpen() ? "heatmap" : lessons.figure, about = `${lessons.isOpen() && byId("lesson-where").textContent} ${figure}`;
    if (root.classList.contains("presenting") && about !== this.#about) {
      this.#about = about;
      this.#look(figure);
    }
    this.#tell();
  }

  #look(figure) {
    for (const name of FIGURES) {
      root.classList.toggle(`looks-${name}`, name === figure);
      byId(`present-${name}`).setAttribute("aria-pressed", String(name === figure));
    }
    // Texts have lines of another length, and arrows other places.
    dispatchEvent(new Event("resize"));
    this.#app.matches.connect();
    if (figure === "panel") this.#app.panel.refresh();
  }

  #openNotes() {
    const notes = open("notes.html", "bertscope-notes", "popup,width=760,height=640");
    if (!notes) return this.#app.notice("The browser blocked the window with the teacher’s notes. Allow pop-ups for this page, then press “Notes”.");
    this.#notes = notes;
    notes.focus();
  }

  #tell() {
    this.#notes?.postMessage({ step: this.#app.lessons.forTeacher(), theme: this.#app.isDark() ? "dark" : "light" }, location.origin);
  }
}

// Where the browser refuses, the window is filled instead.
function fill() {
  root.requestFullscreen?.().catch(() => {});
}
