// The panel: topics about the score, and the explanation of one of them.
import { byId, make, place } from "./dom.js";
import { edges } from "./picture.js";
import { followArrows, oneStop } from "./rove.js";

// The rows that open are known by their names, because an answer replaces the tables.
const named = (details) => details.firstElementChild.textContent;

export class Panel {
  #app;
  #names = [];
  #alignment = "greedy";
  #selected = null;

  constructor(app) {
    this.#app = app;
    const tabs = byId("tabs");
    tabs.addEventListener("keydown", (event) => {
      const names = this.#names, here = names.indexOf(app.view.panel);
      const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: names.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.choose(names.at(to % names.length));
      byId(`tab-${app.view.panel}`).focus();
    });
    followArrows(byId("panel"));
    // The style sheet shows the row below one whose name is open; a click anywhere in a row opens its name.
    byId("panel").addEventListener("click", ({ target }) => {
      const details = target.closest("summary") ? null : target.closest("tr:not(.how)")?.querySelector("th > details");
      if (details) details.open = !details.open;
    });
  }

  // The topics, each with its name and title.
  topics(topics) {
    this.#names = topics.map(([name]) => name);
    byId("tabs").replaceChildren(...topics.map(([name, title]) => {
      const tab = make("button", { type: "button", id: `tab-${name}` }, title);
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", "panel");
      tab.addEventListener("click", () => this.choose(name));
      return tab;
    }));
    this.select(this.#app.view.panel);
  }

  // Highlights the selected topic.
  select(name) {
    for (const topic of this.#names) {
      const tab = byId(`tab-${topic}`);
      tab.setAttribute("aria-selected", String(topic === name));
      tab.tabIndex = topic === name ? 0 : -1;
    }
    byId("panel").setAttribute("aria-labelledby", `tab-${name}`);
    if (name === this.#selected) return;
    this.#selected = name;
    // On a narrow screen the tabs scroll; the page does not.
    const tabs = byId("tabs"), tab = byId(`tab-${name}`)?.getBoundingClientRect(), box = tabs.getBoundingClientRect();
    if (tab && (tab.left < box.left || tab.right > box.right)) tabs.scrollLeft += tab.left + tab.width / 2 - box.left - box.width / 2;
  }

  choose(name) {
    this.#app.view.panel = name;
    this.select(name);
    byId(`tab-${name}`).scrollIntoView({ block: "nearest", inline: "nearest" });
    this.#wait(true);
    this.refresh();
    this.#app.remember();
  }

  #wait(waits) {
    byId("panel").setAttribute("aria-busy", String(waits));
    byId("panel").classList.toggle("waiting", waits);
  }

  align(kind) {
    this.#alignment = kind;
    this.refresh();
  }

  refresh() {
    const { view, scored } = this.#app;
    if (!scored || view.hidden) return;
    this.select(view.panel);
    const question = { ask: "panel", view, alignment: this.#alignment };
    this.#app.ask(question, (answer, isLatest) => {
      if (!isLatest) return;
      const panel = byId("panel"), boxes = () => [...panel.querySelectorAll(".scroll")];
      const open = new Set([...panel.querySelectorAll("details[open]")].map(named));
      this.#wait(answer.more === true);
      if (answer.error) {
        panel.replaceChildren(make("p", { className: "lead" }, answer.error));
        return;
      }
      const scrolled = boxes().map((box) => box.scrollTop);
      place(panel, answer.html ?? "");
      oneStop(panel);
      byId("why-printed").textContent = answer.title;
      for (const details of panel.querySelectorAll("details")) details.open = open.has(named(details));
      for (const [index, box] of boxes().entries()) {
        box.scrollTop = scrolled[index] ?? 0;
        edges(box);
      }
    });
  }
}
