import type { PackageInput } from "@usdkit/usdz";
import { PackageError, writePackage } from "@usdkit/usdz";
import { openLayer } from "@usdkit/usd";
import { UsdcWriteError, writeUsdc } from "@usdkit/usdc";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import { readRootFiles, type RootFiles } from "./root-files.ts";

export interface PackageArguments {
  root: string;
  output?: string;
  arkit?: boolean;
  searchPath?: string[];
}

/** Assets that ARKit supports in a package, in addition to its layer. */
const ARKIT_ASSET = /\.(?:png|jpe?g|m4a|mp3|wav)$/iu;

export const packageCommand: Command<PackageArguments> = {
  command: "package <root>",
  describe: "Pack a layer with everything that it depends on into a package (.usdz)",
  builder: {
    root: { describe: "The root layer" },
    output: { type: "string", alias: "o", describe: "The package, a .usdz" },
    arkit: { type: "boolean", describe: "For ARKit: one crate, with PNG, JPEG, M4A, MP3 and WAV files" },
    "search-path": { type: "string", array: true, describe: "Folder for names without ./; repeatable" },
  },
  examples: [["$0 package chair.usda -o chair.usdz", "the layer, its layers and textures"]],
  handler: async (args, context) => {
    const { root, output } = args;
    if (output === undefined) throw new UsageError("Missing output file: -o scene.usdz");
    if (!/\.usdz$/iu.test(output)) throw new UsageError(`Expected a name that ends in .usdz, found "${output}"`);
    try {
      writeAtomically(resolvePath(context, output), pack(context, args));
    } catch (error) {
      if (error instanceof PackageError || error instanceof UsdcWriteError)
        throw new IoError(`${root}: ${error.message}`);
      if (error instanceof IoError) throw error;
      throw new IoError(`${output}: ${describeIoError(error)}`);
    }
  },
};

function pack(context: CommandContext, { root, arkit, searchPath = [] }: PackageArguments): Uint8Array {
  const searchPaths = searchPath.map((folder) => resolvePath(context, folder));
  const found = readRootFiles(resolvePath(context, root), searchPaths);
  const [unreadable] = found.unreadable;
  if (found.layers.length === 0) throw new IoError(`${root}: no such file`);
  if (unreadable !== undefined) throw new IoError(`${unreadable.path}: ${unreadable.message}`);
  if (found.missing.length > 0) throw new IoError(`${root} depends on missing files: ${found.missing.join(", ")}`);
  const others = [...found.layers.filter((path) => path !== found.root), ...found.assets];
  const outside = others.filter((path) => path.startsWith("../") || path.startsWith("/"));
  if (outside.length > 0) {
    throw new IoError(`${root} depends on files outside of its folder: ${outside.join(", ")}; copy them into it`);
  }
  if (arkit === true) return writePackage(arkitFiles(root, found, others));
  return writePackage([found.root, ...others].map((path) => fileOf(found, path)));
}

function fileOf(found: RootFiles, path: string): PackageInput {
  const data = found.read(path);
  if (data === undefined) throw new IoError(`${path}: it was removed in the meantime`);
  return { path, data };
}

/** The root as a crate, and files of the kinds that ARKit takes. */
function arkitFiles(root: string, found: RootFiles, others: readonly string[]): readonly PackageInput[] {
  const wrong = others.filter((path) => !ARKIT_ASSET.test(path));
  if (wrong.length > 0) {
    throw new IoError(
      `${root} has files that ARKit does not take: ${wrong.join(", ")}; flatten its layers, convert its textures`,
    );
  }
  const { layer } = openLayer(fileOf(found, found.root).data);
  const path = found.root.replace(/\.[^.]*$/u, ".usdc");
  return [{ path, data: writeUsdc(layer) }, ...others.map((each) => fileOf(found, each))];
}
