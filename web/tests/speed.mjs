// How long the reader waits, in Chromium on this machine: `FOLDER=web/dist node web/tests/speed.mjs`.
//
// Each number is the median of several, in milliseconds: from opening the page with everything kept to its first score, and
// from a changed text to the end of the frame that has its score and its picture, with and without a pass of the model.
import { fileURLToPath } from "node:url";
import { open, ready } from "./browser.mjs";
import { serve } from "./server.mjs";

const folder = process.env.FOLDER ?? fileURLToPath(new URL("../dist", import.meta.url));
const SEVEN = "The ferry leaves today.";
const THIRTEEN = "The committee postponed its vote on the new bridge until next Friday.";
const THIRTY = "The committee postponed its vote on the new bridge until next Friday because two of its members were still waiting for the report of the engineers.";

// Words of one token.
const LAST = ["again", "alone", "also", "early", "empty", "first", "full", "here", "last", "late", "now", "soon", "there", "tomorrow", "tonight"];

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)].toFixed(0);
const server = await serve(folder), browser = await open();
const page = await browser.context.newPage();
await page.goto(server.address);
await ready(page);
await page.evaluate(() => navigator.serviceWorker.ready);

const starts = [];
for (let i = 0; i < 5; i += 1) {
  await page.goto("about:blank");
  await page.goto(server.address);
  starts.push(await page.evaluate(() => new Promise((done) => {
    const look = () => document.documentElement.dataset.state === "ready" ? done(performance.now()) : setTimeout(look, 2);
    look();
  })));
}
console.log(`first score, everything kept: ${median(starts)}`);

const wait = (change) => page.evaluate(async ([id, value]) => {
  // At any time between two frames, as keys come.
  await new Promise((done) => setTimeout(done, Math.random() * 17));
  const element = document.getElementById(id), start = performance.now();
  if (element.type === "checkbox") element.click();
  else {
    element.value = value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }
  await new Promise((done) => {
    // Numbers are written in the same task as the words, the arrows and the heatmap.
    const seen = new MutationObserver(() => {
      seen.disconnect();
      // A task that is posted before a frame is painted runs after it; an urgent one before what the page does then.
      requestAnimationFrame(() => scheduler.postTask(done, { priority: "user-blocking" }));
    });
    seen.observe(document.getElementById("f1"), { childList: true });
  });
  const took = performance.now() - start;
  await new Promise((done) => setTimeout(done, 250));
  return took;
}, change);

for (const [name, text] of [["7", SEVEN], ["15", THIRTEEN], ["30", THIRTY]]) {
  await page.locator("#reference").fill(text);
  await ready(page);
  const passes = [], toggles = [];
  // Another last word each time: a text that was scored before is kept.
  for (const word of LAST) passes.push(await wait(["candidate", text.replace(/\w+\.$/, `${word}.`)]));
  for (let i = 0; i < 16; i += 1) toggles.push(await wait(["rescale", ""]));
  console.log(`about ${name} tokens a side: a new candidate ${median(passes)}, a setting ${median(toggles)}`);
}
await browser.close();
await server.close();
