/** Stages that commands publish. */
import type { Stage, StageOptions } from "@usdkit/usd";
import { IoError, UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { withSlashes } from "@usdkit/command/files/input";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { fs, path } from "@usdkit/command/process/builtins";

/** The options of composition. */
export interface StageArguments {
  variant?: string[];
  searchPath?: string[];
  session?: string;
}

/** The builder of {@link StageArguments}. */
export const STAGE = {
  variant: {
    type: "string",
    array: true,
    describe: "Select a variant, /Prim{set=selection}, whatever the layers select; repeatable",
  },
  "search-path": { type: "string", array: true, describe: "Folder in which search paths are looked up; repeatable" },
  session: { type: "string", describe: "Session layer: its opinions are stronger than those of the root layer" },
} as const;

/**
 * Opens the stage of a root layer of any encoding.
 *
 * @throws {UsageError} for a selection that is not one. {IoError} if a layer cannot be opened.
 */
export async function openStageFile(command: CommandContext, root: string, args: StageArguments): Promise<Stage> {
  const { variant, session, searchPath = [] } = args;
  if (root === "-") throw new UsageError("Expected a file: other layers are found next to it");
  const [{ parseSelections, Stage, StageError, unmatchedSelections }, { fileResolver }] = await Promise.all([
    import("@usdkit/usd"),
    import("@usdkit/usd/files"),
  ]);
  let variants: NonNullable<StageOptions["variants"]>;
  try {
    variants = parseSelections(variant ?? []);
  } catch (error) {
    if (error instanceof StageError) throw new UsageError(error.message);
    throw error;
  }
  const location = withSlashes(resolvePath(command, root));
  if (fs.statSync(location, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new IoError(`${root}: it is a folder: expected the root layer of a stage`);
  const folders = searchPath.map((folder) => withSlashes(resolvePath(command, folder)));
  const options: StageOptions = {
    // The default resolver of the reference searches the folder of the root layer first.
    resolver: fileResolver({ searchPaths: [path.posix.dirname(location), ...folders] }),
    session: session === undefined ? undefined : withSlashes(resolvePath(command, session)),
    variants,
  };
  try {
    const stage = await Stage.open(location, options);
    for (const { selection, problem } of unmatchedSelections(stage, variants)) {
      command.stderr.write(`spatial: --variant ${escapeLines(`${selection}: ${problem}`)}\n`);
    }
    return stage;
  } catch (error) {
    if (error instanceof StageError) throw new IoError(`${root}: ${error.message}`);
    throw error;
  }
}
