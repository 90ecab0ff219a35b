/** Transform ops that USD applies and the service ignores. */
import type { AttributeSpec, PrimSpec, PropertySpec } from "@usdkit/layer";
import type { PrimPlace } from "@usdkit/service-scene";
import type { ResolvedProfile } from "../model/profile.ts";
import { TRANSFORM, TRANSFORM_ORDER } from "./names.ts";
import type { RuleReading } from "./rule-reading.ts";
import { attributeOfEntry, entriesOf, entriesThatCount, type TransformReading } from "./transform-reading.ts";

/** An op that USD applies: its attribute, and the entry of the order if it is in this file. */
export interface CountingOp {
  readonly attribute: PropertySpec;
  readonly entry: string;
}

interface Readings {
  readonly scene: RuleReading;
  readonly profile: ResolvedProfile;
}

const NONE: readonly never[] = [];

/**
 * Returns the ops of a prim other than `xformOp:transform` that its order lists, in text order, including
 * `!invert!xformOp:transform`. In a patch the order may be that of the base; if it is unknown, every op is included.
 */
export function countingOps(readings: Readings, place: PrimPlace): readonly CountingOp[] {
  const reading = readings.scene.transformOf(place);
  if (reading === undefined || isPlain(reading)) return NONE;
  const entries = orderThatCounts(readings, place.prim, reading);
  if (entries === "unknown") return reading.others.map((attribute) => ({ attribute, entry: attribute.name }));
  if (entries === undefined) return NONE;
  const byName = new Map<string, string>();
  for (const entry of entriesThatCount(entries)) {
    const name = attributeOfEntry(entry);
    if (entry !== TRANSFORM && !byName.has(name)) byName.set(name, entry);
  }
  const found: CountingOp[] = [];
  for (const attribute of [...reading.others, ...(reading.matrix === undefined ? [] : [reading.matrix])]) {
    const entry = byName.get(attribute.name);
    if (entry !== undefined) found.push({ attribute, entry });
  }
  return found;
}

/** Whether there is only the matrix, and an order that lists only it: the common case. */
function isPlain({ others, entries }: TransformReading): boolean {
  return others.length === 0 && (entries === undefined || (entries.length === 1 && entries[0] === TRANSFORM));
}

/** Returns the entries of a prim's order: its own, or in a patch that of the base; `unknown` without a base. */
export function orderThatCounts(
  { scene, profile }: Readings,
  prim: PrimSpec,
  { order, entries }: TransformReading,
): readonly string[] | "unknown" | undefined {
  if (order !== undefined || profile !== "patch") return entries;
  if (!scene.hasBase) return "unknown";
  const inBase = scene
    .basePrim(prim.path)
    ?.properties.find((each): each is AttributeSpec => each.name === TRANSFORM_ORDER && each.specType === "attribute");
  return inBase === undefined ? undefined : entriesOf(inBase);
}
