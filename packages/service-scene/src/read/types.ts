/** What the service uses of a layer, as plain data that can be written as JSON. */
import type { AttributeData } from "../prims/attribute-value.ts";
import type { CameraAttributes } from "../camera/lens.ts";
import type { RowMatrix } from "@usdkit/transforms";

/** The camera of the image; values that are not authored are the schema's fallbacks. */
export interface PlannedCamera extends CameraAttributes {
  readonly path: string;
  /** From the camera's space to the world's. */
  readonly worldMatrix: RowMatrix;
  /**
   * Names of the authored attributes; all others are fallbacks. In a patch, the others keep their values in the scene of
   * the session.
   */
  readonly authored: readonly string[];
}

/** A prim with a payload, which is drawn. */
export interface PlannedItem {
  readonly path: string;
  /** `Mesh`, `ParticleField3DGaussianSplat`, or a further type that draws its payload. */
  readonly type: string;
  /** The last path segment of the payload's asset, percent-decoded. */
  readonly meshId: string;
  /** The payload's asset path as authored. */
  readonly asset: string;
  /** The payload's prim path; null if it has none. */
  readonly target: string | null;
  /** From the prim's space to the world's. */
  readonly worldMatrix: RowMatrix;
}

/** A prim of a further type: neither container, nor asset, camera or RenderSettings. */
export interface PlannedPrim {
  readonly path: string;
  readonly type: string;
  /** From the prim's space to the world's. */
  readonly worldMatrix: RowMatrix;
  /** The attributes of the type's table, except its transformation: authored values, otherwise fallbacks. */
  readonly attributes: Readonly<Record<string, AttributeData>>;
}

/**
 * What is ignored: `inactive` a subtree, `specifier` a subtree of an `over` or `class` (of a `def` in a patch), `type` a
 * prim of a type that the service does not read, `material` a Material with its network, `camera` and `render-settings` further
 * ones, `resolution` one that another goes before, `payload` a Mesh or splat that draws nothing, `composition` an arc, `metadata`
 * an entry of the layer, `attribute` a property that the service does not read, `attribute-type` and `attribute-value` one whose
 * type or value it cannot use, `xform-op` a transformation other than the matrix, `time-samples` values over time, `connection` a
 * connection.
 */
export type IgnoredKind =
  | "inactive"
  | "specifier"
  | "type"
  | "material"
  | "camera"
  | "render-settings"
  | "resolution"
  | "payload"
  | "composition"
  | "metadata"
  | "attribute"
  | "attribute-type"
  | "attribute-value"
  | "xform-op"
  | "time-samples"
  | "connection";

/** A spec that the service ignores, and why. */
export interface IgnoredSpec {
  /** Prim path, or property path `/A.b`; `/` for the layer. */
  readonly path: string;
  readonly kind: IgnoredKind;
  /** One sentence. It may contain any character of the file: escape it before display. */
  readonly reason: string;
}

/** The RenderSettings in use: the first in traversal. */
export interface PlannedRenderSettings {
  readonly path: string;
  /** Targets of `rel camera`, in order. */
  readonly cameraTargets: readonly string[];
  /** Pixels; null if none is authored with the right type. */
  readonly resolution: Resolution | null;
}

/** Pixels. */
export type Resolution = readonly [width: number, height: number];

/** The result of {@link readScene}. JSON writes numbers that are not finite as null. */
export interface ScenePlan {
  /** A full scene, or a patch of a session's camera. */
  readonly form: SceneForm;
  readonly camera: PlannedCamera | null;
  readonly resolution: Resolution | null;
  readonly resolutionSource: "RenderSettings" | "Camera" | null;
  readonly renderSettings: PlannedRenderSettings | null;
  readonly items: readonly PlannedItem[];
  /** Prims of further types (`primTypes`), without the service's own types. */
  readonly prims: readonly PlannedPrim[];
  /** In the order of the traversal. */
  readonly ignored: readonly IgnoredSpec[];
}

/** The form as which a layer is read: a scene, or `layer`, where every active prim is visited. */
export type ReadingForm = SceneForm | "layer";

/** A full scene for a job or a stream, or a patch of a session's camera (spec 2.8 rule 9). */
export type SceneForm = "scene" | "patch";
