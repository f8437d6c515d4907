// The teacher's notes in a window of their own. The page that opened it sends each step; the keys of a remote control work
// here, too.
import { byId, hide, say } from "./dom.js";
import { followClicker } from "./clicker.js";

// The page may be loaded again meanwhile, and then asks nothing: this window calls it so often, in milliseconds.
const CALL = 2000;
const began = Date.now();

const call = (notes) => opener && !opener.closed && opener.postMessage({ notes }, location.origin);
const lead = { isOpen: () => true, forward: () => call("forward"), back: () => call("back") };

addEventListener("message", ({ data, origin }) => {
  if (origin !== location.origin || !data || !("step" in data)) return;
  document.documentElement.dataset.theme = data.theme;
  const { where, title, minutes, teacher, words, note, next, forward } = data.step ?? { title: "No lesson is open." };
  const texts = { where, title, minutes, teacher, words, note, next, forward: forward ?? "→" };
  for (const [id, text] of Object.entries(texts)) say(byId(id), text ?? "");
  hide(byId("later"), !note);
});

function tick() {
  const seconds = Math.floor((Date.now() - began) / 1000);
  say(byId("clock"), `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
}

byId("forward").addEventListener("click", lead.forward);
byId("back").addEventListener("click", lead.back);
followClicker([lead]);
setInterval(tick, 1000);
setInterval(() => call("here"), CALL);
tick();
call("here");
