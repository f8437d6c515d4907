// Lessons in front of a class: a remote control, votes and exercises in Chromium and Firefox; presenting with notes in a
// window of their own, the history and paper in Chromium. FOLDER is the page, PROGRAM the program that writes hand-outs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import axe from "axe-core";
import { open, ready } from "./browser.mjs";
import { CHROMIUM, FIREFOX, lacks, launch, steps } from "./drive.mjs";
import { serve } from "./server.mjs";

const folder = process.env.FOLDER ?? fileURLToPath(new URL("../dist", import.meta.url));
const program = process.env.PROGRAM ?? fileURLToPath(new URL("../../target/release/bertscope", import.meta.url));
const EXERCISE = `title = "Say it otherwise"
[[step]]
reference = "The ferry leaves at noon."
candidate = "The ferry leaves at noon."
note = "Get below .7."
exercise = { below = 0.7, words = [["ferry", "boat", "ship"], ["noon", "midday"]] }
`;

// Answers for the lesson beside the page.
function exercise(name, response) {
  if (name !== "/exercise.toml") return false;
  response.writeHead(200, { "Content-Type": "application/toml" }).end(EXERCISE);
  return true;
}

// What of these is visible, but not all of it in the window above the bar of buttons of a phone.
function outOfSight(selectors) {
  const bar = document.querySelector("#lesson .steps"), end = getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect().top : innerHeight;
  return selectors.filter((selector) => {
    const { top, bottom, height } = document.querySelector(selector).getBoundingClientRect();
    return height > 0 && (top < 0 || bottom > end);
  });
}

for (const browserProgram of [CHROMIUM, FIREFOX]) {
  describe(`a class in ${browserProgram.name}`, { skip: lacks(browserProgram), timeout: 600_000 }, () => {
    let server, browser, page;
    before(async () => {
      server = await serve(folder, exercise);
      ({ browser, page } = await launch(browserProgram));
      await resize({ width: 1280, height: 900 });
    });
    after(async () => {
      await browser?.close();
      await server?.close();
    });

    const { evaluate, until, ready, value, isVisible, click, visit, resize } = steps(() => ({ page, address: server.address }));
    const text = (selector) => evaluate((selector) => document.querySelector(selector).innerText, selector);
    const texts = (selector) => evaluate((selector) => [...document.querySelectorAll(selector)].map((element) => element.innerText), selector);
    const focus = (selector) => evaluate((selector) => document.querySelector(selector).focus(), selector);
    const reads = (selector, expected) => until((selector, expected) => document.querySelector(selector).innerText === expected, selector, expected);

    // Presses a key, and waits for what it does to a part of the page.
    async function press(key, selector) {
      const before = await text(selector);
      await page.keyboard.press(key);
      await until((selector, before) => document.querySelector(selector).innerText !== before, selector, before);
      await ready();
    }

    async function write(candidate) {
      await evaluate((candidate) => {
        const area = document.getElementById("candidate");
        area.value = candidate;
        area.dispatchEvent(new Event("input", { bubbles: true }));
      }, candidate);
      await ready();
    }

    for (const size of [{ width: 390, height: 844 }, { width: 1920, height: 1080 }]) {
      it(`is led for an hour by a remote control, with every answer on the screen, at ${size.width} pixels`, async () => {
        await resize(size);
        await visit("#lesson=hour");
        const stepCount = Number((await text("#lesson-where")).match(/of (\d+)$/)[1]);
        for (let step = 1; step <= stepCount; step += 1) {
          assert.equal(await text("#lesson-where"), `${step} of ${stepCount}`);
          assert.deepEqual(await evaluate(outOfSight, ["#step-title", "#step-words"]), [], `step ${step}: the question`);
          if (await isVisible("#guess")) {
            // What is answered in words is revealed at once.
            if (await text("#reveal") === "Show the picture") await press("PageDown", "#reveal");
            await press("PageDown", "#step-words");
            await until(() => document.querySelector("#f1-shown:not(:empty)") !== null);
            // The ranking of several candidates is an answer of its own.
            await until(() => document.querySelectorAll("#kept-candidate li").length === 0 || !document.getElementById("guessed").hidden);
            assert.deepEqual(await evaluate(outOfSight, ["#step-words", "#f1-shown", "#guessed"]), [], `step ${step}: the answer`);
          }
          if (step < stepCount) await press("PageDown", "#lesson-where");
        }
        await resize({ width: 1280, height: 900 });
      });
    }

    it("goes on with a point, an arrow and Space, and back, but not from a text or a control that needs the key", async () => {
      await visit("#lesson=first-steps");
      const where = () => text("#lesson-where");
      await press(".", "#lesson-where");
      await press(" ", "#reveal");
      await press("ArrowRight", "#step-words");
      await press("ArrowRight", "#lesson-where");
      assert.match(await where(), /^3 /);
      await press("PageUp", "#lesson-where");
      await press("ArrowLeft", "#lesson-where");
      assert.match(await where(), /^1 /);
      await focus("#candidate");
      await page.keyboard.type(". ");
      await page.keyboard.press("PageDown");
      await focus("#layer");
      await page.keyboard.press("ArrowLeft");
      await focus('[role="tab"][aria-selected="true"]');
      await page.keyboard.press("ArrowRight");
      assert.match(await where(), /^1 /, "typing is not a step");
      assert.match(await value("candidate"), /\. /);
      await click("#open-walk");
      // Its first step is an answer of the module.
      await reads("#walk-where", "1 of 17");
      await press("PageDown", "#walk-where");
      await press("PageUp", "#walk-where");
      assert.equal(await text("#walk-where"), "1 of 17");
      // No press is lost, however fast they come.
      for (let presses = 0; presses < 3; presses += 1) await evaluate(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true })));
      await reads("#walk-where", "4 of 17");
      while (await isVisible("#walk")) await page.keyboard.press("PageDown");
      assert.match(await where(), /^1 /, "after its last step, the walkthrough gives way to the lesson");
    });

    it("counts the votes of a class as the terminal does, and shows F1 beside each candidate", async () => {
      await visit("#lesson=hour&step=13");
      await page.keyboard.type("1:2:3:11");
      await click('#pad [aria-label="Delete a digit"]');
      await click("#pad button:nth-child(4)");
      assert.deepEqual(await evaluate(() => [...document.querySelectorAll("#vote-fields input")].map((field) => field.value)), ["1", "2", "3", "14"]);
      for (let move = 0; move < 2; move += 1) {
        await click("#reveal");
        await ready();
      }
      await until(() => !document.getElementById("guessed").hidden);
      assert.match(await text("#guessed"), /^14 of 20 chose D: F1 is A \.895, B \.819, C \.816, D \.982\.$/);
      assert.deepEqual(await texts(".rank"), ["F1 .895", "F1 .819", "F1 .816", "F1 .982, the highest"]);
      await press(".", "#lesson-where");
      assert.match(await text("#tally"), /14 of 20 votes right/);
    });

    it("checks an exercise while it is solved", async () => {
      await visit("#lesson=exercise.toml");
      await until(() => document.querySelectorAll("#conditions li").length === 3);
      assert.equal(await text("#conditions"), "✗ F1 is below .700: it is 1.000\n✓ The candidate says “ferry”\n✓ The candidate says “noon”");
      await write("There is a boat you can catch around lunch.");
      await until(() => document.getElementById("conditions").innerText.includes("“boat”"));
      assert.match(await text("#conditions"), /^✓ F1 is below \.700: it is \.\d+\n✓ .*“boat”\n✗ The candidate says “noon”, or another word for it$/);
      assert.equal(await text("#solved"), "");
      await write("There is a boat you can catch around midday.");
      await reads("#solved", "Solved.");
    });

    it("stops once for Tab in a table, and arrows lead from row to row", async () => {
      await visit("#reference=The+ferry+leaves+at+noon%2E&candidate=The+boat+departs+at+midday%2E&panel=ledger");
      await until(() => document.querySelector("#panel .rows") !== null);
      const stops = await evaluate(() => [...document.querySelectorAll("#panel table")].map((table) => table.querySelectorAll('summary[tabindex="0"]').length));
      assert.deepEqual(stops, stops.map(() => 1));
      await focus("#panel table summary");
      const seen = [];
      for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "End", "Home"]) {
        await page.keyboard.press(key);
        seen.push(await evaluate(() => [...document.querySelector("#panel table").querySelectorAll("summary")].indexOf(document.activeElement)));
      }
      const rows = await evaluate(() => document.querySelector("#panel table").querySelectorAll("summary").length);
      assert.deepEqual(seen, [1, 2, 1, rows - 1, 0]);
      await page.keyboard.press("Enter");
      await until(() => document.querySelector("#panel tr.how").checkVisibility());
    });
  });
}

describe("a lesson on the screen and on paper", { skip: lacks(CHROMIUM), timeout: 600_000 }, () => {
  let server, browser, page;
  const problems = [];
  const text = (selector) => page.locator(selector).innerText();
  const watch = (page) => {
    page.on("console", (message) => { if (message.type() === "error") problems.push(message.text()); });
    page.on("pageerror", (error) => problems.push(String(error)));
  };

  async function visit(fragment, width = 1280, height = 900) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await page.goto(`${server.address}${fragment}`);
    await ready(page);
  }

  before(async () => {
    server = await serve(folder);
    browser = await open();
    page = await browser.context.newPage();
    watch(page);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  it("fills the screen with the text and one figure, and leads from the window with the notes", async () => {
    await visit("#lesson=hour&step=3", 1920, 1080);
    const [notes] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name: "Present" }).click()]);
    watch(notes);
    const visible = () => page.evaluate(() => ["#lesson", "#candidate", "#matches", "#picture", "#why", "#open-share", "#more", "body > footer"].filter((selector) => document.querySelector(selector).offsetHeight > 0).join(" "));
    assert.equal(await visible(), "#lesson #candidate", "until the picture is revealed");
    await notes.getByText("For the teacher").waitFor();
    await notes.locator("#teacher:not(:empty)").waitFor();
    assert.match(await notes.locator("body").innerText(), /3 of 14\s+5 min \(14 of 60\)[\s\S]*read the cell aloud[\s\S]*“kids” matches “children”/);
    assert.doesNotMatch(await text("#lesson"), /read the cell aloud/);
    await notes.getByRole("button", { name: "Show the answer" }).click();
    await page.locator("#matrix").waitFor();
    assert.equal(await visible(), "#lesson #candidate #picture", "the step is about a cell");
    await notes.locator("#forward", { hasText: "→" }).waitFor();
    await page.getByRole("button", { name: "Words" }).click();
    assert.equal(await visible(), "#lesson #candidate #matches");
    const box = await page.locator("main").boundingBox();
    assert.ok(box.width > 1800 && box.height > 950, JSON.stringify(box));
    for (const shown of [page, notes]) {
      await shown.evaluate(axe.source);
      assert.deepEqual(await shown.evaluate(async () => (await globalThis.axe.run()).violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(", ")}`)), []);
    }
    const isKept = await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      return Boolean(await caches.match("notes.html") && await caches.match("notes.js"));
    });
    assert.ok(isKept, "the notes open without a network");
    await page.reload();
    await ready(page);
    await notes.getByRole("button", { name: "→" }).click();
    await page.waitForFunction(() => document.getElementById("lesson-where").innerText === "4 of 14", null, { timeout: 10_000 });
    await notes.getByText("4 of 14").waitFor();
    await notes.close();
    await page.evaluate(() => { globalThis.open = () => null; });
    await page.getByRole("button", { name: "Present" }).click();
    assert.match(await text("#notice"), /blocked the window with the teacher’s notes. Allow pop-ups/);
    await page.keyboard.press("Escape");
    await page.locator("#open-share").waitFor();
  });

  it("makes one entry of the history of a slider that is moved slowly", async () => {
    await visit("");
    await page.waitForTimeout(800);
    const entries = () => page.evaluate(() => history.length), before = await entries();
    await page.getByRole("slider", { name: "Layer", exact: true }).focus();
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press("ArrowLeft");
      await page.waitForTimeout(500);
    }
    await page.waitForFunction(() => location.hash.includes("layer=2"));
    assert.equal(await entries() - before, 1);
    await page.goBack();
    await page.waitForFunction(() => document.getElementById("layer").value === "6");
  });

  it("prints every column of every answer on A4 and A5", async () => {
    await visit("#reference=The+ferry+leaves+at+noon%2E&candidate=The+boat+departs+at+midday%2E&other=A+ship+sails+at+noon%2E&other-reference=A+boat+leaves+at+noon%2E");
    for (const name of await page.getByRole("tab").allInnerTexts()) {
      await page.getByRole("tab", { name, exact: true }).click();
      await page.waitForFunction(() => document.querySelector("#panel[aria-busy='false'] :is(table, .lead)"));
      await page.emulateMedia({ media: "print" });
      // The width of the paper less its margins, in pixels of a 96th of an inch.
      for (const [paper, width] of [["A4", 688], ["A5", 453]]) {
        await page.setViewportSize({ width, height: 900 });
        const lost = await page.locator("#panel table :is(th, td):not(.repeats, .how *)").evaluateAll((cells) => cells.flatMap((cell) => {
          const { width, right } = cell.getBoundingClientRect();
          return cell.parentElement.offsetHeight > 0 && (width === 0 || right > innerWidth + 1) ? [`${cell.textContent} ${Math.round(right)}`] : [];
        }));
        assert.deepEqual(lost, [], `${name} on ${paper}`);
      }
      await page.emulateMedia({ media: null });
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  });

  it("takes few pages for a hand-out and a worksheet, which keep every column", { skip: existsSync(program) ? false : "there is no program; run: cargo build --release" }, async () => {
    const home = mkdtempSync(join(tmpdir(), "bertscope-hand-out-"));
    try {
      for (const [name, options, most] of [["hand-out", [], 8], ["worksheet", ["--worksheet"], 13]]) {
        const file = join(home, `${name}.html`);
        execFileSync(program, ["lesson", "hour", "--html", file, ...options], { stdio: "ignore" });
        await page.goto(pathToFileURL(file).href);
        const pages = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;
        assert.ok(pages <= most, `${name}: ${pages} pages`);
        await page.emulateMedia({ media: "print" });
        await page.setViewportSize({ width: 703, height: 1032 });
        const hidden = await page.locator(".panel :is(th, td):not(.repeats, .how *)").evaluateAll((cells) => cells.filter((cell) => getComputedStyle(cell).display === "none").length);
        assert.equal(hidden, 0, name);
        await page.emulateMedia({ media: null });
      }
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it("has written nothing to the console", () => assert.deepEqual(problems, []));
});
