// The first worker, started before the rest of the page is loaded. What it says until the channel listens is kept.
import { script } from "./dom.js";

let worker = new Worker(script("worker.js"), { type: "module" });
const early = [];
const keep = (event) => {
  event.preventDefault();
  early.push(event);
};
for (const kind of ["message", "error"]) worker.addEventListener(kind, keep);

// Gives the worker away, once; `listen(event)` first gets what it has said.
export function take(listen) {
  const taken = worker;
  worker = null;
  if (!taken) return null;
  for (const kind of ["message", "error"]) {
    taken.removeEventListener(kind, keep);
    taken.addEventListener(kind, listen);
  }
  // The listener may answer, so the channel has to know its worker first.
  queueMicrotask(() => early.splice(0).forEach(listen));
  return taken;
}
