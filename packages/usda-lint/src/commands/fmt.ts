import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, UsageError } from "@usdkit/command/cli/errors";
import { EXIT_ERROR, EXIT_FINDINGS } from "@usdkit/command/process/exit-codes";
import { reportProblem, type CommandContext } from "@usdkit/command/context/command-context";
import { formatSource, type Formatted } from "../jobs/format-source.ts";
import { inOrder, type Started } from "../files/in-order.ts";
import { Threads } from "../jobs/threads.ts";
import { checkCount } from "../run/arguments.ts";
import { LFS_HINT, LFS_MESSAGE, lfsObjectId } from "../files/lfs-pointer.ts";
import { findInputs } from "../files/find-inputs.ts";
import { readInput, STANDARD_INPUT, type InputFile } from "@usdkit/command/files/input";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { isBinaryLayer } from "@usdkit/base";

export interface FmtArguments {
  files?: string[];
  check?: boolean;
  diff?: boolean;
  jobs?: number;
  color?: boolean;
}

export const fmt: Command<FmtArguments> = {
  command: "fmt [files..]",
  describe: "Format files in place; content and comments stay as they are",
  builder: {
    files: { describe: "Files, folders, globs; - formats standard input to standard output" },
    check: { type: "boolean", describe: "List the files that would change, exit with 1, and write nothing" },
    diff: { type: "boolean", describe: "Print the changes as a patch and write nothing" },
    jobs: { type: "number", describe: "Number of threads; default: by the number of bytes and processors" },
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
  checkCount("--jobs", args.jobs);
  const onProblem = (name: string, problem: string): void => reportProblem(context, "usda fmt", `${name}: ${problem}`);
  const inputs = findInputs(files, { cwd: context.cwd, textOnly: true, onProblem });
  const threads = new Threads(args.jobs);
  try {
    for await (const result of inOrder(formatAll(inputs, context, threads), () => threads.window)) {
      await deliver(context, result, args);
    }
  } finally {
    await threads.close();
  }
}

/** A file and its layout, or why it was not formatted. */
type Result =
  | { readonly input: InputFile; readonly source: Uint8Array; readonly formatted: Formatted }
  | { readonly input: InputFile; readonly problem: string };

async function* formatAll(
  inputs: AsyncIterable<InputFile>,
  context: CommandContext,
  threads: Threads,
): AsyncGenerator<Started<Result>> {
  for await (const input of inputs) {
    const problem = (error: unknown): Result => ({ input, problem: describeIoError(error) });
    try {
      const source = await readInput(input, context.stdin);
      const reason = reasonNotToFormat(source);
      if (reason !== undefined) {
        yield { result: { input, problem: reason } };
        continue;
      }
      const pool = await threads.poolFor(source.length);
      if (pool === undefined) yield { result: { input, source, formatted: formatSource(source) } };
      else {
        const pending = pool.format(source).then((done): Result => ({ input, ...done }), problem);
        yield { pending, bytes: source.length };
      }
    } catch (error) {
      yield { result: problem(error) };
    }
  }
}

function reasonNotToFormat(source: Uint8Array): string | undefined {
  if (lfsObjectId(source) !== undefined) return `${LFS_MESSAGE}. ${LFS_HINT}`;
  if (!isBinaryLayer(source)) return undefined;
  return "usda fmt formats text, found a binary file; usda cat FILE -o FILE.usda converts it";
}

/** Writes the result, or reports it. */
async function deliver(context: CommandContext, result: Result, args: FmtArguments): Promise<void> {
  const { input } = result;
  if ("problem" in result) {
    reportProblem(context, "usda fmt", `${input.name}: ${result.problem}`);
    return;
  }
  const { source, formatted } = result;
  if (formatted.kind === "broken") {
    const { reportSyntaxErrors } = await import("../reporters/syntax-errors.ts");
    reportSyntaxErrors(context, { input, source, color: args.color });
    context.exitCode = EXIT_ERROR;
    return;
  }
  try {
    await deliverText(
      context,
      { input, before: source, after: formatted.kind === "same" ? source : formatted.text },
      args,
    );
  } catch (error) {
    reportProblem(context, "usda fmt", `${input.name}: ${describeIoError(error)}`);
  }
}

interface FormattedFile {
  readonly input: InputFile;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

async function deliverText(
  context: CommandContext,
  { input, before, after }: FormattedFile,
  args: FmtArguments,
): Promise<void> {
  const isChanged = before !== after;
  if (args.check !== true && args.diff !== true) {
    if (input.location === STANDARD_INPUT) await context.stdout.write(after);
    else if (isChanged) {
      const { replaceFile } = await import("../files/replace-file.ts");
      replaceFile(input.location, after, before);
      context.stderr.write(`formatted ${escapeTerminal(input.name)}\n`);
    }
    return;
  }
  if (!isChanged) return;
  if (args.diff === true) {
    const { printPatch } = await import("../files/print-patch.ts");
    await printPatch(context, { name: input.name, before, after }, args.color);
  } else await context.stdout.write(`${escapeTerminal(input.name)}\n`);
  if (args.check === true) context.exitCode ??= EXIT_FINDINGS;
}
