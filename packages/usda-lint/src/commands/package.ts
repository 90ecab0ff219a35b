import { realpathSync } from "node:fs";
import type { PackageInput } from "@usdkit/usdz";
import { isPackage, PackageError, writePackage } from "@usdkit/usdz";
import { openLayer, packageLayout, rewriteAssetPaths, unreadableLayers, type PackageLayout } from "@usdkit/usd";
import { UsdcWriteError, writeUsdc } from "@usdkit/usdc";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { path } from "@usdkit/command/process/builtins";
import type { Layer } from "@usdkit/layer";
import { withSlashes } from "@usdkit/command/files/input";
import { compositionOptions } from "../composition/composition-options.ts";
import { flattenRoot } from "../composition/flatten-root.ts";
import type { CompositionArguments } from "../composition/stage-options.ts";
import { arkitProblems } from "../check/arkit-rules.ts";
import { readRootFiles, type RootFiles } from "../files/root-files.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";

export interface PackageArguments extends CompositionArguments {
  root: string;
  output?: string;
  arkit?: boolean;
  includeOutside?: boolean;
}

/** Assets that ARKit supports in a package, in addition to its layer. */
const ARKIT_ASSET = /\.(?:png|jpe?g|m4a|mp3|wav)$/iu;

const MAX_ARKIT_PROBLEMS = 20;

const KEEPS_VARIANTS =
  "--variant and --session need --arkit, which flattens the stage: other packages keep every layer and variant. Add --arkit, or pack the output of usda flatten with these options";

export const packageCommand: Command<PackageArguments> = {
  command: "package <root>",
  describe: "Pack a layer with everything that it depends on into a package (.usdz)",
  builder: {
    root: { describe: "The root layer" },
    output: { type: "string", alias: "o", describe: "The package, a .usdz" },
    arkit: {
      type: "boolean",
      describe: "For ARKit: the stage as one crate, with PNG, JPEG, M4A, MP3 and WAV files; names what ARKit ignores",
    },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
    "include-outside": {
      type: "boolean",
      describe: "Also pack files from outside of the layer's folder, and adapt the paths to them",
    },
  },
  examples: [
    ["$0 package chair.usda -o chair.usdz", "the layer, its layers and textures"],
    ["$0 package shot/a.usda --include-outside -o a.usdz", "with ../library/chair.usda"],
  ],
  handler: async (args, context) => {
    const { root, output } = args;
    if (args.arkit !== true && hasFlags(args)) throw new UsageError(KEEPS_VARIANTS);
    if (output === undefined) throw new UsageError("Missing output file: -o scene.usdz");
    if (!/\.usdz$/iu.test(output)) throw new UsageError(`Expected a name that ends in .usdz, found "${output}"`);
    try {
      writeAtomically(resolvePath(context, output), await pack(context, args));
    } catch (error) {
      if (error instanceof PackageError || error instanceof UsdcWriteError)
        throw new IoError(`${root}: ${error.message}`);
      if (error instanceof IoError) throw error;
      throw new IoError(`${output}: ${describeIoError(error)}`);
    }
  },
};

async function pack(context: CommandContext, args: PackageArguments): Promise<Uint8Array> {
  const { root, arkit, searchPath, includeOutside } = args;
  const found = readRootFiles(context, resolvePath(context, root), { searchPath });
  const [unreadable] = found.unreadable;
  if (found.layers.length === 0) throw new IoError(`${root}: no such file`);
  if (unreadable !== undefined) throw new IoError(`${unreadable.path}: ${unreadable.message}`);
  for (const file of found.layers) {
    const bytes = found.read(file);
    const [damaged] = bytes !== undefined && isPackage(bytes) ? unreadableLayers(file, bytes) : [];
    if (damaged !== undefined) throw new IoError(`${damaged.path}: ${damaged.message}`);
  }
  if (found.missing.length > 0) {
    const missing = `${root} depends on missing files: ${found.missing.join(", ")}`;
    throw new IoError(`${missing}; add them, or correct the lines that usda-lint ${root} names`);
  }
  // For ARKit the layers become one crate.
  const layers = arkit === true ? [] : found.layers.filter((file) => file !== found.root);
  const others = [...layers, ...found.assets];
  const outside = outsideFiles(found, others);
  if (outside.length > 0 && includeOutside !== true) {
    throw new IoError(
      `${root} depends on files outside of its folder: ${outside.join(", ")}; copy them into it, or add --include-outside to pack them`,
    );
  }
  for (const file of outside) context.stderr.write(`usda package: from outside: ${escapeTerminal(file)}\n`);
  for (const { layer, path: expression } of found.expressions) {
    const message = `${layer}: the files of the expression ${expression} are not packed`;
    context.stderr.write(`usda package: ${escapeTerminal(message)}\n`);
  }
  for (const uri of found.uris) context.stderr.write(`usda package: not packed: ${escapeTerminal(uri)}\n`);
  const layout = packageLayout(found);
  if (arkit === true) return writePackage(await arkitFiles(context, args, { found, layout, others }));
  return writePackage([found.root, ...others].map((file) => fileOf(found, layout, file)));
}

/** Returns the files that are outside of the folder, by their path or through a link. */
function outsideFiles({ folder }: RootFiles, files: readonly string[]): string[] {
  const isOutside = (from: string, to: string): boolean => {
    const way = path.relative(from, to);
    return path.isAbsolute(way) || way === ".." || way.startsWith(`..${path.sep}`);
  };
  const real = realpathSync(folder);
  return files.filter((file) => {
    const full = path.resolve(folder, file);
    return isOutside(folder, full) || isOutside(real, realpathSync(full));
  });
}

/** Returns a file at its place in the package, with asset paths that lead to the places of the others. */
function fileOf(found: RootFiles, { places, changes }: PackageLayout, file: string): PackageInput {
  const data = found.read(file);
  if (data === undefined) throw new IoError(`${file}: the file was removed in the meantime`);
  const place = places.get(file) ?? file;
  const ofLayer = changes.get(file);
  if (ofLayer === undefined) return { path: place, data };
  try {
    return { path: place, data: rewriteAssetPaths(data, ofLayer) };
  } catch (error) {
    throw new IoError(`${file}: ${(error as Error).message}`);
  }
}

interface Contents {
  readonly found: RootFiles;
  readonly layout: PackageLayout;
  /** All files except the root layer. */
  readonly others: readonly string[];
}

/** Returns the stage as one crate, and files of the kinds that ARKit takes; reports content that it does not take. */
async function arkitFiles(
  context: CommandContext,
  args: PackageArguments,
  { found, layout, others }: Contents,
): Promise<readonly PackageInput[]> {
  const wrong = others.filter((file) => !ARKIT_ASSET.test(file));
  if (wrong.length > 0) {
    throw new IoError(`${args.root} has files that ARKit does not support: ${wrong.join(", ")}; convert its textures`);
  }
  const layer =
    found.layers.length === 1 && !hasFlags(args)
      ? openLayer(fileOf(found, layout, found.root).data).layer
      : await flattenedRoot(context, args, { found, layout, others });
  const problems = arkitProblems(layer);
  for (const problem of problems.slice(0, MAX_ARKIT_PROBLEMS)) {
    context.stderr.write(`usda package: not for ARKit: ${escapeTerminal(problem)}\n`);
  }
  if (problems.length > MAX_ARKIT_PROBLEMS) {
    context.stderr.write(`usda package: not for ARKit: ${problems.length - MAX_ARKIT_PROBLEMS} more\n`);
  }
  const place = found.root.replace(/\.[^.]*$/u, ".usdc");
  return [{ path: place, data: writeUsdc(layer) }, ...others.map((each) => fileOf(found, layout, each))];
}

/** Whether flags change what the stage is. */
function hasFlags({ variant, session }: PackageArguments): boolean {
  return variant !== undefined || session !== undefined;
}

/** Returns the stage as one layer, with asset paths that lead to the places in the package. */
async function flattenedRoot(
  context: CommandContext,
  args: PackageArguments,
  { found, layout }: Contents,
): Promise<Layer> {
  const assetPath = (anchored: string): string => {
    if (!path.isAbsolute(anchored)) return anchored;
    const file = withSlashes(path.relative(found.folder, anchored));
    const place = layout.places.get(file);
    // Patterns of files inside of the folder are at the same place.
    return place === undefined && file.startsWith("../") ? anchored : `./${place ?? file}`;
  };
  const searchPaths = searchPathsOf(context, args.searchPath);
  return await flattenRoot(context, args.root, {
    ...args,
    command: "usda package",
    searchPaths,
    options: { assetPath },
  });
}
