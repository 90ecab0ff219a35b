/** Transform ops that count in USD and not for the service. */
import type { AttributeSpec, PrimSpec, PropertySpec } from "@usdkit/layer";
import type { PrimPlace } from "@usdkit/schema";
import type { ResolvedProfile } from "../model/profile.ts";
import { TRANSFORM, TRANSFORM_ORDER } from "./names.ts";
import type { RuleReading } from "./rule-reading.ts";
import { attributeOfEntry, entriesOf, entriesThatCount, type TransformReading } from "./transform-reading.ts";

/** An op that counts: what stands behind it, and the entry of the order, where there is one in this file. */
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
 * The ops of a prim other than `xformOp:transform` that its order lists, by the order of the text; `!invert!xformOp:transform` is one,
 * too. In a patch the order may be that of the base; where nobody knows it, every op counts.
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

/** Nearly every prim: nothing but the matrix, and an order of it alone. */
function isPlain({ others, entries }: TransformReading): boolean {
  return others.length === 0 && (entries === undefined || (entries.length === 1 && entries[0] === TRANSFORM));
}

/** The entries of the order that holds for a prim: its own, or in a patch that of the base; `unknown` where there is no base. */
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
