// The three scores: as outputs, as derivations, and spoken.
import { byId, later, make } from "./dom.js";

// With five places, as everywhere.
export const short = (x) => x === null ? "undefined" : (Math.abs(x) < 5e-6 ? 0 : x).toFixed(5).replace(/^(-?)0\./, "$1.").replace("-", "−");

// Shows an answer about a score; nothing if the scores are hidden or there are none.
export function numbers(answer) {
  for (const name of ["precision", "recall", "f1"]) {
    const output = byId(name), x = answer?.score[name];
    output.textContent = typeof x === "number" ? short(x) : answer ? "—" : "";
    output.parentElement.style.setProperty("--part", String(Math.max(0, Math.min(1, x ?? 0))));
    // With several references the best score counts, and the picture shows one of them.
    const said = [answer?.references > 1 && `best of ${answer.references}; this reference ${short(answer.shown[name])}`, answer?.rescaled && `raw ${short(answer.raw[name])}`];
    byId(`${name}-raw`).textContent = said.filter(Boolean).join("; ");
  }
  byId("formula").hidden = !answer;
  byId("formula-steps").replaceChildren(...(answer?.steps ?? []).map((step) => make("li", {}, step)));
  // A screen reader must not repeat scores that are now hidden.
  if (!answer) byId("spoken").textContent = "";
  speak(answer);
}

// For screen readers: once, when typing has paused.
const speak = later(900, (answer) => {
  const { dataset, classList } = document.documentElement;
  if (!answer || dataset.state !== "ready" || classList.contains("walking")) return;
  const { precision, recall, f1 } = answer.score;
  byId("spoken").textContent = `Precision ${short(precision)}, recall ${short(recall)}, F1 ${short(f1)}`;
});
