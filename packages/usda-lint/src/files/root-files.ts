/** Files next to a root layer, by paths relative to its folder. */
import { readdirSync, statSync } from "node:fs";
import { findDependencies, type Dependencies, type DependencyOptions } from "@usdkit/usd";
import { path } from "@usdkit/command/process/builtins";
import { isAllowedFile } from "@usdkit/command/files/allowed-folders";
import { readWhole } from "@usdkit/command/files/read-whole";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { withSlashes } from "@usdkit/command/files/input";
import { searchPathsOf } from "./search-paths.ts";

/** A root layer, and what it depends on. */
export interface RootFiles extends Dependencies {
  /** The name of the root layer in its folder. */
  readonly root: string;
  /** Its folder, absolute. */
  readonly folder: string;
  /** The path of the session layer among the dependencies. */
  readonly session?: string | undefined;
  /** The bytes of a file at a path of the dependencies. */
  read(file: string): Uint8Array | undefined;
}

/** How {@link readRootFiles} searches. */
export interface RootFilesOptions extends Pick<DependencyOptions, "inner" | "variants"> {
  readonly searchPath?: readonly string[] | undefined;
  /** The session layer, absolute. */
  readonly session?: string | undefined;
}

/** Finds what the layer at `location` depends on. Files that the command may not read are missing. */
export function readRootFiles(
  context: CommandContext,
  location: string,
  { searchPath, session, inner, variants }: RootFilesOptions,
): RootFiles {
  const searchPaths = searchPathsOf(context, searchPath);
  const folder = path.dirname(location);
  const root = path.basename(location);
  const has = (file: string): boolean =>
    statSync(path.resolve(folder, file), { throwIfNoEntry: false })?.isFile() === true &&
    isAllowedFile(context.allowedFolders, path.resolve(folder, file));
  const read = (file: string): Uint8Array | undefined =>
    has(file) ? readWhole(path.resolve(folder, file)) : undefined;
  const list = (inside: string): readonly string[] => {
    const full = path.resolve(folder, inside);
    const isListed =
      statSync(full, { throwIfNoEntry: false })?.isDirectory() === true && isAllowedFile(context.allowedFolders, full);
    return isListed ? readdirSync(full) : [];
  };
  const relative = (absolute: string): string => withSlashes(path.relative(folder, absolute));
  const options: DependencyOptions = {
    searchPaths: searchPaths.map(relative),
    folder: withSlashes(folder),
    session: session === undefined ? undefined : relative(session),
    variants,
    inner,
  };
  return { root, folder, session: options.session, read, ...findDependencies(root, { read, has, list }, options) };
}
