// The ruler: where F1 lies among pairs of unrelated texts, and among pairs by how similar people rated them. Its numbers
// come from the module, as those of the panel “ruler” do.
import { make } from "./dom.js";

// The median F1 of each population, from unrelated pairs to the best rated; none for a model or settings without any.
function ticks({ of_length, populations, comparable }) {
  const [random, ...rated] = populations;
  if (!random || !comparable) return [];
  const last = rated.length - 1;
  return [of_length ?? random, ...rated].map(({ judgement, quantiles }, i) => ({
    rating: judgement?.join("–") ?? "\u00a0",
    words: i === 0 ? "unrelated" : i - 1 === last ? "same meaning" : "",
    at: quantiles.find(({ share }) => share === 0.5).f1,
  }));
}

// A score in words: the ratings of the pairs whose median F1 is nearest to it.
function spoken({ name, at }, rated) {
  const [nearest] = rated.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  return nearest ? `${name} is nearest to that of pairs that people rated ${nearest.rating} of 5.` : "";
}

// The ruler from 0 to 1, with a mark for each raw score; null without populations.
export function ruler(data, marks) {
  const all = ticks(data);
  if (all.length === 0) return null;
  const scale = make("div", { className: "scale" },
    ...all.map(({ rating, words, at }) => placed(make("span", { className: "tick" }, rating, make("i", {}, words)), at)),
    ...marks.map(({ name, at }) => placed(make("span", { className: "mark" }, name), at)));
  if (marks.length > 0) {
    scale.setAttribute("role", "img");
    scale.setAttribute("aria-label", marks.map((mark) => spoken(mark, all.slice(1))).join(" "));
  }
  return make("div", { className: "ruler" }, scale);
}

function placed(element, at) {
  element.style.left = `${100 * Math.max(0, Math.min(1, at))}%`;
  return element;
}
