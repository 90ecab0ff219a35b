// Compares the prims of MaterialX documents with those that the reference's reader makes of them: what each composes.
//
//   USDKIT_MATERIALX_PYTHON=… node test/oracle/materialx.ts FILES…
//
// USDKIT_MATERIALX_PYTHON is a Python with the plugin usdMtlx (see `materialx.py`). The exit code is 1 if any document differs. Not
// compared: looks, and what nodes and inputs document.

import { join, resolve } from "node:path";
import { readFileSync } from "node:fs";
import { dumpValue } from "@usdkit/layer";
import { memoryResolver, Stage, StageReader } from "@usdkit/usd";
import { LineWorker } from "./line-worker.ts";

interface Answer {
  readonly error?: string;
  readonly text?: string;
}

/** Returns a line for each prim, attribute, value and connection that a layer composes. */
async function linesOf(name: string, bytes: Uint8Array): Promise<ReadonlySet<string>> {
  const stage = await Stage.open(name, { resolver: memoryResolver(new Map([[name, bytes]])) });
  const reader = new StageReader(stage);
  const lines = new Set<string>();
  for (const prim of reader.prims()) {
    if (/^\/(?:MaterialX\/(?:Looks|Collections)|ModelRoot)\b/u.test(prim.path)) continue;
    lines.add(`${prim.path} ${prim.type}`);
    for (const property of reader.authoredNames(prim)) {
      const attribute = reader.attribute(prim, property);
      if (attribute === undefined || property.startsWith("ui:")) continue;
      const value = reader.value(prim, property, null);
      const space = reader.propertyMetadata(prim, property, "colorSpace");
      const targets = reader.targets(prim, property).map(String);
      const shown = [value, space].map((each) => (each?.kind === "typed" ? JSON.stringify(dumpValue(each)) : ""));
      lines.add(`${prim.path}.${property} ${attribute.typeName} ${shown.join(" ")} ${targets.join(" ")}`);
    }
  }
  return lines;
}

const worker = new LineWorker<Answer>({
  python: process.env["USDKIT_MATERIALX_PYTHON"] ?? "python3",
  script: join(import.meta.dirname, "materialx.py"),
});
let [documents, lines, different, refused] = [0, 0, 0, 0];
for (const file of process.argv.slice(2).map((each) => resolve(each))) {
  const answer = await worker.ask({ file });
  if (!("text" in answer) || answer.text === undefined) {
    refused++;
    continue;
  }
  documents++;
  const theirs = await linesOf("theirs.usda", new TextEncoder().encode(answer.text));
  lines += theirs.size;
  const ours = await linesOf("ours.mtlx", readFileSync(file)).catch((error: unknown) => new Set([String(error)]));
  const missing = [...theirs].filter((line) => !ours.has(line)).map((line) => `  - ${line}`);
  const extra = [...ours].filter((line) => !theirs.has(line)).map((line) => `  + ${line}`);
  if (missing.length + extra.length === 0) continue;
  different++;
  console.log([file, ...missing.slice(0, 6), ...extra.slice(0, 6)].join("\n"));
}
worker.close();
console.log(
  `${documents} documents with ${lines} prims and attributes: ${different} differ; ${refused} are refused by the reference`,
);
process.exitCode = different > 0 ? 1 : 0;
