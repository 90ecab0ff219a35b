// Campaign in CI: The compiled kernels are those of their sources

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { compileKernel, kernels } from "./kernels.ts";

test.each(kernels)("$output is the compiled $source; otherwise `run kernels`", async (kernel) => {
  const file = resolve(import.meta.dirname, "../../../..", kernel.output);
  expect(readFileSync(file, "utf8")).toBe(await compileKernel(kernel));
});
