import type { Asset, AssetGroup, MeshAsset, PointAsset, SplatAsset } from "@usdkit/assets";
import { sharedBytes, sharedFloats, sharedWords } from "../prepare/shared-arrays.ts";

type Single = Exclude<Asset, AssetGroup>;

/**
 * Returns the asset with all arrays on shared memory, so that another thread receives them without a copy. An array that is used
 * twice is copied once.
 */
export function shareAsset(asset: Asset): Asset {
  const arrays = new ArraySharer();
  const shared = new Map<Single, Single>();
  if (asset.type !== "group") return shareSingle(asset, arrays);
  const members = asset.members.map(({ asset: member, matrix }) => {
    const copy = shared.get(member) ?? shareSingle(member, arrays);
    shared.set(member, copy);
    return { asset: copy, matrix };
  });
  return { ...asset, members };
}

function shareSingle(asset: Single, arrays: ArraySharer): Single {
  if (asset.type === "mesh") return shareMesh(asset, arrays);
  if (asset.type === "splats") return shareSplats(asset, arrays);
  return sharePoints(asset, arrays);
}

function shareMesh(asset: MeshAsset, arrays: ArraySharer): MeshAsset {
  return {
    ...asset,
    parts: asset.parts.map((part) => ({
      ...part,
      positions: arrays.floats(part.positions),
      normals: part.normals && arrays.floats(part.normals),
      colors: part.colors && arrays.floats(part.colors),
      tangents: part.tangents && arrays.floats(part.tangents),
      texCoords: part.texCoords && arrays.floats(part.texCoords),
      texCoords2: part.texCoords2 && arrays.floats(part.texCoords2),
      indices: arrays.words(part.indices),
    })),
    textures: asset.textures.map((texture) => ({ ...texture, data: arrays.bytes(texture.data) })),
  };
}

function shareSplats(asset: SplatAsset, arrays: ArraySharer): SplatAsset {
  return {
    ...asset,
    positions: arrays.floats(asset.positions),
    orientations: arrays.floats(asset.orientations),
    scales: arrays.floats(asset.scales),
    opacities: arrays.floats(asset.opacities),
    harmonics: arrays.floats(asset.harmonics),
  };
}

function sharePoints(asset: PointAsset, arrays: ArraySharer): PointAsset {
  const { ends } = asset;
  return {
    ...asset,
    positions: arrays.floats(asset.positions),
    colors: arrays.bytes(asset.colors),
    ...(ends && { ends: { positions: arrays.floats(ends.positions), colors: arrays.bytes(ends.colors) } }),
  };
}

/** Copies arrays to shared memory, each once. */
class ArraySharer {
  readonly #floats = new Map<Float32Array, Float32Array>();
  readonly #words = new Map<Uint32Array, Uint32Array>();
  readonly #bytes = new Map<Uint8Array, Uint8Array>();

  floats(array: Float32Array): Float32Array {
    return copyOnce(this.#floats, array, sharedFloats);
  }

  words(array: Uint32Array): Uint32Array {
    return copyOnce(this.#words, array, sharedWords);
  }

  bytes(array: Uint8Array): Uint8Array {
    return copyOnce(this.#bytes, array, sharedBytes);
  }
}

function copyOnce<T extends Float32Array | Uint32Array | Uint8Array>(
  known: Map<T, T>,
  array: T,
  create: (length: number) => T,
): T {
  const found = known.get(array);
  if (found !== undefined) return found;
  const copy = create(array.length);
  copy.set(array);
  known.set(array, copy);
  return copy;
}
