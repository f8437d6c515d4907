// The core of the page in Firefox: scores, typing, settings, the picture, a reload without a network. story.test.mjs and
// class.test.mjs test it in Firefox, too; Chromium has the other tests.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { FIREFOX, lacks, launch, steps } from "./drive.mjs";
import { serve } from "./server.mjs";

const folder = process.env.FOLDER ?? fileURLToPath(new URL("../dist", import.meta.url));

describe("in Firefox", { skip: lacks(FIREFOX), timeout: 300_000 }, () => {
  let server, browser, page;

  before(async () => {
    server = await serve(folder);
    ({ browser, page } = await launch(FIREFOX));
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const { until, ready, ...shared } = steps(() => ({ page, address: server.address }));
  const visit = (fragment = "") => shared.visit(fragment);
  const there = (selector) => until((selector) => document.querySelector(selector) !== null, selector);
  const numbers = () => page.evaluate(() => ["precision", "recall", "f1"].map((id) => Number(document.getElementById(id).value.replace("−", "-"))));
  const close = (ours, theirs) => ours.forEach((x, i) => assert.ok(Math.abs(x - theirs[i]) <= 2e-5, `${ours} and ${theirs}`));

  it("scores its example as bert_score does", async () => {
    await visit();
    close(await numbers(), [0.715609, 0.717073, 0.71634]);
    assert.ok(await page.$("#matrix rect"));
  });

  it("scores what is typed", async () => {
    await visit();
    await page.focus("#candidate");
    await page.keyboard.press("End");
    await page.keyboard.type(" And quickly.");
    await ready();
    const [p] = await numbers();
    assert.ok(p > 0 && p < 0.7156, String(p));
  });

  it("rescales, weighs, and says so in its address", async () => {
    await visit();
    await page.click("#more summary");
    await page.click("#rescale");
    await page.select("#idf", "table");
    await ready();
    assert.ok((await numbers())[2] < 0.716);
    await until(() => location.hash.includes("idf=table&rescale=yes"));
  });

  it("answers a question and computes a cell", async () => {
    await visit();
    await page.click("#tab-ledger");
    await there("#panel table summary");
    await page.focus("#matrix");
    await page.keyboard.press("ArrowDown");
    await there("#cell-steps p");
    assert.match(await page.$eval("#cell-steps", (box) => box.textContent), /a·b ÷ \(\|a\| \|b\|\)/);
  });

  it("works without a network after the first visit", async () => {
    await visit();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    const online = await numbers();
    await server.close();
    try {
      await page.reload();
      await ready();
      close(await numbers(), online);
      // Two tabs at once share the kept model, which only one of them can have open.
      const others = await Promise.all([browser.newPage(), browser.newPage()]);
      await Promise.all(others.map((other) => other.goto(server.address)));
      await Promise.all(others.map((other) => other.waitForFunction(() => document.documentElement.dataset.state === "ready", { polling: 30 })));
      await Promise.all(others.map((other) => other.close()));
    } finally {
      server = await serve(folder, null, Number(new URL(server.address).port));
    }
  });
});
