// The page: controls change the view, questions about it go to the worker, and answers are shown.
import { Channel } from "./channel.js";
import { followClicker } from "./clicker.js";
import { afterFrame, byId, hide, later, make, place, say, script } from "./dom.js";
import { Guess } from "./guess.js";
import { MOST, keep, without } from "./kept.js";
import { connect, edges } from "./picture.js";
import { Lessons } from "./lessons.js";
import { Matches, moved } from "./matches.js";
import { Opening } from "./opening.js";
import { Panel } from "./panel.js";
import { Play } from "./play.js";
import { Present } from "./present.js";
import { Ranking } from "./ranking.js";
import { sharing } from "./sharing.js";
import { numbers } from "./numbers.js";
import { followTheme, isDark } from "./theme.js";
import { Walk } from "./walk.js";
import { Word } from "./word.js";
import { EXAMPLE, fit, keptOf, layerName, plain, show, showLayer, sides, swapIn } from "./view.js";

const root = document.documentElement;
// After a pause this long, the next changes are measured against the score on screen, as in the program.
const PAUSE = 1000;

const app = {
  view: plain(EXAMPLE),
  // The last answer about a score, and its picture.
  scored: null,
  picture: null,
  ready: false,
  edited: false,
  // The text or the setting that the last change was made in; null for any other change.
  typed: null,
  isDark,
  ask: (question, answered) => channel.ask(question, answered),
  askLatest,
  isAsked: (kind) => channel.isAsked(kind),
  notice,
  refuse,
  change,
  edit,
  link,
  remember: () => remember(),
  choose: (key) => word.choose(key),
  // Forward or back in what is open.
  lead: (way) => [walk, lessons].find((part) => part.isOpen())?.[way](),
  example,
  openCostliest() {
    wantsCostliest = true;
    if (root.dataset.state === "ready") openCostliest();
  },
};

// Whether the details of the candidate’s costliest word are wanted as soon as there is a score.
let wantsCostliest = false;
function openCostliest() {
  const [costliest] = app.scored.story.candidate.toSorted((a, b) => b.cost - a.cost);
  if (wantsCostliest && costliest) {
    if (word.key !== costliest.key) word.choose(costliest.key);
    matches.focus(costliest.key);
  }
  wantsCostliest = false;
}

// Uses an answer unless it is an error, or a newer question of the same kind is waiting.
function askLatest(question, use) {
  channel.ask(question, (answer, isLatest) => {
    if (isLatest && !answer.error) use(answer);
  });
}

// A notice above everything. A notice about a score is removed by the next score, any other by the next change.
function notice(sentence, about = "") {
  const box = byId("notice");
  hide(box, !sentence);
  say(box, sentence ?? "");
  box.dataset.about = about;
}

// A link or lesson could not be opened: the page shows a pair anyway.
function refuse(sentence) {
  if (!byId("reference").value && !byId("candidate").value) change(EXAMPLE, true);
  notice(sentence);
}

// An old score is dimmed only if the new one takes a while: dimming at every key press costs more than drawing.
const dim = later(200, () => root.classList.toggle("late", root.dataset.state === "stale"));

function state(now) {
  if (now !== root.dataset.state) dim();
  if (now !== "stale") root.classList.remove("late");
  // The style sheet asks for classes, not for these attributes: they change twice for every score, and each change of an
  // attribute that it asks for costs a frame.
  if (root.dataset.state === "loading") root.classList.remove("starting");
  root.dataset.state = now;
  byId("picture").setAttribute("aria-busy", String(now !== "ready"));
}

// ---- the view and its effects

// The pair on the page, and its edits; changes within a pause are one edit.
const version = { pair: 0, edit: 0 };
let lastEdit = 0;

// Changes the view and requests its score. `anew` means another pair, not an edit of this one.
function change(changes, anew = false) {
  app.typed = null;
  Object.assign(app.view, changes);
  // The question is sent first, so that it is answered while the controls are written.
  rescore(anew);
  notice(null);
  show(app.view);
  if (anew || "hidden" in changes) guess.begin();
  conceal();
  remember();
}

// Replaces one text, unless the reader has typed since the words on screen were scored.
function edit(side, text) {
  if (app.scored?.texts[side] === app.view[side]) change({ [side]: text });
}

// Shows or hides everything that reveals the score.
function conceal() {
  const { hidden } = app.view;
  guess.show();
  for (const id of ["open-save", "open-walk"]) byId(id).disabled = hidden;
  if (hidden) numbers(null);
}

function rescore(anew = false) {
  const now = performance.now();
  if (anew) version.pair += 1;
  else if (now - lastEdit > PAUSE) version.edit += 1;
  // The first change of a pair is an edit of its own, however soon it comes.
  lastEdit = anew ? -PAUSE : now;
  if (app.ready) state("stale");
  play.end();
  const { reference, candidate } = app.view;
  channel.ask({ ask: "score", view: app.view, dark: isDark(), version: { ...version } }, (answer, isLatest) => scored({ ...answer, texts: { reference, candidate } }, isLatest));
}

function scored(answer, isLatest) {
  if (!app.ready) {
    app.ready = true;
    byId("loading").hidden = true;
  }
  if (isLatest && (answer.error || byId("notice").dataset.about === "score")) notice(answer.error, "score");
  if (answer.error) {
    if (isLatest) {
      state("stale");
      numbers(null);
    }
    return;
  }
  app.scored = answer;
  // What is read from the page is read before the first write, or after the last: in between, it would be laid out twice.
  const left = byId("matrix")?.scrollLeft ?? 0;
  // The word that costs most is part of what a guess hides.
  matches.show(app.view.hidden ? { ...answer.story, worst: null } : answer.story);
  picture(answer, left);
  for (const part of ["warnings", "remarks"]) place(byId(`${part}-part`), answer[part]);
  say(byId("sentence"), answer.story.sentence);
  numbers(answer);
  conceal();
  byId("signature").replaceChildren(answer.signature[0], make("br"), answer.signature[1]);
  matches.connect();
  if (!isLatest) return;
  state("ready");
  walk.refresh();
  word.refresh();
  lessons.refresh();
  ranking.refresh();
  present.refresh();
  openCostliest();
  afterFrame(() => panel.refresh());
}

// Shows the picture, scrolled by `left` as the one before was, and with its focus.
function picture(answer, left) {
  const { activeElement } = document, focused = byId("picture").contains(activeElement) ? activeElement.id : "";
  place(byId("matrix-part"), answer.matrix);
  const tables = byId("tables-part").firstElementChild;
  delete tables.dataset.full;
  if (tables.open) tabulate();
  byId("cell-steps").replaceChildren();
  app.data = JSON.parse(answer.data);
  const digits = byId("matrix")?.querySelector(".digits");
  if (digits) Object.assign(digits.style, { lineHeight: `${app.data.grid.h}px`, tabSize: `${app.data.grid.w}px` });
  app.picture = connect(byId("picture"), app.data, cell);
  // Scrolling lays out the page, even where there is nothing to scroll.
  if (left > 0 && byId("matrix")) byId("matrix").scrollLeft = left;
  if (focused) byId(focused)?.focus({ preventScroll: true });
}

// The tables are as large as the picture, so they are built when they are opened.
function tabulate() {
  askLatest({ ask: "tables", view: app.view }, ({ html }) => {
    place(byId("tables-part"), html);
    const tables = byId("tables-part").firstElementChild;
    tables.dataset.full = "yes";
    tables.open = true;
  });
}
byId("tables-part").addEventListener("toggle", ({ target }) => {
  if (target.open && !target.dataset.full) tabulate();
}, true);

// A cell was selected: shows its derivation.
function cell(candidate, reference) {
  walk.look(candidate, reference);
  askLatest({ ask: "cell", candidate, reference }, ({ steps }) => byId("cell-steps").replaceChildren(...steps.map((step) => make("p", {}, step))));
}

// ---- the history: the address has the texts and settings, its state has what an address cannot hold

// What the last entry is about, and when it was made; the first change after the history was followed replaces its entry.
let last = { about: "arrival", at: 0 };

// Adds to the history some time after the last change: browsers refuse too many entries. One burst of typing is one entry.
const remember = later(300, () => link((fragment) => {
  const kept = { lesson: lessons.kept(), walk: walk.kept(), opening: opening.kept() }, now = performance.now();
  keepPair(fragment, kept);
  const isNew = location.hash !== `#${fragment}` || JSON.stringify(kept) !== JSON.stringify(history.state);
  const isSame = last.about === "arrival" || app.typed !== null && app.typed === last.about && now - last.at < 3 * PAUSE;
  if (isNew) history[isSame ? "replaceState" : "pushState"](kept, "", `#${fragment}`);
  if (isNew || last.about === "arrival") last = { about: last.about === "arrival" ? null : app.typed, at: now };
}));

// Keeps the pair for the next visit, which goes straight to it, once the reader has done anything on the first screen.
function keepPair(fragment, { lesson, opening }) {
  if (lesson || opening?.chosen === null) return;
  try { localStorage.setItem("pair", fragment); } catch { /* The browser blocks storage. */ }
}

function keptPair() {
  try { return localStorage.getItem("pair"); } catch { return null; }
}

// Shows an entry of the history, or what an address names.
function arrive(kept) {
  last = { about: "arrival", at: 0 };
  app.edited = false;
  walk.leave();
  word.choose(null);
  const then = () => { if (kept?.walk) walk.resume(kept.walk); };
  const isBare = location.hash.length < 2, pair = keptPair();
  if (kept?.opening || location.hash === "#start" || !kept && isBare && opening.isOpen()) {
    opening.begin(kept?.opening?.chosen);
    return;
  }
  // An entry of the history leaves it where it is, so that nothing moves.
  if (!kept) opening.leave();
  if (kept?.lesson) lessons.resume(kept.lesson);
  else if (!isBare) follow(location.hash, then);
  else if (pair) follow(`#${pair}`, then);
  else example();
}

function example(texts = EXAMPLE) {
  lessons.leave();
  app.view = plain(texts);
  change({}, true);
}
window.addEventListener("popstate", ({ state }) => arrive(state));

function link(made) {
  const to = lessons.link() ?? { pair: app.view };
  channel.ask({ ask: "link", to }, (answer) => answer.error ? notice(answer.error) : made(answer.fragment));
}

// ---- targets of buttons, rows of a panel, and links

const GO = {
  token: (key) => { app.picture?.token(key); byId("matrix")?.scrollIntoView({ block: "center" }); },
  cell: (c, r) => { app.picture?.cell(Number(c), Number(r)); byId("matrix")?.scrollIntoView({ block: "center" }); },
  layer: (layer) => change({ layer: Number(layer) }),
  idf: (idf) => change({ idf }),
  rescale: (answer) => change({ rescale: answer === "yes" }),
  alignment: (kind) => panel.align(kind),
  remove: (side, index) => change({ [keptOf(side)]: without(app.view[keptOf(side)], Number(index)) }),
  // A kept text, or one of each side.
  kept: (side, index, ...other) => {
    const { view } = app;
    change({ ...swapIn(view, side, Number(index)), ...(other.length > 0 ? swapIn(view, other[0], Number(other[1])) : {}) });
  },
};

document.addEventListener("click", ({ target }) => {
  const [go, ...values] = target.closest("[data-go]")?.dataset.go.split(" ") ?? [];
  if (go) GO[go](...values);
  const dialog = target.closest("[data-close]")?.closest("dialog") ?? (target.matches("dialog") ? target : null);
  dialog?.close();
});

// ---- controls

for (const side of sides) {
  byId(side).addEventListener("input", ({ target }) => {
    app.edited = true;
    app.typed = side;
    if (byId("notice").dataset.about !== "score") notice(null);
    app.view[side] = target.value;
    rescore();
    fit(target);
    remember();
  });
  byId(`keep-${side}`).addEventListener("click", () => {
    const kept = app.view[keptOf(side)];
    if (kept.texts.includes(app.view[side])) return;
    if (kept.texts.length === MOST) return notice(`You can keep at most ${MOST} texts, because a link has no room for more. Remove one first.`);
    change({ [keptOf(side)]: keep(kept, app.view[side]), panel: "compare" });
    panel.select("compare");
  });
}
byId("swap").addEventListener("click", () => change({
  reference: app.view.candidate, candidate: app.view.reference,
  others: app.view.other_references, other_references: app.view.others,
}));
// A slider or a list passes through values on its way: together they are one entry of the history.
function set(name, value) {
  change({ [name]: value });
  app.typed = name;
}
for (const name of ["idf", "direction", "as"]) byId(name).addEventListener("change", ({ target }) => set(name, target.value));
for (const name of ["rescale", "special", "hidden"]) byId(name).addEventListener("change", ({ target }) => set(name, target.checked));
byId("layer").addEventListener("input", ({ target }) => {
  layerName();
  set("layer", target.value === target.dataset.own ? null : Number(target.value));
});
// Where lines wrap depends on the width.
addEventListener("resize", () => sides.forEach((side) => fit(byId(side))));
byId("palette").addEventListener("change", ({ target }) => set("palette", target.value || null));
byId("settings").addEventListener("submit", (event) => event.preventDefault());

followTheme(rescore);

function follow(address, then) {
  channel.ask({ ask: "follow", address }, (answer) => {
    if (answer.error) {
      refuse(answer.error);
    } else if (answer.lesson) {
      lessons.open(answer.lesson, answer.step, answer.notice);
    } else if (!app.edited) {
      lessons.leave();
      app.view = answer.view;
      change({}, true);
      panel.select(app.view.panel);
      notice(answer.notice);
      then();
    }
  });
}

// ---- start

const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

function cannotStart(sentence) {
  opening.fail(sentence);
  byId("loading").hidden = true;
  notice(sentence, "score");
}

// What the browser keeps for the next visit. The page works offline once it is all there.
const offline = new Set();
function works(part) {
  offline.add(part);
  if (offline.size === 2) byId("offline").textContent = "This page now works offline.";
}

const channel = new Channel(script("worker.js"), {
  started() {
    byId("loading-words").textContent = "Loading the model (48 MB). Your browser caches it for the next visit.";
    opening.wait("Loading the model (48 MB)…");
  },
  progress(part) {
    byId("progress").value = part;
    opening.wait(`Loading the model (48 MB): ${Math.floor(100 * part)}%…`);
  },
  model(model) {
    if (model.error) return cannotStart(model.error);
    works("model");
    const layer = byId("layer");
    layer.dataset.own = model.own;
    layer.disabled = false;
    layer.max = model.layers;
    // Only the layer: the texts may be those of a link that is still being read.
    showLayer(app.view);
    panel.topics(model.topics);
    byId("loading-words").textContent = "Computing…";
    byId("progress").removeAttribute("value");
  },
  broken() {
    state("stale");
    numbers(null);
    opening.fail("The computation crashed. This is a bug in the page. Reload it.");
    notice("The computation crashed on these texts. This is a bug in the page. Change a text to continue.", "score");
  },
});
const lessons = new Lessons(app);
const panel = new Panel(app);
const walk = new Walk(app);
const guess = new Guess(app);
const word = new Word(app);
const play = new Play(app);
const ranking = new Ranking(app);
const present = new Present(app);
const matches = new Matches({
  choose: (key) => word.choose(app.view.hidden ? null : key),
  placed: () => word.place(),
  moved: (before, after) => word.follow(before, after),
  move: (side, from, to) => edit(side, moved(app.view[side], app.scored.story[side], from, to)),
});
const opening = new Opening(app);
Object.assign(app, { guess, lessons, matches, panel, play, present, walk });
followClicker([walk, lessons]);
sharing(app);
edges(byId("tabs"));

if (!globalThis.WebAssembly?.validate(SIMD)) {
  show(app.view);
  if (opening.isOpen()) opening.begin();
  cannotStart("This browser has no WebAssembly SIMD, which the model needs. Use a recent version of Chrome, Edge, Firefox or Safari.");
} else {
  arrive(history.state);
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(script("sw.js")).then(() => navigator.serviceWorker.ready).then(() => works("files"), () => {});
}
