/** The payloads of a prim. */
import { addedItems, type ByteRange, type PrimSpec, type ReferenceItem } from "@usdkit/layer";
import { parsePayloadAsset, type PayloadAsset, type PayloadProblem } from "./parse-payload-asset.ts";

/** A payload that a prim brings in. */
export interface PayloadItem {
  /** The asset path as authored; "" if there is none. */
  readonly asset: string;
  /** The parts of the asset path, or why it is invalid. */
  readonly parsed: PayloadAsset | PayloadProblem;
  /** The prim path behind the asset path; null if there is none. */
  readonly target: string | null;
  /** Its range in the text; absent in a layer built in memory. */
  readonly range?: ByteRange | undefined;
}

/**
 * Returns the payloads that a prim brings in, in the order of their strength: explicit ones, or prepended, added and appended ones.
 * Deleted and reordered ones bring in nothing.
 */
export function payloadOf(prim: PrimSpec): readonly PayloadItem[] {
  const value = prim.fields.get("payload")?.value;
  return value?.kind === "referenceListOp" ? addedItems(value.listOp).map(readItem) : [];
}

function readItem({ asset, primPath, range }: ReferenceItem): PayloadItem {
  return { asset, parsed: parsePayloadAsset(asset), target: primPath === "" ? null : primPath, range };
}
