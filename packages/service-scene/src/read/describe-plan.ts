/** A plan as text for people, without a layout: terminal and page show the same. */
import { fieldOfView } from "../camera/field-of-view.ts";
import { transformDirection, type RowMatrix } from "@usdkit/transforms";
import type { PlannedCamera, ScenePlan } from "./types.ts";

/** What {@link describePlan} returns. Lengths are mm for lenses and scene units otherwise, angles degrees. */
export interface PlanDescription {
  readonly form: ScenePlan["form"];
  /** The lines of a patch are what it authors. */
  readonly camera: { readonly path: string; readonly lines: readonly string[] } | null;
  readonly resolution: PlannedResolution | null;
  readonly items: readonly PlannedItemRow[];
  /** Prims of types that a program adds. `attributes` is JSON. */
  readonly prims: readonly { readonly path: string; readonly type: string; readonly attributes: string }[];
  readonly ignored: readonly { readonly path: string; readonly reason: string }[];
  /** Number of rows beyond the limit of each list. */
  readonly hiddenRows: number;
}

/** The size of the image in pixels, and the prim that authors it. */
export interface PlannedResolution {
  readonly size: readonly [number, number];
  /** `Camera` or `RenderSettings`. */
  readonly source: string;
  readonly path: string;
}

/** A drawn prim. */
export interface PlannedItemRow {
  readonly path: string;
  readonly type: "mesh" | "splat";
  readonly meshId: string;
  /** World position: `(1.25, 0, -3.5)`. */
  readonly position: string;
}

/**
 * Describes a plan: formats its numbers and names what it uses. Texts of the scene are not escaped.
 *
 * @param maxRows Maximum number of rows of each list; default: all.
 * @example
 * describePlan(readScene(layer)).camera?.lines;
 */
export function describePlan(plan: ScenePlan, maxRows: number = Infinity): PlanDescription {
  const { form, camera, items, prims, ignored } = plan;
  return {
    form,
    camera: camera && { path: camera.path, lines: form === "patch" ? patchLines(camera) : cameraLines(camera) },
    resolution: resolutionOf(plan),
    items: items.slice(0, maxRows).map(({ path, type, meshId, worldMatrix }) => ({
      path,
      type: type === "Mesh" ? "mesh" : "splat",
      meshId,
      position: position(worldMatrix),
    })),
    prims: prims
      .slice(0, maxRows)
      .map(({ path, type, attributes }) => ({ path, type, attributes: JSON.stringify(attributes) })),
    ignored: ignored.slice(0, maxRows).map(({ path, reason }) => ({ path, reason })),
    hiddenRows: [items, prims, ignored].reduce((sum, list) => sum + Math.max(0, list.length - maxRows), 0),
  };
}

const LENS = ["projection", "focalLength", "horizontalAperture", "verticalAperture", "clippingRange"];
const NUMBERS = ["focalLength", "horizontalAperture", "verticalAperture", "focusDistance", "fStop"] as const;

function cameraLines(camera: PlannedCamera): string[] {
  const { focalLength, horizontalAperture, verticalAperture, clippingRange, projection } = camera;
  const film = `${short(horizontalAperture)} × ${short(verticalAperture)} mm`;
  const angles = fieldOfView(camera);
  const lens =
    projection === "perspective"
      ? `${short(focalLength)} mm lens on ${film}: ${short(angles.horizontal, 3)}° × ${short(angles.vertical, 3)}°`
      : `film back of ${film}`;
  const [near, far] = clippingRange;
  const lines = [
    `${projection}, ${lens}`,
    `clips at ${short(near)} and ${short(far)}, f-stop ${short(camera.fStop)}, focus at ${short(camera.focusDistance)}`,
    place(camera),
  ];
  const fallbacks = LENS.filter((each) => !camera.authored.includes(each));
  if (fallbacks.length > 0) lines.push(`not authored, so the schema's: ${fallbacks.join(", ")}`);
  return lines;
}

/** Returns lines for what a patch authors: the rest stays as in the session's scene. */
function patchLines(camera: PlannedCamera): string[] {
  const lines: string[] = [];
  for (const name of camera.authored) {
    if (name === "xformOp:transform") lines.push(place(camera));
    else if (name === "clippingRange")
      lines.push(`clips at ${camera.clippingRange.map((each) => short(each)).join(" and ")}`);
    else if (name === "projection") lines.push(camera.projection);
    else if (isNumber(name)) lines.push(`${name} ${short(camera[name])}`);
  }
  return lines;
}

function isNumber(name: string): name is (typeof NUMBERS)[number] {
  return NUMBERS.some((each) => each === name);
}

function resolutionOf({ resolution, resolutionSource, renderSettings, camera }: ScenePlan): PlannedResolution | null {
  if (resolution === null) return null;
  const path = resolutionSource === "Camera" ? camera?.path : renderSettings?.path;
  return { size: resolution, source: resolutionSource ?? "", path: path ?? "" };
}

function place({ worldMatrix }: PlannedCamera): string {
  const ahead = transformDirection([0, 0, -1], worldMatrix);
  const length = Math.hypot(...ahead);
  return `at ${position(worldMatrix)}, looking along ${tuple(ahead.map((value) => value / length))}`;
}

function position(m: RowMatrix): string {
  return tuple(m.slice(12, 15));
}

function tuple(numbers: readonly number[]): string {
  return `(${numbers.map((value) => short(value)).join(", ")})`;
}

/** Returns the digits that the author wrote: a float contains 0.10000000149 for 0.1. */
function short(value: number, digits = 7): string {
  return String(Number(value.toPrecision(digits)) + 0);
}
