/** The root layer of an input. A module without composition: a run of files that are not composed does not load it. */
import { withSlashes, type InputFile } from "@usdkit/command/files/input";
import { path } from "@usdkit/command/process/builtins";

/** Returns the identifier of the root layer of an input, as stages name it. */
export function rootLayerOf({ inner = [] }: InputFile, file: string): string {
  const name = withSlashes(path.resolve(file));
  return inner.length === 0 ? name : `${name}[${inner.join("[")}${"]".repeat(inner.length)}`;
}
