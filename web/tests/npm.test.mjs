// The npm package, installed from its tarball into an empty folder without a network: in Node, and in the browser.
//
// TARBALL names it; without one, packaging/npm.sh packs the page of FOLDER.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { open } from "./browser.mjs";
import { serve } from "./server.mjs";

const TOLERANCE = 2e-5;
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const golden = JSON.parse(readFileSync(path("../../tests/data/minilm_golden.json"), "utf8"));
const pair = { reference: "The ferry leaves at noon.", candidate: "The boat departs at midday." };

// Runs in both places: the scores of the cases, of a pair with several references, and explanations.
async function answers(address, { cases, multi, pair }) {
  const { Scorer } = await import(address);
  const scorer = await Scorer.bundled();
  const numbers = ({ precision, recall, f1 }) => [precision, recall, f1];
  const topics = ["ledger", "drop", "compare", "layers", "idf", "ruler", "lenses", "overlap"];
  const attempt = (what) => {
    try {
      return what();
    } catch (error) {
      return error.message;
    }
  };
  return {
    plain: cases.map((one) => numbers(scorer.score(one))),
    several: multi.map(({ references, candidate, layer }) => numbers(scorer.score({ reference: references, candidate, layer }))),
    settings: scorer.score({ ...pair, idf: true, rescale: true }),
    empty: scorer.score({ ...pair, candidate: "" }),
    titles: topics.map((topic) => scorer.explain({ ...pair, against: ["The boat leaves."] }, topic).title),
    ledger: scorer.explain(pair, "ledger"),
    analysis: scorer.analyze(pair),
    refused: [
      attempt(() => scorer.score({ ...pair, layer: 9 })),
      attempt(() => scorer.score({ reference: pair.reference })),
      attempt(() => scorer.score({ ...pair, reference: [] })),
      attempt(() => scorer.explain(pair, "edit")),
    ],
  };
}

const questions = {
  cases: golden.cases.map(({ reference, candidate, layer }) => ({ reference, candidate, layer })),
  multi: golden.multi.map(({ references, candidate, layer }) => ({ references, candidate, layer })),
  pair,
};

let folder, installed;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "bertscope-npm-"));
  let tarball = process.env.TARBALL;
  if (!tarball) {
    const env = { ...process.env, ...(process.env.FOLDER ? { PAGE: process.env.FOLDER } : {}) };
    tarball = execFileSync(path("../../packaging/npm.sh"), [folder], { env, encoding: "utf8" }).trim().split("\n").at(-1);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder, stdio: "pipe" });
  installed = join(folder, "node_modules", "bertscope");
});
after(() => rmSync(folder, { recursive: true, force: true }));

function compare(found, expected) {
  let compared = 0;
  for (const [i, { name, layer, plain }] of expected.entries())
    for (const [k, theirs] of plain.entries()) {
      // bert_score has null where a number does not exist.
      if (theirs === null) continue;
      assert.ok(Math.abs(found[i][k] - theirs) <= TOLERANCE, `${name}, layer ${layer}: ${found[i]}, bert_score has ${plain}`);
      compared += 1;
    }
  return compared;
}

function check(found) {
  assert.ok(compare(found.plain, golden.cases) > 580);
  assert.ok(compare(found.several, golden.multi) > 0);
  assert.match(found.settings.signature, /_L6_idf_.*-custom-rescaled$/);
  assert.deepEqual([found.empty.f1, found.empty.notes.length], [0, 1]);
  assert.equal(new Set(found.titles).size, 8);
  assert.equal(found.ledger.title, "Why not 1.0?");
  assert.ok(found.ledger.rows.length > 5 && found.ledger.data.reference.words[0].word);
  assert.equal(found.analysis.similarity.length, found.analysis.candidate.tokens.length);
  assert.deepEqual(found.refused, [
    "layer is 9; use 0 to 6",
    "candidate is of type undefined; pass a string",
    "reference is an empty array; pass at least one",
    "there is no explanation edit; use one of ledger, drop, compare, layers, idf, ruler, lenses, overlap",
  ]);
}

describe("the npm package", { timeout: 1_200_000 }, () => {
  it("has the numbers of bert_score and explanations in Node, in a folder of its own", () => {
    const script = join(folder, "run.mjs");
    writeFileSync(script, `${answers}\nconsole.log(JSON.stringify(await answers("bertscope", ${JSON.stringify(questions)})));`);
    check(JSON.parse(execFileSync(process.execPath, [script], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 })));
  });

  it("has the same in the browser, from a server of static files", async () => {
    const page = (name, response) => name === "/index.html" && response.writeHead(200, { "Content-Type": "text/html" }).end("<p>");
    const server = await serve(installed, page);
    const browser = await open();
    try {
      const tab = await browser.context.newPage();
      await tab.goto(server.address);
      const run = `(${answers})("./index.js", ${JSON.stringify(questions)})`;
      check(await tab.evaluate(run));
      assert.deepEqual(new Set(server.asked.filter((name) => name !== "/favicon.ico")), new Set(["/", "/index.js", "/bertscope_web.js", "/bertscope_web_bg.wasm", "/minilm.safetensors"]));
    } finally {
      await browser.close();
      await server.close();
    }
  });

  it("declares every method of its class", async () => {
    const { Scorer } = await import(pathToFileURL(join(installed, "index.js")));
    const types = readFileSync(join(installed, "index.d.ts"), "utf8");
    for (const name of Object.getOwnPropertyNames(Scorer.prototype)) assert.match(types, new RegExp(`\\b${name}\\(`));
    assert.match(types, /static bundled\(\): Promise<Scorer>/);
  });
});
