// Campaign: Errors of the profile `usd` on the assets of the USD working group, the files of OpenUSD's own tests, and converted models
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { gltfToUsd, packUsdz } from "@usdkit/convert";
import { expect, test } from "vitest";
import { errorsOf } from "./errors-of-stages.ts";
import { flawedFiles, knownError, knownErrors } from "./known-errors.ts";

const shared = resolve(import.meta.dirname, "../../../shared");
const set = join(shared, "conformance/real/files");
const models = join(shared, "gltf/files");

if (!existsSync(shared)) console.log(`false alarms: skipped, there is no ${shared}`);

test.skipIf(!existsSync(set))(
  "files that are meant to be valid have no error without a reason",
  { timeout: 600_000 },
  async () => {
    const files = ["usd-wg-assets", "openusd"]
      .flatMap((folder) => globSync(`${folder}/**/*.usd{,a,c,z}`, { cwd: set }))
      .toSorted();
    const unknown: string[] = [];
    const used = new Set<string>();
    for (const file of files) {
      if (flawedFiles.test(file)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one stage after the other
      for (const error of await errorsOf(join(set, file))) {
        const known = knownError(file, error);
        if (known === undefined) unknown.push(`${file}: ${error.rule} <${error.prim}>: ${error.message}`);
        else used.add(known.rule);
      }
    }
    expect(unknown).toEqual([]);
    expect(knownErrors.map(({ rule }) => rule).filter((rule) => !used.has(rule))).toEqual([]);
    expect(files.length).toBeGreaterThan(900);
  },
);

test.skipIf(!existsSync(models))("converted models have no error", { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-alarms-"));
  const found: string[] = [];
  for (const file of globSync("*.glb", { cwd: models }).toSorted()) {
    const usd = join(folder, `${basename(file, ".glb")}.usdz`);
    // oxlint-disable-next-line no-await-in-loop -- one model after the other
    const { layer, files } = await gltfToUsd(readFileSync(join(models, file)), { animation: "samples" });
    writeFileSync(usd, packUsdz(layer, files));
    // oxlint-disable-next-line no-await-in-loop -- one model after the other
    for (const { rule, prim, message } of await errorsOf(usd)) found.push(`${file}: ${rule} <${prim}>: ${message}`);
    rmSync(usd);
  }
  rmSync(folder, { recursive: true });
  expect(found).toEqual([]);
});
