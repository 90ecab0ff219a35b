/** `--search-path`, without what follows dependencies: every command has the option. */
import { path } from "@usdkit/command/process/builtins";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";

/** The variable of the reference implementation's default resolver. */
const SEARCH_PATH_VARIABLE = "PXR_AR_DEFAULT_SEARCH_PATH";

/** The help of the option. */
export const SEARCH_PATH_HELP: string = `Folder for names without ./ that are not next to the layer; repeatable, before those of ${SEARCH_PATH_VARIABLE}`;

/** Returns the absolute folders of `--search-path`, then those of the environment. */
export function searchPathsOf(context: CommandContext, folders: readonly string[] = []): string[] {
  const ofEnvironment = (context.env[SEARCH_PATH_VARIABLE] ?? "").split(path.delimiter).filter((each) => each !== "");
  return [...folders, ...ofEnvironment].map((folder) => resolvePath(context, folder));
}
