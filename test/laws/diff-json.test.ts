// Campaign in CI: The schema of differences on 150 pairs of layers

// The output of `usda diff --format json` matches its schema for any layers.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { layerArbitrary } from "@usdkit/layer/arbitraries";
import { diffLayers } from "@usdkit/layer";
import { parseUsda, printUsda } from "@usdkit/usda";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { differenceJson } from "../../packages/usda-lint/src/diff-view/differences-json.ts";

const file = join(import.meta.dirname, "../../packages/usda-lint/schemas/diff.schema.json");
const validate = new Ajv2020({ strictTypes: false }).compile(JSON.parse(readFileSync(file, "utf8")) as object);

test("the schema describes the differences of any two layers", () => {
  const good = parseUsda('#usda 1.0\n\ndef Xform "World"\n{\n}\n').layer;
  fc.assert(
    fc.property(layerArbitrary, layerArbitrary, (before, after) => {
      const fromText = parseUsda(printUsda(before)).layer;
      for (const [a, b] of [
        [before, after],
        [after, fromText],
        [good, before],
      ] as const) {
        const differences = diffLayers(a, b).map(differenceJson);
        const report = { version: 1, before: "a", after: "b", equal: differences.length === 0, differences };
        const read: unknown = JSON.parse(JSON.stringify(report));
        expect([validate(read), validate.errors]).toEqual([true, null]);
      }
    }),
    { numRuns: inject("deep") ? 150 : 30 },
  );
});
