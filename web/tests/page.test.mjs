// The page in a real browser, as its reader meets it. `node --test` with FOLDER, the folder that web/build.sh made.
//
// SHOTS=folder keeps screenshots and the printed page there.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { numbers, open, ready, write } from "./browser.mjs";
import { serve } from "./server.mjs";

const folder = process.env.FOLDER ?? fileURLToPath(new URL("../dist", import.meta.url));
const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

const LESSON = `title = "Prices"
[[step]]
reference = "It costs 15 euros."
candidate = "It costs 50 euros."
[[step]]
reference = "It costs 15 euros."
candidate = "It costs 50 euros."
other = "It costs fifteen euros."
shows = "other"
question = "Which is closer?"
note = "B says the same."
`;

const PAIR = "#reference=The+ferry+leaves+at+noon.&candidate=The+boat+departs+at+midday.";

let server, browser, page;

const beside = (name, response) => {
  if (name !== "/prices.toml" && name !== "/lessons/prices.toml") return false;
  response.writeHead(200, { "Content-Type": "application/toml" }).end(LESSON);
  return true;
};
const problems = [];

async function shoot(name, options = {}) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true, ...options });
}

async function visit(fragment = PAIR) {
  await page.goto("about:blank");
  await page.goto(`${server.address}${fragment}`);
  // What is typed before a link is read would be mixed with its texts.
  if (fragment === PAIR) await ready(page);
}

// The text of the panel, once it is laid out: the browser skips a panel that is not in view.
const panelText = async () => {
  await page.locator("#panel").scrollIntoViewIfNeeded();
  return (await page.waitForFunction(() => document.getElementById("panel").innerText)).jsonValue();
};

const unfold = () => page.locator("#more summary").click();

async function violations(theme) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => (await globalThis.axe.run()).violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(", ")}`));
  assert.deepEqual(found, [], theme);
}

before(async () => {
  server = await serve(folder, beside);
  browser = await open();
  page = await browser.context.newPage();
  page.on("console", (message) => { if (message.type() === "error") problems.push(message.text()); });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(server.address) && !/^(about|blob|data):/.test(request.url())) problems.push(`it asked for ${request.url()}`);
  });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

describe("the page", { timeout: 600_000 }, () => {
  it("loads the model with progress and scores its example", async () => {
    await page.goto(`${server.address}${PAIR}`);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "loading");
    await ready(page);
    const [p, r, f1] = await numbers(page);
    // For programs with six decimals, for readers as a bold number with three.
    assert.match(await page.locator("#f1").evaluate((output) => output.value), /^0\.\d{6}$/);
    assert.equal(await page.locator("#f1-shown").innerText(), ".716");
    assert.ok(f1 > 0.7 && f1 < 1 && p > 0 && r > 0, `${p} ${r} ${f1}`);
    await page.waitForFunction(() => document.querySelector("#panel .rows"));
    // The picture of docs/web.md: assets/pictures/web.png.
    await page.setViewportSize({ width: 1280, height: 960 });
    await shoot("web", { fullPage: false });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it("reads texts as data", async () => {
    await visit();
    const evil = "<img src=x onerror=alert(1)> </script><b>bold</b>";
    await write(page, { Reference: evil, Candidate: `${evil} &amp; "quoted"` });
    await page.locator("#panel .rows").waitFor();
    assert.equal(await page.locator("main img, main b:not(.strip b, dialog b, .how b)").count(), 0);
  });

  it("rescales, weighs, turns and hides, and says so in its address", async () => {
    await visit();
    await write(page, { Reference: "The ferry leaves at noon.", Candidate: "A boat departs at midday, they say." });
    const [, , raw] = await numbers(page);
    await unfold();
    await page.getByLabel("Rescaled").check();
    await ready(page);
    const [, , rescaled] = await numbers(page);
    assert.ok(rescaled < raw, `${rescaled} < ${raw}`);
    await page.getByLabel("IDF weights").selectOption("table");
    await page.locator("#direction").selectOption("precision");
    await page.getByLabel("Special tokens").uncheck();
    await ready(page);
    assert.match(await page.locator("#picture").innerText(), /candidate’s best \(precision\)/);
    await page.waitForFunction(() => /special=no&direction=precision/.test(location.hash));
    assert.match(await page.evaluate(() => location.hash), /rescale=yes&special=no&direction=precision/);
  });

  it("scores as another program does, and names it in its signature and address", async () => {
    await visit();
    await ready(page);
    const own = await numbers(page);
    await unfold();
    await page.getByLabel("Program").selectOption("torchmetrics");
    await ready(page);
    assert.match(await page.locator("#signature").innerText(), /torchmetrics/);
    await page.waitForFunction(() => location.hash.includes("as=torchmetrics"));
    assert.deepEqual(await numbers(page), own, "both give the words of this pair the same weights");
    await page.reload();
    await ready(page);
    assert.equal(await page.getByLabel("Program").inputValue(), "torchmetrics");
    assert.equal(await page.locator("#more summary").innerText(), "Settings · torchmetrics");
    await unfold();
    // bert_score has a convention for a text without words; torchmetrics has none.
    const precision = () => page.evaluate(() => document.getElementById("precision").value);
    await write(page, { Candidate: "" });
    assert.equal(await precision(), "—");
    await page.getByLabel("Program").selectOption("bert_score");
    await ready(page);
    assert.equal(await precision(), "0.000000");
  });

  it("says that a token is unknown, and shows which text it stands for", async () => {
    await visit();
    await write(page, { Reference: "我们明天早上八点出发。", Candidate: "我们后天早上九点出发。" });
    const note = await page.locator("#warnings-part").innerText();
    assert.match(note, /\d+ of \d+ candidate tokens? .*unknown to this model \(.*后.*\).*\[UNK\].*means nothing/);
    assert.match(await page.locator("#matrix svg").innerHTML(), /\[UNK\] 后/);
    await shoot("unknown");
  });

  it("says which weights it has, and how far they are from the published ones", async () => {
    const footer = await page.locator("body > footer").innerText();
    assert.match(footer, /all-MiniLM-L6-v2 with 16-bit weights\. Scores are within 0\.00002 of bert_score 0\.3\.13 with the published weights/);
  });

  it("says that a link names a layer or a step that does not exist", async () => {
    await visit("#reference=a+light&candidate=a+lamp&layer=99");
    await ready(page);
    assert.match(await page.locator("#notice").innerText(), /`layer` is 99, but this model has layers 0 to 6; showing its last layer/);
    assert.equal(await page.getByRole("slider", { name: "Layer", exact: true }).inputValue(), "6");
    await visit("#lesson=first-steps&step=99");
    await page.locator("#notice").waitFor();
    assert.match(await page.locator("#notice").innerText(), /names step 99, but this lesson has (\d+); showing its last step/);
    assert.match(await page.locator("#lesson-where").innerText(), /^(\d+) of \1$/);
  });

  it("opens a link as it was made", async () => {
    const texts = "#reference=The+ferry+leaves+at+noon%2E&candidate=A+boat+departs+at+midday%2C+they+say%2E";
    await visit(texts);
    await ready(page);
    const [, , raw] = await numbers(page);
    await visit(`${texts}&idf=table&rescale=yes&special=no&direction=precision`);
    await ready(page);
    assert.ok((await numbers(page))[2] < raw);
    assert.equal(await page.locator("#direction").inputValue(), "precision");
    assert.equal(await page.getByRole("textbox", { name: "Candidate", exact: true }).inputValue(), "A boat departs at midday, they say.");
    assert.ok(await page.getByLabel("Rescaled").isChecked());
  });

  it("answers every question", async () => {
    await visit("#reference=The+ferry+leaves+at+noon%2E&candidate=The+boat+departs+at+midday%2E");
    await ready(page);
    await write(page, { Candidate: "The boat sails at midday." });
    await page.locator("#keep-candidate").click();
    await write(page, { Candidate: "A ship leaves around noon." });
    const names = await page.getByRole("tab").allInnerTexts();
    assert.ok(names.length >= 9, names.join());
    for (const name of names) {
      await page.getByRole("tab", { name, exact: true }).click();
      await page.waitForFunction(() => document.querySelector("#panel[aria-busy='false'] :is(table, .lead)"));
      assert.deepEqual(await page.locator("#panel table").evaluateAll((tables) => tables.flatMap((table) => {
        const heads = [...(table.tHead?.rows[0].cells ?? [])], widths = [...table.tBodies[0].rows].map((row) => [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0));
        const named = heads.some((head) => head.scope === "col") && Math.max(...widths) <= heads.length;
        return named || (!table.tHead && table.querySelector("th[scope=row]")) ? [] : [table.innerText];
      })), [], `${name}: each column has a heading, or each row a name`);
      const text = await panelText();
      assert.ok(text.length > 80 && !/NaN|undefined|Infinity/.test(text), `${name}: ${text}`);
      if (shots) await page.locator("#why").screenshot({ path: `${shots}/panel-${name.replace(/\W+/g, "-")}.png` });
    }
    await page.getByRole("tab", { name: "Every layer" }).click();
    await page.getByRole("columnheader", { name: "F1", exact: true }).waitFor();
    const row = page.locator("#panel tbody tr:not(.how)").nth(2), opener = row.locator("summary"), how = row.locator("xpath=following-sibling::tr[1]");
    await row.locator("td.number").first().click();
    assert.ok(await how.isVisible());
    await opener.press("Enter");
    assert.ok(!await how.isVisible());
    await opener.click();
    await page.locator("#panel tr.how:visible [data-go]").first().click();
    await ready(page);
    assert.match(await page.locator("#signature").innerText(), /_L\d_/);
  });

  it("keeps what matters of two long sentences on the screen of a phone", async () => {
    const texts = { reference: "The committee decided on Tuesday to postpone the vote on the new bridge until spring.", candidate: "On Tuesday, the panel voted to delay its decision about the new bridge until next year." };
    const before = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(`#${new URLSearchParams(texts)}&panel=ledger`);
    await ready(page);
    await page.locator("#panel td.name").first().waitFor();
    await page.locator("#score-bar").waitFor();
    assert.match(await page.locator("#score-bar").innerText(), /F1 \.\d{3}/, "F1 is in sight");
    const worst = await page.evaluate(() => document.querySelector("#panel tbody td.name").getBoundingClientRect().right);
    assert.ok(worst < 390, `so is the match of the costliest word: ${worst}`);
    await page.setViewportSize(before);
  });

  it("computes a cell when it is pointed at, and by keys alone", async () => {
    await visit();
    await ready(page);
    await page.locator("#matrix").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.locator("#cell-steps p").first().waitFor();
    assert.match(await page.locator("#cell-steps").innerText(), /a·b ÷ \(\|a\| \|b\|\)/);
  });

  it("has one stop for Tab in the matches, and arrows lead on", async () => {
    await visit();
    await ready(page);
    await page.getByRole("figure", { name: "Matches" }).waitFor();
    const stop = page.locator('#lines [data-word][tabindex="0"]');
    assert.equal(await stop.count(), 1);
    await stop.focus();
    const words = [];
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft"]) {
      words.push(await page.evaluate(() => document.activeElement.dataset.word));
      await page.keyboard.press(key);
    }
    const [first, along, across] = words;
    assert.ok(first !== along && first[0] === along[0] && across[0] !== along[0], words.join(" "));
    assert.equal(await stop.count(), 1);
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "The", exact: true }).waitFor();
  });

  it("gives a lesson: question, guess, answer", async () => {
    await visit();
    await ready(page);
    await page.getByRole("button", { name: "Lessons" }).click();
    await page.locator("#lessons-list h3").first().waitFor();
    const titles = await page.locator("#lessons-list h3").allInnerTexts();
    assert.deepEqual(titles.slice(0, 2), ["First steps", "An hour with BERTScore"]);
    await page.getByRole("button", { name: "Start First steps" }).click();
    await page.locator("#lesson-next").click();
    await page.locator("#guess").waitFor();
    await ready(page);
    await shoot("lesson-hidden");
    assert.equal(await page.evaluate(() => document.getElementById("f1").value), "");
    assert.ok(!(await page.locator("#picture").isVisible()));
    await page.getByLabel("Your guess for F1").fill("170");
    await page.getByRole("button", { name: "Show the picture" }).click();
    assert.match(await page.locator("#guessed").innerText(), /between -1 and 1/);
    assert.ok(!(await page.locator("#picture").isVisible()), "and nothing is revealed");
    await page.getByLabel("Your guess for F1").fill("0.5");
    await page.getByRole("button", { name: "Show the picture" }).click();
    await page.locator("#picture").waitFor();
    await ready(page);
    assert.equal(await page.evaluate(() => document.getElementById("f1").value), "", "the picture comes before the scores");
    assert.ok(!(await page.locator("#panel").isVisible()) && await page.getByLabel("Your guess for F1").isDisabled());
    await page.getByRole("button", { name: "Show the scores" }).click();
    await ready(page);
    assert.match(await page.locator("#guessed").innerText(), /^You guessed \.5: \.\d{3} too low\.$/);
    await page.waitForFunction(() => location.hash === "#lesson=first-steps&step=2");
    await page.locator("#lesson-end").click();
    await ready(page);
    assert.equal(await page.locator("#reference").inputValue(), "The ferry leaves at noon.");
  });

  it("shows both candidates of a question, and says nothing of hidden scores", async () => {
    await visit();
    await ready(page);
    await page.waitForFunction(() => document.getElementById("spoken").textContent.startsWith("Precision"));
    await unfold();
    await page.getByLabel("Hide the scores").check();
    await page.waitForFunction(() => document.getElementById("spoken").textContent === "");
    await visit("#lesson=what-it-misses");
    await page.locator("#guess").waitFor();
    await ready(page);
    assert.equal(await page.locator("#letter-candidate").innerText(), "A");
    assert.match(await page.locator("#kept-candidate").innerText(), /^B\s/);
    assert.equal(await page.evaluate(() => document.getElementById("spoken").textContent), "");
  });

  it("shows the candidate that the note is about, each sentence under its letter, and sums up the guesses", async () => {
    await visit("#lesson=lessons/prices.toml&step=2");
    await page.locator("#guess").waitFor();
    await ready(page);
    const texts = async () => [
      [await page.locator("#letter-candidate").innerText(), await page.locator("#candidate").inputValue()],
      (await page.locator("#kept-candidate li").first().innerText()).split(/\s*\n\s*/).slice(0, 2),
    ];
    assert.deepEqual(await texts(), [["A", "It costs 50 euros."], ["B", "It costs fifteen euros."]]);
    await page.getByLabel("A", { exact: true }).check();
    await page.getByRole("button", { name: "Show the picture" }).click();
    assert.deepEqual(await texts(), [["B", "It costs fifteen euros."], ["A", "It costs 50 euros."]]);
    await page.getByRole("button", { name: "Show the scores" }).click();
    await page.locator("#guessed").waitFor();
    assert.match(await page.locator("#guessed").innerText(), /^You guessed A: (right|B is higher by \.\d+) \(F1: A \.\d+, B \.\d+\)\.$/);
    assert.match(await page.locator("#tally").innerText(), /Your guesses in this lesson: [01] of 1 comparisons right\./);
    assert.equal(await page.locator("#step-words").innerText(), "B says the same.");
    await page.locator("#panel .rows").waitFor();
    assert.match(await panelText(), /^B is the text scored here/);
  });

  it("judges a choice by the best over all references, and brings a pair of the grid on the screen", async () => {
    await visit("#reference=At+noon+the+ferry+leaves&candidate=The+boat+departs+at+midday&other=At+noon+the+train+leaves" +
      "&other-reference=The+boat+departs+at+midday&hidden=yes");
    await page.locator("#guess").waitFor();
    await ready(page);
    assert.equal(await page.locator("#letter-reference").innerText(), "1");
    assert.equal(await page.locator("#guess-rule").innerText(), "With 2 references, the best score counts.");
    await page.getByLabel("B", { exact: true }).check();
    await page.getByRole("button", { name: "Show the picture" }).click();
    await page.getByRole("button", { name: "Show the scores" }).click();
    await page.locator("#guessed").waitFor();
    // B is nearer to the reference on screen; A is the other one.
    assert.match(await page.locator("#guessed").innerText(),
      /^You guessed B: A is higher by \.\d+ \(F1, with 2 references, the best score counts: A 1\.0+, B \.\d+\)\.$/);
    await page.locator("#tab-compare").click();
    const pair = page.locator('[data-go="kept candidate 0 reference 0"]');
    await pair.waitFor({ state: "attached" });
    await page.locator("#panel tr.how", { has: pair }).locator("xpath=preceding-sibling::tr[1]").locator("summary").click();
    await pair.click();
    await ready(page);
    assert.deepEqual([await page.locator("#candidate").inputValue(), await page.locator("#reference").inputValue()],
      ["At noon the train leaves", "The boat departs at midday"]);
    assert.deepEqual([await page.locator("#letter-candidate").innerText(), await page.locator("#letter-reference").innerText()], ["B", "2"]);
  });

  it("gives a lesson of an hour to its end", async () => {
    await visit("#lesson=hour");
    await page.locator("#lesson").waitFor();
    const where = () => page.locator("#lesson-where").innerText();
    const steps = Number((await where()).match(/of (\d+)$/)[1]);
    let guessed = 0;
    for (let step = 1; step <= steps; step += 1) {
      assert.equal(await where(), `${step} of ${steps}`);
      await ready(page);
      const words = await page.locator("#step-words").innerText();
      if (await page.locator("#guess").isVisible()) {
        assert.equal(await page.evaluate(() => document.getElementById("f1").value), "", `step ${step}: a question hides its scores`);
        const number = page.getByLabel("Your guess for F1"), letter = page.locator("#letters input").last();
        guessed += 1;
        if (await number.isVisible()) await number.fill("0.5");
        else if (await letter.isVisible()) await letter.check();
        else guessed -= 1;
        const takesGuess = await number.isVisible() || await letter.isVisible();
        for (const move of takesGuess ? ["Show the picture", "Show the scores"] : ["Show the answer"]) {
          await page.getByRole("button", { name: move }).click();
          await ready(page);
        }
        assert.notEqual(await page.locator("#step-words").innerText(), words, `step ${step}: the answer takes the place of the question`);
      }
      await page.locator("#panel .rows, #panel .lead").first().waitFor();
      assert.ok((await numbers(page)).every(Number.isFinite), `step ${step}`);
      assert.ok(await page.locator("#notice").isHidden(), `step ${step}: ${await page.locator("#notice").innerText()}`);
      await shoot(`hour-${String(step).padStart(2, "0")}`);
      if (step < steps) await page.locator("#lesson-next").click();
    }
    assert.ok(guessed > 3, `${guessed} guesses`);
    assert.ok(await page.locator("#lesson-next").isDisabled());
    assert.match(await page.locator("#tally").innerText(), /^Your guesses in this lesson: .*\d of \d comparisons right\.$/);
    await page.locator("#lesson-end").click();
    await ready(page);
    assert.ok(await page.locator("#lesson").isHidden());
  });

  it("shows the best of several references, as the lesson says, and calls no new pair an edit", async () => {
    await visit("#lesson=hour&step=9");
    await page.locator("#lesson").waitFor();
    await ready(page);
    await page.getByRole("button", { name: "Show the answer" }).click();
    await ready(page);
    assert.match(await page.locator("#step-words").innerText(), /here all three are \.94, from reference 3/);
    assert.deepEqual((await numbers(page)).map((x) => x.toFixed(2)), ["0.94", "0.94", "0.94"]);
    assert.match(await page.locator("#f1-raw").innerText(), /^best of 3; this reference \.89513$/);
    await visit("#lesson=hour&step=13");
    await page.locator("#lesson").waitFor();
    await ready(page);
    await page.locator("#lesson-next").click();
    await page.getByRole("tab", { name: "What did my edit do?", selected: true }).waitFor();
    await page.locator("#panel .lead").waitFor();
    assert.match(await panelText(), /^Nothing has been edited yet/);
  });

  it("takes a lesson from a file, and says what is wrong with one", async () => {
    await visit();
    const good = `title = "Prices"\n[[step]]\nreference = "It costs 15 euros."\ncandidate = "It costs 50 euros."\nnote = "<b>no tag</b>"\n`;
    await page.locator("#lesson-file").setInputFiles({ name: "prices.toml", mimeType: "text/plain", buffer: Buffer.from(good) });
    await page.locator("#lesson").waitFor();
    assert.equal(await page.locator("#step-words").innerText(), "<b>no tag</b>");
    const wrong = `${good}checks = [{ score = "f1", above = 0.99 }]\n`;
    await page.locator("#lesson-file").setInputFiles({ name: "wrong.toml", mimeType: "text/plain", buffer: Buffer.from(wrong) });
    await page.waitForFunction(() => document.getElementById("notice").textContent.startsWith("The notes of this lesson may be wrong here: 1 of 1 claims does not hold"));
    await page.locator("#lesson-end").click();
    await page.locator("#lesson-file").setInputFiles({ name: "broken.toml", mimeType: "text/plain", buffer: Buffer.from(`${good}colour = "red"\nshape = "round"\n`) });
    await page.locator("#notice").waitFor();
    assert.match(await page.locator("#notice").innerText(), /^broken\.toml, line 6, column 1: unknown field `colour`[^\n]*$/, "the first fault");
    await page.locator("#lesson-file").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from([137, 80, 78, 71]) });
    await page.waitForFunction(() => document.getElementById("notice").textContent.includes("photo.png"));
    assert.equal(await page.locator("#notice").innerText(), "photo.png is not a lesson. Lessons are .toml files.");
  });

  it("opens a lesson that lies beside it or in a folder", async () => {
    for (const [link, place] of [
      ["#lesson=prices.toml", /Prices 1 of 2/],
      ["#lesson=prices%2Etoml", /Prices 1 of 2/],
      ["#lesson=lessons/prices.toml&step=2", /Prices 2 of 2/],
    ]) {
      await visit(link);
      await page.locator("#lesson").waitFor();
      await ready(page);
      assert.match(await page.locator("#lesson .where").innerText(), place);
      assert.equal(await page.locator("#candidate").inputValue(), "It costs 50 euros.");
    }
  });

  it("builds the score step by step", async () => {
    await visit();
    await ready(page);
    await page.getByRole("button", { name: "Walkthrough" }).click();
    const titles = [];
    const where = (stage) => page.waitForFunction((stage) => document.getElementById("walk-where").textContent === `${stage} of 17`, stage);
    for (let stage = 1; stage <= 17; stage += 1) {
      await where(stage);
      titles.push(await page.locator("#walk-title").innerText());
      // Nothing is on the page before the step that makes it; the last two steps are words alone.
      for (const [id, made, gone] of [["picture", 6, 16], ["precision", 9], ["recall", 11], ["f1", 12]]) {
        assert.equal(await page.locator(`#${id}`).isVisible(), stage >= made && stage < (gone ?? 18), `${id} at step ${stage}`);
      }
      assert.equal(await page.getByRole("button", { name: "Save" }).isDisabled(), stage < 12);
      if ([1, 5, 6, 9, 16, 17].includes(stage)) await shoot(`walk-${stage}`);
      // The rows of the matrix come one after the other, or all at once.
      assert.equal(await page.getByRole("button", { name: "All rows" }).isVisible(), stage === 6);
      for (const name of stage === 6 ? ["Next step", "All rows"] : []) {
        const words = await page.locator("#walk-words").innerText();
        await page.getByRole("button", { name }).click();
        await page.waitForFunction((words) => document.getElementById("walk-words").innerText !== words, words);
        await where(6);
      }
      if (stage === 6) assert.equal(await page.evaluate(() => document.activeElement.id), "walk-next", "the keyboard goes on");
      if (stage < 17) await page.locator("#walk-next").click();
    }
    assert.deepEqual([titles[0], titles[16]], ["Two texts", "Limits"]);
    await page.locator("#walk-end").click();
    await ready(page);
    assert.ok(!(await page.getByLabel("Rescaled").isChecked()));
  });

  it("saves the picture and the analysis", async () => {
    await visit();
    await ready(page);
    for (const [format, start] of [["svg", "<svg"], ["png", "\u{fffd}PNG"], ["html", "<!DOCTYPE html>"], ["json", "{"], ["python", "#"]]) {
      const [download] = await Promise.all([page.waitForEvent("download"), (async () => {
        await page.getByRole("button", { name: "Save" }).click();
        await page.locator(`[data-format="${format}"]`).click();
      })()]);
      const text = readFileSync(await download.path(), "utf8");
      assert.ok(text.startsWith(start), `${format}: ${text.slice(0, 40)}`);
      if (format === "svg") assert.match(text, />The ferry leaves at noon\.</, "the picture has its texts");
      if (shots) writeFileSync(`${shots}/${download.suggestedFilename()}`, readFileSync(await download.path()));
    }
  });

  it("shows a link and its QR code", async () => {
    await visit();
    await ready(page);
    await page.getByRole("button", { name: "Share" }).click();
    await page.locator("#code svg").waitFor();
    assert.match(await page.locator("#address").inputValue(), /#size=\d+&reference=The\+ferry/);
    if (shots) await page.screenshot({ path: `${shots}/share.png` });
    await page.keyboard.press("Escape");
  });

  it("answers bad input with one sentence and keeps what was typed", async () => {
    await visit();
    const long = "word ".repeat(20_000);
    await page.getByRole("textbox", { name: "Reference", exact: true }).fill(long);
    await page.waitForFunction(() => document.getElementById("notice").textContent.includes("100,000 characters"));
    assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "stale");
    assert.equal(await page.locator("#reference").inputValue(), long);
    await write(page, { Reference: "short again" });
    assert.ok(await page.locator("#notice").isHidden());
    for (const [fragment, sentence] of [
      ["#size=9&", /has no pair/],
      ["#candidate=%E4", /no readable text/],
      ["#lesson=https://example.org/a.toml", /cannot be opened: a link can only name a \.toml file/],
      ["#lesson=missing.toml", /could not be loaded: the server answered 404/],
      ["#lesson=nothing", /no lesson “nothing”/],
    ]) {
      await visit(fragment);
      await page.locator("#notice").waitFor();
      assert.match(await page.locator("#notice").innerText(), sentence);
      await ready(page);
    }
    problems.splice(0, problems.length, ...problems.filter((problem) => !/404/.test(problem)));
  });

  it("keeps what can be read of a damaged link, and says what was left out", async () => {
    for (const [fragment, candidate, sentence] of [
      ["#reference=a+light&candidate=%E4", "", /left out: the field "candidate", which is damaged/],
      ["#reference=a+light&candidate=a+lamp&layer=x", "a lamp", /left out: the field "layer", which should be a layer number, not "x"/],
      ["#size=99&reference=a+light&candidate=a+la", "", /left out: everything from the field "candidate" on/],
    ]) {
      await visit(fragment);
      await ready(page);
      assert.match(await page.locator("#notice").innerText(), sentence);
      assert.equal(await page.locator("#reference").inputValue(), "a light");
      assert.equal(await page.locator("#candidate").inputValue(), candidate);
    }
  });

  it("says above the picture that a text is empty or cut, and stays a page of bounded length", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit();
    await write(page, { Candidate: "" });
    assert.match(await page.locator("#warnings-part").innerText(), /The candidate has no words/);
    const above = await page.evaluate(() => document.getElementById("warnings-part").getBoundingClientRect().bottom <= document.getElementById("picture").getBoundingClientRect().top);
    assert.ok(above);
    const long = "a word and then some more ".repeat(780).slice(0, 19_990);
    await write(page, { Reference: long, Candidate: `${long}.` });
    assert.match(await page.locator("#warnings-part").innerText(), /The reference was truncated to \d+ of its/);
    await page.waitForFunction(() => document.querySelector("#panel[aria-busy='false'] .rows"));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height < 4_000, `${height} pixels`);
    await shoot("long");
  });

  it("shows that a matrix is cut off, and keeps its labels in sight", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit("#reference=The+committee+postponed+its+vote+on+the+new+bridge+until+next+Friday%2E&candidate=The+panel+delayed+the+ballot+about+it%2E");
    await ready(page);
    await page.locator("#matrix.more-right").waitFor();
    assert.match(await page.locator(".cut-off").innerText(), /larger than this window/);
    await page.evaluate(() => { document.getElementById("matrix").scrollLeft = 1e6; });
    await page.locator("#matrix:not(.more-right)").waitFor();
    const left = await page.evaluate(() => {
      const box = document.getElementById("matrix").getBoundingClientRect();
      return document.querySelector('#matrix [data-token="c1"]').getBoundingClientRect().left - box.left;
    });
    assert.ok(left >= 0 && left < 120, `labels of rows at ${left}`);
    await shoot("scrolled-390");
    await page.getByRole("button", { name: "Keep" }).last().click();
    await page.waitForFunction(() => {
      const tab = document.querySelector('#tabs [aria-selected="true"]'), { left, right } = tab.getBoundingClientRect();
      return tab.id === "tab-compare" && left >= 0 && right <= innerWidth;
    }, null, { timeout: 5_000 });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it("works without a network after the first visit", async () => {
    await visit();
    await ready(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.close();
    try {
      await page.reload();
      await ready(page);
      await write(page, { Candidate: "Nothing is asked of a network." });
      assert.ok((await numbers(page))[2] > 0);
    } finally {
      const { port } = new URL(server.address);
      server = await serve(folder, beside, Number(port));
    }
  });

  it("is accessible in light and dark, at 360, 1,440 and 2,560 pixels", async () => {
    for (const [scheme, width] of [["light", 360], ["dark", 360], ["light", 1440], ["dark", 1440], ["light", 2560]]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
      await visit("#reference=The+committee+postponed+the+vote+until+Friday%2E&candidate=The+panel+delayed+the+ballot+until+Friday%2E");
      await ready(page);
      await page.waitForFunction(() => document.querySelector("#panel[aria-busy='false'] .rows"));
      await shoot(`${scheme}-${width}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${width}: ${overflow} pixels too wide`);
      await violations(`${scheme} ${width}`);
    }
  });

  it("is accessible on its first screen, before and after the answer, in light and dark", async () => {
    for (const [scheme, width] of [["light", 360], ["dark", 1440], ["light", 1920]]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: width < 500 ? 780 : 1000 });
      await visit("#start");
      await ready(page);
      await violations(`first screen ${scheme} ${width}`);
      // By keys alone.
      await page.locator(".option").first().focus();
      await page.keyboard.press("Enter");
      await page.locator("#opening-why").click();
      await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState === "finished"));
      assert.match(await page.locator("#opening-verdict").innerText(), /^You chose A, which says the same\. BERTScore prefers the wrong one\.$/);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
      await violations(`answered ${scheme} ${width}`);
      await shoot(`first-${scheme}-${width}`);
    }
  });

  it("prints a handout", async () => {
    const pdf = await page.pdf({ format: "A4", printBackground: true });
    assert.ok(pdf.length > 10_000);
    if (shots) writeFileSync(`${shots}/print.pdf`, pdf);
  });

  it("has written nothing to the console and asked nothing of another server", () => {
    assert.deepEqual(problems, []);
  });
});
