/** Why a layer cannot be read. */
import type { OpenedLayer } from "./open-layer.ts";

/** Returns the first problem of a layer that cannot be read, with its place; undefined if there is none. */
export function layerProblem({ diagnostics }: Pick<OpenedLayer, "diagnostics">): string | undefined {
  const [first] = diagnostics;
  if (first === undefined) return undefined;
  const { line, column, offset, message } = first;
  const place = line === null ? `byte ${offset}` : `line ${line}, column ${column ?? 1}`;
  return `${place}: ${message}`;
}
