// The layers that the reference flattens the cases of the AOUSD supplement to: the same dump, and the same text.

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { dumpLayer, type Layer } from "@usdkit/layer";
import { pathResolver, Stage } from "@usdkit/usd";
import { parseUsda, printUsda } from "@usdkit/usda";

const folder = fileURLToPath(new URL("../../../shared/composition", import.meta.url));
const isMissing = !existsSync(folder);
if (isMissing) {
  console.warn(
    "Skipped: the flattened layers are not there; they belong in ../shared/composition, next to the project.",
  );
}

interface Row {
  readonly root: string;
  /** A file of `flattened/`; absent if the reference does not open the root layer. */
  readonly flattened?: string;
}

const rows = isMissing
  ? []
  : readFileSync(join(folder, "cases.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Row);

const resolver = pathResolver({
  read: (path) => (existsSync(path) && statSync(path).isFile() ? readFileSync(path) : undefined),
  exists: existsSync,
});

/** The dump of a layer with properties by name: the text of the reference sorts them, its layer has the order of the stage. */
function contentOf(layer: Layer): unknown {
  return JSON.parse(dumpLayer(layer), (key, value: unknown) =>
    key === "properties" && Array.isArray(value) ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : value,
  );
}

describe.skipIf(isMissing)("flattens as the reference does", () => {
  const flattened = rows.flatMap(({ root, flattened: file }) => (file === undefined ? [] : [{ root, file }]));

  test("has all layers", () => {
    expect(flattened).toHaveLength(149);
  });

  test.for(flattened)("$root", async ({ root, file }) => {
    const stage = await Stage.open(join(folder, "aousd", root), { resolver, hasOwnSession: true });
    const text = readFileSync(join(folder, "flattened", file), "utf8");
    const layer = stage.flatten();
    const printed = printUsda(layer, { order: "reference" });
    expect(printed).toBe(text);
    expect(contentOf(layer)).toEqual(contentOf(parseUsda(text).layer));
  });
});
