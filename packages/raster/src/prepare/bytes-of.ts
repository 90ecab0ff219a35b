import type { Asset } from "@usdkit/assets";

/** Returns the size of an asset's arrays in bytes. */
export function bytesOf(asset: Asset): number {
  if (asset.type === "splats") {
    const { positions, orientations, scales, opacities, harmonics } = asset;
    return sum([positions, orientations, scales, opacities, harmonics]);
  }
  if (asset.type === "group") return asset.members.reduce((total, member) => total + bytesOf(member.asset), 0);
  if (asset.type === "points") return sum([asset.positions, asset.colors, ...Object.values(asset.ends ?? {})]);
  const arrays = asset.parts.flatMap((part) => [
    part.positions,
    part.normals,
    part.colors,
    part.texCoords,
    part.texCoords2 ?? null,
    part.indices,
  ]);
  return sum([...arrays, ...new Set(asset.textures.map(({ data }) => data))]);
}

function sum(arrays: readonly ({ readonly byteLength: number } | null)[]): number {
  return arrays.reduce((total, array) => total + (array?.byteLength ?? 0), 0);
}
