/** Metadata of prims and properties, composed from all their specs. */
import type { DictionaryValue, Field, FieldSpecKind, FieldValue, ListOp, Value } from "@usdkit/layer";
import { fieldDefinitions } from "@usdkit/layer";
import { applyListOp, type KeyedItem } from "../layer-stack/apply-list-op.ts";
import { newField, type Fields } from "./new-specs.ts";
import { resolveField, type ValueContext } from "./resolved-value.ts";

/** The fields of a spec, and how their values become those of the stage. */
export interface FieldOpinions {
  readonly fields: Fields;
  readonly context: ValueContext;
}

/** Arcs, value clips and what specs have as members: a flattened layer has none of them as metadata (`_IsPrivateFieldKey`). */
const dropped: ReadonlySet<string> = new Set([
  "inheritPaths",
  "layerRelocates",
  "payload",
  "references",
  "relocates",
  "specializes",
  "subLayers",
  "subLayerOffsets",
  "variantSelection",
  "variantSetNames",
  "clips",
  "clipSets",
  "typeName",
  "specifier",
]);

/**
 * Returns the metadata that flattening keeps, each field composed: list operations to one explicit list, dictionaries merged,
 * everything else of the strongest spec. Fields that no schema defines are dropped, as the reference does.
 *
 * @param opinions strongest first
 */
export function composeMetadata(kind: FieldSpecKind, opinions: readonly FieldOpinions[]): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>();
  for (const [i, { fields, context }] of opinions.entries()) {
    for (const [name, { value }] of fields) {
      if (found.has(name) || dropped.has(name) || fieldDefinitions.get(name)?.on.includes(kind) !== true) continue;
      const composed = compose(name, resolveField(value, context), opinions.slice(i + 1));
      if (composed !== undefined) found.set(name, newField(name, composed));
    }
  }
  return found;
}

function compose(name: string, value: FieldValue, weaker: readonly FieldOpinions[]): FieldValue | undefined {
  switch (value.kind) {
    case "dictionary":
      return mergeDictionaries(name, value, weaker);
    case "valueListOp": {
      const listOps = [value.listOp];
      for (const { fields } of weaker) {
        const other = fields.get(name)?.value;
        if (other?.kind === "valueListOp" && other.itemType === value.itemType) listOps.push(other.listOp);
      }
      return { ...value, listOp: { explicit: applyAll(listOps) } };
    }
    case "unregistered":
    case "unregisteredListOp":
      return undefined;
    default:
      return value;
  }
}

type Item = string | number | bigint;

/** @param listOps strongest first */
function applyAll(listOps: readonly ListOp<Item>[]): readonly Item[] {
  let items: readonly KeyedItem<Item>[] = [];
  for (let i = listOps.length - 1; i >= 0; i--) {
    items = applyListOp(items, listOps[i], (item) => ({ key: String(item), item }));
  }
  return items.map(({ item }) => item);
}

function mergeDictionaries(name: string, value: DictionaryValue, weaker: readonly FieldOpinions[]): DictionaryValue {
  let merged = value;
  for (const { fields, context } of weaker) {
    const authored = fields.get(name)?.value;
    if (authored?.kind !== "dictionary") continue;
    const other = resolveField(authored, context);
    if (other.kind === "dictionary") merged = mergeOver(merged, other);
  }
  return merged;
}

/** Returns the entries of both dictionaries, those of the stronger one where both have a key. Nesting does not deepen the stack. */
function mergeOver(stronger: DictionaryValue, weaker: DictionaryValue): DictionaryValue {
  const root = new Map<string, Value>();
  const waiting: (readonly [DictionaryValue, DictionaryValue, Map<string, Value>])[] = [[stronger, weaker, root]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [strong, weak, into] = next;
    for (const [key, value] of strong.entries) {
      const other = weak.entries.get(key);
      if (value.kind === "dictionary" && other?.kind === "dictionary") {
        const inner = new Map<string, Value>();
        into.set(key, { kind: "dictionary", entries: inner });
        waiting.push([value, other, inner]);
      } else into.set(key, value);
    }
    for (const [key, value] of weak.entries) if (!into.has(key)) into.set(key, value);
  }
  return { kind: "dictionary", entries: root };
}
