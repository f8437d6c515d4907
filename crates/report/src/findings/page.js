"use strict";
// Every text of the report reaches the page as text: textContent and option labels, never HTML.
const root = document.documentElement;
root.classList.add("js");
const byId = (id) => document.getElementById(id);
const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

// Light and dark.
const system = matchMedia("(prefers-color-scheme: dark)");
const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
const label = () => { byId("theme").textContent = dark() ? "Light" : "Dark"; };
byId("theme").addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; label(); });
system.addEventListener("change", label);
label();

// On paper the telling pairs are open.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("#telling details:not([open])")];
  for (const pair of opened) pair.open = true;
});
addEventListener("afterprint", () => { for (const pair of opened) pair.open = false; });

// A box that scrolls fades where it is cut off.
const edges = (box) => {
  const look = () => {
    box.classList.toggle("more-left", box.scrollLeft > 2);
    box.classList.toggle("more-right", box.scrollWidth - box.clientWidth - box.scrollLeft > 2);
  };
  box.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(box);
};
for (const box of document.querySelectorAll(".scroll, .heatmap")) edges(box);

// The list of pairs.
const { systems, human, groups, rows } = JSON.parse(byId("pairs").textContent);
const [ROW, ID, GROUP, REFERENCES, OUTPUTS] = [0, 1, 2, 3, 4];
const [CANDIDATE, P, R, F1, HUMAN] = [0, 1, 2, 3, 4];
const PAGE = 50;
const several = systems.length > 1;

const number = (x) => x === null ? "—" : x.toFixed(5).replace("-", "−");
const plain = (x) => String(Math.round(x * 1e5) / 1e5);
const of = (name, system) => several ? `${name} of ${systems[system]}` : name;

// Share of the listed candidates that one stands above, by a number; equal ones share their middle.
const standing = (system, field) => {
  const known = rows.map((row, i) => [row[OUTPUTS][system][field], i]).filter(([x]) => x !== null).sort((a, b) => a[0] - b[0]);
  const shares = new Array(rows.length).fill(null);
  for (let from = 0, to; from < known.length; from = to) {
    for (to = from; to < known.length && known[to][0] === known[from][0];) to++;
    for (let i = from; i < to; i++) shares[known[i][1]] = (from + to - 1) / 2 / Math.max(1, known.length - 1);
  }
  return shares;
};
const minus = (a, b) => a === null || b === null ? null : a - b;

// Orders: a name, and the number of a row, computed when it is first asked for.
const orders = [["file order", () => rows.map((row) => row[ROW])]];
systems.forEach((name, system) => {
  const field = (which) => () => rows.map((row) => row[OUTPUTS][system][which]);
  orders.push([of("F1", system), field(F1)]);
  if (human && rows.some((row) => row[OUTPUTS][system][HUMAN] !== null)) {
    orders.push([of("human score", system), field(HUMAN)]);
    orders.push([of("F1 rank − human rank", system), () => {
      const [f1, people] = [standing(system, F1), standing(system, HUMAN)];
      return f1.map((x, i) => minus(x, people[i]));
    }]);
  }
  if (system > 0) {
    orders.push([`F1: ${name} − ${systems[0]}`, () => rows.map((row) => minus(row[OUTPUTS][system][F1], row[OUTPUTS][0][F1]))]);
  }
});
systems.forEach((name, system) => {
  orders.push([of("P − R", system), () => rows.map((row) => minus(row[OUTPUTS][system][P], row[OUTPUTS][system][R]))]);
});
const keys = new Map();
const key = (order) => keys.get(order) ?? keys.set(order, orders[order][1]()).get(order);

orders.forEach(([name], i) => byId("sort").append(new Option(name, String(i))));
groups.forEach((name, i) => byId("group").append(new Option(name, String(i))));
byId("of-group").hidden = groups.length === 0;

const texts = rows.map((row) => [row[ROW], row[ID] ?? "", ...row[REFERENCES], ...row[OUTPUTS].map((o) => o[CANDIDATE])].join("\n").toLowerCase());
// Whole words, in the words of the inspector's filter: reference~ferry, candidate~"a=b", ~ferry. A word stands by itself where
// no letter or digit touches its own; ideographs touch nothing.
const JOINS = "(?![\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{323af}])[\\p{Alphabetic}\\p{N}]";
const joins = (c) => new RegExp(`^${JOINS}$`, "u").test(c ?? "");
const wholeWord = (word) => {
  const [first, last] = [[...word].at(0), [...word].at(-1)];
  const plain = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`${joins(first) ? `(?<!${JOINS})` : ""}${plain}${joins(last) ? `(?!${JOINS})` : ""}`, "u");
};
const finder = (find) => {
  const [, side, quoted, bare] = /^(reference|candidate|)~(?:"(.+)"|(.+))$/s.exec(find) ?? [];
  if (side === undefined) return (i) => texts[i].includes(find);
  const word = wholeWord(quoted?.replaceAll('""', '"') ?? bare);
  return (i) => {
    const [references, candidates] = [rows[i][REFERENCES], rows[i][OUTPUTS].map((o) => o[CANDIDATE])];
    const of = side === "reference" ? references : side === "candidate" ? candidates : [...references, ...candidates];
    return of.some((text) => word.test(text.toLowerCase()));
  };
};
const limit = (id) => byId(id).value.trim() === "" ? null : Number(byId(id).value);

const chosen = () => {
  const [find, group] = [byId("find").value.trim().toLowerCase(), byId("group").value];
  const has = finder(find);
  const [low, high] = [limit("low"), limit("high")];
  const [by, sign] = [key(Number(byId("sort").value)), Number(byId("order").value)];
  const fits = (row) => low === null && high === null || row[OUTPUTS].some((output) =>
    output[F1] !== null && (low === null || output[F1] >= low) && (high === null || output[F1] <= high));
  return rows.map((row, i) => i)
    .filter((i) => (find === "" || has(i)) && (group === "" || rows[i][GROUP] === Number(group)) && fits(rows[i]))
    // What has no number comes last in either order.
    .sort((a, b) => (by[a] === null) - (by[b] === null) || sign * (by[a] - by[b]) || a - b);
};

const name = (row) => row[ID] === null ? `row ${row[ROW]}` : `row ${row[ROW]}, ${row[ID]}`;
const text = (value) => { const element = make("dd", "", value); element.dir = "auto"; return element; };

const item = (row) => {
  const pair = make("details", "pair");
  const summary = make("summary");
  summary.append(make("span", "name", name(row)));
  const numbers = make("span", "numbers");
  row[OUTPUTS].forEach((output, system) => {
    const f1 = make("span", "", several ? `${systems[system]} ` : "");
    f1.append(make("b", "", number(output[F1])));
    numbers.append(f1);
    if (output[HUMAN] !== null) numbers.append(make("span", "", `human ${plain(output[HUMAN])}`));
  });
  const last = make("span", "text", row[OUTPUTS].at(-1)[CANDIDATE]);
  last.dir = "auto";
  summary.append(numbers, last);
  pair.append(summary);
  // Its texts are made when it is first opened.
  pair.addEventListener("toggle", () => { if (pair.open && pair.children.length === 1) pair.append(body(row)); });
  return pair;
};

const body = (row) => {
  const list = make("dl");
  if (row[GROUP] !== null) list.append(make("dt", "", "Group"), text(groups[row[GROUP]]));
  for (const reference of row[REFERENCES]) list.append(make("dt", "", "Reference"), text(reference));
  row[OUTPUTS].forEach((output, system) => {
    const value = text(output[CANDIDATE]);
    const scores = make("div", "scores");
    for (const [label, field] of [["P", P], ["R", R], ["F1", F1]]) scores.append(make("span", "", `${label} ${number(output[field])}`));
    if (output[HUMAN] !== null) scores.append(make("span", "", `human ${plain(output[HUMAN])}`));
    value.append(scores);
    list.append(make("dt", "", several ? systems[system] : "Candidate"), value);
  });
  return list;
};

let found = [];
let shown = 0;
const more = () => {
  byId("rows").append(...found.slice(shown, shown + PAGE).map((i) => item(rows[i])));
  shown = Math.min(found.length, shown + PAGE);
  byId("shown").textContent = found.length === 0 ? "No pair matches." : `${shown.toLocaleString("en")} of ${found.length.toLocaleString("en")} ${found.length === 1 ? "matching pair" : "matching pairs"}`;
  byId("on-paper").textContent = `${shown.toLocaleString("en")} of ${rows.length.toLocaleString("en")}`;
  byId("printed").hidden = shown === rows.length;
  byId("more").hidden = shown === found.length;
};
const update = () => { found = chosen(); shown = 0; byId("rows").replaceChildren(); more(); };

// A word of the tables leads to its pairs.
document.addEventListener("click", (event) => {
  const word = event.target.closest?.("[data-find]");
  if (!word) return;
  byId("controls").reset();
  byId("find").value = word.dataset.find;
  update();
  byId("list").scrollIntoView();
  byId("find").focus({ preventScroll: true });
});

byId("more").addEventListener("click", more);
byId("controls").addEventListener("input", update);
byId("controls").addEventListener("submit", (event) => event.preventDefault());
byId("show-all").addEventListener("click", () => { byId("controls").reset(); update(); });
update();
