import { type Layer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { complain, describeIoError } from "@usdkit/command/cli/errors";
import { EXIT_ERROR } from "@usdkit/command/cli/exit-codes";
import { writeError } from "@usdkit/command/terminal/output";
import { nameOf, readInput, STANDARD_INPUT, type InputFile } from "@usdkit/command/files/input";

/** The layer of one file; undefined, with the reason on standard error, where there is none. */
export async function readLayer(
  command: string,
  path: string,
  color: boolean | undefined,
): Promise<{ layer: Layer; input: InputFile } | undefined> {
  const input: InputFile =
    path === STANDARD_INPUT ? { name: "<stdin>", location: path } : { name: nameOf(path), location: path };
  let source: Uint8Array;
  try {
    source = await readInput(input);
  } catch (error) {
    complain(command, `${input.name}: ${describeIoError(error)}`);
    return undefined;
  }
  const { layer, ok } = parseUsda(source);
  if (ok) return { layer, input };
  const { showSyntaxErrors } = await import("../lint/syntax-errors.ts");
  writeError(showSyntaxErrors(input, source, color));
  process.exitCode = EXIT_ERROR;
  return undefined;
}
