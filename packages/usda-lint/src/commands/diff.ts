import { diffLayers, makeLayer, type DiffOptions, type Difference, type Layer } from "@usdkit/layer";
import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { EXIT_FINDINGS, EXIT_OK } from "@usdkit/command/cli/exit-codes";
import { nameOf, STANDARD_INPUT } from "@usdkit/command/files/input";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { isTerminal, standardOutput } from "@usdkit/command/terminal/output";
import { createStyle, wantsColor } from "@usdkit/command/terminal/style";
import { readLayer } from "./read-layer.ts";

export interface DiffArguments {
  files?: string[];
  tolerance?: number;
  relative?: number;
  ignore?: string[];
  order?: boolean;
  format?: string;
  color?: boolean;
}

/** Lines or differences that are written at once. */
const BATCH = 500;

export const diff: Command<DiffArguments> = {
  command: "diff <files..>",
  describe: "Print what two files differ in: prims, properties, values, metadata; not layout and comments",
  builder: {
    files: { describe: "The file before and the file after; - for standard input" },
    tolerance: { type: "number", describe: "Floating-point numbers may be this far apart" },
    relative: { type: "number", describe: "… or this part of the larger one" },
    ignore: {
      type: "string",
      array: true,
      describe: 'Paths to leave out, with all that is in them: "/World/Debug/**", "**.customData"; repeatable',
    },
    order: { type: "boolean", describe: "The order of prims and properties counts; --no-order where it does not" },
    format: { type: "string", choices: ["text", "json"], describe: "text (default) or json" },
  },
  examples: [
    ["$0 diff a.usda b.usda --tolerance 1e-6", "exit code 0: the same; 1: not; 2: one cannot be read"],
    ["git config diff.usda.command 'usda diff'", 'for git diff, with "*.usda diff=usda" in .gitattributes'],
  ],
  handler,
};

interface Sides {
  readonly before: string;
  readonly after: string;
  /** The file's name, where git asks: it takes any other exit code than 0 for a crash. */
  readonly git?: string;
}

async function handler(args: DiffArguments): Promise<void> {
  const sides = sidesOf(args.files ?? []);
  const options = optionsOf(args);
  const before = await read(sides.before, sides, args);
  // Both are read, so that the errors of both are shown.
  const after = await read(sides.after, sides, args);
  if (before === undefined || after === undefined) {
    if (sides.git === undefined) return;
    process.exitCode = EXIT_OK;
    await standardOutput.write(
      `${escapeTerminal(sides.git)}: cannot be compared; git diff --no-ext-diff shows the text\n`,
    );
    return;
  }

  let differences: Difference[];
  try {
    differences = diffLayers(before.layer, after.layer, options);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
  if (args.format === "json") await writeJson(before.name, after.name, differences);
  else await writeText(sides, before.name, after.name, differences, args);
  if (differences.length > 0 && sides.git === undefined) process.exitCode ??= EXIT_FINDINGS;
}

/** Two files; or what git gives an external diff: name, old file, its id and mode, new file, its id and mode. */
function sidesOf(files: readonly string[]): Sides {
  const [name = "", before = "", id = "", , after = ""] = files;
  // Renames have the new name and a message behind that.
  if ((files.length === 7 || files.length === 9) && /^(?:[\da-f]{4,64}|\.)$/.test(id))
    return { before, after, git: name };
  if (files.length !== 2) throw new UsageError("Two files are compared: usda diff BEFORE AFTER");
  if (name === STANDARD_INPUT && before === STANDARD_INPUT) throw new UsageError("Only one file can be standard input");
  return { before: name, after: before };
}

function optionsOf({ tolerance, relative, ignore, order }: DiffArguments): DiffOptions {
  for (const [flag, value] of Object.entries({ tolerance, relative })) {
    if (value !== undefined && !(value >= 0)) throw new UsageError(`--${flag} takes a number from 0 on`);
  }
  return {
    tolerance: { absolute: tolerance, relative },
    ignore,
    order: order === false ? "ignore" : "strict",
  };
}

async function read(
  file: string,
  { git }: Sides,
  { color }: DiffArguments,
): Promise<{ layer: Layer; name: string } | undefined> {
  // What git says of a file that is not there on one side.
  if (git !== undefined && (file === "/dev/null" || file === "nul")) return { layer: makeLayer({}), name: file };
  const found = await readLayer("usda diff", file, color);
  return found && { layer: found.layer, name: git === undefined ? found.input.name : nameOf(file) };
}

async function writeText(
  { git }: Sides,
  before: string,
  after: string,
  differences: readonly Difference[],
  { color }: DiffArguments,
): Promise<void> {
  if (differences.length === 0) return;
  const { renderDifferences, summarize } = await import("../diff-view/render-differences.ts");
  const style = createStyle(wantsColor(color, () => isTerminal(1), process.env));
  const title = git === undefined ? `${escapeTerminal(before)} → ${escapeTerminal(after)}` : escapeTerminal(git);
  let batch = [`${style.bold(title)}  ${style.dim(summarize(differences))}`];
  for (const line of renderDifferences(differences, style)) {
    batch.push(line);
    if (batch.length < BATCH) continue;
    await standardOutput.write(`${batch.join("\n")}\n`);
    batch = [];
  }
  if (batch.length > 0) await standardOutput.write(`${batch.join("\n")}\n`);
}

async function writeJson(before: string, after: string, differences: readonly Difference[]): Promise<void> {
  const { differenceJson } = await import("../diff-view/differences-json.ts");
  const show = isTerminal(1) ? escapeJson : (text: string) => text;
  const head = JSON.stringify({ version: 1, before, after, equal: differences.length === 0 });
  await standardOutput.write(show(`${head.slice(0, -1)},"differences":[`));
  for (let start = 0; start < differences.length; start += BATCH) {
    const batch = differences.slice(start, start + BATCH).map((each) => `\n${JSON.stringify(differenceJson(each))}`);
    await standardOutput.write(show(`${start === 0 ? "" : ","}${batch.join(",")}`));
  }
  await standardOutput.write("]}\n");
}
