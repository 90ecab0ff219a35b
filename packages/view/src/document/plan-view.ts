/** The plan of a scene as rows of text. */
import { fieldOfView, type PlannedCamera, type RowMatrix, type ScenePlan } from "@usdkit/schema";
import type { PlanView } from "../protocol/document-messages.ts";

/** Maximum number of rows per list. */
const MAX_ROWS = 5000;

/** Returns what the page shows of a plan. */
export function planView(plan: ScenePlan): PlanView {
  const { form, camera, resolution, resolutionSource, items, ignored } = plan;
  return {
    form,
    camera: camera === null ? null : { path: camera.path, lines: cameraLines(camera) },
    resolution: resolution === null ? null : { size: resolution, source: resolutionSource ?? "" },
    items: items.slice(0, MAX_ROWS).map(({ path, type, meshId, worldMatrix }) => ({
      path,
      type: type === "Mesh" ? "mesh" : "splats",
      meshId,
      place: position(worldMatrix),
    })),
    ignored: ignored.slice(0, MAX_ROWS).map(({ path, reason }) => ({ path, reason })),
    hiddenRows: Math.max(0, items.length - MAX_ROWS) + Math.max(0, ignored.length - MAX_ROWS),
  };
}

function cameraLines(camera: PlannedCamera): string[] {
  const { focalLength, horizontalAperture, verticalAperture, clippingRange, projection, worldMatrix } = camera;
  const film = `${short(horizontalAperture)} × ${short(verticalAperture)} mm`;
  const { horizontal, vertical } = fieldOfView(camera);
  const lens =
    projection === "perspective"
      ? `${short(focalLength)} mm on ${film}: ${short(horizontal, 3)}° × ${short(vertical, 3)}°`
      : `orthographic, ${film}`;
  return [lens, `at ${position(worldMatrix)}`, `clips at ${clippingRange.map((each) => short(each)).join(" and ")}`];
}

function position(m: RowMatrix): string {
  return `(${m
    .slice(12, 15)
    .map((value) => short(value, 4))
    .join(", ")})`;
}

/** Returns the digits that the author wrote: a float contains 0.10000000149 for 0.1. */
function short(value: number, digits = 7): string {
  return String(Number(value.toPrecision(digits)) + 0);
}
