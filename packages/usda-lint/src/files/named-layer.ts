/** Names of layers as arguments: a file, or a layer in a package, `room.usdz[chair/geometry.usdc]`. */
import { fs } from "@usdkit/command/process/builtins";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { nameOf, STANDARD_INPUT, type InputFile } from "@usdkit/command/files/input";

/** A file to read, and the paths through packages to the layer in it. */
export interface NamedLayer {
  readonly input: InputFile;
  readonly inner: readonly string[];
}

/** Finds the file that a name means; a file of the whole name, brackets included, comes first. */
export async function namedLayer(context: CommandContext, name: string): Promise<NamedLayer> {
  if (name === STANDARD_INPUT) return { input: { name: "<stdin>", location: STANDARD_INPUT }, inner: [] };
  const location = resolvePath(context, name);
  const whole: NamedLayer = { input: { name: nameOf(location, context.cwd), location }, inner: [] };
  if (!name.endsWith("]") || fs.existsSync(location)) return whole;
  const { parseLayerName } = await import("@usdkit/usd");
  const { file, inner } = parseLayerName(name);
  if (inner.length === 0) return whole;
  return { input: { name: whole.input.name, location: resolvePath(context, file) }, inner };
}
