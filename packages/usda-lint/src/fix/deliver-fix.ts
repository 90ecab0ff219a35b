/** Where a fixed text goes: over its file, to standard output, or as a patch to be looked at. */
import { describeIoError } from "@usdkit/command/cli/errors";
import { STANDARD_INPUT, type InputFile } from "@usdkit/command/files/input";
import { standardOutput } from "@usdkit/command/terminal/output";

export interface DeliverOptions {
  readonly diff: boolean;
  readonly color: boolean | undefined;
}

/**
 * @param fixed Undefined where nothing was fixed: then only standard input has somewhere to go.
 * @returns What went wrong.
 */
export async function deliverFix(
  input: InputFile,
  source: Uint8Array,
  fixed: Uint8Array | undefined,
  { diff, color }: DeliverOptions,
): Promise<string | undefined> {
  if (diff) {
    if (fixed === undefined) return undefined;
    const { printPatch } = await import("../diff/print-patch.ts");
    await printPatch(input.name, source, fixed, color);
  } else if (input.location === STANDARD_INPUT) await standardOutput.write(fixed ?? source);
  else if (fixed !== undefined) {
    const { replaceFile } = await import("../files/replace-file.ts");
    try {
      replaceFile(input.location, fixed, source);
    } catch (error) {
      return describeIoError(error);
    }
  }
  return undefined;
}
