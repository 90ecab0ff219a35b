// Campaign: Each of the bad statements in 25 layers

// One bad statement in a valid text is one error at its location; nothing else of the layer changes.

import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { dumpLayer } from "../../packages/layer/src/index.ts";
import { parseUsda, printUsda } from "../../packages/usda/src/index.ts";
import { specsOf } from "../robustness/visit.ts";
import { layerArbitrary } from "@usdkit/layer/arbitraries";

const TIMEOUT = 120_000;

/** Statements that are wrong wherever a property may appear, without a name that the layers use. */
const BAD_STATEMENTS = [
  "int",
  "int bad bad = 1",
  "int = 1",
  "int bad = ",
  "int bad = word",
  'int bad = "text"',
  "int bad = 1 2",
  "int bad = 1.5.5",
  "int bad = [1, 2]",
  "int[] bad = [1, 2",
  "double3 bad = (1, 2)",
  "double3 bad = (1, 2, 3",
  'string bad = "never closed',
  "asset bad = @never closed",
  "rel bad = </never/closed",
  "rel bad = <//bad>",
  "int bad = 1 (doc = )",
  'int bad = 1 (doc = "d"',
  "int bad.timeSamples = { 1 2 }",
  "int bad.timeSamples = { 1: 2",
  "int bad.connect = 3",
  "int bad.unknown = 3",
  "prepend int bad = 1",
  "int 9bad = 1",
  "def Xform",
  'def Xform "bad name"\n{\n}',
  'variantSet bad = { "a" {\n} }',
  ": 5",
  "$",
  ")",
  "]",
  '"a string"',
  "@an.asset@",
  "</a/path>",
  "5",
] as const;

type Specs = Readonly<
  Record<string, { readonly properties?: readonly string[]; readonly primChildren?: readonly string[] }>
>;

function specsIn(dump: string): Specs {
  return (JSON.parse(dump) as { readonly specs: Specs }).specs;
}

test.each(BAD_STATEMENTS)("%s", { timeout: TIMEOUT }, (bad) => {
  fc.assert(
    fc.property(layerArbitrary, fc.nat(), (plain, choice) => {
      const text = printUsda(plain);
      const { layer, diagnostics: none } = parseUsda(text);
      expect(none).toEqual([]);
      const prims = [...specsOf(layer)].filter(({ specType }) => specType === "prim");
      const prim = prims[choice % Math.max(1, prims.length)];
      fc.pre(prim?.range !== undefined);
      // Before the line of its closing brace; and now and then before its first property.
      const bytes = new TextEncoder().encode(text);
      const properties = "properties" in prim ? prim.properties : [];
      const place = choice % 3 === 0 ? (properties[0]?.range?.start ?? prim.range.end - 1) : prim.range.end - 1;
      const lineStart = bytes.lastIndexOf(10, place) + 1;
      const indent = " ".repeat(place - lineStart + (place === prim.range.end - 1 ? 4 : 0));
      const inserted = bad.replaceAll(/^/gm, indent);
      const before = new TextDecoder().decode(bytes.subarray(0, lineStart));
      const broken = `${before}${inserted}\n${new TextDecoder().decode(bytes.subarray(lineStart))}`;
      const line = before.split("\n").length;

      const { layer: rest, diagnostics } = parseUsda(broken);
      const found = diagnostics.map((diagnostic) => `line ${diagnostic.line - line + 1} in ${diagnostic.primPath}`);
      expect({ found, broken, diagnostics }).toEqual({ found: [`line 1 in ${prim.path}`], broken, diagnostics });

      const wanted = specsIn(dumpLayer(layer));
      const left = specsIn(dumpLayer(rest));
      for (const [path, spec] of Object.entries(wanted)) {
        const now = left[path];
        if (path === prim.path) {
          const properties = now?.properties?.filter((name) => name !== "bad") ?? [];
          expect({ broken, properties }).toEqual({ broken, properties: spec.properties ?? [] });
        } else expect({ broken, path, spec: now }).toEqual({ broken, path, spec });
      }
    }),
    { numRuns: inject("deep") ? 25 : 4 },
  );
});
