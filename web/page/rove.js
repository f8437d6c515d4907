// Tables: Tab stops once in each, and arrow keys lead from row to row. A row is opened by its name.
const NAMES = "th > details > summary";

// Prepares the tables of a box whose content is new.
export function oneStop(box) {
  for (const table of box.querySelectorAll("table")) {
    table.querySelectorAll(NAMES).forEach((name, i) => { name.tabIndex = i === 0 ? 0 : -1; });
  }
}

export function followArrows(box) {
  box.addEventListener("keydown", (event) => {
    const name = event.target.closest(NAMES), { key } = event;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    const names = [...name.closest("table").querySelectorAll(NAMES)], at = names.indexOf(name);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: names.length - 1 }[key];
    if (to === undefined) return;
    event.preventDefault();
    stop(names, names[to] ?? name).focus();
  });
  // A click leaves the stop where it was made.
  box.addEventListener("focusin", ({ target }) => {
    if (target.matches(NAMES)) stop([...target.closest("table").querySelectorAll(NAMES)], target);
  });
}

function stop(names, name) {
  for (const other of names) other.tabIndex = other === name ? 0 : -1;
  return name;
}
