// Loads the module and the model, and answers the page's questions one at a time. The page is never blocked: it sends the
// next question when the last one is answered (channel.js).
import init, { Page } from "./bertscope_web.js";

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
  const { name, bytes, checksum } = JSON.parse(page.model());
  if (await withKept(checksum, "read-only", (file) => read(file, bytes))) {
    // The model was verified before it was kept.
    const model = JSON.parse(page.open(false));
    if (!("error" in model)) return model;
  }
  let response;
  try {
    response = await fetch(new URL(name, import.meta.url));
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
  if (!("error" in model)) await withKept(checksum, "readwrite", (file) => write(file, parts));
  return model;
}

// Calls `use` with the kept model: a file of the site's private file system, which is read several times as fast as a cache.
// Returns the result, or null where the browser has none or the file does not open. One tab at a time: not every browser lets
// two of them open a file.
async function withKept(checksum, mode, use) {
  try {
    const create = mode === "readwrite";
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("bertscope", { create });
    return await navigator.locks.request("bertscope", async () => {
      if (create) for await (const old of folder.keys()) await folder.removeEntry(old);
      const file = await (await folder.getFileHandle(checksum, { create })).createSyncAccessHandle({ mode });
      try {
        return use(file);
      } finally {
        file.close();
      }
    });
  } catch {
    return null;
  }
}

// Passes the kept model to the module; false if it is not complete.
function read(file, bytes) {
  if (file.getSize() !== bytes) return false;
  page.begin();
  const part = new Uint8Array(1 << 20);
  for (let at = 0; at < bytes; at += part.length) page.receive(part.subarray(0, file.read(part, { at })));
  return true;
}

// Writes the model. The first part, which has the header, is written last: without it the file does not open.
function write(file, parts) {
  file.truncate(0);
  let at = parts.reduce((sum, part) => sum + part.length, 0);
  for (const part of parts.toReversed()) {
    at -= part.length;
    if (at === 0) file.flush();
    file.write(part, { at });
  }
  file.flush();
}

// Passes a download to the module in parts, and reports the progress.
async function receive(response, bytes, parts) {
  page.begin();
  const reader = response.body.getReader();
  let here = 0, said = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    page.receive(value);
    parts.push(value);
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
    // As text, which is copied several times as fast as the objects that it describes.
    postMessage({ number, answer });
  } catch (error) {
    // The module cannot continue; the page starts another worker.
    postMessage({ number, broken: String(error.message ?? error) });
  }
});
