// Writes the modules of WebAssembly that sources import, after a change of a kernel.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { compileKernel, kernels } from "./kernels.ts";

for (const kernel of kernels) {
  const file = resolve(import.meta.dirname, "../../../..", kernel.output);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await compileKernel(kernel));
  console.log(`Wrote ${kernel.output}.`);
}
