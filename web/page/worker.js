// Loads the module and the model, and answers the page's questions one at a time. The page is never blocked: it sends the
// next question when the last one is answered (channel.js).
import init, { Page } from "./bertscope_web.js";

const MODELS = "model-1";
let page = null;

const failure = (sentence) => ({ error: sentence });

async function start() {
  try {
    await init({ module_or_path: new URL("bertscope_web_bg.wasm", import.meta.url) });
  } catch (error) {
    return failure(`The page could not load its program (${error.message ?? error}). Reload the page.`);
  }
  page = new Page();
  postMessage({ started: true });
  return load();
}

async function load() {
  const { name, bytes } = JSON.parse(page.model());
  const address = new URL(name, import.meta.url).href;
  const cache = await self.caches?.open(MODELS).catch(() => null);
  const kept = await cache?.match(address);
  if (kept) {
    // The model was verified before it was cached.
    const model = await receive(kept, bytes, null).then(() => JSON.parse(page.open(false)), () => failure(""));
    if (!("error" in model)) return model;
    await cache.delete(address);
  }
  let response;
  try {
    response = await fetch(address);
  } catch {
    return failure("The model could not be loaded: no connection to the server. Reload the page when you are back online.");
  }
  if (!response.ok) {
    return failure(`The model could not be loaded: the server answered ${response.status} for ${name}. The page's folder is incomplete; rebuild it.`);
  }
  const parts = [];
  try {
    await receive(response, bytes, parts);
  } catch {
    return failure("The download of the model was interrupted. Reload the page to try again.");
  }
  const model = JSON.parse(page.open(true));
  if (!("error" in model) && cache) {
    const headers = { "Content-Type": "application/octet-stream", "Content-Length": String(bytes) };
    await cache.put(address, new Response(new Blob(parts), { headers })).catch(() => {});
  }
  return model;
}

// Passes a file to the module in parts, and reports the progress.
async function receive(response, bytes, parts) {
  page.begin();
  const reader = response.body.getReader();
  let here = 0, said = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    page.receive(value);
    parts?.push(value);
    here += value.length;
    if (here - said > bytes / 100) {
      said = here;
      postMessage({ progress: Math.min(1, here / bytes) });
    }
  }
}

const model = start();
model.then((model) => postMessage({ model }));

self.addEventListener("message", ({ data: { number, question } }) => {
  try {
    const answer = question === null ? page.more() ?? "{}" : page.ask(JSON.stringify(question));
    postMessage({ number, answer: JSON.parse(answer) });
  } catch (error) {
    // The module cannot continue; the page starts another worker.
    postMessage({ number, broken: String(error.message ?? error) });
  }
});
