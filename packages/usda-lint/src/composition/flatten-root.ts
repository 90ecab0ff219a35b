/** The stage of a root layer as one layer. */
import type { Layer } from "@usdkit/layer";
import type { FlattenOptions, NamedStage } from "@usdkit/usd";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { openStage, type CompositionArguments, type StageExtent } from "./stage-options.ts";

/** What {@link flattenRoot} takes from the command line. */
export interface FlattenArguments extends CompositionArguments, StageExtent {
  /** For messages: `usda flatten`. */
  readonly command: string;
  /** Absolute folders. */
  readonly searchPaths: readonly string[];
  readonly options?: FlattenOptions;
}

/** Problems that are reported; the rest is counted. */
const MAX_PROBLEMS = 20;

/** Returns the flattened stage of a root layer; reports composition errors on standard error. */
export async function flattenRoot(context: CommandContext, root: string, args: FlattenArguments): Promise<Layer> {
  const opened = await openStage(context, root, { ...args, hasOwnSession: true }, args.searchPaths);
  const layer = opened.stage.flatten(args.options);
  const keeps = args.options?.keepsPayload;
  if (keeps === undefined) await reportProblems(context, root, args, opened);
  return layer;
}

/** Returns the layer stack of a root layer as one layer; reports errors of its sublayers on standard error. */
export async function flattenLayerStack(
  context: CommandContext,
  root: string,
  args: Pick<FlattenArguments, "command" | "searchPaths" | "session">,
): Promise<Layer> {
  const opened = await openStage(context, root, args, args.searchPaths);
  const layer = opened.stage.flattenLayerStack();
  await reportProblems(context, root, args, opened);
  return layer;
}

async function reportProblems(
  context: CommandContext,
  root: string,
  { command }: Pick<FlattenArguments, "command">,
  { stage, name: nameOf }: NamedStage,
): Promise<void> {
  const { describeError } = await import("@usdkit/usd");
  const { problems } = stage;
  const note = (text: string): void => context.stderr.write(`${command}: ${escapeLines(text)}\n`);
  for (const { prim, error } of problems.slice(0, MAX_PROBLEMS)) {
    const { layer: name, line, column, message } = describeError(nameOf, prim, error);
    const place = name === null ? root : `${name}${line === null ? "" : `:${line}:${column ?? 1}`}`;
    note(`${place}: ${prim}: ${message}`);
  }
  const rest = problems.length - MAX_PROBLEMS;
  if (rest > 0) note(`${rest} more composition errors; usda compose lists all`);
}
