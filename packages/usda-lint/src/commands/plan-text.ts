/** A plan for the user to read. */
import {
  fieldOfView,
  transformDirection,
  type PlannedCamera,
  type PlannedItem,
  type RowMatrix,
  type ScenePlan,
} from "@usdkit/schema";
import { textWidth } from "../terminal/display-width.ts";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { Style } from "@usdkit/command/terminal/style";

/** Maximum width of a column; longer cells exceed it. */
const MAX_WIDTH = 60;

/** The lines, one by one: scenes may have many items. */
export function* planText(plan: ScenePlan, name: string, style: Style): Generator<string> {
  const { camera, items, ignored } = plan;
  const form = plan.form === "patch" ? "a patch of the camera" : "a full scene";
  yield `${style.bold(escapeTerminal(name))}, read as ${form}`;
  yield "";
  yield camera === null
    ? `${style.bold("Camera")}      ${style.yellow("none")}`
    : `${style.bold("Camera")}      ${style.cyan(escapeTerminal(camera.path))}`;
  if (camera !== null) {
    const lines = plan.form === "patch" ? patchLines(camera) : cameraLines(camera);
    for (const line of lines) yield `  ${line}`;
  }
  if (plan.form === "scene") {
    yield `${style.bold("Resolution")}  ${resolution(plan, style)}`;
    yield `${style.bold("Items")}       ${items.length === 0 ? style.yellow("none") : items.length}`;
    yield* table(items.map(itemRow), [style.dim, style.bold, plain, style.cyan]);
  }
  if (plan.prims.length > 0) {
    yield `${style.bold("Others")}      ${plan.prims.length}`;
    yield* table(
      plan.prims.map(({ path, type, attributes }) => [path, type, JSON.stringify(attributes)]),
      [style.dim, style.bold, plain],
    );
  }
  yield `${style.bold("Ignored")}     ${ignored.length === 0 ? "nothing" : ignored.length}`;
  const rows = ignored.map(({ path, reason }) => [path, reason]);
  yield* table(rows, [style.cyan, plain]);
}

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

const NUMBERS = ["focalLength", "horizontalAperture", "verticalAperture", "focusDistance", "fStop"] as const;

function isNumber(name: string): name is (typeof NUMBERS)[number] {
  return NUMBERS.some((each) => each === name);
}

function place({ worldMatrix }: PlannedCamera): string {
  const ahead = transformDirection([0, 0, -1], worldMatrix);
  const length = Math.hypot(...ahead);
  return `at ${position(worldMatrix)}, looking along ${tuple(ahead.map((value) => value / length))}`;
}

const LENS = ["projection", "focalLength", "horizontalAperture", "verticalAperture", "clippingRange"];

function resolution({ resolution: size, resolutionSource, renderSettings, camera }: ScenePlan, style: Style): string {
  if (size === null) return style.yellow("none");
  const from = resolutionSource === "Camera" ? camera?.path : renderSettings?.path;
  return `${size[0]} × ${size[1]} ${style.dim(`from the ${resolutionSource}`)} ${style.cyan(escapeTerminal(from ?? ""))}`;
}

function itemRow({ type, meshId, path, worldMatrix }: PlannedItem): string[] {
  return [type === "Mesh" ? "mesh" : "splat", meshId, `at ${position(worldMatrix)}`, path];
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

function plain(text: string): string {
  return text;
}

/** Rows with their columns below one another; the last one is as wide as it is. */
function* table(rows: readonly string[][], paints: readonly ((text: string) => string)[]): Generator<string> {
  const safe = rows.map((row) => row.map(escapeTerminal));
  const widths = paints.map(() => 0);
  for (const row of safe) {
    for (const [i, cell] of row.entries()) widths[i] = Math.min(MAX_WIDTH, Math.max(widths[i] ?? 0, textWidth(cell)));
  }
  for (const row of safe) {
    const cells = row.map((cell, i) => {
      const padding = i < row.length - 1 ? " ".repeat(Math.max(0, (widths[i] ?? 0) - textWidth(cell))) : "";
      return (paints[i] ?? plain)(cell) + padding;
    });
    yield `  ${cells.join("  ")}`;
  }
}
