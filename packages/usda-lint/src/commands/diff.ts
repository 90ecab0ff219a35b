import { diffLayers, makeLayer, type DiffOptions, type Difference, type Layer } from "@usdkit/layer";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { EXIT_FINDINGS, EXIT_OK } from "@usdkit/command/process/exit-codes";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { nameOf, STANDARD_INPUT } from "@usdkit/command/files/input";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { styleFor } from "@usdkit/command/terminal/style";
import { writeLines } from "@usdkit/command/terminal/write-lines";
import { drawnSide } from "../diff-view/drawn-side.ts";
import { drawScenes, MAX_DIFFERENCES, pageOptions, writePage, type PageArguments } from "../diff-view/diff-page.ts";
import { compositionOptions } from "../composition/composition-options.ts";
import { flattenRoot } from "../composition/flatten-root.ts";
import type { CompositionArguments } from "../composition/stage-options.ts";
import { readLayer } from "../run/read-layer.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";

export interface DiffArguments extends PageArguments, CompositionArguments {
  composed?: boolean;
  files?: string[];
  tolerance?: number;
  relative?: number;
  ignore?: string[];
  order?: boolean;
  git?: boolean;
  output?: string;
  color?: boolean;
}

/** Differences that are written at once. */
const BATCH = 500;
export const diff: Command<DiffArguments> = {
  command: "diff <files..>",
  describe: "Print the differences of two files: prims, properties, values, metadata; not layout and comments",
  builder: {
    files: { describe: "The file before and the file after; - for standard input" },
    tolerance: { type: "number", describe: "Allowed absolute difference of floating-point numbers" },
    relative: { type: "number", describe: "Allowed relative difference of floating-point numbers" },
    ignore: {
      type: "string",
      array: true,
      describe: 'Paths to ignore, with everything below them: "/World/Debug/**", "**.customData"; repeatable',
    },
    order: { type: "boolean", describe: "Compare the order of prims and properties (default); --no-order ignores it" },
    composed: { type: "boolean", describe: "Compare the stages of both: composed from all layers, without arcs" },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
    git: {
      type: "boolean",
      describe: "Called by git: as external diff, or with one file as textconv, which prints it as text",
    },
    format: {
      type: "string",
      choices: ["text", "json", "html"],
      describe: "text (default), json, or html: one page with a tree of prims, for a browser",
    },
    output: { type: "string", alias: "o", describe: "Write to a file instead of standard output" },
    assets: {
      type: "string",
      describe: "For html: also draws scenes of the service; a folder or JSON map of meshes, as usda render takes them",
    },
    images: { type: "boolean", describe: "For html: draw both (default, with @usdkit/raster); --no-images does not" },
    camera: { type: "string", describe: "For html: path of the Camera of the images; default: all, up to 4" },
    size: { type: "string", describe: "For html: width and height of the images in pixels, as in 640x360" },
    "max-differences": {
      type: "number",
      describe: `For html: number of differences that the page shows; default: ${MAX_DIFFERENCES}`,
    },
  },
  examples: [
    ["$0 diff a.usd b.usd --format html -o diff.html", "a page with images before and after"],
    ["$0 diff a.usda b.usda --tolerance 1e-6", "exit code 0: equal; 1: different; 2: a file cannot be read"],
    ["git config diff.usdc.textconv 'usda diff --git'", 'for binary files, with "*.usdc diff=usdc"'],
    ["git config diff.usda.command 'usda diff'", 'for git diff, with "*.usda diff=usda" in .gitattributes'],
  ],
  handler,
};

/** What git shows of a binary file, with `diff.usd.textconv` of `usda diff --git`. */
async function printText(context: CommandContext, file: string, color: boolean | undefined): Promise<void> {
  const found = await readLayer(context, file, { command: "usda diff", color });
  if (found === undefined) return;
  const { printUsdaBytes } = await import("@usdkit/usda");
  await context.stdout.write(printUsdaBytes(found.layer));
}

interface Sides {
  readonly before: string;
  readonly after: string;
  /** The names of the file if git calls: it takes any exit code other than 0 for a crash. */
  readonly git?: { readonly before: string; readonly after: string };
}

async function handler(args: DiffArguments, context: CommandContext): Promise<void> {
  const [file, ...others] = args.files ?? [];
  if (args.git === true && file !== undefined && others.length === 0) return printText(context, file, args.color);
  const sides = sidesOf(args.files ?? []);
  checkComposed(args, sides);
  const options = optionsOf(args);
  const page = pageOptions(args);
  checkOutput(context, args.output, sides);
  const before = await read(context, sides.before, { sides, args });
  // Both are read, so that the errors of both are shown.
  const after = await read(context, sides.after, { sides, args });
  if (before === undefined || after === undefined) {
    if (sides.git === undefined) return;
    context.exitCode = EXIT_OK;
    await context.stdout.write(`${titleOf(sides.git)}: cannot be compared; git diff --no-ext-diff shows the text\n`);
    return;
  }

  let differences: Difference[];
  try {
    differences = diffLayers(before.layer, after.layer, options);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
  const compared: Compared = { before: before.name, after: after.name, differences };
  const scenes = await drawScenes(context, args, async () => ({
    before: await drawnSide(context, sides.before, { layer: before.layer, args }),
    after: await drawnSide(context, sides.after, { layer: after.layer, args }),
  }));
  await writeTo(context, args.output, async (to) => {
    if (page !== undefined) await writePage(to.stdout, { ...compared, ...page, scenes });
    else if (args.format === "json") await writeJson(to, compared);
    else await writeText(to, compared, { sides, args });
  });
  if (differences.length > 0 && sides.git === undefined) context.exitCode ??= EXIT_FINDINGS;
}

/** Two files; or what git gives an external diff: name, old file, its id and mode, new file, its id and mode. */
function sidesOf(files: readonly string[]): Sides {
  const [name = "", before = "", id = "", , after = "", , , renamed = name] = files;
  // Renames and copies have the new name and a message behind that.
  if ((files.length === 7 || files.length === 9) && /^(?:[\da-f]{4,64}|\.)$/.test(id))
    return { before, after, git: { before: name, after: renamed } };
  if (files.length !== 2) throw new UsageError(`Expected two files, found ${files.length}: usda diff BEFORE AFTER`);
  if (name === STANDARD_INPUT && before === STANDARD_INPUT) throw new UsageError("Only one file can be standard input");
  return { before: name, after: before };
}

function optionsOf({ tolerance, relative, ignore, order }: DiffArguments): DiffOptions {
  return {
    tolerance: { absolute: tolerance, relative },
    ignore,
    order: order === false ? "ignore" : "strict",
  };
}

function checkComposed({ composed, variant, session, searchPath }: DiffArguments, { before, after }: Sides): void {
  if (composed === true) {
    if (before === STANDARD_INPUT || after === STANDARD_INPUT) throw new UsageError("--composed needs files");
  } else if (variant !== undefined || session !== undefined || searchPath !== undefined) {
    throw new UsageError("--variant, --session and --search-path need --composed");
  }
}

/** The output must not replace what is compared. */
function checkOutput(context: CommandContext, output: string | undefined, { before, after }: Sides): void {
  if (output === undefined) return;
  const target = resolvePath(context, output);
  const same = [before, after].find((file) => file !== STANDARD_INPUT && resolvePath(context, file) === target);
  if (same !== undefined) throw new UsageError(`-o ${output} is one of the compared files`);
}

/** Calls `write` with the file as standard output: it appears when it is complete, or not at all. */
async function writeTo(
  context: CommandContext,
  output: string | undefined,
  write: (to: Pick<CommandContext, "stdout" | "env">) => Promise<void>,
): Promise<void> {
  if (output === undefined) return await write(context);
  const { openReportFile } = await import("../files/report-file.ts");
  try {
    const file = openReportFile(resolvePath(context, output));
    try {
      await write({ env: context.env, stdout: { ...file, isTerminal: false, columns: 80 } });
    } catch (error) {
      file.discard();
      throw error;
    }
    file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new IoError(`${output}: ${describeIoError(error)}`);
  }
}

/** Returns both names, or the one that git gives for both. */
function titleOf({ before, after }: { readonly before: string; readonly after: string }): string {
  return before === after ? escapeTerminal(before) : `${escapeTerminal(before)} → ${escapeTerminal(after)}`;
}

interface Call {
  readonly sides: Sides;
  readonly args: DiffArguments;
}

async function read(
  context: CommandContext,
  file: string,
  { sides: { git }, args }: Call,
): Promise<{ layer: Layer; name: string } | undefined> {
  // The name that git gives for a file that exists on one side only.
  if (git !== undefined && (file === "/dev/null" || file === "nul")) return { layer: makeLayer({}), name: file };
  if (args.composed === true) {
    const searchPaths = searchPathsOf(context, args.searchPath);
    return { layer: await flattenRoot(context, file, { ...args, command: "usda diff", searchPaths }), name: file };
  }
  const found = await readLayer(context, file, { command: "usda diff", color: args.color });
  const name = nameOf(resolvePath(context, file), context.cwd);
  return found && { layer: found.layer, name: git === undefined ? found.input.name : name };
}

interface Compared {
  /** Names of the files. */
  readonly before: string;
  readonly after: string;
  readonly differences: readonly Difference[];
}

async function writeText(
  { stdout, env }: Pick<CommandContext, "stdout" | "env">,
  { before, after, differences }: Compared,
  { sides: { git }, args: { color } }: Call,
): Promise<void> {
  const isRenamed = git !== undefined && git.before !== git.after;
  if (differences.length === 0 && !isRenamed) return;
  const { renderDifferences, summarize } = await import("../diff-view/render-differences.ts");
  const style = styleFor(stdout, color, env);
  const title = titleOf(git ?? { before, after });
  await stdout.write(`${style.bold(title)}  ${style.dim(summarize(differences))}\n`);
  await writeLines(stdout, renderDifferences(differences, style));
}

async function writeJson(
  { stdout }: Pick<CommandContext, "stdout">,
  { before, after, differences }: Compared,
): Promise<void> {
  const { differenceJson } = await import("../diff-view/differences-json.ts");
  const show = stdout.isTerminal ? escapeJson : (text: string) => text;
  const head = JSON.stringify({ version: 1, before, after, equal: differences.length === 0 });
  await stdout.write(show(`${head.slice(0, -1)},"differences":[`));
  for (let start = 0; start < differences.length; start += BATCH) {
    const batch = differences.slice(start, start + BATCH).map((each) => `\n${JSON.stringify(differenceJson(each))}`);
    await stdout.write(show(`${start === 0 ? "" : ","}${batch.join(",")}`));
  }
  await stdout.write("]}\n");
}
