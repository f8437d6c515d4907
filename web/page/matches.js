// The figure Matches: the words of both texts, and an arrow from each word to its best match. This file only places and
// moves them: what matches what comes from the module.
import { byId, make } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
// Duration of a movement from old to new, in milliseconds.
const TIME = 320;
// More arrows than this jump.
const MOST = 160;
// A finger that rests on a word for so many milliseconds drags it; a shorter touch chooses the word or scrolls the page.
const HOLD = 250;
// A pointer that moves by so many pixels drags, or scrolls.
const SLACK = 6;

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const isStill = () => still.matches || document.hidden;

// Words can be moved; punctuation and special tokens stay where they are.
const isMovable = (word) => !word.special && /[\p{L}\p{N}]/u.test(word.text);

// The text of a side after its word `from` has moved to the place of its word `to`. What is between words stays.
export function moved(text, words, from, to) {
  const letters = [...text], movable = words.filter(isMovable), order = movable.toSpliced(from, 1).toSpliced(to, 0, movable[from]);
  let written = "", at = 0;
  movable.forEach((word, place) => {
    written += letters.slice(at, word.start).join("") + letters.slice(order[place].start, order[place].end).join("");
    at = word.end;
  });
  return written + letters.slice(at).join("");
}

// The text after another word has taken the place of one.
export function replaced(text, word, other) {
  const letters = [...text];
  return letters.slice(0, word.start).join("") + other + letters.slice(word.end).join("");
}

export class Matches {
  #on;
  #story = null;
  #chosen = null;
  // The arrows on screen, each with its ends and its thickness, by what they connect.
  #drawn = new Map();
  // The arrows that Play has built; null for all.
  #built = null;
  #frame = 0;
  #dragged = false;
  // Whether the finger on the screen drags a word.
  #held = false;

  // `on` has choose(key) and move(side, from, to).
  constructor(on) {
    this.#on = on;
    const lines = byId("lines");
    new ResizeObserver(() => this.#place(false)).observe(lines);
    lines.addEventListener("click", ({ target }) => {
      const word = target.closest("[data-word]");
      if (word && !this.#dragged) on.choose(word.dataset.word);
    });
    lines.addEventListener("keydown", (event) => this.#key(event));
    lines.addEventListener("focusin", ({ target }) => this.#light(target.dataset.word));
    lines.addEventListener("pointerover", ({ target }) => this.#light(target.closest("[data-word]")?.dataset.word));
    lines.addEventListener("pointerleave", () => this.#light(null));
    lines.addEventListener("pointerdown", (event) => this.#grab(event));
    lines.addEventListener("touchmove", (event) => { if (this.#held) event.preventDefault(); }, { passive: false });
  }

  word(key) {
    return this.#story?.[sideOf(key)].find((word) => word.key === key);
  }

  // The words that a word matches.
  matchesOf(key) {
    const ends = this.#story.arrows.flatMap(({ from, to, both }) => from === key ? to : both && to === key ? from : []);
    return ends.map((end) => this.word(end)).filter(Boolean);
  }

  // Shows the words of a score; then `connect` shows its arrows.
  show(story) {
    const focused = document.activeElement?.dataset.word;
    this.#story = story;
    const directions = { reference: getComputedStyle(byId("reference")).direction, candidate: getComputedStyle(byId("candidate")).direction };
    for (const side of ["reference", "candidate"]) {
      const list = byId(`words-${side}`);
      if (list.dir !== directions[side]) list.dir = directions[side];
      this.#write(list, story[side]);
    }
    if (!this.word(this.#chosen)) this.#chosen = null;
    byId("lines").querySelector("[data-word]")?.setAttribute("tabindex", "0");
    if (focused) this.#button_of(focused)?.focus({ preventScroll: true });
  }

  // Shows the arrows between the words, which it measures.
  connect() {
    this.#place(true);
  }

  // Marks the chosen word; null for none.
  choose(key) {
    this.#chosen = key;
    for (const button of byId("lines").querySelectorAll("[data-word]")) button.setAttribute("aria-pressed", String(button.dataset.word === key));
    this.#light(null);
  }

  // Shows only the arrows from these words, and the cells of one row of the matrix beside the words of the other text.
  build(keys, cells = {}, best = null) {
    this.#built = keys && new Set(keys);
    for (const old of byId("lines").querySelectorAll(".cell")) old.remove();
    for (const [key, { text, colour, ink }] of Object.entries(cells)) {
      const chip = make("span", { className: key === best ? "cell best" : "cell" }, text);
      chip.style.background = colour;
      chip.style.color = ink;
      this.#button_of(key)?.append(chip);
    }
    this.#place(false);
  }

  #button_of = (key) => byId("lines").querySelector(`[data-word="${key}"]`);

  // Writes the words of a side. A button whose word stays is kept: a new one would have to be laid out.
  #write(list, words) {
    while (list.childElementCount > words.length) list.lastChild.remove();
    words.forEach((word, i) => {
      const item = list.children[i], button = item?.firstChild;
      const stays = button?.dataset.word === word.key && button.firstChild.data === word.text;
      if (item && !stays) item.replaceChildren(this.#button(word));
      if (!item) list.append(make("li", {}, this.#button(word)));
      this.#label(list.children[i].firstChild, word);
    });
  }

  #button(word) {
    const button = make("button", { type: "button", className: "word", tabIndex: -1, dir: "auto" }, word.text);
    button.dataset.word = word.key;
    return button;
  }

  // What a button says besides its text.
  #label(button, word) {
    const to = this.matchesOf(word.key).map((other) => other.text), worst = word.key === this.#story.worst;
    button.tabIndex = -1;
    button.classList.toggle("special", word.special);
    button.classList.toggle("movable", isMovable(word));
    button.classList.toggle("worst", worst);
    button.setAttribute("aria-pressed", String(word.key === this.#chosen));
    button.setAttribute("aria-label", [word.text, to.length > 0 && `best match ${to.join(" and ")}`, worst && "costs the most"].filter(Boolean).join(", "));
  }

  // Highlights the arrows of a word; without one, those of the chosen word.
  #light(key) {
    const asked = key ?? this.#chosen;
    byId("arrows").classList.toggle("asked", Boolean(asked));
    for (const arrow of byId("arrows").children) arrow.classList.toggle("on", [arrow.dataset.from, arrow.dataset.to].includes(asked));
  }

  // Draws the arrows, in two lines of words or, where a line has no room, in two columns. `moves` lets them move there.
  #place(moves) {
    if (!this.#story) return;
    const lines = byId("lines"), svg = byId("arrows");
    const overflows = () => [...lines.querySelectorAll("ul")].some((list) => list.scrollWidth > list.clientWidth + 1);
    lines.classList.remove("down", "tight");
    lines.classList.toggle("tight", overflows());
    lines.classList.toggle("down", overflows());
    const down = lines.classList.contains("down");
    lines.closest(".result").classList.toggle("long", down && lines.scrollHeight > lines.clientHeight + 1);
    const box = svg.getBoundingClientRect(), spots = new Map(), seen = new Map();
    for (const button of lines.querySelectorAll("[data-word]")) {
      const { left, right, top, bottom } = button.getBoundingClientRect(), key = button.dataset.word, isFirst = key[0] === "r";
      const name = `${key[0]} ${button.firstChild.data}`, nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      // The end along the lines, and across them.
      const spot = down ? [(top + bottom) / 2 - box.top, (isFirst ? right : left) - box.left] : [(left + right) / 2 - box.left, (isFirst ? bottom : top) - box.top];
      spots.set(key, { spot, name: `${name} ${nth}` });
    }
    const goals = new Map();
    for (const arrow of this.#story.arrows) {
      const from = spots.get(arrow.from), to = spots.get(arrow.to);
      const ahead = this.#built === null || this.#built.has(arrow.from), back = arrow.both && (this.#built === null || this.#built.has(arrow.to));
      if (from && to && (ahead || back)) goals.set(`${from.name} ${to.name}`, { ...arrow, ahead, back, ends: [...from.spot, ...to.spot], thick: 1 + 4.5 * arrow.part ** 2 });
    }
    cancelAnimationFrame(this.#frame);
    const old = this.#drawn, start = performance.now(), jumps = !moves || isStill() || goals.size > MOST;
    const step = (now) => {
      const part = jumps ? 1 : Math.min(1, Math.max(0, now - start) / TIME), ease = 1 - (1 - part) ** 3;
      this.#drawn = new Map([...goals].map(([name, goal]) => {
        const was = old.get(name) ?? goal;
        return [name, { ...goal, ends: goal.ends.map((x, i) => was.ends[i] + (x - was.ends[i]) * ease), thick: was.thick + (goal.thick - was.thick) * ease }];
      }));
      this.#draw(down);
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    if (jumps) step(start);
    else this.#frame = requestAnimationFrame(step);
  }

  #draw(down) {
    const svg = byId("arrows");
    while (svg.childElementCount > this.#drawn.size) svg.lastChild.remove();
    while (svg.childElementCount < this.#drawn.size) {
      const group = document.createElementNS(SVG, "g");
      for (const name of ["line", "head"]) group.appendChild(document.createElementNS(SVG, "path")).setAttribute("class", name);
      svg.append(group);
    }
    [...this.#drawn.values()].forEach(({ from, to, ends, thick, colour, ahead, back }, i) => {
      const group = svg.children[i], [line, head] = group.children;
      Object.assign(group.dataset, { from, to });
      const [a, b, c, d] = ends, way = Math.sign(d - b) || 1, size = 5 + thick, point = (x, y) => (down ? [y, x] : [x, y]).map((z) => z.toFixed(1)).join(" ");
      const bend = (d - b) * 0.45, gap = 3 * way, first = b + gap + (back ? size * way : 0), last = d - gap - (ahead ? size * way : 0);
      line.setAttribute("d", `M${point(a, first)}C${point(a, first + bend)} ${point(c, last - bend)} ${point(c, last)}`);
      const tip = (x, y, way) => `M${point(x - size * 0.6, y - size * way)}L${point(x, y)}L${point(x + size * 0.6, y - size * way)}z`;
      head.setAttribute("d", (ahead ? tip(c, d - gap, way) : "") + (back ? tip(a, b + gap, -way) : ""));
      line.setAttribute("stroke", colour);
      line.setAttribute("stroke-width", thick.toFixed(2));
      head.setAttribute("fill", colour);
    });
    this.#light(null);
  }

  // Arrow keys lead along a line and across; with Alt they move the word.
  #key(event) {
    const button = event.target.closest("[data-word]"), down = byId("lines").classList.contains("down");
    const [along, across] = down ? [["ArrowUp", "ArrowDown"], ["ArrowLeft", "ArrowRight"]] : [["ArrowLeft", "ArrowRight"], ["ArrowUp", "ArrowDown"]];
    const step = { [along[0]]: -1, [along[1]]: 1 }[event.key], crosses = across.includes(event.key);
    if (event.key === "Escape") this.#on.choose(null);
    if (!button || event.ctrlKey || event.metaKey || !step && !crosses) return;
    event.preventDefault();
    if (event.altKey) {
      if (!crosses) this.step(button.dataset.word, step);
      return;
    }
    const own = [...button.closest("ul").querySelectorAll("[data-word]")], at = own.indexOf(button);
    const others = [...byId(button.dataset.word[0] === "r" ? "words-candidate" : "words-reference").querySelectorAll("[data-word]")];
    const next = crosses ? others[Math.min(at, others.length - 1)] : own[at + step];
    if (!next) return;
    button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  // Moves a word by one place.
  step(key, step) {
    const side = sideOf(key), movable = this.#story[side].filter(isMovable), at = movable.findIndex((word) => word.key === key);
    if (at >= 0 && movable[at + step]) this.#on.move(side, at, at + step);
  }

  // Drags a word. A finger holds it first, so that it can still scroll the page.
  #grab(event) {
    const button = event.target.closest(".movable"), key = button?.dataset.word;
    if (!button || event.button > 0) return;
    this.#held = event.pointerType !== "touch";
    const hold = this.#held ? 0 : setTimeout(() => {
      this.#held = true;
      button.classList.add("dragged");
    }, HOLD);
    const down = byId("lines").classList.contains("down"), own = [...button.closest("ul").querySelectorAll(".movable")], from = own.indexOf(button);
    const rtl = getComputedStyle(button.closest("ul")).direction === "rtl" && !down ? -1 : 1;
    const middles = own.map((other) => { const { left, right, top, bottom } = other.getBoundingClientRect(); return (down ? top + bottom : left + right) / 2; });
    let to = null;
    const move = ({ clientX, clientY }) => {
      const [x, y] = [clientX - event.clientX, clientY - event.clientY];
      if (to === null && Math.hypot(x, y) < SLACK) return;
      if (!this.#held) return end({ type: "pointercancel" });
      button.classList.add("dragged");
      button.style.translate = `${x}px ${y}px`;
      const at = down ? clientY : clientX;
      to = middles.filter((middle, i) => i !== from && (at - middle) * rtl > 0).length;
      own.forEach((other, i) => other.classList.toggle("slot", to !== from && i === to));
    };
    const end = ({ type }) => {
      clearTimeout(hold);
      this.#held = false;
      for (const [name, listener] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) removeEventListener(name, listener);
      for (const other of own) other.classList.remove("dragged", "slot");
      button.style.translate = "";
      if (to === null) return;
      // The click that ends a drag chooses nothing.
      this.#dragged = true;
      setTimeout(() => { this.#dragged = false; });
      if (type === "pointerup" && to !== from) this.#on.move(sideOf(key), from, to);
    };
    for (const [name, listener] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) addEventListener(name, listener);
  }
}

export const sideOf = (key) => key?.[0] === "r" ? "reference" : "candidate";
