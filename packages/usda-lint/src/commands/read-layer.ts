import type { Layer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { describeIoError } from "@usdkit/command/cli/errors";
import { EXIT_ERROR } from "@usdkit/command/process/exit-codes";
import { reportProblem, resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { nameOf, readInput, STANDARD_INPUT, type InputFile } from "@usdkit/command/files/input";

export interface ReadLayerOptions {
  /** For messages: `usda cat`. */
  readonly command: string;
  readonly color: boolean | undefined;
}

/** Returns the layer of a file, or undefined after its errors were reported on standard error. */
export async function readLayer(
  context: CommandContext,
  file: string,
  { command, color }: ReadLayerOptions,
): Promise<{ layer: Layer; input: InputFile } | undefined> {
  const input = inputOf(context, file);
  let source: Uint8Array;
  try {
    source = await readInput(input, context.stdin);
  } catch (error) {
    reportProblem(context, command, `${input.name}: ${describeIoError(error)}`);
    return undefined;
  }
  const { layer, ok } = parseUsda(source);
  if (ok) return { layer, input };
  const { reportSyntaxErrors } = await import("../report/syntax-errors.ts");
  reportSyntaxErrors(context, { input, source, color });
  context.exitCode = EXIT_ERROR;
  return undefined;
}

function inputOf(context: CommandContext, file: string): InputFile {
  if (file === STANDARD_INPUT) return { name: "<stdin>", location: STANDARD_INPUT };
  const location = resolvePath(context, file);
  return { name: nameOf(location, context.cwd), location };
}
