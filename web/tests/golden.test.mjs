// The numbers of bert_score, computed by the page in the browser: every golden case, raw, weighed and rescaled.
//
// The goldens have a corpus and baselines of their own. The worker is served with one more question at its start, which puts
// them in place of the bundled ones; everything else is the page as it is.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { numbers, open, ready, write } from "./browser.mjs";
import { serve } from "./server.mjs";

const TOLERANCE = 2e-5;
const folder = process.env.FOLDER ?? fileURLToPath(new URL("../dist", import.meta.url));
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const golden = JSON.parse(read("../../tests/data/minilm_golden.json"));

const tables = { ask: "use", corpus: golden.idf_corpus, baselines: golden.baseline_tsv };
const worker = (name, response) => {
  if (name !== "/worker.js") return false;
  const source = readFileSync(join(folder, "worker.js"), "utf8");
  const prepared = source.replace("const model = start();", `const model = start().then((model) => {
    const answer = page.ask(${JSON.stringify(JSON.stringify(tables))});
    if (answer !== "{}") throw new Error(answer);
    return model;
  });`);
  assert.notEqual(prepared, source);
  response.writeHead(200, { "Content-Type": "text/javascript" }).end(prepared);
  return true;
};

const WAYS = {
  plain: { idf: "off", rescaled: false },
  idf: { idf: "table", rescaled: false },
  rescaled: { idf: "off", rescaled: true },
};

let server, browser, page;

async function settle(layer, way) {
  await page.getByRole("slider", { name: "Layer", exact: true }).fill(String(layer));
  await page.getByLabel("IDF weights").selectOption(WAYS[way].idf);
  await page.getByLabel("Rescaled").setChecked(WAYS[way].rescaled);
}

// bert_score has null where a number does not exist.
function compare(what, ours, theirs) {
  theirs.forEach((theirs, i) => {
    if (theirs === null) return;
    assert.ok(Math.abs(ours[i] - theirs) <= TOLERANCE, `${what}: ${ours[i]}, bert_score has ${theirs}`);
  });
  return theirs.filter((number) => number !== null).length;
}

describe("the numbers", { timeout: 600_000 }, () => {
  before(async () => {
    server = await serve(folder, worker);
    browser = await open();
    page = await browser.context.newPage();
    await page.goto(server.address);
    await ready(page);
    await page.getByText("Settings", { exact: true }).click();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  for (const way of Object.keys(WAYS)) {
    it(`${way}: are those of bert_score on every golden case`, async () => {
      let compared = 0;
      for (const { name, reference, candidate, layer, ...theirs } of golden.cases) {
        await settle(layer, way);
        await write(page, { Reference: reference, Candidate: candidate });
        compared += compare(`${name}, layer ${layer}, ${way}`, await numbers(page), theirs[way]);
      }
      assert.ok(compared > 580, String(compared));
    });

    it(`${way}: are those of bert_score with several references`, async () => {
      for (const { name, references, candidate, layer, ...theirs } of golden.multi) {
        await settle(layer, way);
        const all = [];
        for (const reference of references) {
          await write(page, { Reference: reference, Candidate: candidate });
          all.push(await numbers(page));
        }
        compare(`${name}, layer ${layer}, ${way}`, [0, 1, 2].map((i) => Math.max(...all.map((one) => one[i]))), theirs[way]);
      }
    });
  }
});

describe("the bundled tables", { timeout: 120_000 }, () => {
  const matrices = golden.cases.filter(({ matrix }) => matrix);
  let server, browser, page;

  before(async () => {
    server = await serve(folder);
    browser = await open();
    page = await browser.context.newPage();
    await page.goto(server.address);
    await ready(page);
    await page.getByText("Settings", { exact: true }).click();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  async function scored({ layer, reference, candidate }) {
    await page.getByRole("slider", { name: "Layer", exact: true }).fill(String(layer));
    await write(page, { Reference: reference, Candidate: candidate });
    return numbers(page);
  }

  it("rescale to (x − b) ÷ (1 − b)", async () => {
    const lines = read("../../assets/minilm/baseline.tsv").trim().split("\n").filter((line) => /^\d/.test(line));
    const baselines = new Map(lines.map((line) => line.split(/[,\t]/).map(Number)).map(([layer, ...row]) => [layer, row]));
    await page.getByLabel("Rescaled").check();
    for (const one of matrices) {
      const baseline = baselines.get(one.layer);
      compare(`${one.name}, layer ${one.layer}`, await scored(one), one.plain.map((x, i) => (x - baseline[i]) / (1 - baseline[i])));
    }
    await page.getByLabel("Rescaled").uncheck();
  });

  it("weigh by ln((N + 1) ÷ (df + 1))", async () => {
    const lines = read("../../assets/minilm/idf.tsv").split("\n");
    const documents = Number(lines.find((line) => line.startsWith("#documents")).split(" ")[1]);
    const frequencies = new Map(lines.filter((line) => /^\d+\t\d+$/.test(line)).map((line) => line.split("\t").map(Number)));
    const mean = (text, best) => {
      const { ids } = golden.tokens[text];
      // [CLS] and [SEP] have no weight.
      const weights = ids.map((id, i) => i % (ids.length - 1) === 0 ? 0 : Math.log((documents + 1) / ((frequencies.get(id) ?? 0) + 1)));
      const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
      return sum(weights.map((weight, i) => weight * best(i))) / sum(weights);
    };
    await page.getByLabel("IDF weights").selectOption("table");
    for (const one of matrices) {
      const p = mean(one.candidate, (i) => Math.max(...one.matrix[i])), r = mean(one.reference, (j) => Math.max(...one.matrix.map((row) => row[j])));
      compare(`${one.name}, layer ${one.layer}`, await scored(one), [p, r, 2 * p * r / (p + r)]);
    }
  });
});
