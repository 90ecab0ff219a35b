/** Results of the reference implementation, from `scripts/reference-tables.py`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findSpec, type Layer, type PrimSpec } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";

/** A text, and the result of the reference. */
export interface ReferenceCase {
  readonly title: string;
  readonly text: string;
}

export function referenceTable<Case extends ReferenceCase>(name: string): readonly Case[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../../test/fixtures", name), "utf8")) as Case[];
}

export function layerOf(text: string): Layer {
  const { layer, diagnostics } = parseUsda(text);
  if (diagnostics.length > 0) throw new Error(`line ${diagnostics[0].line}: ${diagnostics[0].message}\n${text}`);
  return layer;
}

export function primAt(layer: Layer, path: string): PrimSpec {
  const spec = findSpec(layer, path);
  if (spec?.specType !== "prim") throw new Error(`no prim ${path}`);
  return spec;
}

/** Expects equality to 1e-12 of the largest number of the list, at least of 1. */
export function expectAgreement(actual: readonly number[], expected: readonly number[], tolerance = 1e-12): void {
  if (actual.length !== expected.length) throw new Error(`${actual.length} numbers for ${expected.length}`);
  const scale = Math.max(1, ...expected.map(Math.abs));
  const worst = Math.max(...expected.map((value, i) => Math.abs(actual[i] - value) / scale));
  // NaN must fail too.
  if (worst <= tolerance) return;
  throw new Error(`${worst} is above ${tolerance}:\n${actual.join(" ")}\n${expected.join(" ")}`);
}
