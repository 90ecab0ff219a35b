import type { PointAsset } from "@usdkit/assets";
import { RenderError } from "../errors/render-error.ts";
import { inPieces } from "./in-pieces.ts";
import type { Pause, PlacedItem, Skip } from "./placed-item.ts";
import type { CloudDraw, PointData } from "./scene-data.ts";
import { sharedBytes, sharedFloats } from "./shared-arrays.ts";

/** Packs points, each asset once, with the draws that use it. */
export async function packPoints(
  items: readonly PlacedItem<PointAsset>[],
  skip: Skip,
  pause: Pause,
): Promise<PointData> {
  const firsts = new Map<PointAsset, number>();
  let total = 0;
  for (const { asset, path } of items) {
    check(asset, path);
    if (firsts.has(asset)) continue;
    firsts.set(asset, total);
    total += asset.count;
  }
  const positions = sharedFloats(3 * total);
  const colors = sharedBytes(3 * total);
  for (const [asset, first] of firsts) {
    positions.set(asset.positions, 3 * first);
    colors.set(asset.colors, 3 * first);
    await inPieces(asset.count, pause, (from, to) => {
      for (let i = 3 * (first + from); i < 3 * (first + to); i += 3) {
        // Non-finite points are never within the image.
        if (!Number.isFinite(positions[i] + positions[i + 1] + positions[i + 2])) skip("nonFinite");
      }
    });
  }
  const draws: CloudDraw[] = [];
  let base = 0;
  for (const { asset, prim, toWorld, local } of items) {
    draws.push({ first: firsts.get(asset) ?? 0, count: asset.count, prim, toWorld, local, base });
    base += asset.count;
  }
  return { positions, colors, draws, count: base };
}

function check({ count, positions, colors }: PointAsset, primPath: string): void {
  if (positions.length === 3 * count && colors.length === 3 * count) return;
  const message = `${count} points have ${3 * count} coordinates and color bytes, not ${positions.length} and ${colors.length}`;
  throw new RenderError("asset", message, { primPath });
}
