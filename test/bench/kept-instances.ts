// What `keepInstances` of @usdkit/base gains: reading, walking and writing after full garbage collections, on the built packages
// as they are, and with a `keepInstances` that keeps nothing. After `pnpm build`:
//
//   node test/bench/kept-instances.ts

import { execFileSync } from "node:child_process";
import { installedEntry } from "./installed.ts";

const ROUNDS = 24;
/** V8 compiles most functions in the first rounds. */
const WARM_UP = 10;
const RUNS = 3;

const program = `
import { registerHooks } from "node:module";
if (process.argv[1] === "without") {
  const source = "export function keepInstances() {}";
  registerHooks({
    load: (url, context, next) =>
      url.endsWith("/runtime/keep-instances.js") ? { format: "module", source, shortCircuit: true } : next(url, context),
  });
}
const { parseUsda, printUsda } = await import(${JSON.stringify(installedEntry("usda"))});
const { readUsdc, writeUsdc } = await import(${JSON.stringify(installedEntry("usdc"))});
const prim = (i) => \`def Mesh "p\${i}" {\\n int n = \${i}\\n token t = "v\${i % 9}"\\n float3[] points = [(1, \${i}, 0)]\\n}\`;
const text = "#usda 1.0\\n" + Array.from({ length: 3000 }, (_, i) => prim(i)).join("\\n");
const least = {};
for (let round = 0; round < ${ROUNDS}; round++) {
  globalThis.gc();
  const measure = (name, work) => {
    const start = performance.now();
    const result = work();
    const time = performance.now() - start;
    if (round >= ${WARM_UP}) least[name] = Math.min(least[name] ?? Infinity, time);
    return result;
  };
  const { layer, ok, diagnostics } = measure("parse a text", () => parseUsda(text));
  if (!ok) throw new Error("The text has an error: " + JSON.stringify(diagnostics[0]));
  measure("walk and print it", () => printUsda(layer));
  const crate = measure("write it as a crate", () => writeUsdc(layer));
  const read = measure("open the crate", () => readUsdc(crate).layer);
  measure("walk and print the crate", () => printUsda(read));
}
console.log(JSON.stringify(least));
`;

type Times = Record<string, number>;

function run(form: "with" | "without"): Times {
  const options = ["--expose-gc", "--input-type=module", "--eval", program, form];
  return JSON.parse(execFileSync(process.execPath, options, { encoding: "utf8" })) as Times;
}

function least(all: readonly Times[], name: string): number {
  return Math.min(...all.map((times) => times[name] ?? Infinity));
}

/** Measures both in turn, and prints a line for each step: milliseconds with and without, and their ratio. */
function main(): void {
  const withInstances: Times[] = [];
  const without: Times[] = [];
  for (let i = 0; i < RUNS; i++) {
    withInstances.push(run("with"));
    without.push(run("without"));
  }
  for (const name of Object.keys(withInstances[0] ?? {})) {
    const [kept, freed] = [least(withInstances, name), least(without, name)];
    console.log(`${name}: ${kept.toFixed(2)} ms, without ${freed.toFixed(2)} ms (${(freed / kept).toFixed(2)})`);
  }
}

if (import.meta.main) main();
