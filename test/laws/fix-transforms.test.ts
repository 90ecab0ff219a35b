// A sample of the law; the campaign is in the deep test.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { installedReference } from "../oracle/environment.ts";
import { compareFixes, composedLayers, type LayerFile } from "./fix-transforms.ts";

const python = installedReference();
if (python === undefined) console.log("fix-transforms: no usd-core here; set USDKIT_PYTHON, or run the oracle once");

test.skipIf(python === undefined)("safe fixes do not change the transforms that the reference composes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "layers-"));
  try {
    const files = fc.sample(composedLayers, { numRuns: 300, seed: 1 }).map((text, i): LayerFile => {
      const path = join(folder, `${i}.usda`);
      writeFileSync(path, text);
      return { name: text, path, source: Buffer.from(text) };
    });
    const { changed, problems } = await compareFixes(python ?? "", files);
    expect(problems).toEqual([]);
    expect(changed).toBeGreaterThan(20);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
