// The figure Matches: the words of both texts, and an arrow from each word to its best match. This file only places and
// moves them: what matches what comes from the module.
import { draw, placeNumbers, thickness } from "./arrows.js";
import { byId, hide, make } from "./dom.js";
import { choices, excerpt, isLong, isWord, sentenceAt } from "./excerpt.js";

// Duration of a movement from old to new, in milliseconds.
const TIME = 320;
// More arrows than this jump.
const MOST = 160;
// A figure narrower than this has the words in two columns.
const NARROW = 560;
// The sizes of words in pixels: as large as one line of them allows.
const LARGEST = 18, SMALLEST = 13;
// A finger that rests on a word for so many milliseconds drags it; a shorter touch chooses the word or scrolls the page.
const HOLD = 250;
// A pointer that moves by so many pixels drags, or scrolls.
const SLACK = 6;

const SIDES = ["reference", "candidate"];

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const isStill = () => still.matches || document.hidden;

// The text of a side after its word `from` has moved to the place of its word `to`. What is between words stays: punctuation
// and special tokens are not moved.
export function moved(text, words, from, to) {
  const letters = [...text], movable = words.filter(isWord), order = movable.toSpliced(from, 1).toSpliced(to, 0, movable[from]);
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
  // The arrows that Play has built, as the words that they connect; null for all.
  #built = null;
  // What a long text shows: a side and a sentence, or null for the words that cost most.
  #about = null;
  // The keys of the words that are shown; null for all. While Play shows others, those from before it.
  #part = null;
  #partBefore = null;
  #frame = 0;
  #dragged = false;
  // Whether the finger on the screen drags a word.
  #held = false;
  // The word that the reader has moved, by its key before, until it has another one.
  #moving = null;

  // `on` has choose(key), move(side, from, to), moved(before, after) with the keys of a moved word, and placed(), which is
  // called when the words are placed.
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
    byId("part").addEventListener("change", ({ target }) => {
      const [side, sentence] = target.value.split(" ");
      this.#read(side ? { side, sentence: Number(sentence) } : null);
    });
    for (const side of SIDES) for (const name of ["keyup", "click"]) byId(side).addEventListener(name, ({ target }) => this.#caret(target));
    lines.addEventListener("touchmove", (event) => { if (this.#held) event.preventDefault(); }, { passive: false });
  }

  word(key) {
    return this.#story?.[sideOf(key)].find((word) => word.key === key);
  }

  // The words that a word matches, each with the similarity.
  matchesOf(key) {
    const ends = this.#story.arrows.flatMap(({ from, to, both, text }) => from === key ? { end: to, text } : both && to === key ? { end: from, text } : []);
    return ends.map(({ end, text }) => ({ ...this.word(end), similarity: text })).filter((word) => word.key);
  }

  // Shows the words of a score; then `connect` shows its arrows.
  show(story) {
    this.#story = story;
    this.#cut(isLong(story) ? excerpt(story, this.#about) : null);
    if (this.#moving) this.#follow();
  }

  // A word that was moved has another key now: it keeps the focus, and its details stay open.
  #follow() {
    const { key, to } = this.#moving, after = this.#movable(key)[to]?.key;
    this.#moving = null;
    if (!after) return;
    if (document.activeElement === this.#button_of(key)) this.focus(after);
    this.#on.moved(key, after);
  }

  // The words of the same text that can be moved, shown or not.
  #movable = (key) => this.#story[sideOf(key)].filter(isWord);

  // Shows some of the words; null for all.
  #cut(part) {
    this.#part = part;
    this.#partBefore = null;
    hide(byId("part-label"), part === null);
    if (part) this.#choices();
    this.#write();
  }

  // Shows another part of a long text.
  #read(about) {
    if (JSON.stringify(about) === JSON.stringify(this.#about)) return;
    this.#about = about;
    if (!this.#part) return;
    this.show(this.#story);
    this.#place(true);
  }

  // The sentence with the caret is the one that the reader is in.
  #caret({ id, value, selectionStart }) {
    if (!this.#part) return;
    const character = [...value.slice(0, selectionStart)].length;
    this.#read({ side: id, sentence: sentenceAt(this.#story[id], character) });
  }

  #choices() {
    const texts = { reference: byId("reference").value, candidate: byId("candidate").value };
    byId("part").replaceChildren(...choices(this.#story, texts).map(([value, name]) => make("option", { value }, name)));
    byId("part").value = this.#about ? `${this.#about.side} ${this.#about.sentence}` : "";
    if (byId("part").selectedIndex < 0) byId("part").value = "";
  }

  #write() {
    const focused = document.activeElement?.dataset.word;
    const story = this.#story, part = this.#part;
    const directions = { reference: getComputedStyle(byId("reference")).direction, candidate: getComputedStyle(byId("candidate")).direction };
    for (const side of SIDES) {
      const list = byId(`words-${side}`);
      if (list.dir !== directions[side]) list.dir = directions[side];
      this.#list(list, story[side].filter((word) => !part || part.has(word.key)), story[side]);
    }
    if (!this.word(this.#chosen)) this.#chosen = null;
    byId("lines").querySelector("[data-word]")?.setAttribute("tabindex", "0");
    if (focused) this.#button_of(focused)?.focus({ preventScroll: true });
  }

  // Shows the arrows between the words, which it measures.
  connect() {
    this.#place(true);
  }

  focus(key) {
    this.#button_of(key)?.focus({ preventScroll: true });
  }

  // Marks the chosen word; null for none.
  choose(key) {
    this.#chosen = key;
    for (const button of byId("lines").querySelectorAll("[data-word]")) button.setAttribute("aria-pressed", String(button.dataset.word === key));
    this.#light(null);
  }

  // Shows only these arrows, each as its words; of a long text only the words of the `last` ones. The cells of one row of
  // the matrix are beside the words of the other text.
  build(arrows, last = [], cells = {}, best = null) {
    this.#built = arrows && new Set(arrows.map(([from, to]) => `${from} ${to}`));
    if (this.#part && last.length > 0) {
      this.#partBefore ??= this.#part;
      this.#part = new Set(last.flat());
      this.#write();
    } else if (this.#partBefore && !arrows) {
      this.#part = this.#partBefore;
      this.#partBefore = null;
      this.#write();
    }
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

  // Writes the words of a side, of which there are more in `all`. A button whose word stays is kept: a new one would have to
  // be laid out.
  #list(list, words, all) {
    list.classList.toggle("cut", words.length > 0 && words.at(-1) !== all.at(-1));
    while (list.childElementCount > words.length) list.lastChild.remove();
    words.forEach((word, i) => {
      const item = list.children[i], button = item?.firstChild;
      const stays = button?.dataset.word === word.key && button.firstChild.data === word.text;
      if (item && !stays) item.replaceChildren(this.#button(word));
      if (!item) list.append(make("li", {}, this.#button(word)));
      list.children[i].classList.toggle("gap", all.indexOf(word) !== (i > 0 ? all.indexOf(words[i - 1]) + 1 : 0));
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
    const to = this.matchesOf(word.key).map((other) => `${other.text} ${other.similarity}`), worst = word.key === this.#story.worst;
    button.tabIndex = -1;
    button.classList.toggle("special", word.special);
    button.classList.toggle("movable", isWord(word));
    button.classList.toggle("worst", worst);
    button.setAttribute("aria-pressed", String(word.key === this.#chosen));
    button.setAttribute("aria-label", [word.text, to.length > 0 && `best match ${to.join(" and ")}`, worst && "costs the most"].filter(Boolean).join(", "));
  }

  // Highlights the arrows of a word; without one, those of the chosen word.
  #light(key) {
    const asked = key ?? this.#chosen;
    byId("arrows").classList.toggle("asked", Boolean(asked));
    for (const arrow of byId("arrows").querySelectorAll("[data-from]")) arrow.classList.toggle("on", [arrow.dataset.from, arrow.dataset.to].includes(asked));
  }

  // Draws the arrows, in two lines of words or, where a line has no room, in two columns. `moves` lets them move there.
  #place(moves) {
    if (!this.#story) return;
    const lines = byId("lines"), svg = byId("arrows");
    let down = this.#fit(lines);
    if (down && lines.clientWidth >= NARROW && this.#built === null) {
      // Too long for one line even in small letters: the words that cost most have room.
      this.#cut(excerpt(this.#story, this.#about, 0));
      down = this.#fit(lines);
    }
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
      const ahead = this.#isBuilt(arrow.from, arrow.to), back = arrow.both && this.#isBuilt(arrow.to, arrow.from);
      if (from && to && (ahead || back)) goals.set(`${from.name} ${to.name}`, { ...arrow, ahead, back, ends: [...from.spot, ...to.spot], thick: thickness(arrow.part) });
    }
    placeNumbers(svg, [...goals.values()], down, this.#built !== null);
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
    this.#on.placed();
  }

  #isBuilt(from, to) {
    return this.#built === null || this.#built.has(`${from} ${to}`);
  }

  // Lays the words out: in two lines, smaller where they need more room, or in two columns. Returns whether in columns.
  #fit(lines) {
    const narrow = lines.clientWidth < NARROW;
    lines.classList.remove("tight");
    lines.classList.toggle("down", narrow);
    lines.style.setProperty("--word", `${LARGEST}px`);
    if (narrow) return true;
    const excess = () => Math.max(...[...lines.querySelectorAll("ul")].map((list) => list.scrollWidth / Math.max(1, list.clientWidth)));
    if (excess() <= 1) return false;
    lines.classList.add("tight");
    const size = Math.max(SMALLEST, Math.floor(LARGEST / excess()));
    lines.style.setProperty("--word", `${size}px`);
    const overflows = excess() > 1;
    lines.classList.toggle("down", overflows);
    return overflows;
  }

  #draw(down) {
    draw(byId("arrows"), [...this.#drawn.values()], down);
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

  #indexOf(key) {
    return this.#movable(key).findIndex((word) => word.key === key);
  }

  // Whether a word has a place before it or after it.
  canStep(key, step) {
    const at = this.#indexOf(key);
    return at >= 0 && this.#movable(key)[at + step] !== undefined;
  }

  // Moves a word by one place.
  step(key, step) {
    if (this.canStep(key, step)) this.#move(key, this.#indexOf(key) + step);
  }

  #move(key, to) {
    this.#moving = { key, to };
    this.#on.move(sideOf(key), this.#indexOf(key), to);
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
    const listeners = new AbortController(), { signal } = listeners;
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
      listeners.abort();
      for (const other of own) other.classList.remove("dragged", "slot");
      button.style.translate = "";
      if (to === null) return;
      // The click that ends a drag chooses nothing.
      this.#dragged = true;
      setTimeout(() => { this.#dragged = false; });
      if (type === "pointerup" && to !== from) this.#move(key, this.#indexOf(own[to].dataset.word));
    };
    addEventListener("pointermove", move, { signal });
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, { signal });
  }
}

export const sideOf = (key) => key?.[0] === "r" ? "reference" : "candidate";
