/** The root layer of an input. A module without composition: a run of files that are not composed does not load it. */
import { withSlashes, type InputFile } from "@usdkit/command/files/input";

/**
 * Returns the identifier of the root layer of an input, as stages name it.
 *
 * @param file absolute
 */
export function rootLayerOf({ inner = [] }: InputFile, file: string): string {
  const name = withSlashes(file);
  return inner.length === 0 ? name : `${name}[${inner.join("[")}${"]".repeat(inner.length)}`;
}
