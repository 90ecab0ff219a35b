/** Finds the files that pictures are drawn of. */
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { withSlashes, type InputFile } from "@usdkit/command/files/input";
import { fs, path } from "@usdkit/command/process/builtins";
import { findInputs } from "../files/find-inputs.ts";
import { listedInputs } from "@usdkit/batch/lists/listed-inputs";

/** A file of a library. */
export interface PicturedFile {
  /** For messages. */
  readonly name: string;
  /** Absolute path with `/`. */
  readonly location: string;
  /** Path in the folder that was named; the name of a file that was named itself. */
  readonly relative: string;
}

/** Files of meshes and splats; those of layers are found in any case. */
const EXTENSIONS = [".glb", ".gltf", ".ply", ".spz", ".sog", ".splat"];

/**
 * Finds the layers, meshes and splats of folders, files and globs, each once.
 *
 * @param filesFrom a list of more files; `-` is standard input
 * @param onProblem called for what cannot be read, and for files whose pictures would have the same name
 */
export async function findPictured(
  context: CommandContext,
  paths: readonly string[],
  onProblem: (name: string, problem: string) => void,
  filesFrom?: string,
): Promise<readonly PicturedFile[]> {
  const found = new Map<string, PicturedFile>();
  const { cwd } = context;
  const add = ({ name, location }: InputFile, base: string | undefined): void => {
    if (typeof location !== "string") {
      onProblem(name, "its name is not UTF-8");
      return;
    }
    const relative = base === undefined ? path.basename(location) : path.relative(base, location);
    const known = found.get(relative);
    if (known === undefined) found.set(relative, { name, location: withSlashes(location), relative });
    else if (known.location !== withSlashes(location))
      onProblem(name, `its picture would replace that of ${known.name}`);
  };
  for (const pattern of paths) {
    const named = resolvePath(context, pattern);
    const base = isFolder(named) ? named : undefined;
    const options = { cwd, gitignore: false, extensions: EXTENSIONS, onProblem };
    for await (const input of findInputs([pattern], options)) add(input, base);
  }
  if (filesFrom !== undefined) {
    // Files of a list keep their folders, as far as these are in the working folder.
    for await (const input of listedInputs(filesFrom, context))
      add(input, input.name.startsWith("../") ? undefined : cwd);
  }
  return [...found.values()];
}

function isFolder(location: string): boolean {
  return fs.statSync(location, { throwIfNoEntry: false })?.isDirectory() === true;
}
