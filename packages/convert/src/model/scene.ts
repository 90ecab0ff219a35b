/** A scene between formats: what glTF and USD both have. All readers make one, and all writers take one. */
import type { RowMatrix } from "@usdkit/transforms";
import type { AnimationModel } from "./animation.ts";
import type { CameraModel } from "./camera.ts";
import type { Extras } from "./extras.ts";
import type { ImageModel } from "./image.ts";
import type { LightModel } from "./light.ts";
import type { MaterialModel } from "./material.ts";
import type { MeshModel } from "./mesh.ts";
import type { Quaternion, Triple } from "./numbers.ts";
import type { SkinModel } from "./skin.ts";
import type { SplatModel } from "./splats.ts";

/** Scale, then rotation, then translation; or a matrix, which may also shear. */
export type NodeTransform =
  | {
      readonly kind: "trs";
      readonly translation: Triple;
      readonly rotation: Quaternion;
      readonly scale: Triple;
    }
  | { readonly kind: "matrix"; readonly matrix: RowMatrix };

/** Copies of what a node shows, each with a transform in the node's space. */
export interface Instances {
  readonly count: number;
  /** Flat length 3n; null: 0. */
  readonly translations: Float32Array | null;
  /** The real part first, flat length 4n; null: not turned. */
  readonly rotations: Float32Array | null;
  /** Flat length 3n; null: 1. */
  readonly scales: Float32Array | null;
  /** Further attributes by name. */
  readonly custom: ReadonlyMap<string, { readonly values: Float32Array | Int32Array; readonly size: number }>;
}

/** A node of the tree. */
export interface NodeModel {
  readonly name: string;
  /** The place in the input. */
  readonly source: string;
  /** Indices into the nodes of the scene. */
  readonly children: readonly number[];
  readonly transform: NodeTransform;
  readonly isVisible: boolean;
  /** Index into the meshes of the scene. */
  readonly mesh: number | null;
  readonly camera: number | null;
  readonly light: number | null;
  /** Index into the splats of the scene. */
  readonly splats: readonly number[];
  /** Index into the skins of the scene, of a node with a mesh. */
  readonly skin: number | null;
  /** Of the morph targets of the mesh; null: those of the mesh. */
  readonly targetWeights: readonly number[] | null;
  readonly instances: Instances | null;
  readonly extras: Extras;
}

/** A scene. Indices are valid, and nodes form a forest. */
export interface SceneModel {
  readonly name: string;
  readonly nodes: readonly NodeModel[];
  /** The nodes without a parent that belong to the scene. */
  readonly roots: readonly number[];
  readonly meshes: readonly MeshModel[];
  readonly materials: readonly MaterialModel[];
  readonly images: readonly ImageModel[];
  readonly cameras: readonly CameraModel[];
  readonly lights: readonly LightModel[];
  readonly skins: readonly SkinModel[];
  readonly splats: readonly SplatModel[];
  readonly animations: readonly AnimationModel[];
  /** Names of the material variants. */
  readonly variants: readonly string[];
  /** Who made it, and by which rights, if the file has it. */
  readonly copyright: string;
  /** What programs know of the file: author, license, source. */
  readonly assetExtras: Extras;
  readonly extras: Extras;
}
