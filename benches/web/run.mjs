// Runs measure.mjs in this Node, and then in Chromium on a page of its own.
//
//     node run.mjs MODULE.wasm MODEL.onnx NODE_MODULES ROUNDS [CHROMIUM]
import { createServer } from 'node:http';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { measure } from './measure.mjs';

const [wasm, onnx, packages, rounds, chromium] = process.argv.slice(2);
const dist = join(resolve(packages), 'onnxruntime-web', 'dist');

const ort = await import(pathToFileURL(join(dist, 'ort.node.min.mjs')));
const input = { wasm: await readFile(wasm), onnx: await readFile(onnx), ort, rounds: Number(rounds) };
const measured = [[`Node ${process.versions.node}`, await measure(input)]];
if (chromium) measured.push(await inChromium());
await print();

// A table of all, and the rows of the summary, which benches/all.sh collects (see benches/summary.py).
async function print() {
  console.log('| | tokens | | ms | fastest | bertscope / ONNX Runtime Web |\n|---|---|---|---|---|---|');
  for (const [where, { table }] of measured) table.forEach((row) => console.log(`| ${where} | ${row} |`));
  console.log();
  for (const [where, { remarks }] of measured) console.log(`- ${where}: ${remarks.join('; ')}.`);
  if (!process.env.BENCH_ROWS) return;
  for (const [where, { summary }] of measured) {
    for (const { tokens, ratio, ours, theirs } of summary) {
      const what = `[forward pass](#one-forward-pass-in-the-browser) in ${where}, ${tokens} tokens`;
      await appendFile(process.env.BENCH_ROWS, `| ${what} | ${ratio} | ${ours} ms | ONNX Runtime Web ${theirs} ms |\n`);
    }
  }
}

async function inChromium() {
  const { default: puppeteer } = await import(createRequire(join(resolve(packages), '_')).resolve('puppeteer-core'));
  const server = await serve();
  const profile = await mkdtemp(join(tmpdir(), 'chromium-'));
  const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'];
  const browser = await puppeteer.launch({ executablePath: chromium, userDataDir: profile, args: flags, protocolTimeout: 600_000 });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const [, version] = (await browser.version()).split('/');
    const found = await page.evaluate(async (rounds) => {
      const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
      const [{ measure }, ort] = await Promise.all([import('/measure.mjs'), import('/ort/ort.wasm.min.mjs')]);
      return measure({ wasm: await bytes('/module.wasm'), onnx: await bytes('/model.onnx'), ort, rounds });
    }, Number(rounds));
    return [`Chromium ${version}`, found];
  } finally {
    await browser.close();
    server.close();
    await rm(profile, { recursive: true, force: true });
  }
}

// An isolated page, whose clock counts in steps of 5 µs instead of 100.
function serve() {
  const files = { '/measure.mjs': new URL('measure.mjs', import.meta.url), '/module.wasm': wasm, '/model.onnx': onnx };
  const server = createServer(async ({ url }, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    const runtime = /^\/ort\/([\w.-]+)$/.exec(url);
    const file = files[url] ?? (runtime && join(dist, runtime[1]));
    const type = url.endsWith('.mjs') ? 'text/javascript' : url.endsWith('.wasm') ? 'application/wasm' : 'text/html';
    response.setHeader('Content-Type', type);
    try {
      response.end(file ? await readFile(file) : '<!doctype html><title>bench</title>');
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}
