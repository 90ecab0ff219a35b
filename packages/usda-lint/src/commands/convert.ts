import type * as Convert from "@usdkit/convert";
import { counted } from "@usdkit/base";
import { batchOptions, type BatchArguments } from "@usdkit/batch/options/batch-options";
import { ofShard, parseShard, sizeOfShard, type Shard } from "@usdkit/batch/options/shard";
import { EXIT_UNFINISHED, parseDeadline, unfinishedText, type Deadline } from "@usdkit/batch/options/deadline";
import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { reportProblem, type CommandContext } from "@usdkit/command/context/command-context";
import { withSlashes } from "@usdkit/command/files/input";
import { path } from "@usdkit/command/process/builtins";
import { EXIT_FINDINGS, EXIT_INTERRUPTED } from "@usdkit/command/process/exit-codes";
import { keepYoungSpaceSmall } from "@usdkit/command/process/young-space";
import { escapeJson, escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { ProgressBar } from "@usdkit/command/terminal/progress-bar";
import { ConversionRecord } from "../conversion/conversion-record.ts";
import { convertAll } from "../conversion/convert-all.ts";
import type { ConversionOutcome, ConversionSettings } from "../conversion/convert-task.ts";
import { conversionOptions, conversionSettings, type ConversionArguments } from "../conversion/conversion-arguments.ts";
import { findConversions, type Conversion, type Conversions } from "../conversion/find-conversions.ts";
import { loadPeer } from "../render/load-peer.ts";

export interface ConvertArguments extends ConversionArguments, BatchArguments {
  inputs?: string[];
  output?: string;
  to?: string;
  jobs?: number;
  strict?: boolean;
  json?: boolean;
}

/** Losses of a file that are printed; the rest is counted. */
const MAX_LOSSES = 200;

export const convert: Command<ConvertArguments> = {
  command: "convert [inputs..]",
  describe: "Convert between glTF, Gaussian splats and USD (needs @usdkit/convert)",
  builder: {
    inputs: {
      describe:
        "A .glb, .gltf, .ply, .spz, .sog, .splat or USD file, - for standard input; or folders, files and globs with --to",
    },
    output: {
      type: "string",
      alias: "o",
      describe: "The result, in the format of its extension; or a folder, with --to",
    },
    to: { type: "string", describe: "Format of the files in the folder OUTPUT: usdz, usdc, usda, glb, …" },
    ...batchOptions,
    jobs: { type: "number", describe: "Number of threads for several files; default: 1" },
    strict: { type: "boolean", describe: "Exit code 1 if anything was lost" },
    ...conversionOptions,
    json: { type: "boolean", describe: "Print a line of JSON for each file" },
    "no-config": { type: "boolean", describe: "As of the other commands: this one never uses a configuration file" },
  },
  examples: [
    ["$0 convert chair.glb -o chair.usdz", "a package of a crate and the textures"],
    ["$0 convert chair.glb -o chair.usdz --quick-look", "for Safari on iPhones and iPads, and Finder"],
    ["$0 convert shot.usda -o shot.glb --animation", "with animations, skins and blend shapes, in metres and Y up"],
    ["$0 convert models -o usd --to usdz --jobs 2", "models/a/chair.glb becomes usd/a/chair.usdz"],
  ],
  handler,
};

async function handler(args: ConvertArguments, context: CommandContext): Promise<void> {
  const { inputs = [], output, to, jobs = 1, strict } = args;
  if (output === undefined) throw new UsageError("Missing output file: -o chair.usdz");
  if (!(Number.isInteger(jobs) && jobs >= 1))
    throw new UsageError(`--jobs expects a whole number from 1, found ${jobs}`);
  if (inputs.length === 0 && args.filesFrom === undefined) throw new UsageError('Missing argument "inputs"');
  const shard = args.shard === undefined ? undefined : parseShard(args.shard);
  const deadline = parseDeadline(args.maxTime);
  const settings = await conversionSettings(context, args);
  keepYoungSpaceSmall();
  const peer = await loadPeer<typeof Convert>("@usdkit/convert");
  const onProblem = (name: string, problem: string): void => {
    reportProblem(context, "usda convert", `${name}: ${problem}`);
  };
  using found = await findConversions(
    peer,
    context,
    { inputs, filesFrom: args.filesFrom, output, to, isAdapted: args.quickLook === true },
    onProblem,
  );
  // A list may be empty: a program wrote it.
  if (found.size === 0 && context.exitCode === undefined) {
    if (inputs.length > 0) throw new UsageError(`${inputs.join(", ")}: no files to convert`);
    context.stderr.write("usda convert: No files to convert\n");
  }
  using record = await ConversionRecord.open(context, args.state, settings);
  const interrupt = new AbortController();
  const stopListening = context.onInterrupt(() => interrupt.abort());
  try {
    const hasLosses = await run(found, {
      context,
      shard,
      args,
      peer,
      settings,
      record,
      deadline,
      signal: interrupt.signal,
    });
    if (hasLosses && strict === true) context.exitCode ??= EXIT_FINDINGS;
  } finally {
    stopListening();
  }
  if (interrupt.signal.aborted) context.exitCode = EXIT_INTERRUPTED;
}

interface Run {
  readonly context: CommandContext;
  readonly shard: Shard | undefined;
  readonly args: ConvertArguments;
  readonly peer: typeof Convert;
  readonly settings: ConversionSettings;
  readonly record: ConversionRecord;
  readonly deadline: Deadline | undefined;
  readonly signal: AbortSignal;
}

/** Converts all files; returns whether anything was lost. */
async function run(
  conversions: Conversions,
  { context, shard, args, peer, settings, record, deadline, signal }: Run,
): Promise<boolean> {
  const progress = new ProgressBar(context.stderr, "converting");
  const total = sizeOfShard(conversions.size, shard);
  let [done, hasLosses] = [0, false];
  try {
    const jobs = total === 1 ? 1 : (args.jobs ?? 1);
    const options = { convert: peer, settings, jobs, record, deadline, signal };
    for await (const { task, outcome } of convertAll(ofShard(conversions.all(), shard), options)) {
      if (needsReport(outcome)) {
        progress.clear();
        report(context, task, outcome);
      }
      hasLosses ||= outcome.status === "converted" && outcome.losses.length > 0;
      if (args.json === true) await context.stdout.write(row(context, task, outcome));
      progress.update(++done, total);
    }
  } finally {
    progress.clear();
  }
  if (done < total && deadline?.isOver === true && !signal.aborted) {
    context.exitCode = EXIT_UNFINISHED;
    context.stderr.write(`usda convert: ${unfinishedText(counted(done, "file"), args.state !== undefined)}\n`);
  }
  // After that: a run that could not write its state would be repeated for ever.
  if (record.problem !== undefined) reportProblem(context, "usda convert", record.problem);
  return hasLosses;
}

function needsReport(outcome: ConversionOutcome): boolean {
  return outcome.status === "failed" || outcome.losses.length > 0;
}

function report(context: CommandContext, { name }: Conversion, outcome: ConversionOutcome): void {
  const placed = (at: string, message: string): string =>
    at === "" ? `${name}: ${message}` : `${name}: ${at}: ${message}`;
  if (outcome.status === "failed") {
    reportProblem(context, "usda convert", placed(outcome.at, outcome.reason));
    return;
  }
  const notice = (text: string): void => context.stderr.write(`usda convert: ${escapeLines(text)}\n`);
  for (const { at, message } of outcome.losses.slice(0, MAX_LOSSES)) notice(placed(at, message));
  const more = outcome.losses.length - MAX_LOSSES;
  if (more > 0) notice(`${name}: ${counted(more, "more loss", "more losses")}; --json lists all`);
}

function row({ cwd }: CommandContext, { name, output }: Conversion, outcome: ConversionOutcome): string {
  const written = outcome.status === "converted";
  const line = {
    file: name,
    output: written ? withSlashes(path.relative(cwd, output)) : null,
    ...outcome,
  };
  return `${escapeJson(JSON.stringify(line))}\n`;
}
