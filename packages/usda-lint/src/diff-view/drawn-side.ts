/** The files of the images of a page of differences. */
import type { Layer } from "@usdkit/layer";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { STANDARD_INPUT, withSlashes } from "@usdkit/command/files/input";
import { fs, path } from "@usdkit/command/process/builtins";
import { selectionsOf, type CompositionArguments } from "../composition/stage-options.ts";
import { searchPathsOf } from "../files/search-paths.ts";
import type { DrawnSide } from "../render/compare-scenes.ts";

/** Returns how a file is drawn; undefined if there is none. Of standard input its layer is drawn, in the working folder. */
export async function drawnSide(
  context: CommandContext,
  file: string,
  { layer, args }: { readonly layer: Layer; readonly args: CompositionArguments },
): Promise<DrawnSide | undefined> {
  const isInput = file === STANDARD_INPUT;
  const location = withSlashes(isInput ? path.join(context.cwd, STANDARD_INPUT) : resolvePath(context, file));
  // What git names instead of a file that it does not have.
  const stats = fs.statSync(location.replace(/\[.*$/u, ""), { throwIfNoEntry: false });
  if (!isInput && stats?.isFile() !== true) return undefined;
  const { fileResolver } = await import("@usdkit/usd/files");
  const searchPaths = searchPathsOf(context, args.searchPath).map(withSlashes);
  const files = fileResolver({
    searchPaths: [path.posix.dirname(location), ...searchPaths],
    allowed: context.allowedFolders,
  });
  let resolver = files;
  if (isInput) {
    const { printUsdaBytes } = await import("@usdkit/usda");
    const bytes = printUsdaBytes(layer);
    resolver = { ...files, read: (identifier) => (identifier === location ? bytes : files.read(identifier)) };
  }
  return {
    location,
    resolver,
    composition: {
      session: args.session === undefined ? undefined : withSlashes(resolvePath(context, args.session)),
      variants: await selectionsOf(args.variant),
      hasOwnSession: true,
    },
  };
}
