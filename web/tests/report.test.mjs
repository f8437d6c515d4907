// The page of `bertscope report` in a real browser: its list, its filters, and what a word leads to. PROGRAM names the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { open } from "./browser.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const program = process.env.PROGRAM ?? here("../../target/release/bertscope");
const table = here("../../examples/systems.tsv");
const [header, ...lines] = readFileSync(table, "utf8").trim().split("\n").map((line) => line.split("\t"));
const rows = lines.map((line) => Object.fromEntries(header.map((name, i) => [name, line[i]])));
const skip = existsSync(program) ? false : "there is no program; run: cargo build --release";

describe("the page of a report", { timeout: 120_000, skip }, () => {
  let browser, page, folder;
  const problems = [];
  const shown = async () => {
    const words = await page.locator("#shown").innerText();
    return words === "No pair matches." ? 0 : Number(words.match(/of (\d+) matching pair/)[1]);
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "bertscope-report-"));
    const file = join(folder, "report.html");
    execFileSync(program, ["report", table, "--candidate-column", "draft", "--candidate-column", "revised", "--by", "kind", "-o", file]);
    browser = await open();
    page = await browser.context.newPage();
    page.on("console", (message) => { if (message.type() === "error") problems.push(message.text()); });
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => { if (!/^(file|data|blob):/.test(request.url())) problems.push(`it asked for ${request.url()}`); });
    await page.goto(pathToFileURL(file).href);
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("lists all pairs, and finds parts of texts and whole words", async () => {
    assert.equal(await shown(), rows.length);
    for (const [find, fits] of [
      ["the", (row) => Object.values(row).some((text) => text.toLowerCase().includes("the"))],
      ["reference~the", ({ reference }) => /(?<![\p{L}\p{N}])the(?![\p{L}\p{N}])/iu.test(reference)],
    ]) {
      await page.locator("#find").fill(find);
      assert.equal(await shown(), rows.filter(fits).length, find);
    }
    await page.locator("#find").fill("reference~th");
    assert.equal(await shown(), 0, "a part is not a word");
  });

  it("leads from every word that drives the scores to the pairs that have it", async () => {
    const words = page.locator("#drivers [data-find]");
    const finds = await words.evaluateAll((all) => all.map((word) => word.dataset.find));
    assert.ok(finds.length > 10, finds.join(" "));
    for (const [i, find] of finds.entries()) {
      const [, side, word] = find.match(/^(reference|candidate|)~"?(.+?)"?$/);
      const alone = new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "iu");
      const texts = ({ reference, draft, revised }) => ({ reference: [reference], candidate: [draft, revised], "": [reference, draft, revised] })[side];
      await words.nth(i).click();
      assert.equal(await page.locator("#find").inputValue(), find);
      // A sign may touch letters, a word may not.
      const fits = /[\p{L}\p{N}]/u.test(word) ? (text) => alone.test(text) : (text) => text.includes(word);
      assert.equal(await shown(), rows.filter((row) => texts(row).some(fits)).length, find);
    }
  });

  it("has written nothing to the console and asked nothing of a network", () => assert.deepEqual(problems, []));
});
