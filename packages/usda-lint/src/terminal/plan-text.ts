/** A plan for the user to read. */
import { describePlan, type PlanDescription, type ScenePlan } from "@usdkit/service-scene";
import { textWidth } from "./display-width.ts";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { Style } from "@usdkit/command/terminal/style";

/** Maximum width of a column; longer cells exceed it. */
const MAX_WIDTH = 60;

/** The lines, one by one: scenes may have many items. */
export function* planText(plan: ScenePlan, name: string, style: Style): Generator<string> {
  const described = describePlan(plan);
  const { camera, items, prims, ignored } = described;
  const form = plan.form === "patch" ? "a patch of the camera" : "a full scene";
  yield `${style.bold(escapeTerminal(name))}, read as ${form}`;
  yield "";
  yield camera === null
    ? `${style.bold("Camera")}      ${style.yellow("none")}`
    : `${style.bold("Camera")}      ${style.cyan(escapeTerminal(camera.path))}`;
  for (const line of camera?.lines ?? []) yield `  ${line}`;
  if (plan.form === "scene") {
    yield `${style.bold("Resolution")}  ${resolution(described, style)}`;
    yield `${style.bold("Items")}       ${items.length === 0 ? style.yellow("none") : items.length}`;
    const rows = items.map(({ type, meshId, position, path }) => [type, meshId, `at ${position}`, path]);
    yield* table(rows, [style.dim, style.bold, plain, style.cyan]);
  }
  if (prims.length > 0) {
    yield `${style.bold("Others")}      ${prims.length}`;
    yield* table(
      prims.map(({ path, type, attributes }) => [path, type, attributes]),
      [style.dim, style.bold, plain],
    );
  }
  yield `${style.bold("Ignored")}     ${ignored.length === 0 ? "nothing" : ignored.length}`;
  const rows = ignored.map(({ path, reason }) => [path, reason]);
  yield* table(rows, [style.cyan, plain]);
}

function resolution({ resolution: given }: PlanDescription, style: Style): string {
  if (given === null) return style.yellow("none");
  const { size, source, path } = given;
  return `${size[0]} × ${size[1]} ${style.dim(`from the ${source}`)} ${style.cyan(escapeTerminal(path))}`;
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
