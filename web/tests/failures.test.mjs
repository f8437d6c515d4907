// What the page says when its files or its browser are not as they should be. Each case has a browser of its own: nothing
// is kept from another.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { numbers, open, ready, write } from "./browser.mjs";
import { serve } from "./server.mjs";

const folder = process.env.FOLDER ?? fileURLToPath(new URL("../dist", import.meta.url));
const model = () => readFileSync(join(folder, "minilm.safetensors"));

// Answers with a changed worker.
function worker(from, to) {
  const source = readFileSync(join(folder, "worker.js"), "utf8"), changed = source.replace(from, to);
  assert.notEqual(changed, source);
  return (name, response) => {
    if (name !== "/worker.js") return false;
    response.writeHead(200, { "Content-Type": "text/javascript" }).end(changed);
    return true;
  };
}

async function says(sentence, change, prepare = async () => {}, then = async () => {}) {
  const server = await serve(folder, change), browser = await open();
  try {
    const page = await browser.context.newPage();
    await prepare(page);
    await page.goto(server.address);
    await page.getByRole("textbox", { name: "Reference", exact: true }).fill("what was typed");
    await page.locator("#notice").waitFor();
    assert.match(await page.locator("#notice").innerText(), sentence);
    assert.equal(await page.locator("#reference").inputValue(), "what was typed");
    await then(page);
  } finally {
    await browser.close();
    await server.close();
  }
}

const instead = (status, bytes) => (name, response) => {
  if (!name.endsWith("minilm.safetensors")) return false;
  response.writeHead(status).end(bytes());
  return true;
};

it("without WebAssembly SIMD", () => says(/no WebAssembly SIMD/, null, (page) => page.addInitScript(() => { WebAssembly.validate = () => false; })));
it("without the model", () => says(/the server answered 404 for minilm\.safetensors/, instead(404, () => "")));
it("with a model that is cut off", () => says(/interrupted: 9\.0 of 48\.0 MB/, instead(200, () => model().subarray(0, 9_000_000))));
it("with a damaged model", () => says(/checksum differs/, instead(200, () => { const bytes = model(); bytes[40_000_000] ^= 1; return bytes; })));

it("with a computation that stops, after which it goes on", () => {
  const change = worker("JSON.stringify(question)", "question.view?.reference === 'what was typed' ? page.isGone() : $&");
  return says(/The computation crashed on these texts/, change, undefined, async (page) => {
    await write(page, { Reference: "something else" });
    assert.ok((await numbers(page))[2] > 0);
  });
});

it("with a link that cannot be opened, even if the model is there before that is known", async () => {
  const change = worker("postMessage({ number, answer })", "if (question?.ask === 'follow') model.then(() => $&); else $&");
  const server = await serve(folder, change), browser = await open();
  try {
    const page = await browser.context.newPage();
    await page.goto(`${server.address}#size=9&`);
    await page.locator("#notice").waitFor();
    assert.match(await page.locator("#notice").innerText(), /has no pair/);
    await ready(page);
    assert.equal(await page.locator("#reference").inputValue(), "The ferry leaves at noon.");
    assert.ok((await numbers(page))[2] > 0);
  } finally {
    await browser.close();
    await server.close();
  }
});

it("with a kept model that was not written to its end, which it downloads again", async () => {
  const server = await serve(folder), browser = await open();
  try {
    const page = await browser.context.newPage();
    await page.goto(server.address);
    await ready(page);
    const sizes = await page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("bertscope");
      const [name] = await Array.fromAsync(folder.keys()), file = await folder.getFileHandle(name);
      const { size } = await file.getFile(), writable = await file.createWritable();
      await writable.truncate(size);
      await writable.close();
      return [size, (await file.getFile()).size];
    });
    assert.deepEqual(sizes, [48_024_584, 48_024_584]);
    await page.reload();
    await ready(page);
    assert.ok((await numbers(page))[2] > 0);
  } finally {
    await browser.close();
    await server.close();
  }
});
