// Forward passes of bertscope and of ONNX Runtime Web in turns, in Node or in a page.

const SIZES = [7, 30]; // tokens
const WIDTH = 384;
const WARM_UP = 60; // passes until both engines have compiled their loops for speed
const PASSES = 10; // in a round

/**
 * Measures both. `wasm` and `onnx` are the bytes of the module and of the same weights as a graph; `ort` is the
 * namespace of onnxruntime-web. Returns remarks, the rows
 * of a Markdown table, and what the summary shows of the last layer.
 */
export async function measure({ wasm, onnx, ort, rounds }) {
  const remarks = [];
  const table = [];
  const summary = [];
  const { open, encode, hidden_state, memory } = await bertscope(wasm);
  let start = performance.now();
  open();
  remarks.push(`bertscope opens in ${(performance.now() - start).toFixed(0)} ms; memory ${(memory.buffer.byteLength / 1e6).toFixed(0)} MB`);

  ort.env.wasm.numThreads = 1;
  start = performance.now();
  const session = await ort.InferenceSession.create(onnx, { executionProviders: ['wasm'], graphOptimizationLevel: 'all' });
  remarks.push(`ONNX Runtime Web ${ort.env.versions?.web ?? ''} in ${(performance.now() - start).toFixed(0)} ms`);
  const feeds = Object.fromEntries(SIZES.map((tokens) => {
    const ids = BigInt64Array.from({ length: tokens }, (_, i) => BigInt(10 + i));
    return [tokens, { input_ids: new ort.Tensor('int64', ids, [1, tokens]) }];
  }));
  const ways = {
    'last layer': (tokens) => encode(tokens, false),
    'every layer': (tokens) => encode(tokens, true),
    'ONNX Runtime Web': (tokens) => session.run(feeds[tokens]),
  };

  for (const tokens of SIZES) {
    const count = encode(tokens, false);
    const theirs = (await session.run(feeds[tokens])).last_hidden_state.data;
    if (count !== tokens * WIDTH || theirs.length !== count) throw new Error('the models have different outputs');
    let furthest = 0;
    theirs.forEach((number, i) => { furthest = Math.max(furthest, Math.abs(number - hidden_state(i))); });
    if (!(furthest < 1e-4)) throw new Error(`the models differ by ${furthest}: not the same weights`);

    const names = Object.keys(ways);
    const times = Object.fromEntries(names.map((name) => [name, []]));
    const fastest = Object.fromEntries(names.map((name) => [name, Infinity]));
    for (const name of names) for (let i = 0; i < WARM_UP; i++) await ways[name](tokens);
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < names.length; turn++) {
        const name = names[(round + turn) % names.length];
        const passes = [];
        for (let i = 0; i < PASSES; i++) {
          const begin = performance.now();
          await ways[name](tokens);
          passes.push(performance.now() - begin);
        }
        times[name].push(quantile(passes, 0.5));
        fastest[name] = Math.min(fastest[name], ...passes);
      }
    }
    for (const name of names) {
      const ratios = times[name].map((time, i) => time / times['ONNX Runtime Web'][i]);
      const [low, middle, high] = [0.25, 0.5, 0.75].map((q) => quantile(ratios, q).toFixed(2));
      const median = quantile(times[name], 0.5).toFixed(2);
      table.push(`${tokens} | ${name} | ${median} | ${fastest[name].toFixed(2)} | ${middle} (${low}–${high})`);
      if (name === 'last layer') {
        summary.push({ tokens, ratio: middle, ours: median, theirs: quantile(times['ONNX Runtime Web'], 0.5).toFixed(2) });
      }
    }
    remarks.push(`at ${tokens} tokens, hidden states differ by at most ${furthest.toExponential(1)}`);
  }
  return { remarks, table, summary };
}

// The module as the compiler made it, without wasm-bindgen's JavaScript: it asks for nothing that it needs for numbers
// alone, and its functions have a number after their names.
async function bertscope(bytes) {
  const module = await WebAssembly.compile(bytes);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
  const { exports } = await WebAssembly.instantiate(module, imports);
  const named = Object.entries(exports).map(([name, value]) => [name.replace(/_[0-9a-f]{16}$/, ''), value]);
  return Object.fromEntries(named);
}

function quantile(numbers, q) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * q)];
}
