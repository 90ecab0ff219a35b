// Campaign: The laws of merges on 2,000 layers each

// The merge of layers: it contains the changes of either side alone, and its text is always valid.

import {
  describeDifferences,
  diffLayers,
  dumpLayer,
  type Layer,
  type PrimSpec,
  type PropertySpec,
  type Spec,
} from "@usdkit/layer";
import {
  applyEdits,
  insertPrim,
  insertProperty,
  mergeLayers,
  parseUsda,
  printUsda,
  removeField,
  removePrim,
  removeProperty,
  renamePrim,
  setAttributeValue,
  setField,
  type TextEdit,
} from "@usdkit/usda";
import { layerArbitrary } from "@usdkit/layer/arbitraries";
import * as fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { messUp } from "./mess.ts";

const RUNS = { numRuns: inject("deep") ? 2000 : 18 };
const TIMEOUT = 120_000;

const read = (text: string | Uint8Array): Layer => {
  const { layer, diagnostics } = parseUsda(text);
  expect({ text: typeof text === "string" ? text : new TextDecoder().decode(text), diagnostics }).toMatchObject({
    diagnostics: [],
  });
  return layer;
};
const textOf = (layer: Layer): string => new TextDecoder().decode(layer.source);

function specsOf(layer: Layer): { prims: PrimSpec[]; properties: PropertySpec[] } {
  const prims: PrimSpec[] = [];
  const properties: PropertySpec[] = [];
  const stack: Spec[] = [layer.root];
  for (let spec = stack.pop(); spec !== undefined; spec = stack.pop()) {
    if (spec.specType === "variantSet") stack.push(...spec.variants);
    else if (spec.specType === "attribute" || spec.specType === "relationship") properties.push(spec);
    else {
      if (spec.specType === "prim") prims.push(spec);
      stack.push(...spec.children, ...spec.properties, ...spec.variantSets);
    }
  }
  return { prims, properties };
}

interface Change {
  /** What it changes: a path, of a property or of a field with the field's name. */
  readonly path: string;
  /** All below `path` is changed. */
  readonly isWhole: boolean;
  readonly apply: (layer: Layer) => readonly TextEdit[];
}

/** Every change of a kind that a layer allows, with a value that identifies its author. */
function changes(layer: Layer, kind: number, author: string): Change[] {
  const { prims, properties } = specsOf(layer);
  const attributes = properties.filter(({ specType }) => specType === "attribute");
  switch (kind) {
    case 0:
      return prims.map(({ path }) => ({
        path: `${path}#doc`,
        isWhole: false,
        apply: (of) => setField(of, path, "doc", `"${author}"`),
      }));
    case 1:
      return prims.map(({ path }) => ({ path, isWhole: true, apply: (of) => removePrim(of, path) }));
    case 2:
      return prims.map(({ path }) => ({
        path: `${path}/New_${author}`,
        isWhole: true,
        apply: (of) => insertPrim(of, path, `def Xform "New_${author}"\n{\n    int x = 1\n}`),
      }));
    case 3:
      return prims.map(({ path }) => ({
        path: `${path}.new_${author}`,
        isWhole: true,
        apply: (of) => insertProperty(of, path, `int new_${author} = 1`),
      }));
    case 4:
      return attributes.map(({ path }) => ({
        path: `${path}#value`,
        isWhole: false,
        apply: (of) => setAttributeValue(of, path, "None"),
      }));
    case 5:
      return properties.map(({ path }) => ({
        path: `${path}#doc`,
        isWhole: false,
        apply: (of) => setField(of, path, "doc", `"${author}"`),
      }));
    case 6:
      return properties.map(({ path }) => ({ path, isWhole: true, apply: (of) => removeProperty(of, path) }));
    case 7:
      return [...prims, ...properties].flatMap((spec) =>
        [...spec.fields.keys()]
          .filter((name) => !name.endsWith("Order") && name !== "variantSetNames")
          .map((name): Change => ({
            path: `${spec.path}#${name === "documentation" ? "doc" : name}`,
            isWhole: false,
            apply: (of) => removeField(of, spec.path, name),
          })),
      );
    default:
      return [{ path: "/#doc", isWhole: false, apply: (of) => setField(of, "/", "doc", `"${author}"`) }];
  }
}

const picks = fc.array(fc.tuple(fc.nat(8), fc.nat(1000)), { minLength: 1, maxLength: 3 });

/** Applies some changes; returns the changed text, and what was changed. */
function changed(
  base: Layer,
  chosen: readonly (readonly [number, number])[],
  author: string,
): { layer: Layer; made: Change[] } {
  let layer = base;
  const made: Change[] = [];
  for (const [kind, index] of chosen) {
    const possible = changes(base, kind, author);
    const change = possible[index % Math.max(1, possible.length)];
    if (change === undefined || made.some((each) => touches(each, change))) continue;
    layer = read(applyEdits(textOf(layer), change.apply(layer)));
    made.push(change);
  }
  return { layer, made };
}

function touches(a: Change, b: Change): boolean {
  const isIn = (inner: Change, outer: Change): boolean =>
    inner.path === outer.path ||
    (outer.isWhole && /^[/.#{]/.test(inner.path.slice(outer.path.length)) && inner.path.startsWith(outer.path));
  return isIn(a, b) || isIn(b, a);
}

const bases = fc.tuple(layerArbitrary, fc.nat(1_000_000), fc.boolean()).map(([layer, seed, isMessy]) => {
  const text = printUsda(layer);
  return isMessy ? messUp(text, seed) : text;
});

const sameContent = (a: Layer, b: Layer): string =>
  JSON.stringify(describeDifferences(diffLayers(a, b, { order: "ignore" })));

describe("a merge of two sets of changes", () => {
  test("that are disjoint has both, in either direction", { timeout: TIMEOUT }, () => {
    let count = 0;
    fc.assert(
      fc.property(bases, picks, picks, (source, left, right) => {
        const base = read(source);
        const ours = changed(base, left, "ours");
        const theirs = changed(base, right, "theirs");
        if (ours.made.some((each) => theirs.made.some((other) => touches(each, other)))) return;
        count++;
        let both = ours.layer;
        for (const { apply } of theirs.made) both = read(applyEdits(textOf(both), apply(both)));
        for (const [a, b] of [
          [ours.layer, theirs.layer],
          [theirs.layer, ours.layer],
        ] as const) {
          const { text, conflicts } = mergeLayers(base, a, b);
          const made = [...ours.made, ...theirs.made].map(({ path }) => path);
          expect({ made, conflicts, texts: [base, a, b].map(textOf) }).toMatchObject({ conflicts: [] });
          expect({
            made,
            texts: [base, a, b].map(textOf),
            text: new TextDecoder().decode(text),
            differences: sameContent(read(text), both),
          }).toMatchObject({ differences: "[]" });
        }
      }),
      RUNS,
    );
    expect(count).toBeGreaterThan(10);
  });

  test("follows a prim that one side renamed, or reports a conflict", { timeout: TIMEOUT }, () => {
    let followed = 0;
    fc.assert(
      fc.property(bases, fc.nat(1000), picks, (source, index, chosen) => {
        const base = read(source);
        const { prims } = specsOf(base);
        if (prims.length === 0) return;
        const { path } = prims[index % prims.length];
        const rename = (layer: Layer): Layer => read(applyEdits(textOf(layer), renamePrim(layer, path, "Renamed")));
        const ours = rename(base);
        const theirs = changed(base, chosen, "theirs");
        // The rename of a prim that theirs removed has nothing to follow.
        if (theirs.made.some((each) => each.isWhole && touches(each, { path, isWhole: false, apply: () => [] })))
          return;
        const both = rename(theirs.layer);
        for (const [a, b] of [
          [ours, theirs.layer],
          [theirs.layer, ours],
        ] as const) {
          const { text, conflicts } = mergeLayers(base, a, b);
          if (conflicts.length > 0) continue;
          followed++;
          expect({
            path,
            made: theirs.made.map((each) => each.path),
            differences: sameContent(read(text), both),
          }).toMatchObject({
            differences: "[]",
          });
        }
      }),
      RUNS,
    );
    expect(followed).toBeGreaterThan(10);
  });

  test("is valid, and the same in both directions if there are no conflicts", { timeout: TIMEOUT }, () => {
    let conflicting = 0;
    fc.assert(
      fc.property(bases, picks, picks, (source, left, right) => {
        const base = read(source);
        const ours = changed(base, left, "ours").layer;
        const theirs = changed(base, right, "theirs").layer;
        const there = mergeLayers(base, ours, theirs);
        const back = mergeLayers(base, theirs, ours);
        expect(there.conflicts.length > 0).toBe(back.conflicts.length > 0);
        if (there.conflicts.length > 0) conflicting++;
        else expect(sameContent(read(there.text), read(back.text))).toBe("[]");
        const comments = read(there.text).comments.filter(({ text }) => text.startsWith("# Merge conflict: "));
        expect(comments).toHaveLength(there.conflicts.length);
      }),
      RUNS,
    );
    expect(conflicting).toBeGreaterThan(0);
  });

  test("has all comments of ours", { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(bases, fc.nat(1_000_000), picks, (source, seed, right) => {
        const base = read(source);
        const ours = read(messUp(textOf(base), seed));
        const theirs = changed(
          base,
          right.filter(([kind]) => ![1, 6, 7].includes(kind)),
          "theirs",
        ).layer;
        const merged = read(mergeLayers(base, ours, theirs).text);
        // Statements of theirs bring their comments, so some may be there twice.
        const counts = new Map<string, number>();
        const word = ({ text }: { readonly text: string }): string => text.replaceAll(/\s+/g, " ").trim();
        for (const each of merged.comments) counts.set(word(each), (counts.get(word(each)) ?? 0) + 1);
        for (const each of ours.comments) counts.set(word(each), (counts.get(word(each)) ?? 0) - 1);
        expect([...counts].filter(([, count]) => count < 0)).toEqual([]);
      }),
      RUNS,
    );
  });
});

test("if one side equals the base, the merge is the other side", { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(bases, fc.nat(1_000_000), picks, (source, seed, chosen) => {
      const base = read(source);
      const side = changed(base, chosen, "one").layer;
      const laidOut = read(messUp(textOf(base), seed));
      expect(new TextDecoder().decode(mergeLayers(base, side, base).text)).toBe(textOf(side));
      expect(dumpLayer(read(mergeLayers(base, base, side).text))).toBe(dumpLayer(side));
      // Layout changes do not count.
      expect(sameContent(read(mergeLayers(base, side, laidOut).text), side)).toBe("[]");
      const merged = mergeLayers(base, laidOut, side);
      expect(merged.conflicts).toEqual([]);
      expect(sameContent(read(merged.text), side)).toBe("[]");
    }),
    RUNS,
  );
});

test("any three layers give a valid text, or an error", { timeout: TIMEOUT }, () => {
  let valid = 0;
  fc.assert(
    fc.property(layerArbitrary, layerArbitrary, layerArbitrary, (base, ours, theirs) => {
      const { text, conflicts } = mergeLayers(base, ours, theirs);
      valid++;
      expect(read(text).comments.length >= Math.min(1, conflicts.length)).toBe(true);
    }),
    RUNS,
  );
  expect(valid).toBeGreaterThan(0);
});
