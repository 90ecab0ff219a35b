/** Lights of UsdLux, as plain data. */
import type { RowMatrix } from "@usdkit/transforms";
import type { TextureFile } from "./surface-material.ts";

/** Where the light comes from, in the space of the prim. Lights with a direction emit along −z. */
export type LightShape =
  /** `angle`: degrees that the light source has in the sky, 0 to 360. */
  | { readonly type: "distant"; readonly angle: number }
  /** `image`: in latitudes and longitudes; null: the same from all around. `pole`: the axis of its upper edge. */
  | { readonly type: "dome"; readonly image: TextureFile | null; readonly pole: "Y" | "Z" }
  | { readonly type: "sphere"; readonly radius: number; readonly isPoint: boolean }
  | { readonly type: "disk"; readonly radius: number }
  | { readonly type: "rect"; readonly width: number; readonly height: number }
  /** Along x, without its ends. */
  | { readonly type: "cylinder"; readonly length: number; readonly radius: number; readonly isLine: boolean };

/** How a light is aimed (`ShapingAPI`). */
export interface LightCone {
  /** Power of the cosine of the angle from −z; 0: none. */
  readonly focus: number;
  /** Linear RGB of the light that the focus takes away. */
  readonly focusTint: readonly [number, number, number];
  /** Degrees from −z at which the light ends, and the share of the angle over which it fades. */
  readonly coneAngle: number;
  readonly coneSoftness: number;
}

/** A light of a stage. */
export interface StageLight {
  readonly path: string;
  readonly shape: LightShape;
  /** Linear RGB, with the color temperature. */
  readonly color: readonly [number, number, number];
  readonly intensity: number;
  /** The intensity is multiplied by 2 to this power. */
  readonly exposure: number;
  /** Whether the intensity is divided by the area, so that the size of a light does not change its power. */
  readonly isNormalized: boolean;
  /** Factors of diffuse and of specular reflection. */
  readonly diffuse: number;
  readonly specular: number;
  /** Null: in all directions that its shape emits to. */
  readonly cone: LightCone | null;
  readonly castsShadows: boolean;
  /** From the space of the prim to the world. */
  readonly matrix: RowMatrix;
}
