/** Loads a mesh of a test, and compares it by its triangles. */
import type { MeshAsset, MeshPart } from "../model/asset.ts";
import { loadAsset } from "../load/load-asset.ts";

/** @throws Error if the file holds something else. */
export async function loadMesh(bytes: Uint8Array): Promise<MeshAsset> {
  const asset = await loadAsset(bytes);
  if (asset.type !== "mesh") throw new Error(asset.type);
  return asset;
}

/** A triangle in the plane z = 0, its front towards +z. */
export const triangle: Float32Array = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
/** One node, with the first mesh. */
export const nodes: readonly { readonly mesh: number }[] = [{ mesh: 0 }];

/** Three corners of the triangle, rounded. */
export function cornersOf({ positions, indices }: MeshPart, number = 0): number[][] {
  return Array.from(indices.subarray(3 * number, 3 * number + 3), (i) =>
    Array.from(positions.subarray(3 * i, 3 * i + 3), (value) => Math.round(value * 1e5) / 1e5 + 0),
  );
}
