// Marks the sides on which a box that scrolls is cut off, for the style sheet, and shows `hint` while there is one.
export function edges(box, hint = null) {
  const look = () => {
    const { scrollWidth, clientWidth, scrollLeft, scrollHeight, clientHeight, scrollTop } = box;
    box.classList.toggle("more-left", scrollLeft > 2);
    box.classList.toggle("more-right", scrollWidth - clientWidth - scrollLeft > 2);
    box.classList.toggle("more-below", scrollHeight - clientHeight - scrollTop > 2);
    if (hint) hint.hidden = scrollWidth - clientWidth <= 2 && scrollHeight - clientHeight <= 2;
  };
  box.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(box);
}

// The labels of rows and columns stay in sight while the cells scroll below them.
function freeze(box, svg, grid) {
  const { width, height } = svg.viewBox.baseVal;
  // The box has a little padding, in which no cell may be seen.
  const edge = 8;
  const layer = (labels, w, h) => {
    const group = svg.appendChild(document.createElementNS(svg.namespaceURI, "g"));
    const under = group.appendChild(document.createElementNS(svg.namespaceURI, "rect"));
    group.setAttribute("class", "frozen");
    for (const [name, value] of Object.entries({ x: -edge, y: -edge, width: w + edge, height: h + edge })) under.setAttribute(name, value);
    group.append(...labels);
    return group;
  };
  const labels = (side) => svg.querySelectorAll(`[data-token^="${side}"]`);
  const columns = layer(labels("r"), width, grid.y - 3), rows = layer(labels("c"), grid.x - 3, height);
  const corner = layer([], grid.x - 3, grid.y - 3);
  const follow = () => {
    const scale = width / svg.getBoundingClientRect().width, x = box.scrollLeft * scale, y = box.scrollTop * scale;
    for (const [group, dx, dy] of [[columns, 0, y], [rows, x, 0], [corner, x, y]]) {
      group.setAttribute("transform", `translate(${dx} ${dy})`);
      group.classList.toggle("moved", dx + dy > 0);
    }
  };
  box.addEventListener("scroll", follow, { passive: true });
}

// What the pointer and the keyboard find in a picture. `page` is the element that has the picture's parts, `data` what the
// picture says of its tokens, and `chosen` hears which cell is looked at: candidate and reference, by number.
//
// Returns how to look at a cell or a token from outside, or null where the picture has no cell.
export function connect(page, data, chosen = () => {}) {
  const box = page.querySelector("#matrix");
  if (!box || !data.grid) return null;
  const svg = box.querySelector("svg"), readout = page.querySelector("#readout"), cross = page.querySelector("#cross");
  const links = page.querySelector(".links svg");
  // Smaller than this a picture is no longer read, and scrolls instead.
  for (const [picture, least] of [[svg, 0.8], [links, 0.72]]) {
    picture?.style.setProperty("--width", `${picture.getAttribute("width")}px`);
    picture?.style.setProperty("min-width", `${picture.getAttribute("width") * least}px`);
  }
  const { rows, columns, grid } = data;
  freeze(box, svg, grid);
  edges(box, page.querySelector(".cut-off"));
  const hint = readout.textContent;
  let at = null;

  const number = (x, places = 5) => {
    const text = x.toFixed(places).replace(/^(-?)0\./, "$1.");
    return text.replace("-", /[1-9]/.test(text) ? "−" : "");
  };
  const candidate = (row) => data.candidate[rows[row]], reference = (column) => data.reference[columns[column]];
  const quoted = (token) => `“\u2068${token.t}\u2069”`;

  function light(tokens, asked) {
    for (const old of page.querySelectorAll(".on")) old.classList.remove("on");
    links?.classList.toggle("asked", asked.length > 0);
    for (const token of tokens) for (const e of page.querySelectorAll(`[data-token="${token}"]`)) e.classList.add("on");
    for (const link of asked) for (const e of page.querySelectorAll(`[data-link~="${link}"]`)) e.classList.add("on");
  }

  function say(title, ...lines) {
    readout.classList.add("asked");
    const strong = document.createElement("strong");
    strong.textContent = title;
    readout.replaceChildren(strong, ...lines.filter(Boolean).map((line) => {
      const span = document.createElement("span");
      span.textContent = line;
      return span;
    }));
  }

  function mark(row, column) {
    const hidden = row < 0 || column < 0;
    cross.setAttribute("visibility", hidden ? "hidden" : "visible");
    if (hidden) return;
    cross.setAttribute("x", grid.x + column * grid.w);
    cross.setAttribute("y", grid.y + row * grid.h);
  }

  const second = (token, other) => token.u === null ? "" : `runner-up ${quoted(other[token.u])} ${number(token.v)}`;

  function cell(row, column) {
    at = [row, column];
    const c = candidate(row), r = reference(column), i = row * columns.length + column;
    const value = data.values[i] / 1e5, raw = data.raw ? ` (raw ${number(data.raw[i] / 1e5)})` : "";
    const forward = c.m === columns[column], back = r.m === rows[row];
    const standing = forward && back ? "◆ mutual best match"
      : forward ? `▶ best match of the candidate token ${quoted(c)}`
      : back ? `▼ best match of the reference token ${quoted(r)}` : "not a best match";
    const best = forward ? second(c, data.reference) : c.m === null ? "" : `best match of ${quoted(c)}: ${quoted(data.reference[c.m])} ${number(c.s)}`;
    const weights = data.idf ? `IDF weights ${c.w.toFixed(2)} × ${r.w.toFixed(2)}` : "";
    say(`${quoted(c)} × ${quoted(r)}  ${number(value)}${raw}`, standing, best, weights);
    mark(row, column);
    light([`c${rows[row]}`, `r${columns[column]}`], [`c${rows[row]}`, `r${columns[column]}`]);
    chosen(rows[row], columns[column]);
  }

  function token(key) {
    const own = key[0] === "c" ? data.candidate : data.reference, other = key[0] === "c" ? data.reference : data.candidate;
    const index = Number(key.slice(1)), self = own[index];
    at = null;
    if (self.m === null) { say(quoted(self)); mark(-1, -1); light([key], []); return; }
    const side = key[0] === "c" ? "candidate" : "reference";
    const partner = (key[0] === "c" ? "r" : "c") + self.m;
    const row = rows.indexOf(key[0] === "c" ? index : self.m), column = columns.indexOf(key[0] === "c" ? self.m : index);
    const hidden = row < 0 || column < 0 ? "a special token, hidden in this matrix" : "";
    const weight = self.w === 0 ? "its weight in the score is 0" : data.idf ? `IDF weight ${self.w.toFixed(2)}` : "";
    say(`${quoted(self)} → ${quoted(other[self.m])}  ${number(self.s)}`, `${key[0] === "c" ? "▶" : "▼"} best match of this ${side} token`, hidden, second(self, other), weight);
    mark(row, column);
    light([key, partner], [`${key[0] === "c" ? "p" : "q"}${index}`]);
  }

  function clear() {
    at = null; mark(-1, -1); light([], []);
    readout.classList.remove("asked");
    readout.textContent = hint;
  }

  function place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const column = Math.floor((point.x - grid.x) / grid.w), row = Math.floor((point.y - grid.y) / grid.h);
    return row >= 0 && column >= 0 && row < rows.length && column < columns.length ? [row, column] : null;
  }

  for (const title of svg.querySelectorAll("rect > title")) title.remove();
  const point = (event) => {
    const key = event.target.closest?.("[data-token]")?.dataset.token;
    if (key) return token(key);
    const found = svg.contains(event.target) && !event.target.matches(".frozen > rect") && place(event);
    if (found) cell(...found); else if (event.type === "pointermove") clear();
  };
  for (const area of [svg, links]) {
    area?.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse") point(event); });
    area?.addEventListener("click", point);
    area?.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") clear(); });
  }
  // One stop for Tab; arrows lead up and down a side, and across.
  const labels = [...page.querySelectorAll(".links [data-token]")];
  const sideOf = (label) => labels.filter((other) => other.dataset.token[0] === label.dataset.token[0]);
  for (const [i, label] of labels.entries()) {
    label.setAttribute("tabindex", i === 0 ? "0" : "-1");
    label.addEventListener("focus", () => {
      for (const other of labels) other.setAttribute("tabindex", other === label ? "0" : "-1");
      token(label.dataset.token);
    });
    label.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const side = sideOf(label), at = side.indexOf(label);
      const across = labels.filter((other) => !side.includes(other));
      const to = step[0] === 0 ? across[Math.min(at, across.length - 1)] : side[at + step[0]];
      to?.focus();
    });
  }

  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -1e9], End: [0, 1e9] };
  box.addEventListener("focus", () => { if (!at && box.matches(":focus-visible")) cell(0, 0); });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return clear();
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const clamp = (x, most) => Math.max(0, Math.min(most - 1, x));
    const [row, column] = at ?? [0, 0];
    cell(clamp(row + step[0], rows.length), clamp(column + step[1], columns.length));
    cross.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  });

  const inside = (candidate, reference) => {
    const row = rows.indexOf(candidate), column = columns.indexOf(reference);
    return row < 0 || column < 0 ? null : [row, column];
  };
  return {
    cell(candidate, reference) {
      const found = inside(candidate, reference);
      if (found) cell(...found);
      return found !== null;
    },
    token,
    clear,
  };
}
