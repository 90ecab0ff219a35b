import { keyOfFloat, sortByKey } from "../bands/radix-sort.ts";
import type { ThreadMemory } from "../bands/thread-memory.ts";
import * as frames from "../frame/frame.ts";
import type { Frame } from "../frame/frame.ts";
import type { Fragments } from "../splats/blend-traced.ts";
import type { TriangleFiller } from "../triangles/draw-band.ts";
import type { Surface } from "../triangles/surface.ts";
import type { Tile } from "./tile.ts";

const { counters } = frames;
/** Triangles between two pauses. */
const PAUSE_AFTER = 4096;

/** The translucent triangles of a tile that nothing opaque hides, by sample, the nearest first; null where there are none. */
export function* collectFragments(
  frame: Frame,
  filler: TriangleFiller,
  surface: Surface,
  translucent: Uint32Array,
  count: number,
  tile: Tile,
  memory: ThreadMemory,
): Generator<void, Fragments | null> {
  const { target } = filler;
  const { left, top, width, height } = tile;
  const most = frame.tileFragments;
  let found = 0;
  // Grows by doubling: most tiles have few.
  let room = 1024;
  let samples = memory.words("fragments.samples", room);
  let surfaces = memory.words("fragments.surfaces", room);
  let distances = memory.doubles("fragments.distances", room);
  const grow = (): void => {
    room = Math.min(most, room * 2);
    const [a, b, c] = [samples.slice(0, found), surfaces.slice(0, found), distances.slice(0, found)];
    samples = memory.words("fragments.samples", room);
    surfaces = memory.words("fragments.surfaces", room);
    distances = memory.doubles("fragments.distances", room);
    samples.set(a);
    surfaces.set(b);
    distances.set(c);
  };
  let leftOut = 0;
  target.left = left;
  target.right = left + width;
  target.lists = true;
  for (let i = 0; i < count; i++) {
    target.listed = 0;
    filler.fill(translucent[i]);
    for (let k = 0; k < target.listed; k++) {
      if (found === most) {
        leftOut++;
        continue;
      }
      if (found === room) grow();
      const place = target.listedPlaces[k];
      const row = Math.floor(place / target.width);
      const x = place - row * target.width - left;
      samples[found] = (row + target.origin - top) * width + x;
      surfaces[found] = translucent[i];
      const q = target.listedNearness[k];
      distances[found++] = frame.camera.isPerspective ? 1 / q : -q;
    }
    if (i % PAUSE_AFTER === PAUSE_AFTER - 1) yield;
  }
  target.lists = false;
  target.left = 0;
  target.right = target.width;
  if (leftOut > 0) Atomics.add(frame.counters, counters.fragmentsLeftOut, leftOut);
  if (found === 0) return null;
  const order = inOrder(samples, distances, found, width * height, memory);
  return paint(surface, tile, order, samples, surfaces, distances, found, memory);
}

/** By sample, then by distance, then as they came. */
function inOrder(
  samples: Uint32Array,
  distances: Float64Array,
  found: number,
  all: number,
  memory: ThreadMemory,
): { readonly order: Uint32Array; readonly starts: Uint32Array } {
  const keys = memory.words("fragments.keys", found);
  const byDistance = memory.words("fragments.byDistance", found);
  for (let i = 0; i < found; i++) {
    keys[i] = keyOfFloat(distances[i]);
    byDistance[i] = i;
  }
  sortByKey(keys, byDistance, found, memory);
  const starts = memory.words("fragments.starts", all + 1);
  starts.fill(0, 0, all + 1);
  for (let i = 0; i < found; i++) starts[samples[i] + 1]++;
  for (let i = 0; i < all; i++) starts[i + 1] += starts[i];
  const next = memory.words("fragments.next", all);
  next.set(starts.subarray(0, all));
  const order = memory.words("fragments.order", found);
  for (let i = 0; i < found; i++) {
    const fragment = byDistance[i];
    order[next[samples[fragment]]++] = fragment;
  }
  return { order, starts };
}

function paint(
  surface: Surface,
  { left, top, width }: Tile,
  { order, starts }: { readonly order: Uint32Array; readonly starts: Uint32Array },
  samples: Uint32Array,
  surfaces: Uint32Array,
  distances: Float64Array,
  found: number,
  memory: ThreadMemory,
): Fragments {
  const result = {
    starts,
    distances: memory.doubles("fragments.sortedDistances", found),
    colors: memory.doubles("fragments.colors", 4 * found),
    surfaces: memory.words("fragments.sortedSurfaces", found),
  };
  const color = memory.doubles("fragments.color", 3);
  for (let k = 0; k < found; k++) {
    const fragment = order[k];
    const sample = samples[fragment];
    const row = Math.floor(sample / width);
    const x = left + sample - row * width;
    surface.paintRun(surfaces[fragment], top + row, x, x + 1, color, null, 0);
    result.distances[k] = distances[fragment];
    result.surfaces[k] = surfaces[fragment];
    for (let channel = 0; channel < 3; channel++) result.colors[4 * k + channel] = color[channel];
    result.colors[4 * k + 3] = Math.min(1, Math.max(0, surface.alpha));
  }
  return result;
}
