// Campaign in CI: The ranges of 200 layers, printed and in any layout

// Everything that was read has a range: within that of its parent, and a name's range covers the name.

import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import type { ByteRange, FieldValue, Layer, Spec, Value } from "@usdkit/layer";
import { parseUsda, printUsda } from "../../packages/usda/src/index.ts";
import { readSeeds } from "../robustness/seeds.ts";
import { specsOf } from "../robustness/visit.ts";
import { layerArbitrary } from "@usdkit/layer/arbitraries";
import { messUp } from "./mess.ts";

const TIMEOUT = 120_000;

/** A comment is a bare string, and reorder is a statement. */
const WITHOUT_KEY: ReadonlySet<string> = new Set(["comment", "primOrder", "propertyOrder"]);

/** Returns the problems with the ranges of a layer, one line each. */
function rangeProblems(layer: Layer): string[] {
  const source = layer.source ?? new Uint8Array();
  const problems: string[] = [];
  const whole: ByteRange = { start: 0, end: source.length };
  const inside = (what: string, inner: ByteRange | undefined, outers: readonly ByteRange[]): void => {
    if (inner === undefined) problems.push(`${what} has no range`);
    else if (!(inner.start < inner.end) || !outers.some(({ start, end }) => start <= inner.start && inner.end <= end)) {
      problems.push(`${what} at ${inner.start} to ${inner.end} is not in ${JSON.stringify(outers)}`);
    }
  };
  for (const spec of specsOf(layer)) {
    const isDeclaredOnly = spec.specType === "variantSet" && spec.variants.length === 0;
    if (isDeclaredOnly) continue;
    const own = statementsOf(spec);
    if (spec.specType === "pseudoRoot") inside(spec.path, spec.range, [whole]);
    else {
      const outer = statementsOf(spec.parent);
      for (const statement of own) inside(spec.path, statement, outer);
      inside(`name of ${spec.path}`, spec.nameRange, own);
      const { start, end } = spec.nameRange ?? whole;
      const name = new TextDecoder().decode(source.subarray(start, end));
      if (name !== spec.name) problems.push(`the name of ${spec.path} is ${JSON.stringify(name)} in the text`);
    }
    for (const field of spec.fields.values()) {
      const what = `${field.name} of ${spec.path}`;
      if (field.entries.length === 0) problems.push(`${what} has no entries`);
      for (const { range, keyRange, valueRange } of field.entries) {
        inside(what, range, own);
        if (!WITHOUT_KEY.has(field.name)) inside(`key of ${what}`, keyRange, [range]);
        if (valueRange.start !== valueRange.end) inside(`value of ${what}`, valueRange, [range]);
        if (keyRange.end > valueRange.start && !WITHOUT_KEY.has(field.name))
          problems.push(`${what}: the value is before the key`);
      }
      valueProblems(
        what,
        field.value,
        field.entries.map(({ valueRange }) => valueRange),
        inside,
      );
    }
    if (spec.specType === "attribute") {
      if (spec.defaultValue !== undefined) valueProblems(`value of ${spec.path}`, spec.defaultValue, own, inside);
      if (spec.timeSamples !== undefined) {
        inside(`samples of ${spec.path}`, spec.timeSamples.range, own);
        for (let i = 0; i < spec.timeSamples.times.length; i++) {
          valueProblems(
            `sample ${i} of ${spec.path}`,
            spec.timeSamples.value(i),
            [spec.timeSamples.range ?? whole],
            inside,
          );
        }
      }
      if (spec.spline !== undefined) inside(`spline of ${spec.path}`, spec.spline.range, own);
    }
  }
  return problems;
}

type Inside = (what: string, inner: ByteRange | undefined, outers: readonly ByteRange[]) => void;

/** Checks the ranges of values, which are optional; each is within that of the enclosing value. */
function valueProblems(what: string, value: FieldValue | Value, outers: readonly ByteRange[], inside: Inside): void {
  if ("range" in value && value.range !== undefined) inside(what, value.range, outers);
  if (value.kind === "dictionary") {
    const outer = value.range === undefined ? outers : [value.range];
    for (const [key, entry] of value.entries) valueProblems(`${what}, ${key}`, entry, outer, inside);
  }
  if (value.kind === "referenceListOp") {
    const { explicit, added, prepended, appended, deleted, ordered } = value.listOp;
    for (const items of [explicit, added, prepended, appended, deleted, ordered]) {
      for (const item of items ?? []) if (item.range !== undefined) inside(`item of ${what}`, item.range, outers);
    }
  }
}

function statementsOf(spec: Spec): readonly ByteRange[] {
  if ("statements" in spec) return spec.statements;
  return spec.range === undefined ? [] : [spec.range];
}

test("in printed layers, and in any layout", { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(layerArbitrary, fc.integer({ min: 0, max: 1_000_000 }), (layer, seed) => {
      const text = printUsda(layer);
      for (const source of [text, messUp(text, seed)]) {
        expect({ source, problems: rangeProblems(parseUsda(source).layer) }).toEqual({ source, problems: [] });
      }
    }),
    { numRuns: inject("deep") ? 200 : 20 },
  );
});

test("in real files", { timeout: TIMEOUT }, () => {
  const problems: string[] = [];
  let count = 0;
  for (const bytes of readSeeds()) {
    const { layer, ok } = parseUsda(bytes);
    // A variant that is written in several blocks has the range of the first alone.
    if (!ok || hasSplitVariants(layer)) continue;
    count++;
    problems.push(...rangeProblems(layer).map((problem) => `${new TextDecoder().decode(bytes)}\n${problem}`));
  }
  expect(count).toBeGreaterThan(3);
  expect(problems.slice(0, 3)).toEqual([]);
});

function hasSplitVariants(layer: Layer): boolean {
  const text = new TextDecoder().decode(layer.source);
  const sets = [...text.matchAll(/variantSet "([^"]*)"/g)].map(([, name]) => name);
  return new Set(sets).size < sets.length;
}
