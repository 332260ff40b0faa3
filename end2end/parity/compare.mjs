// Runs the WASM build on every case that the example `native` wrote and compares the bytes.
// node compare.mjs <folder of cases> <script that site-tool wrote for nodejs> <folder of the page's verifier>
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { records } from "./records.mjs";

const [folder, script, verifier] = process.argv.slice(2).map((path) => resolve(path));
const wasm = createRequire(import.meta.url)(script);
const cases = readdirSync(folder).filter((file) => file.endsWith(".input.json")).map((file) => file.slice(0, -".input.json".length));

let different = 0;
for (const name of cases) {
  const native = readFileSync(join(folder, `${name}.outcome.json`), "utf8");
  const start = performance.now();
  const outcome = wasm.calibrate(readFileSync(join(folder, `${name}.input.json`), "utf8"));
  const took = Math.round(performance.now() - start);
  if (outcome === native) {
    console.log(`  same  ${name}: ${native.length} bytes, ${took} ms`);
    continue;
  }
  different += 1;
  let at = 0;
  while (at < native.length && outcome[at] === native[at]) at += 1;
  console.log(`  DIFFERENT  ${name} at byte ${at}: native ${native.slice(at, at + 60)}, WASM ${outcome.slice(at, at + 60)}`);
}
if (cases.length < 5) throw new Error(`only ${cases.length} cases in ${folder}`);
different += records(folder, wasm, verifier);
if (different > 0) process.exit(1);
