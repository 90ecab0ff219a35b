/** What the service will use of a layer, as plain data that can be written as JSON. */

/** 16 numbers of a matrix for row vectors, row by row: the translation stands in 12 to 14, as in the text. */
export type RowMatrix = readonly number[] & { readonly __convention?: "row-vector" };

/** The camera that the image is taken with; values that are not authored are the schema's fallbacks. */
export interface PlannedCamera {
  readonly path: string;
  /** From the camera's space to the world's. */
  readonly worldMatrix: RowMatrix;
  /** mm. */
  readonly focalLength: number;
  /** mm. */
  readonly horizontalAperture: number;
  /** mm. */
  readonly verticalAperture: number;
  /** Near and far, in scene units. */
  readonly clippingRange: readonly [near: number, far: number];
  readonly projection: "perspective" | "orthographic";
  /** Scene units. */
  readonly focusDistance: number;
  readonly fStop: number;
}

/** Something that is drawn: a prim with a payload. */
export interface PlannedItem {
  readonly path: string;
  readonly type: "Mesh" | "ParticleField3DGaussianSplat";
  /** The last path segment of the payload's asset, percent-decoded. */
  readonly meshId: string;
  /** The payload's asset path as authored. */
  readonly asset: string;
  /** The payload's prim path; null where it names none. */
  readonly target: string | null;
  /** From the prim's space to the world's. */
  readonly worldMatrix: RowMatrix;
}

/** A spec that the service passes over, and why. */
export interface IgnoredSpec {
  /** Prim path, or property path `/A.b`. */
  readonly path: string;
  /** One sentence. */
  readonly reason: string;
}

/** The RenderSettings that count: the first in traversal. */
export interface PlannedRenderSettings {
  readonly path: string;
  /** Targets of `rel camera`, in order. */
  readonly cameraTargets: readonly string[];
  readonly resolution: readonly [width: number, height: number] | null;
}

/** What {@link readScene} gives. */
export interface ScenePlan {
  readonly camera: PlannedCamera | null;
  readonly resolution: readonly [width: number, height: number] | null;
  readonly resolutionSource: "RenderSettings" | "Camera" | null;
  readonly renderSettings: PlannedRenderSettings | null;
  readonly items: readonly PlannedItem[];
  readonly ignored: readonly IgnoredSpec[];
}
