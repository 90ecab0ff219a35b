/** The shapes of a scene. */
import type { Extras } from "./extras.ts";

/** Numbers of a vertex attribute that has no meaning here, to be kept. */
export interface CustomAttribute {
  readonly values: Float32Array | Int32Array;
  /** Numbers of one vertex, 1 to 4. */
  readonly size: number;
}

/** The joints that move each vertex. */
export interface Influences {
  /** Indices into the joints of the skin, flat length `perVertex` · vertices. */
  readonly joints: Uint16Array;
  /** Likewise; those of one vertex add up to 1. */
  readonly weights: Float32Array;
  readonly perVertex: number;
}

/** Offsets of vertices, scaled by a weight. */
export interface MorphTarget {
  /** Flat length 3n; null: none moves. */
  readonly positions: Float32Array | null;
  /** Flat length 3n; null: they stay. */
  readonly normals: Float32Array | null;
}

/** Values of all vertices of a part of a mesh. Parts may share them. */
export interface Vertices {
  readonly count: number;
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Unit vectors, flat length 3n. */
  readonly normals: Float32Array | null;
  /** Unit vectors and the sign of the third one, flat length 4n. */
  readonly tangents: Float32Array | null;
  /** By name, `st` for the first set; (0, 0) is the lower left of an image. Flat length 2n each. */
  readonly texCoords: ReadonlyMap<string, Float32Array>;
  /** Linear RGB, flat length 3n. */
  readonly colors: Float32Array | null;
  /** Flat length n. */
  readonly opacities: Float32Array | null;
  readonly influences: Influences | null;
  /** Further attributes by name. */
  readonly custom: ReadonlyMap<string, CustomAttribute>;
  readonly targets: readonly MorphTarget[];
}

/** How vertices are joined. */
export type Topology =
  /** Three indices a triangle, counterclockwise seen from the front; null: the vertices in order. */
  | { readonly kind: "triangles"; readonly indices: Uint32Array | Uint16Array | null }
  /** Runs of vertices, with the number of each run; a closed one returns to its first vertex. */
  | {
      readonly kind: "lines";
      readonly indices: Uint32Array | Uint16Array | null;
      readonly counts: Uint32Array;
      readonly isClosed: boolean;
    }
  | { readonly kind: "points"; readonly indices: Uint32Array | Uint16Array | null };

/** A part of a mesh with one material. */
export interface MeshPart {
  /** The place in the input. */
  readonly source: string;
  readonly topology: Topology;
  readonly vertices: Vertices;
  /** Index into the materials of the scene; null: the default material. */
  readonly material: number | null;
  /** By variant of the scene; null: the default material. Variants without an entry have `material`. */
  readonly variantMaterials: ReadonlyMap<number, number | null>;
  /** Whether back faces are seen. */
  readonly isDoubleSided: boolean;
}

/** A mesh, which several nodes may show. */
export interface MeshModel {
  readonly name: string;
  /** The place in the input. */
  readonly source: string;
  readonly parts: readonly MeshPart[];
  /** Of the morph targets, which all parts have in the same order. */
  readonly targetNames: readonly string[];
  /** Weights of the targets at rest. */
  readonly targetWeights: readonly number[];
  readonly extras: Extras;
}
