/** Metadata fields, as representations. */
import type { FieldValue, ListOp, ReferenceItem, SubLayerItem } from "@usdkit/layer";
import { fieldDefinitions } from "@usdkit/layer";
import type { ByteBuilder } from "../encode/byte-builder.ts";
import { PAYLOAD_OFFSETS, RELOCATES } from "../structure/version.ts";
import { knownValueType } from "../values/known-value-type.ts";
import { listOrder } from "../values/list-ops.ts";
import type { PackContext } from "./pack-context.ts";
import { nestedDictionary, packText, packUnregistered, packValue } from "./pack-values.ts";
import type { ValueRep } from "../values/value-rep.ts";
import { CrateType } from "../values/crate-type.ts";
import { inlinedRep } from "../values/value-rep.ts";

/** Packs the value of a field. */
export function packField(
  context: PackContext,
  name: string,
  value: Exclude<FieldValue, { kind: "subLayers" }>,
): ValueRep {
  const isKnown = fieldDefinitions.has(name);
  switch (value.kind) {
    case "valueListOp":
      return packValueListOp(context, value.itemType, value.listOp);
    case "pathListOp":
      return packPathListOp(context, value.listOp);
    case "referenceListOp":
      return name === "payload" ? packPayloads(context, value.listOp) : packReferences(context, value.listOp);
    case "unregisteredListOp":
      return packUnregistered(context, packUnregisteredListOp(context, value.listOp));
    case "stringMap":
      return packStringMap(context, name, value.entries);
    case "names":
      return packTokenVector(context, value.names);
    case "relocates":
      return packRelocates(context, value.pairs);
    case "dictionary": {
      const rep = packValue(context, value);
      return isKnown ? rep : packUnregistered(context, rep);
    }
    case "typed":
      if (name === "permission") return inlinedRep(CrateType.permission, value.data === "private" ? 1 : 0);
      if (name === "displayUnit") throw context.error("A crate cannot hold the field displayUnit");
      return packValue(context, value);
    default:
      return packValue(context, value);
  }
}

/** A vector of tokens: names in an order. */
function packTokenVector(context: PackContext, names: readonly string[]): ValueRep {
  const builder = context.builder().uint64(names.length);
  for (const name of names) builder.uint32(context.tokens.add(name));
  return context.addBuilt(CrateType.tokenVector, builder);
}

/** A vector of the names of specs. */
export function packNames(context: PackContext, specs: readonly { readonly name: string }[]): ValueRep {
  const builder = context.builder().uint64(specs.length);
  for (const { name } of specs) builder.uint32(context.tokens.add(name));
  return context.addBuilt(CrateType.tokenVector, builder);
}

/** The assets of sublayers, and their offsets. */
export function packSubLayers(
  context: PackContext,
  items: readonly SubLayerItem[],
): { readonly assets: ValueRep; readonly offsets: ValueRep } {
  const assets = context.builder().uint64(items.length);
  for (const { asset } of items) assets.uint32(context.string(asset));
  const offsets = context.builder().uint64(items.length);
  for (const { layerOffset } of items) offsets.float64(layerOffset.offset).float64(layerOffset.scale);
  return {
    assets: context.addBuilt(CrateType.stringVector, assets),
    offsets: context.addBuilt(CrateType.layerOffsetVector, offsets),
  };
}

/** A list operation whose items `write` writes. */
function listOpBuilder<T>(
  context: PackContext,
  listOp: ListOp<T>,
  write: (builder: ByteBuilder, item: T) => void,
): ByteBuilder {
  const builder = context.builder();
  const isExplicit = listOp.explicit !== undefined;
  const lists = listOrder.flatMap(([name, bit]) => {
    const items = listOp[name] ?? [];
    return items.length === 0 || isExplicit !== (name === "explicit") ? [] : [{ bit, items }];
  });
  builder.uint8(lists.reduce((bits, { bit }) => bits | bit, isExplicit ? 1 : 0));
  for (const { items } of lists) {
    builder.uint64(items.length);
    for (const item of items) write(builder, item);
  }
  return builder;
}

const valueListTypes: Readonly<Record<string, number>> = {
  token: CrateType.tokenListOp,
  string: CrateType.stringListOp,
  int: CrateType.intListOp,
  int64: CrateType.int64ListOp,
  uint: CrateType.uintListOp,
  uint64: CrateType.uint64ListOp,
};

function packValueListOp(context: PackContext, itemType: string, listOp: ListOp<string | number | bigint>): ValueRep {
  const type = valueListTypes[itemType];
  if (type === undefined) throw context.error(`A crate cannot hold a list operation of ${itemType}`);
  const built = listOpBuilder(context, listOp, (builder, item) => {
    if (typeof item === "string")
      builder.uint32(itemType === "token" ? context.tokens.add(item) : context.string(item));
    else if (itemType.endsWith("64")) builder.bigUint64(BigInt(item));
    else builder.uint32(Number(item) >>> 0);
  });
  return context.addBuilt(type, built);
}

/** Targets, connections, inherits, specializes. */
export function packPathListOp(context: PackContext, listOp: ListOp<string>): ValueRep {
  const built = listOpBuilder(context, listOp, (builder, path) => builder.uint32(context.paths.add(path)));
  return context.addBuilt(CrateType.pathListOp, built);
}

function packReferences(context: PackContext, listOp: ListOp<ReferenceItem>): ValueRep {
  const built = listOpBuilder(context, listOp, (builder, item) => {
    writeArc(context, builder, item, true);
    builder.append(nestedDictionary(context, item.customData));
  });
  return context.addBuilt(CrateType.referenceListOp, built);
}

function writeArc(context: PackContext, builder: ByteBuilder, item: ReferenceItem, hasOffset: boolean): void {
  builder.uint32(context.string(item.asset)).uint32(context.paths.add(item.primPath));
  if (hasOffset) builder.float64(item.layerOffset.offset).float64(item.layerOffset.scale);
}

/** Payloads: a list operation, before 0.8 a single one without offset. */
function packPayloads(context: PackContext, listOp: ListOp<ReferenceItem>): ValueRep {
  if (context.layoutMinor >= PAYLOAD_OFFSETS) {
    const built = listOpBuilder(context, listOp, (builder, item) => writeArc(context, builder, item, true));
    return context.addBuilt(CrateType.payloadListOp, built);
  }
  const items = listOp.explicit;
  const [item = { asset: "", primPath: "", layerOffset: { offset: 0, scale: 1 } }] = items ?? [];
  const { offset, scale } = item.layerOffset;
  if (items === undefined || items.length > 1 || offset !== 0 || scale !== 1) {
    context.require(PAYLOAD_OFFSETS, "A list of payloads, or one with an offset,");
  }
  // One without an asset is not a payload in these versions.
  if (item.asset === "" && item.primPath !== "") context.require(PAYLOAD_OFFSETS, "A payload of the same layer");
  const builder = context.builder();
  writeArc(context, builder, item, false);
  return context.addBuilt(CrateType.payload, builder);
}

function packUnregisteredListOp(context: PackContext, listOp: ListOp<string>): ValueRep {
  const built = listOpBuilder(context, listOp, (builder, text) => {
    const { low, high } = packText(context, text);
    builder.uint64(8).uint32(low).uint32(high);
  });
  return context.addBuilt(CrateType.unregisteredValueListOp, built);
}

/** Variant selections; substitutions are dictionaries of strings. */
function packStringMap(context: PackContext, name: string, entries: ReadonlyMap<string, string>): ValueRep {
  if (name !== "variantSelection") {
    const type = knownValueType("string");
    const values = Array.from(entries, ([key, data]) => [key, { kind: "typed", type, isArray: false, data }] as const);
    return packValue(context, { kind: "dictionary", entries: new Map(values) });
  }
  const builder = context.builder().uint64(entries.size);
  for (const [key, text] of entries) builder.uint32(context.string(key)).uint32(context.string(text));
  return context.addBuilt(CrateType.variantSelectionMap, builder);
}

function packRelocates(context: PackContext, pairs: readonly (readonly [string, string])[]): ValueRep {
  context.require(RELOCATES, "A relocate");
  const builder = context.builder().uint64(pairs.length);
  for (const [from, to] of pairs) builder.uint32(context.paths.add(from)).uint32(context.paths.add(to));
  return context.addBuilt(CrateType.relocates, builder);
}
