/** Why a layer cannot be read. */
import type { OpenedLayer } from "./open-layer.ts";
import { LAYER_NAME } from "./paths.ts";

/**
 * Returns the first problem of a layer that cannot be read, with its place; undefined if there is none.
 *
 * @param path of the file: one without a header whose name is not that of a layer has another format, which is the problem then
 */
export function layerProblem({ diagnostics }: Pick<OpenedLayer, "diagnostics">, path: string): string | undefined {
  const [first] = diagnostics;
  if (first === undefined) return undefined;
  const { code, line, column, offset, message } = first;
  if (code === "USDA_HEADER" && !LAYER_NAME.test(path)) {
    return "it is not USD (.usd, .usda, .usdc, .usdz) or a MaterialX document (.mtlx): convert it to USD first";
  }
  const place = line === null ? `byte ${offset}` : `line ${line}, column ${column ?? 1}`;
  return `${place}: ${message}`;
}
