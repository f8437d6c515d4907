// The three scores: as outputs, as derivations, and spoken.
import { byId, hide, later, make } from "./dom.js";
import { ruler } from "./ruler.js";

const NAMES = { precision: "P", recall: "R", f1: "F1" };

// With five places, as in every table; a bold score has three.
export const short = (x, places = 5) => {
  if (x === null) return "undefined";
  const isZero = Math.abs(x) < 0.5 * 10 ** -places;
  return (isZero ? 0 : x).toFixed(places).replace(/^(-?)0\./, "$1.").replace("-", "−");
};
export const bold = (x) => short(x, 3);

// Shows an answer about a score; nothing if the scores are hidden or there are none.
export function numbers(answer) {
  for (const name of Object.keys(NAMES)) {
    const x = answer?.score[name], isNumber = typeof x === "number";
    // For programs; readers see the bold score.
    byId(name).textContent = isNumber ? x.toFixed(6) : answer ? "—" : "";
    byId(`${name}-shown`).textContent = isNumber ? bold(x) : answer ? "—" : "";
    byId(name).parentElement.style.setProperty("--part", String(Math.max(0, Math.min(1, x ?? 0))));
    // With several references the best score counts, and the picture shows one of them.
    const said = [answer?.references > 1 && `best of ${answer.references}; this reference ${short(answer.shown[name])}`, answer?.rescaled && `raw ${short(answer.raw[name])}`];
    byId(`${name}-raw`).textContent = said.filter(Boolean).join("; ");
  }
  bar();
  // The ruler shows where raw scores lie; the best of several references may be that of another pair.
  const scale = answer?.references === 1 && answer.raw.precision !== null && answer.raw.recall !== null && ruler(answer.ruler, [{ name: "F1", at: answer.raw.f1 }]);
  byId("ruler").replaceChildren(...(scale ? [scale] : []));
  byId("formula").hidden = !answer;
  byId("formula-steps").replaceChildren(...(answer?.steps ?? []).map((step) => make("li", {}, step)));
  // A screen reader must not repeat scores that are now hidden.
  if (!answer) byId("spoken").textContent = "";
  speak(answer);
}

// On a phone the scores stay in sight: a bar shows them while neither they nor the first screen is on the screen, and while
// the details of a word cover them. It is at the top, or at the bottom while the buttons of the page are at the top.
function bar() {
  byId("score-bar").replaceChildren(...Object.entries(NAMES).map(([name, symbol]) => make("span", {}, `${symbol} `, make("strong", {}, byId(`${name}-shown`).textContent))));
}
const onScreen = new Map(), masthead = document.querySelector(".masthead"), scores = document.querySelector(".numbers"), opening = byId("opening"), details = byId("word");
const watched = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) onScreen.set(target, isIntersecting);
  const isCovered = onScreen.get(details);
  hide(byId("score-bar"), !isCovered && (onScreen.get(scores) || onScreen.get(opening)));
  byId("score-bar").classList.toggle("low", !isCovered && onScreen.get(masthead));
});
for (const element of [masthead, scores, opening, details]) watched.observe(element);

// For screen readers: once, when typing has paused.
const speak = later(900, (answer) => {
  const { dataset, classList } = document.documentElement;
  if (!answer || dataset.state !== "ready" || classList.contains("walking")) return;
  const { precision, recall, f1 } = answer.score;
  byId("spoken").textContent = `Precision ${bold(precision)}, recall ${bold(recall)}, F1 ${bold(f1)}`;
});
