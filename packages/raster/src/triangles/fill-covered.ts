/** Draws a triangle whole, by its alpha, or where its back shows. */
import type { ThreadMemory } from "../bands/thread-memory.ts";
import type { Frame } from "../bands/frame.ts";
import type { Coverage, Surface } from "./surface.ts";
import type { TriangleFiller } from "./triangle-filler.ts";

/** Rounding error of filtered alpha: a texture with alpha 1 passes a cutoff of 1. */
const CUTOFF_TOLERANCE = 1e-6;

/** What one thread draws a band with. */
export interface BandDrawing {
  readonly frame: Frame;
  readonly surface: Surface;
  readonly filler: TriangleFiller;
  readonly memory: ThreadMemory;
}

/** Draws a triangle that covers what is behind it; returns about how many samples were tested. */
export function fillCovered(filler: TriangleFiller, surface: Surface, triangle: number, coverage: Coverage): number {
  if (coverage === "opaque") return filler.fill(triangle);
  if (coverage === "mask") return fillMasked(filler, surface, triangle);
  return surface.showsBack(triangle) ? filler.fill(triangle) : 1;
}

/** Draws a triangle where its alpha reaches the material's cutoff. */
function fillMasked(filler: TriangleFiller, surface: Surface, triangle: number): number {
  const { target } = filler;
  target.lists = true;
  target.listed = 0;
  const looked = filler.fill(triangle);
  target.lists = false;
  const { alphaCutoff } = surface.materialOf(triangle);
  for (let i = 0; i < target.listed; i++) {
    const place = target.listedPlaces[i];
    const row = Math.floor(place / target.width);
    if (surface.alphaAt(triangle, place - row * target.width, target.origin + row) < alphaCutoff - CUTOFF_TOLERANCE)
      continue;
    target.inverseDepths[place] = target.listedInverseDepths[i];
    target.ids[place] = triangle;
  }
  return looked + 8 * target.listed;
}
