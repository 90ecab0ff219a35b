// Converts GLB files to USDZ, and compares what OpenUSD reads with an evaluation of the glTF that shares nothing with the converter:
// triangles in the world at rest and at three times of each animation (skins and morph targets too), texture coordinates, colors,
// values and images of materials. OpenUSD's validators may find no error.
//
//   node test/oracle/convert-gltf.ts [--splines] FILES…
//
// Without files those of ../shared/gltf. Files that are packed with Draco or meshopt are validated only. The exit code is 1 if any differs.

import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { ConvertError, gltfToUsd, packUsdz } from "@usdkit/convert";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

interface Answer {
  readonly differences: readonly string[];
  readonly count: number;
}

const shared = resolve(import.meta.dirname, "../../../shared/gltf/files");
const given = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const animation = process.argv.includes("--splines") ? "splines" : "samples";
const files = given.length > 0 ? given : globSync(join(shared, "*.glb")).toSorted();
const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "compare-gltf.py"),
  timeout: 3_600_000,
});
const folder = mkdtempSync(join(tmpdir(), "usdkit-convert-"));
let [same, different, rejected] = [0, 0, 0];
for (const file of files) {
  const usd = join(folder, `${basename(file, ".glb")}.usdz`);
  try {
    const { layer, files: textures } = await gltfToUsd(readFileSync(file), { animation });
    writeFileSync(usd, packUsdz(layer, textures));
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error;
    rejected++;
    console.log(`${file}: rejected: ${error.message}`);
    continue;
  }
  const answer = await worker.ask({ glb: resolve(file), usd });
  if ("failed" in answer || answer.count > 0) {
    different++;
    const lines = "failed" in answer ? [answer.failed] : answer.differences;
    console.log([file, ...lines.map((line) => `  ${line}`)].join("\n"));
  } else same++;
}
worker.close();
rmSync(folder, { recursive: true });
console.log(`${same} same, ${different} different, ${rejected} rejected`);
process.exitCode = different > 0 ? 1 : 0;
