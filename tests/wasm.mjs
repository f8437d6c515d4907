// Runs test binaries that were compiled for wasm32-unknown-unknown: node tests/wasm.mjs BINARY.wasm
//
// There is no standard output there, and a panic ends the module. A test that fails is a trap, whose stack names the test.
// Every function is compiled first, so a module that needs more than this Node has is refused.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const [path] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(path));

// The linker lists what the compiler used. Not every browser has relaxed SIMD, and its digits differ from one to another.
const [features] = WebAssembly.Module.customSections(module, 'target_features');
const used = features && new TextDecoder().decode(features);
if (!used?.includes('simd128')) throw new Error(`${path} was compiled without simd128`);
if (used.includes('relaxed-simd')) throw new Error(`${path} has instructions of relaxed SIMD`);

// Nothing that the tests need: functions for objects of JavaScript.
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
const { main } = new WebAssembly.Instance(module, imports).exports;
const start = performance.now();
const code = main(0, 0);
if (code !== 0) throw new Error(`${path} ended with ${code}`);
console.log(`test result: ok. ${basename(path)}; finished in ${((performance.now() - start) / 1000).toFixed(2)}s`);
