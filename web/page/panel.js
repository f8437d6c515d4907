// The panel: topics about the score, and the explanation of one of them.
import { byId, make, place } from "./dom.js";
import { edges } from "./picture.js";

// Shows or hides the derivation of a line or of a table's row.
function toggle(opener, open) {
  if (opener.tagName === "SUMMARY") opener.parentElement.open = open;
  else {
    opener.ariaExpanded = String(open);
    opener.closest("tr").nextElementSibling.hidden = !open;
  }
}

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
    byId("panel").addEventListener("click", ({ target }) => {
      const opener = target.closest("[aria-expanded]") ?? target.closest("tr:not(.how)")?.querySelector("[aria-expanded]");
      if (opener) toggle(opener, opener.ariaExpanded !== "true");
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
      const panel = byId("panel"), key = (opener) => opener.textContent;
      const open = new Set([...panel.querySelectorAll("[open] > summary, [aria-expanded='true']")].map(key));
      this.#wait(answer.more === true);
      if (answer.error) {
        panel.replaceChildren(make("p", { className: "lead" }, answer.error));
        return;
      }
      const scrolled = panel.querySelector(".rows")?.scrollTop ?? 0;
      place(panel, answer.html ?? "");
      const rows = panel.querySelector(".rows");
      if (rows) {
        rows.scrollTop = scrolled;
        edges(rows);
      }
      byId("why-printed").textContent = answer.title;
      for (const opener of panel.querySelectorAll("summary, [aria-expanded]")) if (open.has(key(opener))) toggle(opener, true);
    });
  }
}
