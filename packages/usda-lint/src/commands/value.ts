import type { Command, Options } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import { compositionOptions } from "../composition/composition-options.ts";
import { reportProblems } from "../composition/report-problems.ts";
import { openStage, type CompositionArguments } from "../composition/stage-options.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";

export interface ValueArguments extends CompositionArguments {
  root: string;
  path: string;
  time?: number;
}

/** `--time`: time codes may be negative. */
export const timeOption: Options = {
  type: "number",
  minimum: Number.NEGATIVE_INFINITY,
  describe: "Time code; by default the default time, at which time samples have no effect",
};

export const value: Command<ValueArguments> = {
  command: "value <root> <path>",
  describe: "Print the value of an attribute of a stage as JSON, and where it comes from",
  builder: {
    root: { describe: "The root layer" },
    path: { describe: "The path of the attribute, /Prim.attr" },
    time: timeOption,
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  examples: [["$0 value shot.usda /World/Chair.xformOp:translate --time 24", "the value at time code 24"]],
  async handler(args, context) {
    const time = timeOf(args.time);
    const opened = await openStage(context, args.root, args, searchPathsOf(context, args.searchPath));
    const { describeValue } = await import("@usdkit/usd");
    const described = describeValue(opened, args.path, time);
    await reportProblems(context, args.root, "usda value", opened);
    if (described === undefined) throw new UsageError(`The stage has no attribute ${JSON.stringify(args.path)}`);
    await context.stdout.write(`${escapeJson(described)}\n`);
  },
};

/** Returns the time of `--time`. */
export function timeOf(time: number | undefined): number | null {
  if (time === undefined) return null;
  if (!Number.isFinite(time)) throw new UsageError("Expected a number for --time");
  return time;
}
