/** Finds duplicate arcs in a list. */
import { decodeUtf8 } from "@usdkit/base";
import type { ArcItem } from "./arc-item.ts";
import { arcAsset, arcPrimPath } from "./arc-item.ts";

const CLOSE = 1e-6;

/**
 * Returns each arc that appears earlier in the list, with the one that it repeats.
 *
 * Two arcs are equal if asset, path and custom data are equal, and the offsets differ by less than 1e-6.
 */
export function findDuplicateArcs(bytes: Uint8Array, arcs: readonly ArcItem[]): (readonly [ArcItem, ArcItem])[] {
  const found: (readonly [ArcItem, ArcItem])[] = [];
  const seen = new Map<string, ArcItem[]>();
  for (const arc of arcs) {
    const data = arc.hasCustomData ? collapsedText(bytes, arc) : "";
    const base = JSON.stringify([arcAsset(bytes, arc), arcPrimPath(bytes, arc), data]);
    const before = nearbyKeys(base, arc).flatMap((key) => seen.get(key) ?? []);
    const same = before.find((other) => isClose(other.offset, arc.offset) && isClose(other.scale, arc.scale));
    if (same !== undefined) found.push([arc, same]);
    const key = offsetKey(base, steps(arc.offset), steps(arc.scale));
    const list = seen.get(key);
    if (list === undefined) seen.set(key, [arc]);
    else if (same === undefined) list.push(arc);
  }
  return found;
}

/** Returns the parameters' text without blanks, for comparing custom data. */
function collapsedText(bytes: Uint8Array, arc: ArcItem): string {
  return decodeUtf8(bytes, Math.max(arc.assetEnd, arc.pathEnd), arc.end).replace(/\s+/g, "");
}

function isClose(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) < CLOSE || (Number.isNaN(a) && Number.isNaN(b));
}

/** Returns the number in steps of {@link CLOSE}. */
function steps(value: number): number {
  return Math.round(value / CLOSE);
}

function offsetKey(base: string, offset: number, scale: number): string {
  return `${base} ${offset} ${scale}`;
}

/** Returns the possible keys of offsets close to those of `arc`. */
function nearbyKeys(base: string, { offset, scale }: ArcItem): string[] {
  const near = [-1, 0, 1];
  const [a, b] = [steps(offset), steps(scale)];
  return near.flatMap((first) => near.map((second) => offsetKey(base, a + first, b + second)));
}
