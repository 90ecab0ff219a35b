// Campaign in CI: 400 broken texts, none of which changes how the next is read

// One parser serves all texts: none may see state of an earlier one, wherever that one was aborted.

import { readFileSync } from "node:fs";
import { expect, inject, test } from "vitest";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import { dumpLayer } from "@usdkit/layer";
import { mutate } from "./mutations.ts";
import { readSeeds } from "./seeds.ts";

const rich = readFileSync(new URL("./rich.usda", import.meta.url), "utf8");

const probes = [
  rich,
  rich.replace("kind =", "kind").replace("int64 big", "int64 int64 big"),
  rich.slice(0, 1500),
  "#usda 1.0\n}\n",
  `#usda 1.0\n${"\n".repeat(200)}def "A"\n{\n    $\n}\n\ndef "B"\n{\n}\n`,
  '#usda 1.0\n(\n    doc\n)\ndef "A" {\n',
  '#usda 1.0\ndef\ndef "A"\n{\n    int x = [1\n    int y = 2\n}\n',
];

function results(): readonly string[] {
  return probes.map((probe) => {
    const { layer, diagnostics } = parseUsda(probe);
    return JSON.stringify(diagnostics) + dumpLayer(layer);
  });
}

const COUNT = inject("deep") ? 400 : 40;

test("earlier texts do not affect a parse", () => {
  parseUsda("#usda 1.0\n");
  const wanted = results();
  const seeds = readSeeds();
  const before: string[] = [];
  for (let number = 0; number < COUNT; number++) {
    const { bytes } = mutate(seeds, 5, number);
    // Given up at the first error, at the second, and not at all.
    const { layer } = parseUsda(bytes, { maxDiagnostics: number % 3 === 2 ? 100 : number % 3 });
    const found = results();
    const differ = found.findIndex((result, index) => result !== wanted[index]);
    if (differ >= 0) before.push(`after mutation ${number} of seed 5, text ${differ} is read otherwise`);
    // Reading other texts does not change a layer.
    const dump = dumpLayer(layer);
    parseUsda(rich.slice(0, number * 5), { maxDiagnostics: 0 });
    if (dumpLayer(layer) !== dump) before.push(`the layer of mutation ${number} of seed 5 changed`);
  }
  expect(before).toEqual([]);
});

test("bytes that are a part of a larger buffer, and a layer that is accessed later", () => {
  const bytes = new TextEncoder().encode(rich);
  const larger = new Uint8Array(bytes.length + 200).fill(0x22);
  larger.set(bytes, 100);
  const part = larger.subarray(100, 100 + bytes.length);
  const { layer, diagnostics } = parseUsda(part);
  expect(diagnostics).toEqual([]);
  parseUsda(probes[1] ?? "");
  expect(dumpLayer(layer)).toBe(dumpLayer(parseUsda(rich).layer));
  expect(layer.source).toBe(part);
});
