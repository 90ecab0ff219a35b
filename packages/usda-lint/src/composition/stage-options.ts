/** The options of every command that composes, and the stage that they open. */
import type { NamedStage, StageOptions } from "@usdkit/usd";
import { IoError, UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { withSlashes } from "@usdkit/command/files/input";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { path } from "@usdkit/command/process/builtins";
import { keepYoungSpaceSmall } from "@usdkit/command/process/young-space";

export interface CompositionArguments {
  variant?: string[];
  searchPath?: string[];
  session?: string;
}

/** How much of a stage is composed. */
export interface StageExtent {
  /** Paths of prims: these, those above and those below them. */
  mask?: string[];
  /** Default true. */
  payloads?: boolean;
  /** As `StageOptions.hasOwnSession`. */
  hasOwnSession?: boolean;
}

/**
 * Opens the stage of a root layer with the options of the command line.
 *
 * @param searchPaths absolute folders
 * @throws UsageError for a selection that is not one
 * @throws IoError if the root layer or the session layer cannot be opened
 */
export async function openStage(
  context: CommandContext,
  root: string,
  { variant, session, mask, payloads = true, hasOwnSession }: CompositionArguments & StageExtent,
  searchPaths: readonly string[],
): Promise<NamedStage> {
  keepYoungSpaceSmall();
  const { Stage, StageError, unmatchedSelections } = await import("@usdkit/usd");
  const variants = await selectionsOf(variant);
  const { fileResolver } = await import("@usdkit/usd/files");
  const location = withSlashes(resolvePath(context, root));
  const folder = path.posix.dirname(location);
  const options: StageOptions = {
    // The default resolver of the reference searches the folder of the root layer first.
    resolver: fileResolver({ searchPaths: [folder, ...searchPaths.map(withSlashes)], allowed: context.allowedFolders }),
    session: session === undefined ? undefined : withSlashes(resolvePath(context, session)),
    variants,
    load: payloads ? "all" : "none",
    mask,
    hasOwnSession,
  };
  try {
    const stage = await Stage.open(location, options);
    for (const { selection, problem } of unmatchedSelections(stage, variants)) {
      context.stderr.write(`usda: --variant ${escapeLines(`${selection}: ${problem}`)}\n`);
    }
    return { stage, name: (identifier) => path.posix.relative(folder, identifier) };
  } catch (error) {
    if (error instanceof StageError) throw new IoError(`${root}: ${error.message}`);
    throw error;
  }
}

/**
 * Returns the selections of `--variant`, by prim path and variant set.
 *
 * @throws UsageError for a text that is no selection
 */
export async function selectionsOf(variants: readonly string[] = []): Promise<Record<string, Record<string, string>>> {
  const { parseSelections, StageError } = await import("@usdkit/usd");
  try {
    return parseSelections(variants);
  } catch (error) {
    if (error instanceof StageError) throw new UsageError(error.message);
    throw error;
  }
}
