/** Metadata of prims and properties: the strongest value, dictionaries merged, list operations composed. */
import type { Field, FieldValue, ListOp } from "@usdkit/layer";
import type { IndexGraph } from "../graph/index-graph.ts";
import { applyListOp, type KeyedItem } from "../layer-stack/apply-list-op.ts";
import { evaluateAssets } from "./evaluate-assets.ts";
import { mergeDictionaries } from "./merge-dictionaries.ts";
import type { SpecSite } from "./prim-opinions.ts";
import { retimeValue } from "./retime.ts";

/** A spec with fields, and its site. */
export interface FieldSite extends Pick<SpecSite, "node" | "layer" | "offset"> {
  readonly fields: ReadonlyMap<string, Field>;
}

/**
 * Returns the value of a metadata field; undefined if no spec has it. List operations are composed to an explicit one, time codes
 * are times of the stage, and expressions of asset paths are evaluated.
 *
 * @param sites the specs, strongest first
 */
export function composeMetadata(graph: IndexGraph, sites: Iterable<FieldSite>, name: string): FieldValue | undefined {
  let merged: FieldValue | undefined;
  const weaker: ValueListOp[] = [];
  for (const { node, offset, fields } of sites) {
    const value = fields.get(name)?.value;
    if (value === undefined || (merged !== undefined && merged.kind !== value.kind)) continue;
    if (value.kind === "valueListOp") {
      merged ??= value;
      weaker.push(value);
      continue;
    }
    if (value.kind !== "dictionary" && value.kind !== "typed") {
      if (merged === undefined) return value;
      continue;
    }
    const resolved = evaluateAssets(retimeValue(value, offset), graph.nodes[node].stack.variables);
    if (resolved.kind !== "dictionary") return resolved;
    merged = merged?.kind === "dictionary" ? mergeDictionaries(merged, resolved) : resolved;
  }
  return merged?.kind === "valueListOp" ? explicitListOp(merged, weaker) : merged;
}

type ValueListOp = Extract<FieldValue, { kind: "valueListOp" }>;

/** Returns the composed items of list operations, the strongest first, as an explicit list operation. */
function explicitListOp(strongest: ValueListOp, listOps: readonly ValueListOp[]): ValueListOp {
  return { ...strongest, listOp: { explicit: composeItems(listOps.map(({ listOp }) => listOp)) } };
}

/** Returns the items that list operations compose, the strongest first. */
function composeItems<T extends string | number | bigint>(listOps: readonly ListOp<T>[]): readonly T[] {
  let items: readonly KeyedItem<T>[] = [];
  for (let i = listOps.length - 1; i >= 0; i--) {
    items = applyListOp(items, listOps[i], (item: T) => ({ key: String(item), item }));
  }
  return items.map(({ item }) => item);
}
