// How long the reader waits, in Chromium on this machine: `FOLDER=web/dist node web/tests/speed.mjs`.
//
// Each number is the median of several, in milliseconds: from opening the page with everything kept to its first score, and
// from a changed text to its picture on screen (two frames later), with and without a pass of the model.
import { fileURLToPath } from "node:url";
import { open, ready } from "./browser.mjs";
import { serve } from "./server.mjs";

const folder = process.env.FOLDER ?? fileURLToPath(new URL("../dist", import.meta.url));
const SEVEN = "The ferry leaves today.";
const THIRTEEN = "The committee postponed its vote on the new bridge until next Friday.";
const THIRTY = "The committee postponed its vote on the new bridge until next Friday because two of its members were still waiting for the report of the engineers.";

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

// From a change to the frame after its picture.
const wait = (change) => page.evaluate(async ([id, value]) => {
  const element = document.getElementById(id), start = performance.now();
  if (element.type === "checkbox") element.click();
  else {
    element.value = value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }
  await new Promise((done) => {
    const seen = new MutationObserver(() => {
      if (document.documentElement.dataset.state !== "ready") return;
      seen.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(done));
    });
    seen.observe(document.documentElement, { attributes: true, attributeFilter: ["data-state"] });
  });
  const took = performance.now() - start;
  await new Promise((done) => setTimeout(done, 250));
  return took;
}, change);

for (const [name, text] of [["7", SEVEN], ["15", THIRTEEN], ["30", THIRTY]]) {
  await page.locator("#reference").fill(text);
  await ready(page);
  const passes = [], toggles = [];
  // Another full stop each time: a text that was scored before is kept.
  for (let i = 1; i <= 7; i += 1) passes.push(await wait(["candidate", `${text.slice(0, -1)}${"!".repeat(i % 2)}${"?".repeat(i)}`]));
  for (let i = 0; i < 8; i += 1) toggles.push(await wait(["rescale", ""]));
  console.log(`about ${name} tokens a side: a new candidate ${median(passes)}, a setting ${median(toggles)}`);
}
await browser.close();
await server.close();
