import type { Extras } from "./extras.ts";
import type { Triple } from "./numbers.ts";

/** A light that shines along −z. */
export interface LightModel {
  readonly name: string;
  readonly source: string;
  readonly kind: "directional" | "point" | "spot";
  /** Linear RGB. */
  readonly color: Triple;
  /** Of a directional light in lux, of others in candela. */
  readonly intensity: number;
  /** Where its influence ends, in metres; null: nowhere. */
  readonly range: number | null;
  /** Half angles of the cone of a spot, in radians: full light up to the inner one, none beyond the outer one. */
  readonly innerAngle: number;
  readonly outerAngle: number;
  readonly extras: Extras;
}
