/** The paths and asset paths of a layer's text: what references, renaming and links go through. */
import { primPathOf } from "@usdkit/layer";
import type { ByteRange, Layer, Spec } from "@usdkit/layer";
import { pathElements, tokenize, type PathElement } from "@usdkit/usda";
import { assetText } from "./path-at.ts";

/** A path in the text. */
export interface PathUse {
  readonly kind: "path";
  /** The token, marks included. */
  readonly range: ByteRange;
  /** One list for the path, and one for each bracket in it. */
  readonly elements: readonly (readonly PathElement[])[];
  /** The asset path before it: the path is one of that layer. */
  readonly asset: string | undefined;
}

/** An asset path in the text. */
export interface AssetUse {
  readonly kind: "asset";
  readonly range: ByteRange;
  readonly asset: string;
}

/** Yields the paths and asset paths of a parsed layer, spec by spec. */
export function* usesIn(layer: Layer): Generator<PathUse | AssetUse> {
  const bytes = layer.source;
  if (bytes === undefined) return;
  const waiting: Spec[] = [layer.root];
  for (let spec = waiting.pop(); spec !== undefined; spec = waiting.pop()) {
    if (spec.specType === "attribute" || spec.specType === "relationship") {
      for (const statement of spec.statements) yield* usesAt(bytes, statement, spec.parent.path);
      continue;
    }
    for (const { entries } of spec.fields.values()) {
      for (const { range } of entries) yield* usesAt(bytes, range, spec.path);
    }
    if (spec.specType === "variantSet") waiting.push(...spec.variants);
    else {
      for (let i = spec.children.length - 1; i >= 0; i--) waiting.push(spec.children[i]);
      waiting.push(...spec.variantSets);
      for (let i = spec.properties.length - 1; i >= 0; i--) waiting.push(spec.properties[i]);
    }
  }
}

function* usesAt(bytes: Uint8Array, { start, end }: ByteRange, anchor: string): Generator<PathUse | AssetUse> {
  if (!contains(bytes, start, end)) return;
  let asset: string | undefined;
  let previous = "";
  for (const token of tokenize(bytes, start, end)) {
    const range = { start: token.start, end: token.end };
    if (token.type === "asset") {
      asset = assetText(new TextDecoder().decode(bytes.subarray(token.start, token.end)));
      yield { kind: "asset", range, asset };
    } else if (token.type === "path") {
      const text = new TextDecoder().decode(bytes.subarray(token.start + 1, token.end - 1));
      const elements = pathElements(text, primPathOf(anchor));
      yield { kind: "path", range, elements, asset: previous === "asset" ? asset : undefined };
    }
    previous = token.type;
  }
}

/** Long lists of numbers are passed over. */
function contains(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === 60 || bytes[i] === 64) return true;
  return false;
}

/**
 * Returns the element of a use that names the target, if its path leads there or through it. A path without selections of
 * variants leads to what composition makes of all.
 */
export function elementOf(use: PathUse, target: readonly PathElement[]): PathElement | undefined {
  for (const elements of use.elements) {
    const last = elements[target.length - 1] as PathElement | undefined;
    if (last === undefined) continue;
    const leads = target.every(({ name, variants, isProperty }, index) => {
      const element = elements[index];
      const isSame = index === target.length - 1 || element.variants === "" || element.variants === variants;
      return element.name === name && element.isProperty === isProperty && isSame;
    });
    if (leads) return last;
  }
  return undefined;
}

/** Returns the bytes of an element's name; undefined if the name comes from what the path is relative to. */
export function elementRange(
  bytes: Uint8Array,
  { range }: PathUse,
  { name, offset }: PathElement,
): ByteRange | undefined {
  if (offset < 0) return undefined;
  const text = new TextDecoder().decode(bytes.subarray(range.start + 1, range.end - 1));
  const encoder = new TextEncoder();
  const start = range.start + 1 + encoder.encode(text.slice(0, offset)).length;
  return { start, end: start + encoder.encode(name).length };
}
