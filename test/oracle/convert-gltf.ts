// Converts glTF files to USDZ, and compares what OpenUSD reads with an evaluation of the glTF that shares nothing with the converter:
// triangles in the world at rest and at three times of each animation (skins and morph targets too), texture coordinates, colors,
// values and images of materials. OpenUSD's validators and the rules `usd` may find no error.
//
//   node test/oracle/convert-gltf.ts [--splines] FILES-OR-FOLDERS…
//
// Without files those of ../shared/gltf. Files that are packed with Draco or meshopt are validated only, and so are those in which the validator
// of Khronos finds an error: they may be rejected, with the place in the JSON, or are converted to a valid stage.
// The exit code is 1 if any differs.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { convertFile, ConvertError, fileBytes } from "@usdkit/convert";
import { fileResolver } from "@usdkit/usd/files";
import { runCommand } from "../../packages/usda-lint/src/test-support/run-command.ts";
import { referencePython } from "./environment.ts";
import { gltfModels, khronosErrors } from "./gltf-models.ts";
import { LineWorker } from "./line-worker.ts";

interface Answer {
  readonly differences: readonly string[];
  readonly count: number;
}

const animation = process.argv.includes("--splines") ? "splines" : "samples";
const files = gltfModels(process.argv.slice(2).filter((argument) => !argument.startsWith("--")));
const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "compare-gltf.py"),
  timeout: 3_600_000,
});
const folder = mkdtempSync(join(tmpdir(), "usdkit-convert-"));
const counts = { same: 0, different: 0, "invalid and converted": 0, "invalid and rejected": 0 };
for (const [number, file] of files.entries()) {
  const usd = join(folder, `${number}-${basename(file).replace(/\.\w+$/u, "")}.usdz`);
  // oxlint-disable-next-line no-await-in-loop -- one at a time
  const { result, lines } = await checked(file, usd);
  counts[result]++;
  if (lines.length > 0)
    console.log([`${relative(".", file)}: ${result}`, ...lines.map((line) => `  ${line}`)].join("\n"));
}
worker.close();
const { code, stdout } = await runCommand("usda-lint", ["--profile", "usd", "--quiet", "--format", "concise", folder]);
if (code !== 0) console.log(stdout);
rmSync(folder, { recursive: true });
console.log(
  Object.entries(counts)
    .map(([result, count]) => `${count} ${result}`)
    .join(", "),
);
process.exitCode = counts.different > 0 || code !== 0 ? 1 : 0;

interface Checked {
  readonly result: keyof typeof counts;
  readonly lines: readonly string[];
}

async function checked(file: string, usd: string): Promise<Checked> {
  const errors = await khronosErrors(new Uint8Array(readFileSync(file)), file);
  const isInvalid = errors.length > 0;
  try {
    const { files: outputs } = await convertFile(file, basename(usd), { resolver: fileResolver(), animation });
    writeFileSync(usd, fileBytes(outputs[outputs.length - 1]));
  } catch (error) {
    if (error instanceof ConvertError && isInvalid && error.reason !== "") {
      return { result: "invalid and rejected", lines: [error.message] };
    }
    return { result: "different", lines: [error instanceof ConvertError ? error.message : String(error)] };
  }
  const answer = await worker.ask({ glb: file, usd, isValidated: isInvalid });
  const lines = "failed" in answer ? [answer.failed] : answer.differences;
  if (lines.length > 0) return { result: "different", lines };
  return { result: isInvalid ? "invalid and converted" : "same", lines };
}
