/** The stage of a root layer as one layer. */
import type { Layer } from "@usdkit/layer";
import type { FlattenOptions } from "@usdkit/usd";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { reportProblems } from "./report-problems.ts";
import { openStage, type CompositionArguments, type StageExtent } from "./stage-options.ts";

/** What {@link flattenRoot} takes from the command line. */
export interface FlattenArguments extends CompositionArguments, StageExtent {
  /** For messages: `usda flatten`. */
  readonly command: string;
  /** Absolute folders. */
  readonly searchPaths: readonly string[];
  readonly options?: FlattenOptions;
}

/** Returns the flattened stage of a root layer; reports composition errors on standard error. */
export async function flattenRoot(context: CommandContext, root: string, args: FlattenArguments): Promise<Layer> {
  const opened = await openStage(context, root, { ...args, hasOwnSession: true }, args.searchPaths);
  const layer = opened.stage.flatten(args.options);
  await reportProblems(context, root, args.command, { ...opened, isKept: args.options?.keepsPayload });
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
  await reportProblems(context, root, args.command, opened);
  return layer;
}
