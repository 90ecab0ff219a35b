// Campaign: The laws of differences on up to 1,000 pairs of layers each

// The difference of two layers: empty for equal content, the edit for one edit, and symmetric.

import { diffLayers, dumpLayer, makeLayer } from "@usdkit/layer";
import { parseUsda, printUsda } from "@usdkit/usda";
import type { Difference, Layer } from "@usdkit/layer";
import { layerArbitrary, plainLayerArbitrary, usdaArbitrary } from "@usdkit/testing/arbitraries";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { editedLayerArbitrary } from "./layer-edits.ts";
import { messUp } from "./mess.ts";

const RUNS = { numRuns: inject("deep") ? 300 : 30 };
const TIMEOUT = 120_000;

const kinds = (differences: readonly Difference[]): object[] => differences.map(({ kind, path }) => ({ kind, path }));

test("a layer equals itself, also after printing and reading", { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(layerArbitrary, (layer) => {
      expect(diffLayers(layer, layer)).toEqual([]);
      const again = parseUsda(printUsda(layer)).layer;
      expect(kinds(diffLayers(layer, again))).toEqual([]);
      expect(kinds(diffLayers(again, layer))).toEqual([]);
      expect(diffLayers(again, parseUsda(`#usda 1.0\n\n# Moved.\n${printUsda(layer).slice(10)}`).layer)).toEqual([]);
    }),
    RUNS,
  );
});

test("no difference means equal dumps", { timeout: TIMEOUT }, () => {
  const nearby = editedLayerArbitrary.map(({ before, after }): [Layer, Layer] => [before, after]);
  const anyTwo = fc.tuple(layerArbitrary, layerArbitrary);
  // Half of a layer is replaced, so that now and then little differs.
  const related = fc
    .tuple(plainLayerArbitrary, plainLayerArbitrary)
    .map(([a, b]): [Layer, Layer] => [makeLayer(a), makeLayer({ ...a, metadata: b.metadata })]);
  let same = 0;
  fc.assert(
    fc.property(fc.oneof(nearby, anyTwo, related), ([before, after]) => {
      const dumps = [dumpLayer(before), dumpLayer(after)];
      const differences = diffLayers(before, after);
      if (differences.length === 0) {
        same++;
        expect(dumps[0]).toBe(dumps[1]);
      } else if (dumps[0] === dumps[1]) {
        // The dump has no bytes that are not UTF-8.
        expect(dumps[0]).toContain('"notUtf8":true');
      }
    }),
    { numRuns: inject("deep") ? 1000 : 50 },
  );
  expect(same).toBeGreaterThan(0);
});

test("skipping equal texts does not change the result", { timeout: TIMEOUT }, () => {
  const changed = fc
    .tuple(usdaArbitrary, fc.nat(), fc.nat(40), fc.constantFrom("", " ", "}", "{", '"', "#", "\n"))
    .map(([text, at, length, put]): [string, string] => {
      const start = at % (text.length + 1);
      return [text, text.slice(0, start) + put + text.slice(start + length)];
    });
  const messed = fc
    .tuple(usdaArbitrary, fc.integer({ min: 1 }))
    .map(([text, seed]): [string, string] => [text, messUp(text, seed)]);
  const edited = editedLayerArbitrary.map(({ before, after }): [string, string] => [
    printUsda(before),
    printUsda(after),
  ]);
  // Without the bytes every spec is compared.
  const bare = ({ root, version }: Layer): Layer => ({ root, version, comments: [] });
  fc.assert(
    fc.property(fc.oneof(changed, messed, edited), ([before, after]) => {
      // Also for text with errors: the part that was read.
      const [a, b] = [parseUsda(before).layer, parseUsda(after).layer];
      const found = kinds(diffLayers(a, b));
      expect({ before, after, found }).toEqual({ before, after, found: kinds(diffLayers(bare(a), bare(b))) });
      if (found.length === 0) expect(dumpLayer(a)).toBe(dumpLayer(b));
    }),
    { numRuns: inject("deep") ? 1000 : 50 },
  );
});

test("one edit is one difference, which names its path", { timeout: TIMEOUT }, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(editedLayerArbitrary, ({ edit, before, after, expected }) => {
      fc.pre(expected !== undefined);
      seen.add(edit);
      const found = diffLayers(before, after);
      const [first, ...others] = found;
      expect({ edit, ...kinds(found)[0] }).toEqual({ edit, ...expected });
      if (edit === "group a prim") expect(others[0]?.kind).toBe("moved");
      // Paths into a prim that moved did not follow it here.
      const inside = others.filter(({ path }) => !path.startsWith(first?.path ?? ""));
      expect(kinds(edit === "rename a prim" || edit === "group a prim" ? inside : others)).toEqual([]);
      // The same from texts, of which most is the same.
      const texts = [before, after].map((layer) => parseUsda(printUsda(layer)).layer) as [Layer, Layer];
      expect(kinds(diffLayers(...texts))).toEqual(kinds(found));
    }),
    { numRuns: inject("deep") ? 1000 : 50 },
  );
  expect(seen.size).toBeGreaterThan(8);
});

test("additions in one direction are removals in the other", { timeout: TIMEOUT }, () => {
  const pairs = fc.oneof(
    editedLayerArbitrary.map(({ before, after }): [Layer, Layer] => [before, after]),
    fc.tuple(layerArbitrary, layerArbitrary),
  );
  fc.assert(
    fc.property(pairs, ([before, after]) => {
      const forward = diffLayers(before, after);
      const backward = diffLayers(after, before);
      expect(forward.map((each) => asBefore(each, forward)).sort()).toEqual(backward.map(turned).sort());
    }),
    { numRuns: inject("deep") ? 600 : 30 },
  );
});

test("options hide differences and add none", { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(layerArbitrary, layerArbitrary, (before, after) => {
      const strict = new Set(diffLayers(before, after).map(({ kind, path }) => `${kind} ${path}`));
      for (const options of [{ order: "ignore" }, { tolerance: { relative: 0.5 } }] as const) {
        for (const { kind, path } of diffLayers(before, after, options)) {
          // With a tolerance, prims that differ in numbers alone may count as moved.
          if (kind !== "moved") expect(strict.size).toBeGreaterThan(0);
          else expect(path).not.toBe("");
        }
      }
      expect(diffLayers(before, after, { ignore: ["**"] })).toEqual([]);
    }),
    { numRuns: inject("deep") ? 200 : 30 },
  );
});

/** A difference in words that do not depend on the direction, with paths as they were before. */
function asBefore(difference: Difference, all: readonly Difference[]): string {
  const { kind, path } = difference;
  if (kind === "added" || kind === "removed") return `${kind} ${path}`;
  if (kind === "moved") return `moved ${difference.from} ${path}`;
  for (const move of all) {
    if (move.kind !== "moved" || !path.startsWith(move.path)) continue;
    const rest = path.slice(move.path.length);
    if (rest === "" || /^[/.{]/.test(rest)) return `${kind} ${move.from}${rest}`;
  }
  return `${kind} ${path}`;
}

/** A difference of the other direction in the words of this one. */
function turned(difference: Difference): string {
  const { kind, path } = difference;
  if (kind === "added") return `removed ${path}`;
  if (kind === "removed") return `added ${path}`;
  return kind === "moved" ? `moved ${path} ${difference.from}` : `${kind} ${path}`;
}
