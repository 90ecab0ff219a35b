import type { PointAsset } from "@usdkit/assets";
import { RenderError } from "../errors/render-error.ts";
import { inPieces } from "./in-pieces.ts";
import type { Pause, PlacedItem, Skip } from "./placed-item.ts";
import type { PointData, PointDraw } from "./scene-data.ts";
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
  const hasLines = [...firsts.keys()].some(({ ends }) => ends !== undefined);
  const ends = { positions: sharedFloats(hasLines ? 3 * total : 0), colors: sharedBytes(hasLines ? 3 * total : 0) };
  for (const [asset, first] of firsts) {
    positions.set(asset.positions, 3 * first);
    colors.set(asset.colors, 3 * first);
    if (asset.ends !== undefined) {
      ends.positions.set(asset.ends.positions, 3 * first);
      ends.colors.set(asset.ends.colors, 3 * first);
    }
    await inPieces(asset.count, pause, (from, to) => {
      for (let i = 3 * (first + from); i < 3 * (first + to); i += 3) {
        // Non-finite points are never within the image.
        if (!Number.isFinite(positions[i] + positions[i + 1] + positions[i + 2])) skip("nonFinite");
      }
    });
  }
  const draws: PointDraw[] = [];
  let base = 0;
  for (const { asset, prim, toWorld, local } of items) {
    const isLines = asset.ends !== undefined;
    draws.push({ first: firsts.get(asset) ?? 0, count: asset.count, prim, toWorld, local, base, isLines });
    base += asset.count;
  }
  return { positions, colors, ends, draws, count: base };
}

function check(asset: PointAsset, primPath: string): void {
  const { count, ends } = asset;
  for (const { positions, colors } of ends === undefined ? [asset] : [asset, ends]) {
    if (positions.length === 3 * count && colors.length === 3 * count) continue;
    const message = `${count} points have ${3 * count} coordinates and color bytes, not ${positions.length} and ${colors.length}`;
    throw new RenderError("asset", message, { primPath });
  }
}
