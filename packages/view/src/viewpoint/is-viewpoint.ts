/** Checks viewpoints that were saved. */
import type { Viewpoint } from "./viewpoint.ts";

/** Returns whether a value has the fields of a viewpoint, all numbers finite. */
export function isViewpoint(value: unknown): value is Viewpoint {
  if (typeof value !== "object" || value === null) return false;
  const { target, distance, up, yaw, pitch, lens } = value as Partial<Record<keyof Viewpoint, unknown>>;
  if (!Array.isArray(target) || target.length !== 3 || typeof lens !== "object" || lens === null) return false;
  if (up !== "Y" && up !== "Z") return false;
  const { projection, focalLength, horizontalAperture, verticalAperture } = lens as Partial<Viewpoint["lens"]>;
  if (projection !== "perspective" && projection !== "orthographic") return false;
  const lengths = [distance, focalLength, horizontalAperture, verticalAperture];
  return (
    [...(target as unknown[]), yaw, pitch].every(Number.isFinite) &&
    lengths.every((length) => typeof length === "number" && Number.isFinite(length) && length > 0)
  );
}
