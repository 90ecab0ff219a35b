// Campaign: 4,000 damaged copies of the models of ../shared/gltf, each converted or rejected with its place

import { globSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ConvertError, convertFile, fileBytes } from "../../packages/convert/src/index.ts";
import { memoryResolver, Stage } from "../../packages/usd/src/index.ts";
import { damage, damaged, type Damage } from "./damage-glb.ts";

const folder = resolve(import.meta.dirname, "../../../shared/gltf/files");
/** Larger ones take their time, and have nothing that others have not. */
const MAX_SIZE = 400_000;
const models = globSync(join(folder, "*.glb"))
  .filter((file) => statSync(file).size < MAX_SIZE)
  .toSorted();
const outputs = ["a.usdz", "a.usdc", "ar.usdz"];

/** Converts a damaged file; returns what is wrong with how that ended. */
async function problemOf(bytes: Uint8Array, output: string, { kind }: Damage): Promise<string | undefined> {
  const options = output === "ar.usdz" ? { quickLook: {} } : {};
  const resolver = memoryResolver(new Map([["a.glb", bytes]]));
  let files: Map<string, Uint8Array>;
  try {
    const converted = await convertFile("a.glb", output, { resolver, ...options });
    files = new Map(converted.files.map((file) => [file.path, fileBytes(file)]));
  } catch (error) {
    if (!(error instanceof ConvertError)) return error instanceof Error ? (error.stack ?? "") : String(error);
    // A container that is damaged has no JSON.
    return kind === "value" && error.at === "" ? `no place: ${error.message}` : undefined;
  }
  const stage = await Stage.open(output, { resolver: memoryResolver(files) });
  return stage.problems.length === 0 ? undefined : JSON.stringify(stage.problems);
}

test.skipIf(models.length === 0)(
  "damaged files are converted, or rejected with the place",
  { timeout: 600_000 },
  async () => {
    const bytes = new Map(models.map((file) => [basename(file), new Uint8Array(readFileSync(file))]));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...bytes.keys()),
        damage,
        fc.constantFrom(...outputs),
        async (name, how, output) => {
          const file = damaged(bytes.get(name) ?? new Uint8Array(0), how);
          expect(await problemOf(file, output, how)).toBeUndefined();
        },
      ),
      { numRuns: 4000 },
    );
  },
);
