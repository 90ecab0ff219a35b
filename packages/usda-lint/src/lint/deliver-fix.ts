/** Where a fixed text goes: to its file, to standard output, or as a patch to standard output. */
import { describeIoError } from "@usdkit/command/cli/errors";
import { STANDARD_INPUT, type InputFile } from "@usdkit/command/files/input";
import type { CommandContext } from "@usdkit/command/context/command-context";

export interface FixedFile {
  readonly input: InputFile;
  readonly source: Uint8Array;
  /** Undefined if nothing was fixed: then only standard input is printed. */
  readonly fixed: Uint8Array | undefined;
}

export interface DeliverOptions {
  readonly diff: boolean;
  readonly color: boolean | undefined;
}

/**
 * Delivers the text of a file after fixes.
 *
 * @returns The problem, if it could not be written.
 */
export async function deliverFix(
  context: CommandContext,
  { input, source, fixed }: FixedFile,
  { diff, color }: DeliverOptions,
): Promise<string | undefined> {
  if (diff) {
    if (fixed === undefined) return undefined;
    const { printPatch } = await import("../files/print-patch.ts");
    const { asText } = await import("./as-text.ts");
    await printPatch(context, { name: input.name, before: await asText(source), after: await asText(fixed) }, color);
  } else if (input.location === STANDARD_INPUT) await context.stdout.write(fixed ?? source);
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
