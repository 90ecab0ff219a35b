/** The content of a prim as hashes, to recognize it under another name. */
import type { ByteRange, Layer, PrimSpec } from "@usdkit/layer";
import { GREATER, LESS } from "../scan/characters.ts";
import { sourceOf } from "../edit/statement-parts.ts";

/**
 * Names of properties, children, variant sets and metadata fields, with a hash of the text of each, without its paths: a
 * rename changes those into the prim. A child has its type in addition, which stays if something in it changes.
 */
export type PrimFeatures = ReadonlyMap<string, number>;

/** Returns the features of a prim; a part without text is left out. */
export function primFeatures(layer: Layer, { properties, children, variantSets, fields }: PrimSpec): PrimFeatures {
  const bytes = sourceOf(layer);
  const features = new Map<string, number>();
  const add = (key: string, ranges: readonly (ByteRange | undefined)[]): void => {
    let hash = FNV_BASIS;
    for (const range of ranges) {
      if (range === undefined) return;
      hash = hashOf(bytes, range, hash);
    }
    features.set(key, hash);
  };
  for (const { name, statements } of properties) add(`.${name}`, statements);
  for (const { name, range, specifier, typeName } of children) {
    add(`/${name}`, [range]);
    features.set(`/${name} ${specifier} ${typeName}`, 0);
  }
  for (const { name, variants } of variantSets) {
    const ranges = variants.map(({ range }) => range);
    add(`{${name}`, ranges);
  }
  for (const { name, entries } of fields.values()) {
    const ranges = entries.map(({ range }) => range);
    add(`#${name}`, ranges);
  }
  return features;
}

/** Returns the share of the features that are equal in both, of all that either has. */
export function similarity(a: PrimFeatures, b: PrimFeatures): number {
  let equal = 0;
  let common = 0;
  for (const [key, hash] of a) {
    const other = b.get(key);
    if (other === undefined) continue;
    common++;
    if (other === hash) equal++;
  }
  const all = a.size + b.size - common;
  return all === 0 ? 0 : equal / all;
}

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a of what is outside of `<` and `>`. */
function hashOf(bytes: Uint8Array, { start, end }: ByteRange, basis: number): number {
  let hash = basis;
  let isPath = false;
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte === LESS) isPath = true;
    else if (byte === GREATER) isPath = false;
    if (!isPath) hash = Math.imul(hash ^ byte, FNV_PRIME);
  }
  return hash >>> 0;
}
