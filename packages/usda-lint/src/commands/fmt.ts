import { FormatError, formatUsdaBytes } from "@usdkit/usda";
import type { Command } from "@usdkit/command/cli/command";
import { complain, describeIoError, UsageError } from "@usdkit/command/cli/errors";
import { EXIT_ERROR, EXIT_FINDINGS } from "@usdkit/command/cli/exit-codes";
import { findInputs } from "../files/find-inputs.ts";
import { readInput, STANDARD_INPUT, type InputFile } from "@usdkit/command/files/input";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { standardOutput, writeError } from "@usdkit/command/terminal/output";

export interface FmtArguments {
  files?: string[];
  check?: boolean;
  diff?: boolean;
  color?: boolean;
}

export const fmt: Command<FmtArguments> = {
  command: "fmt [files..]",
  describe: "Tidy the layout of files, in place; content and comments stay as they are",
  builder: {
    files: { describe: "Files, folders, globs; - reads standard input and prints the result" },
    check: { type: "boolean", describe: "Write nothing; list the files that would change, and exit with 1" },
    diff: { type: "boolean", describe: "Write nothing; print what would change, as a patch" },
  },
  examples: [
    ["$0 fmt scenes", "every .usda file below scenes"],
    ["$0 fmt - < a.usda > b.usda", "as a filter"],
    ["$0 fmt --diff a.usda | git apply", "through a patch"],
  ],
  handler,
};

async function handler(args: FmtArguments): Promise<void> {
  const files = args.files ?? [];
  if (files.length === 0) throw new UsageError("Which files? (- for standard input)");
  const onProblem = (name: string, problem: string): void => complain("usda fmt", `${name}: ${problem}`);

  for await (const input of findInputs(files, { onProblem })) {
    let source: Uint8Array | undefined;
    try {
      source = await readInput(input);
      await deliver(input, source, formatUsdaBytes(source), args);
    } catch (error) {
      if (error instanceof FormatError && source !== undefined) await refuse(input, source, args.color);
      else complain("usda fmt", `${input.name}: ${describeIoError(error)}`);
    }
  }
}

/** Writes the result, or tells what it would be. */
async function deliver(input: InputFile, before: Uint8Array, after: Uint8Array, args: FmtArguments): Promise<void> {
  const isChanged = !Buffer.from(before.buffer, before.byteOffset, before.byteLength).equals(after);
  const isFilter = input.location === STANDARD_INPUT;
  if (args.check !== true && args.diff !== true) {
    if (isFilter) await standardOutput.write(after);
    else if (isChanged) {
      const { replaceFile } = await import("../files/replace-file.ts");
      replaceFile(input.location, after, before);
      writeError(`formatted ${escapeTerminal(input.name)}\n`);
    }
    return;
  }
  if (!isChanged) return;
  if (args.diff === true) {
    const { printPatch } = await import("../diff/print-patch.ts");
    await printPatch(input.name, before, after, args.color);
  } else await standardOutput.write(`${escapeTerminal(input.name)}\n`);
  if (args.check === true) process.exitCode ??= EXIT_FINDINGS;
}

async function refuse(input: InputFile, source: Uint8Array, color: boolean | undefined): Promise<void> {
  const { showSyntaxErrors } = await import("../lint/syntax-errors.ts");
  writeError(showSyntaxErrors(input, source, color));
  process.exitCode = EXIT_ERROR;
}
