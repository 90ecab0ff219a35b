/** Metadata of prims and properties: the strongest value, dictionaries merged, list operations composed. */
import type { DictionaryValue, Field, FieldValue, ListOp, Value } from "@usdkit/layer";
import type { IndexGraph } from "../graph/index-graph.ts";
import { applyListOp, type KeyedItem } from "../layer-stack/apply-list-op.ts";
import { composesOver, composeValues } from "./compose-values.ts";
import { mergeDictionaries } from "./merge-dictionaries.ts";
import type { SpecSite } from "./prim-opinions.ts";
import { evaluated, toStage, type ValueMapping } from "./stage-value.ts";

/** A spec with fields, and its site. */
export interface FieldSite extends Pick<SpecSite, "node" | "layer" | "offset"> {
  readonly fields: ReadonlyMap<string, Field>;
}

/**
 * Returns the value of a metadata field; undefined if no spec has it. List operations are composed to an explicit one, time codes
 * are times of the stage, and asset paths and path expressions are mapped.
 *
 * @param sites the specs, strongest first
 */
export function composeMetadata(
  graph: IndexGraph,
  sites: Iterable<FieldSite>,
  name: string,
  mapping: ValueMapping = evaluated,
): FieldValue | undefined {
  const found: FieldValue[] = [];
  for (const site of sites) {
    const authored = site.fields.get(name)?.value;
    if (authored === undefined || (found.length > 0 && found[0].kind !== authored.kind)) continue;
    const value = isValue(authored) ? toStage(graph, site, authored, mapping) : authored;
    found.push(value);
    if (!isMerged(value)) break;
  }
  return found.length === 0 ? undefined : merged(found);
}

function isValue(value: FieldValue): value is Value & FieldValue {
  return value.kind === "dictionary" || value.kind === "typed";
}

/** Whether weaker opinions have an effect on a value. */
function isMerged(value: FieldValue): boolean {
  return value.kind === "valueListOp" || value.kind === "dictionary" || (value.kind === "typed" && composesOver(value));
}

/** @param values strongest first, of one kind */
function merged(values: readonly FieldValue[]): FieldValue | undefined {
  const [strongest] = values;
  if (strongest.kind === "valueListOp") return explicitListOp(strongest, values.filter(isListOp));
  if (strongest.kind === "dictionary") return values.filter(isDictionary).reduce(mergeDictionaries);
  const composed = strongest.kind === "typed" ? composeValues(values.filter(isTyped), undefined) : undefined;
  return composed?.kind === "typed" ? composed : strongest;
}

function isListOp(value: FieldValue): value is ValueListOp {
  return value.kind === "valueListOp";
}

function isDictionary(value: FieldValue): value is DictionaryValue {
  return value.kind === "dictionary";
}

function isTyped(value: FieldValue): value is Extract<FieldValue, { kind: "typed" }> {
  return value.kind === "typed";
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
