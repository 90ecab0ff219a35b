// Campaign: The whole campaign: every file of the conformance set, and 20,000 arbitrary layers
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { missing, readVerdicts } from "../conformance/corpus.ts";
import { referencePython } from "../oracle/environment.ts";
import { compareFixes, composedLayers, type LayerFile } from "./fix-transforms.ts";

const files = resolve(import.meta.dirname, "../../../shared/conformance/real/files");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fix-campaign-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(missing !== undefined)("files of the conformance set compose as before, with every variant", async () => {
  // A copy, as the fixed layer must be next to the original, for arcs to other files.
  cpSync(files, join(folder, "files"), { recursive: true });
  const accepted = readVerdicts("real").filter(({ accept }) => accept === true);
  const layers = accepted.map(({ file }): LayerFile => {
    const path = join(folder, "files", file);
    return { name: file, path, source: readFileSync(path) };
  });
  const { changed, compared, problems } = await compareFixes(referencePython(), layers);
  console.log(`fix-transforms: ${changed} of ${layers.length} files changed, ${compared} prims compared`);
  expect(problems).toEqual([]);
  expect(changed).toBeGreaterThan(80);
});

test("arbitrary layers compose as before, with every variant", async () => {
  function* layers(): Generator<LayerFile> {
    const texts = fc.sample(composedLayers, { numRuns: inject("deep") ? 20_000 : 500 });
    for (const text of texts) {
      const path = join(folder, "layer.usda");
      writeFileSync(path, text);
      yield { name: text, path, source: Buffer.from(text) };
    }
  }
  const { changed, compared, problems } = await compareFixes(referencePython(), layers());
  console.log(`fix-transforms: ${changed} arbitrary layers changed, ${compared} prims compared`);
  expect(problems).toEqual([]);
  expect(changed).toBeGreaterThan(inject("deep") ? 1000 : 20);
});
