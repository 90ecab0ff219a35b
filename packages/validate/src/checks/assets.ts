/** The files that attributes name. */
import type { Value } from "@usdkit/layer";
import type { StageLayer, StageReader } from "@usdkit/usd";
import type { CheckedPrim } from "../rule/checked-prim.ts";

/** A path that an attribute has as its value, at some time. */
export interface AssetOfAttribute {
  readonly path: string;
  /** The layer that it is relative to. */
  readonly layer: StageLayer;
  /** The field that has it; undefined for clips. */
  readonly field: "default" | "timeSamples" | undefined;
}

/** Times of one attribute that are evaluated. */
const MAX_SAMPLES = 2000;

/** Returns the paths that an attribute has as its value, each once; not those that are empty. */
export function* assetsOf(reader: StageReader, prim: CheckedPrim, property: string): Generator<AssetOfAttribute> {
  const attribute = prim.attribute(property);
  if (attribute === undefined) return;
  const known = new Set<string>();
  for (const time of [null, ...reader.sampleTimes(attribute).slice(0, MAX_SAMPLES)]) {
    const { value, source } = reader.resolve(attribute, time);
    const layer = source.opinion?.layer ?? source.clip?.layer;
    if (layer === undefined) continue;
    for (const path of pathsOf(value)) {
      if (path === "" || known.has(path)) continue;
      known.add(path);
      const { kind } = source;
      yield { path, layer, field: kind === "timeSamples" ? kind : kind === "clip" ? undefined : "default" };
    }
  }
}

function pathsOf(value: Value | undefined): readonly string[] {
  if (value?.kind !== "typed" || value.type.kind !== "asset") return [];
  if (typeof value.data === "string") return [value.data];
  return Array.isArray(value.data) ? (value.data as readonly string[]) : [];
}
