import { FormatError, formatUsdaBytes } from "@usdkit/usda";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, UsageError } from "@usdkit/command/cli/errors";
import { EXIT_ERROR, EXIT_FINDINGS } from "@usdkit/command/process/exit-codes";
import { reportProblem, type CommandContext } from "@usdkit/command/context/command-context";
import { LFS_HINT, LFS_MESSAGE, lfsObjectId } from "../files/lfs-pointer.ts";
import { findInputs } from "../files/find-inputs.ts";
import { readInput, STANDARD_INPUT, type InputFile } from "@usdkit/command/files/input";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { isBinary } from "../check/is-binary.ts";

export interface FmtArguments {
  files?: string[];
  check?: boolean;
  diff?: boolean;
  color?: boolean;
}

export const fmt: Command<FmtArguments> = {
  command: "fmt [files..]",
  describe: "Format files in place; content and comments stay as they are",
  builder: {
    files: { describe: "Files, folders, globs; - formats standard input to standard output" },
    check: { type: "boolean", describe: "List the files that would change, exit with 1, and write nothing" },
    diff: { type: "boolean", describe: "Print the changes as a patch and write nothing" },
  },
  examples: [
    ["$0 fmt scenes", "every .usda file below scenes"],
    ["$0 fmt - < a.usda > b.usda", "as a filter"],
    ["$0 fmt --diff a.usda | git apply", "through a patch"],
  ],
  handler,
};

async function handler(args: FmtArguments, context: CommandContext): Promise<void> {
  const files = args.files ?? [];
  if (files.length === 0) throw new UsageError(`Missing argument "files" (- for standard input)`);
  const onProblem = (name: string, problem: string): void => reportProblem(context, "usda fmt", `${name}: ${problem}`);

  for await (const input of findInputs(files, { cwd: context.cwd, onProblem })) {
    let source: Uint8Array | undefined;
    try {
      source = await readInput(input, context.stdin);
      if (lfsObjectId(source) !== undefined) throw new Error(`${LFS_MESSAGE}. ${LFS_HINT}`);
      if (isBinary(source)) {
        onProblem(input.name, "usda fmt formats text, found a binary file; usda cat FILE -o FILE.usda converts it");
        continue;
      }
      await deliver(context, { input, before: source, after: formatUsdaBytes(source) }, args);
    } catch (error) {
      if (error instanceof FormatError && source !== undefined) {
        const { reportSyntaxErrors } = await import("../report/syntax-errors.ts");
        reportSyntaxErrors(context, { input, source, color: args.color });
        context.exitCode = EXIT_ERROR;
      } else reportProblem(context, "usda fmt", `${input.name}: ${describeIoError(error)}`);
    }
  }
}

interface Formatted {
  readonly input: InputFile;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Writes the result, or reports it. */
async function deliver(
  context: CommandContext,
  { input, before, after }: Formatted,
  args: FmtArguments,
): Promise<void> {
  const isChanged = !Buffer.from(before.buffer, before.byteOffset, before.byteLength).equals(after);
  const isFilter = input.location === STANDARD_INPUT;
  if (args.check !== true && args.diff !== true) {
    if (isFilter) await context.stdout.write(after);
    else if (isChanged) {
      const { replaceFile } = await import("../files/replace-file.ts");
      replaceFile(input.location, after, before);
      context.stderr.write(`formatted ${escapeTerminal(input.name)}\n`);
    }
    return;
  }
  if (!isChanged) return;
  if (args.diff === true) {
    const { printPatch } = await import("../diff/print-patch.ts");
    await printPatch(context, { name: input.name, before, after }, args.color);
  } else await context.stdout.write(`${escapeTerminal(input.name)}\n`);
  if (args.check === true) context.exitCode ??= EXIT_FINDINGS;
}
