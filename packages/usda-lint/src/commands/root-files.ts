/** Files next to a root layer, by paths relative to its folder. */
import { readdirSync, statSync } from "node:fs";
import type { Dependencies } from "@usdkit/usd";
import { findDependencies } from "@usdkit/usd";
import { path } from "@usdkit/command/process/builtins";
import { readWhole } from "@usdkit/command/files/read-whole";
import { withSlashes } from "@usdkit/command/files/input";

/** A root layer, and what it depends on. */
export interface RootFiles extends Dependencies {
  /** The name of the root layer in its folder. */
  readonly root: string;
  /** The bytes of a file at a path of the dependencies. */
  read(file: string): Uint8Array | undefined;
}

/** Finds what the layer at `location` depends on. */
export function readRootFiles(location: string, searchPaths: readonly string[]): RootFiles {
  const folder = path.dirname(location);
  const root = path.basename(location);
  const read = (file: string): Uint8Array | undefined => {
    const full = path.resolve(folder, file);
    return statSync(full, { throwIfNoEntry: false })?.isFile() === true ? readWhole(full) : undefined;
  };
  const list = (inside: string): readonly string[] => {
    const full = path.resolve(folder, inside);
    return statSync(full, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(full) : [];
  };
  const relative = searchPaths.map((each) => withSlashes(path.relative(folder, each)));
  return { root, read, ...findDependencies(root, { read, list }, { searchPaths: relative }) };
}
