// The law of safe fixes: what the reference composes of a layer before `--fix`, it composes after it.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { fixScene } from "@usdkit/validate";
import * as fc from "fast-check";

const SCRIPT = fileURLToPath(new URL("../oracle/transforms.py", import.meta.url));

/** The reference's results for the compared layers. */
export interface Comparison {
  /** Layers that `--fix` changed. */
  readonly changed: number;
  /** Prims whose matrices were compared, over all layers and variant selections. */
  readonly compared: number;
  /** One text per layer that composes differently. */
  readonly problems: readonly string[];
}

/** A layer and its file path, against which arcs are resolved. */
export interface LayerFile {
  readonly name: string;
  readonly path: string;
  readonly source: Uint8Array;
}

/** Applies the safe fixes to each layer and compares the changed ones with their originals, in the same folder. */
export async function compareFixes(python: string, files: Iterable<LayerFile>): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), "fixes-"));
  const worker = spawn(python, [SCRIPT], { stdio: ["pipe", "pipe", "ignore"] });
  const answers = createInterface({ input: worker.stdout })[Symbol.asyncIterator]();
  let [changed, compared] = [0, 0];
  const problems: string[] = [];
  try {
    for (const { name, path, source } of files) {
      for (const profile of ["offline", "patch"] as const) {
        const fixed = fixScene(source, { profile });
        if (fixed.applied === 0) continue;
        changed++;
        const after = `${path}.fixed.usda`;
        writeFileSync(after, fixed.source);
        worker.stdin.write(`${JSON.stringify({ before: path, after })}\n`);
        const { value, done } = await answers.next();
        if (done === true) throw new Error(`The reference ended at ${name}`);
        const answer = JSON.parse(value) as { compared?: number; differences?: string[]; failed?: string };
        compared += answer.compared ?? 0;
        const [first] = answer.differences ?? [];
        if (first !== undefined) problems.push(`${name} as ${profile}: ${first}`);
        rmSync(after);
      }
    }
  } finally {
    worker.kill();
    rmSync(folder, { recursive: true });
  }
  return { changed, compared, problems };
}

const ROWS = "( (0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 2, 0), (3, 2, 1, 1) )";
const UNIT = "( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )";

const opStatement = fc.constantFrom(
  "double3 xformOp:translate = (1, 2, 3)",
  "double3 xformOp:translate = (0, 0, 0)",
  "double3 xformOp:translate:pivot = (0, 1, 0)",
  "float3 xformOp:rotateXYZ = (0, 90, 30)",
  "float xformOp:rotateZ = 45",
  "float3 xformOp:scale = (2, 2, 2)",
  "double3 xformOp:translate",
  "double3 xformOp:translate.timeSamples = {\n0: (1, 2, 3),\n}",
  `matrix4d xformOp:transform = ${ROWS}`,
  `matrix4d xformOp:transform = ${UNIT}`,
  `matrix4d xformOp:transform:second = ${ROWS}`,
);
const entry = fc.constantFrom(
  "xformOp:translate",
  "xformOp:translate:pivot",
  "!invert!xformOp:translate:pivot",
  "xformOp:rotateXYZ",
  "xformOp:rotateZ",
  "xformOp:scale",
  "xformOp:transform",
  "!invert!xformOp:transform",
  "xformOp:transform:second",
  "xformOp:warp",
  "!resetXformStack!",
  "!resetXformStack",
  "! resetXformStack !",
  "!resetXformStack!xformOp:translate",
);
const nameOf = (statement: string): string => /xformOp:[\w:]+/.exec(statement)?.[0] ?? "";
/** Ops, and an order that lists them, or anything. */
const body = fc
  .record({
    ops: fc.uniqueArray(opStatement, { maxLength: 3, selector: nameOf }),
    order: fc.oneof(
      { weight: 3, arbitrary: fc.constant("all" as const) },
      { weight: 2, arbitrary: fc.array(entry, { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
    resets: fc.boolean(),
  })
  .map(({ ops, order, resets }) => {
    const listed = order === "all" ? [...(resets ? ["!resetXformStack!"] : []), ...ops.map(nameOf)] : order;
    return [...ops, ...(listed === undefined ? [] : [`uniform token[] xformOpOrder = ${JSON.stringify(listed)}`])];
  });

const PATHS = ["/A", "/B", "/C", "/A/Inside", "/B/Inside"];
const arc = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.constant("payload = @asset:/mesh/chair@") },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("references", "inherits", "specializes", "payload"), fc.constantFrom(...PATHS))
      .map(([kind, path]) => `${kind} = <${path}>`),
  },
);
const specifier = fc.oneof({ weight: 6, arbitrary: fc.constant("def") }, fc.constantFrom("over", "class"));
const typeName = fc.constantFrom("Xform", "Mesh", "Camera");
const variant = fc.option(fc.record({ own: body, inside: body }), { nil: undefined, freq: 3 });

const prim = (name: string): fc.Arbitrary<string> =>
  fc.record({ specifier, typeName, arc, own: body, inside: body, insideType: typeName, variant }).map((it) => {
    const metadata = [
      it.arc,
      ...(it.variant === undefined ? [] : ['variants = { string v = "one" }', 'prepend variantSets = "v"']),
    ];
    const inside = `def ${it.insideType} "Inside"\n{\n${it.inside.join("\n")}\n}`;
    const choice =
      it.variant === undefined
        ? []
        : [
            `variantSet "v" = {\n"one" {\n${it.variant.own.join("\n")}\nover "Inside"\n{\n${it.variant.inside.join("\n")}\n}\n}\n"two" {\n}\n}`,
          ];
    return `${it.specifier} ${it.typeName} "${name}" (\n${metadata.join("\n")}\n)\n{\n${[...it.own, inside, ...choice].join("\n")}\n}\n`;
  });

/** Layers whose ops come from everywhere: arcs of prims, variants, overs, orders that list missing ops. */
export const composedLayers: fc.Arbitrary<string> = fc
  .tuple(prim("A"), prim("B"), prim("C"))
  .map((prims) => `#usda 1.0\n(\n    defaultPrim = "A"\n)\n\n${prims.join("\n")}`);
