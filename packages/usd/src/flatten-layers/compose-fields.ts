/** Metadata of several layers as that of one. */
import type { DictionaryValue, Field, FieldSpecKind, FieldValue, ListOp, ReferenceItem } from "@usdkit/layer";
import { fieldDefinitions } from "@usdkit/layer";
import { newField, isEmptyNote } from "../flatten/new-field.ts";
import type { KeyedItem } from "../layer-stack/apply-list-op.ts";
import { isUsableOffset } from "../paths/layer-offset.ts";
import { mergeDictionaries } from "../metadata/merge-dictionaries.ts";
import { composeListOps, withoutAdd, type KeyedListOp } from "./compose-list-ops.ts";
import { composeClips } from "./compose-clips.ts";
import { mapArcOffset, mapValue, type FieldsSpec, type LayerMapping } from "./layer-site.ts";

/** Sublayers are part of the one layer, and types and specifiers are no fields of specs here. */
const leftOut: ReadonlySet<string> = new Set(["subLayers", "subLayerOffsets", "specifier"]);

/**
 * Returns the fields that specs compose to. Those that no schema defines are left out, as in the reference, and empty notes
 * ({@link isEmptyNote}).
 *
 * @param specs strongest first
 */
export function composeFields(
  mapping: LayerMapping,
  kind: FieldSpecKind,
  specs: readonly FieldsSpec[],
): Map<string, Field> {
  const found = new Map<string, Field>();
  for (const { spec } of specs) {
    for (const [name, { value }] of spec.fields) {
      if (found.has(name) || leftOut.has(name) || fieldDefinitions.get(name)?.on.includes(kind) !== true) continue;
      if (value.kind === "unregistered" || value.kind === "unregisteredListOp") continue;
      const composed = composeField(mapping, name, specs);
      if (composed !== undefined && !isEmptyNote(kind, name, composed)) found.set(name, newField(name, composed));
    }
  }
  return found;
}

function composeField(mapping: LayerMapping, name: string, specs: readonly FieldsSpec[]): FieldValue | undefined {
  if (name === "clips") return composeClips(mapping, specs);
  let composed: ComposedField | undefined;
  for (const site of specs) {
    const value = site.spec.fields.get(name)?.value;
    const mapped = value && mapField(mapping, site, value);
    if (mapped === undefined) continue;
    // Of another type than the stronger one: it has no effect.
    if (composed === undefined) composed = mapped;
    else if (composed.kind === mapped.kind) composed = compose(composed, mapped);
  }
  return composed && withoutKeys(composed);
}

type References = { readonly kind: "referenceListOp"; readonly listOp: KeyedListOp<ReferenceItem> };
type Paths = { readonly kind: "pathListOp"; readonly listOp: KeyedListOp<string> };
type Values = {
  readonly kind: "valueListOp";
  readonly itemType: string;
  readonly listOp: KeyedListOp<string | number | bigint>;
};
type ComposedField =
  | References
  | Paths
  | Values
  | Exclude<FieldValue, { readonly kind: "referenceListOp" | "pathListOp" | "valueListOp" }>;

function mapField(mapping: LayerMapping, site: FieldsSpec, value: FieldValue): ComposedField | undefined {
  switch (value.kind) {
    case "referenceListOp": {
      const convert = (item: ReferenceItem): KeyedItem<ReferenceItem> | undefined => mapReference(mapping, site, item);
      return { kind: value.kind, listOp: withoutAdd(withKeys(value.listOp, convert)) };
    }
    case "pathListOp":
      return { kind: value.kind, listOp: withoutAdd(withKeys(value.listOp, itself)) };
    case "valueListOp":
      return { ...value, listOp: withoutAdd(withKeys(value.listOp, itself)) };
    case "dictionary":
      return asDictionary(mapValue(mapping, site, value));
    case "typed":
      return mapValue(mapping, site, value);
    default:
      return value;
  }
}

function asDictionary(value: FieldValue): DictionaryValue | undefined {
  return value.kind === "dictionary" ? value : undefined;
}

/** Returns a reference with its key: two are equal if they are as authored, whatever the offsets of their layers. */
function mapReference(
  mapping: LayerMapping,
  site: FieldsSpec,
  item: ReferenceItem,
): KeyedItem<ReferenceItem> | undefined {
  const { primPath, layerOffset, customData } = item;
  const asset = item.asset === "" ? "" : mapping.asset(item.asset, site.layer);
  // An arc to the layer itself is something else than an expression without a path.
  if (asset === "" && item.asset !== "") return undefined;
  const key = JSON.stringify([asset, primPath, layerOffset.offset, layerOffset.scale]);
  // The target of an internal reference is the whole stack, so no layer's offset applies. Invalid offsets are ignored.
  const isKept = asset === "" || !isUsableOffset(layerOffset);
  const own = { asset, primPath, layerOffset: isKept ? layerOffset : mapArcOffset(mapping, site, layerOffset) };
  return { key, item: customData === undefined ? own : { ...own, customData } };
}

function itself<T extends string | number | bigint>(item: T): KeyedItem<T> {
  return { key: String(item), item };
}

function withKeys<T>(listOp: ListOp<T>, convert: (item: T) => KeyedItem<T> | undefined): KeyedListOp<T> {
  return mapListOp(listOp, (items: readonly T[]) => items.map(convert).filter((each) => each !== undefined));
}

function mapListOp<S, T>(listOp: ListOp<S>, map: (items: readonly S[]) => readonly T[]): ListOp<T> {
  const found: Record<string, readonly T[]> = {};
  for (const [name, items] of Object.entries<readonly S[] | undefined>({ ...listOp })) {
    if (items !== undefined) found[name] = map(items);
  }
  return found;
}

/** Returns what two values of one kind compose to. */
function compose(stronger: ComposedField, weaker: ComposedField): ComposedField {
  if (stronger.kind === "referenceListOp" && weaker.kind === "referenceListOp")
    return { ...stronger, listOp: composeListOps(stronger.listOp, weaker.listOp) };
  if (stronger.kind === "pathListOp" && weaker.kind === "pathListOp")
    return { ...stronger, listOp: composeListOps(stronger.listOp, weaker.listOp) };
  if (stronger.kind === "valueListOp" && weaker.kind === "valueListOp")
    return { ...stronger, listOp: composeListOps(stronger.listOp, weaker.listOp) };
  if (stronger.kind === "dictionary" && weaker.kind === "dictionary") return mergeDictionaries(stronger, weaker);
  if (stronger.kind === "stringMap" && weaker.kind === "stringMap")
    return { kind: "stringMap", entries: new Map([...weaker.entries, ...stronger.entries]) };
  if (stronger.kind === "relocates" && weaker.kind === "relocates")
    return { kind: "relocates", pairs: [...stronger.pairs, ...weaker.pairs] };
  return stronger;
}

function withoutKeys(value: ComposedField): FieldValue | undefined {
  if (value.kind === "referenceListOp")
    return isAny(value.listOp) ? { ...value, listOp: itemsOf(value.listOp) } : undefined;
  if (value.kind === "pathListOp") return isAny(value.listOp) ? { ...value, listOp: itemsOf(value.listOp) } : undefined;
  if (value.kind === "valueListOp")
    return isAny(value.listOp) ? { ...value, listOp: itemsOf(value.listOp) } : undefined;
  return value;
}

function isAny(listOp: ListOp<unknown>): boolean {
  return Object.keys(listOp).length > 0;
}

function itemsOf<T>(listOp: KeyedListOp<T>): ListOp<T> {
  return mapListOp(listOp, (items) => items.map(({ item }) => item));
}

/** Returns the list operation of targets or connections that several compose to, strongest first. */
export function composePaths(listOps: readonly (ListOp<string> | undefined)[]): ListOp<string> | undefined {
  const [first, ...rest] = listOps.filter((each) => each !== undefined).map((each) => withKeys(each, itself));
  if (first === undefined) return undefined;
  const composed = rest.reduce((stronger, weaker) => composeListOps(stronger, weaker), withoutAdd(first));
  return isAny(composed) ? itemsOf(composed) : undefined;
}
