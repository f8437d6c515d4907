// The ruler: where F1 lies among pairs of unrelated texts, and among pairs by how similar people rated them. Its numbers
// come from the module, as those of the panel “ruler” do.
import { make } from "./dom.js";

// The median F1 of each population, from unrelated pairs to the best rated; none for a model or settings without any.
function ticks({ of_length, populations, comparable }) {
  const [random, ...rated] = populations;
  if (!random || !comparable) return [];
  return [of_length ?? random, ...rated].map(({ judgement, quantiles }) => ({ judgement, at: quantiles.find(({ share }) => share === 0.5).f1 }));
}

// The numbers of a rating, and below the ends of the line what they mean.
function label({ judgement }, i, { length }) {
  const rating = judgement ? `${i === 1 ? "rated " : ""}${judgement.join("–")}` : "\u00a0";
  const meaning = ["unrelated", "different"][i] ?? (i === length - 1 ? "same meaning" : "");
  return make("span", { className: "tick" }, rating, make("i", {}, meaning));
}

// A score in words: the ratings of the pairs whose median F1 is nearest to it.
function spoken({ name, at }, rated) {
  const [nearest] = rated.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  return nearest ? `${name} is nearest to the median F1 of pairs that people rated ${nearest.judgement.join("–")} of ${rated.at(-1).judgement[1]}.` : "";
}

function caption(rated) {
  if (rated.length === 0) return "On the line: the median F1 of unrelated pairs.";
  return `On the line: the median F1 of unrelated pairs, and of pairs that people rated from ${rated[0].judgement[0]} (different) to ${rated.at(-1).judgement[1]} (same meaning).`;
}

// The ruler from 0 to 1, with a mark for each raw score; null without populations.
export function ruler(data, marks) {
  const all = ticks(data), rated = all.slice(1);
  if (all.length === 0) return null;
  const scale = make("div", { className: "scale" },
    ...all.map((tick, i) => placed(label(tick, i, all), tick.at)),
    ...marks.map(({ name, at }) => placed(make("span", { className: "mark" }, name), at)));
  if (marks.length > 0) {
    scale.setAttribute("role", "img");
    scale.setAttribute("aria-label", marks.map((mark) => spoken(mark, rated)).join(" "));
  }
  return make("div", { className: "ruler" }, scale, make("p", { className: "key" }, caption(rated)));
}

function placed(element, at) {
  element.style.left = `${100 * Math.max(0, Math.min(1, at))}%`;
  return element;
}
