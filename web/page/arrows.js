// Arrows between words, each with its similarity: in the figure Matches, and on the first screen.
import { shape } from "./dom.js";

// Arrows of this similarity and less are equally thin: nearly all best matches are above it.
const LOW = 0.4;
// Thickness in pixels at that similarity and at 1.
const THIN = 1.2, THICK = 9;
// How steep thickness is, so that .7 and .9 differ as clearly as .5 and .7.
const STEEP = 1.6;
// The size of a number in the size of its letters: of each letter, and the space around them.
const NUMBER = { letter: 0.57, space: 0.5, height: 1.35 };
// Where on its arrow a number may stand: in the middle if it is free. While Play shows numbers at the heads of arrows, those
// of the arrows are at their feet.
const SPOTS = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8, 0.14, 0.86], FEET = [0.25, 0.15, 0.35];

const strength = (part) => Math.max(0, (part - LOW) / (1 - LOW));
export const thickness = (part) => THIN + (THICK - THIN) * strength(part) ** STEEP;

// The curve of an arrow: its four points, each along the lines of words and across them, and the size of its heads.
function curve({ ends: [a, b, c, d], thick, ahead, back }) {
  const way = Math.sign(d - b) || 1, size = 6 + 0.8 * thick, bend = (d - b) * 0.45, gap = 3 * way;
  const first = b + gap + (back ? size * way : 0), last = d - gap - (ahead ? size * way : 0);
  return { points: [[a, first], [a, first + bend], [c, last - bend], [c, last]], size, way, gap };
}

// The point of a curve at `t`, from 0 to 1.
function pointAt([p, q, r, s], t) {
  const u = 1 - t;
  return [0, 1].map((i) => u ** 3 * p[i] + 3 * u * u * t * q[i] + 3 * u * t * t * r[i] + t ** 3 * s[i]);
}

// A point along the lines of words and across them, in the picture.
const turned = ([along, across], down) => (down ? [across, along] : [along, across]);

// Chooses for each arrow of a picture where its number stands (`at`), so that numbers do not touch each other.
export function placeNumbers(svg, arrows, down, atFeet = false) {
  const spots = atFeet ? FEET : SPOTS;
  // A long arrow has more free spots than a short one.
  const span = ({ ends: [a, , c] }) => Math.abs(c - a);
  const taken = [], letters = parseFloat(getComputedStyle(svg).fontSize), height = NUMBER.height * letters;
  for (const arrow of arrows.toSorted((a, b) => span(a) - span(b))) {
    const { points } = curve(arrow), width = (NUMBER.letter * arrow.text.length + NUMBER.space) * letters;
    const spot = (t) => turned(pointAt(points, t), down);
    const [start, end] = [turned(points[0], down), turned(points[3], down)];
    // Whether it leaves both ends of the arrow in sight, with their heads.
    const showsEnds = (t) => {
      const [x, y] = spot(t);
      return [start, end].every(([a, b]) => Math.abs(x - a) > width / 2 || Math.abs(y - b) > height / 2);
    };
    // At least 1 where no other number is touched.
    const room = (t) => {
      const [x, y] = spot(t);
      return Math.min(...taken.map((other) => Math.max(Math.abs(x - other.x) / (width / 2 + other.width / 2), Math.abs(y - other.y) / height)));
    };
    const open = spots.filter(showsEnds);
    arrow.at = open.find((t) => room(t) >= 1) ?? (open.length > 0 ? open : spots).toSorted((a, b) => room(b) - room(a))[0];
    const [x, y] = spot(arrow.at);
    taken.push({ x, y, width });
  }
}

// Draws arrows into a picture. Each has its ends, along the lines of words and across them; `down` means that the lines of
// words are columns.
export function draw(svg, arrows, down) {
  // Numbers are above all lines.
  while (svg.childElementCount > 2 * arrows.length) { svg.firstChild.remove(); svg.lastChild.remove(); }
  while (svg.childElementCount < 2 * arrows.length) { svg.prepend(line()); svg.append(shape("text", { class: "similarity" })); }
  const lines = [...svg.children].slice(0, arrows.length), numbers = [...svg.children].slice(arrows.length);
  const point = (p) => turned(p, down).map((z) => z.toFixed(1)).join(" ");
  arrows.forEach((arrow, i) => {
    const { from, to, ends: [a, b, c, d], thick, part, ahead, back, text } = arrow, { points, size, way, gap } = curve(arrow);
    const tip = (x, y, way) => `M${point([x - size * 0.6, y - size * way])}L${point([x, y])}L${point([x + size * 0.6, y - size * way])}z`;
    const [line, head] = lines[i].children, number = numbers[i], [x, y] = turned(pointAt(points, arrow.at), down);
    for (const { dataset } of [lines[i], number]) Object.assign(dataset, { from, to });
    lines[i].style.setProperty("--strength", `${(100 * strength(part)).toFixed(0)}%`);
    line.setAttribute("d", `M${point(points[0])}C${points.slice(1).map(point).join(" ")}`);
    line.setAttribute("stroke-width", thick.toFixed(2));
    head.setAttribute("d", (ahead ? tip(c, d - gap, way) : "") + (back ? tip(a, b + gap, -way) : ""));
    number.setAttribute("x", x.toFixed(1));
    number.setAttribute("y", y.toFixed(1));
    if (number.textContent !== text) number.textContent = text;
  });
}

// An arrow without its number.
function line() {
  // With this length, the style sheet can draw a line of any length.
  return shape("g", { class: "arrow" }, shape("path", { class: "line", pathLength: "1" }), shape("path", { class: "head" }));
}
