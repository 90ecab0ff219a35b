/** The times at which a layer has values. */
import type { Field, Layer, PrimSpec } from "@usdkit/layer";
import { traverse } from "@usdkit/schema";
import type { TimeRange } from "../protocol/document-messages.ts";

/** Prims that are looked at. */
const MAX_PRIMS = 100_000;
const DEFAULT_RATE = 24;

/** Returns the range of the layer's metadata, otherwise that of its time samples; null if nothing varies. */
export function timeRange(layer: Layer): TimeRange | null {
  const { fields } = layer.root;
  let [first, last] = [Infinity, -Infinity];
  let prims = 0;
  for (const prim of traverse(layer)) {
    if (++prims > MAX_PRIMS) break;
    for (const time of timesOf(prim)) {
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
  }
  // Without samples nothing changes, whatever the metadata has.
  if (!(first < last)) return null;
  const rate = numberOf(fields.get("timeCodesPerSecond")) ?? numberOf(fields.get("framesPerSecond")) ?? 0;
  const perSecond = rate > 0 ? rate : DEFAULT_RATE;
  const start = numberOf(fields.get("startTimeCode")) ?? first;
  const end = numberOf(fields.get("endTimeCode")) ?? last;
  return start < end ? { start, end, perSecond } : { start: first, end: last, perSecond };
}

/** The first and the last time of each attribute. */
function timesOf(prim: PrimSpec): number[] {
  return prim.properties.flatMap((property) => {
    const times = property.specType === "attribute" ? property.timeSamples?.times : undefined;
    return times === undefined || times.length === 0 ? [] : [times[0], times[times.length - 1]];
  });
}

function numberOf(field: Field | undefined): number | undefined {
  const value = field?.value;
  const data = value?.kind === "typed" ? value.data : undefined;
  return typeof data === "number" && Number.isFinite(data) ? data : undefined;
}
