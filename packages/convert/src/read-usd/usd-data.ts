/** Reads what prims have and glTF has no part for, as a member of `extras`. */
import { dumpElements, dumpValue, elementCount, type Value } from "@usdkit/layer";
import { propertyOf } from "@usdkit/schemas";
import { numbersOf, textOf, type PrimNode, type StageReader } from "@usdkit/usd";
import type { Losses } from "../errors/losses.ts";
import type { Extras } from "../model/extras.ts";
import {
  KEPT_ATTRIBUTES,
  USD_DATA,
  type UsdData,
  type UsdDataAttribute,
  type UsdDataRelationship,
} from "../model/usd-data.ts";
import { extrasOf } from "./extras.ts";
import type { StageAtTime } from "./stage-at-time.ts";
import { isConverted } from "./times.ts";

/** Attributes that conversions write and read themselves. */
const OWN_PREFIXES = ["primvars:", "ply:"];
/** Relationships that are read, or that are named as a loss. */
const READ_PREFIXES = ["collection:", "light:", "material:binding", "physics:", "skel:"];
/** Elements of arrays that are kept: JSON is no place for long ones. */
const MAX_ELEMENTS = 4096;
/** Custom attributes of a prim that are named in a message. */
const MAX_NAMED = 5;

/** Returns what is kept of a prim: its custom data, and what glTF has no part for. What is not kept is a loss. */
export function dataOf(at: Pick<StageAtTime, "reader" | "time">, prim: PrimNode, losses: Losses): Extras {
  const { reader } = at;
  const extras = extrasOf(reader.metadata(prim, "customData"));
  const attributes: Record<string, UsdDataAttribute> = {};
  const relationships: Record<string, UsdDataRelationship> = {};
  const lost: string[] = [];
  for (const name of reader.authoredNames(prim)) {
    if (reader.hasRelationship(prim, name)) {
      const targets = isRead(reader, prim, name) ? [] : reader.targets(prim, name);
      if (targets.length > 0) relationships[name] = { targets, ...customOf(reader, prim, name) };
      continue;
    }
    const isCustom = reader.attribute(prim, name)?.custom === true;
    if (OWN_PREFIXES.some((prefix) => name.startsWith(prefix)) || !(isCustom || KEPT_ATTRIBUTES.has(name))) continue;
    const kept = attributeOf(at, prim, name);
    if (kept !== undefined) attributes[name] = kept;
    else if (isCustom) lost.push(name);
  }
  if (lost.length > 0) losses.add(prim.path, `Custom attributes are not part of glTF: ${listed(lost.toSorted())}`);
  const assetInfo = reader.metadata(prim, "assetInfo");
  const data: UsdData = {
    ...kindOf(reader, prim),
    ...(assetInfo !== undefined && { assetInfo: JSON.parse(dumpValue(assetInfo)) as unknown }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(Object.keys(relationships).length > 0 && { relationships }),
  };
  return Object.keys(data).length === 0 ? extras : { ...extras, [USD_DATA]: data };
}

/** The root prims of converted stages are components, whatever the glTF was. */
function kindOf(reader: StageReader, prim: PrimNode): Pick<UsdData, "kind"> {
  const kind = textOf(reader.metadata(prim, "kind"));
  const isOwn = kind === "component" && prim.path.lastIndexOf("/") === 0 && isConverted(reader.stage);
  return kind === undefined || isOwn ? {} : { kind };
}

function attributeOf(
  { reader, time }: Pick<StageAtTime, "reader" | "time">,
  prim: PrimNode,
  name: string,
): UsdDataAttribute | undefined {
  const value = reader.value(prim, name, time);
  const json = value === undefined ? undefined : jsonOf(value);
  if (value?.kind !== "typed" || json === undefined) return undefined;
  const neutral = KEPT_ATTRIBUTES.get(name);
  if (neutral !== undefined && (textOf(value) ?? numbersOf(value)?.[0]) === neutral) return undefined;
  const spec = reader.opinions(prim)?.properties.get(name)?.[0].spec;
  return {
    type: `${value.type.name}${value.isArray ? "[]" : ""}`,
    value: json,
    ...customOf(reader, prim, name),
    ...(spec?.variability === "uniform" && { uniform: true as const }),
  };
}

/** Undefined for values that JSON has no place for, and for files, which are not part of the glTF. */
function jsonOf(value: Value): unknown {
  if (value.kind !== "typed" || value.type.kind === "asset") return undefined;
  if (!value.isArray) return JSON.parse(dumpValue(value)) as unknown;
  const count = elementCount(value);
  return count > MAX_ELEMENTS ? undefined : (JSON.parse(dumpElements(value, 0, count)) as unknown);
}

function isRead(reader: StageReader, prim: PrimNode, name: string): boolean {
  if (READ_PREFIXES.some((prefix) => name.startsWith(prefix))) return true;
  const { schemaType, apiSchemas } = reader.schemas(prim);
  return propertyOf(schemaType, name, apiSchemas) !== undefined;
}

/** What the strongest opinion authors; schemas define the others. */
function customOf(reader: StageReader, prim: PrimNode, name: string): { readonly custom?: true } {
  const spec = reader.opinions(prim)?.properties.get(name)?.[0].spec;
  return spec?.custom === true ? { custom: true } : {};
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).map((name) => JSON.stringify(name));
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
