/** The unique edges of meshes. */
import type { Asset, MeshAsset } from "@usdkit/raster";

/** Maximum number of drawn edges per part; beyond it, every second, third, … edge is drawn. */
const MAX_EDGES = 400_000;
/** A pair of vertices as one number; a scene may have at most 2^26 vertices. */
const PAIR = 2 ** 26;

/** Edges in one space. */
export interface EdgeSet {
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Two vertex indices per edge. */
  readonly edges: Uint32Array;
  /** Twelve numbers from this space to the asset's; null for the asset's own space. */
  readonly matrix: readonly number[] | null;
}

/** Returns the edges of an asset; splats and points have none. */
export function edgesOf(asset: Asset): readonly EdgeSet[] {
  if (asset.type === "group") {
    return asset.members.flatMap((member) =>
      member.asset.type === "mesh" ? meshEdges(member.asset, member.matrix) : [],
    );
  }
  return asset.type === "mesh" ? meshEdges(asset, null) : [];
}

function meshEdges({ parts }: MeshAsset, outer: readonly number[] | null): EdgeSet[] {
  return parts.flatMap(({ positions, indices, instances }) => {
    const edges = uniqueEdges(indices);
    const matrices = instances ?? [null];
    return matrices.map((matrix) => ({ positions, edges, matrix: joined(matrix, outer) }));
  });
}

function joined(inner: readonly number[] | null, outer: readonly number[] | null): readonly number[] | null {
  if (inner === null || outer === null) return inner ?? outer;
  return multiply(inner, outer);
}

/** Returns the product of two affine matrices of twelve numbers, for row vectors: first `a`, then `b`. */
export function multiply(a: readonly number[], b: readonly number[]): number[] {
  const product: number[] = [];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = row === 3 ? b[9 + column] : 0;
      for (let k = 0; k < 3; k++) sum += a[3 * row + k] * b[3 * k + column];
      product.push(sum);
    }
  }
  return product;
}

/** Neighbouring triangles share an edge, so most are in the list twice. */
export function uniqueEdges(indices: Uint32Array): Uint32Array {
  const pairs = new Float64Array(indices.length);
  for (let i = 0; i < indices.length; i++) {
    const a = indices[i];
    const b = indices[i % 3 === 2 ? i - 2 : i + 1];
    pairs[i] = a < b ? a * PAIR + b : b * PAIR + a;
  }
  pairs.sort();
  let count = 0;
  for (let i = 0; i < pairs.length; i++) if (i === 0 || pairs[i] !== pairs[i - 1]) pairs[count++] = pairs[i];
  const step = Math.ceil(count / MAX_EDGES) || 1;
  const edges = new Uint32Array(2 * Math.ceil(count / step));
  for (let i = 0, at = 0; i < count; i += step) {
    edges[at++] = Math.floor(pairs[i] / PAIR);
    edges[at++] = pairs[i] % PAIR;
  }
  return edges;
}
