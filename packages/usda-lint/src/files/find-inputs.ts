/** From the arguments of a call (files, folders, globs, `-`) to files. */
import { fs, path } from "@usdkit/command/process/builtins";
import { isLayer } from "./layer-files.ts";
import { nameOf, STANDARD_INPUT, withSlashes, type InputFile } from "@usdkit/command/files/input";
import { SKIPPED, walkLayers, type WalkOptions } from "./walk-layers.ts";

export const GLOB: RegExp = /[*?{}[\]!()]/;

export interface FindOptions extends Omit<WalkOptions, "shard"> {
  /** The name of `-`. */
  readonly standardInputName?: string | undefined;
  /** Called for arguments that match nothing. The search goes on. */
  readonly onProblem: (name: string, problem: string) => void;
}

/**
 * Finds the files of `patterns` in the order given, each once: files as they are, folders with every layer below them (`.usda`,
 * `.usd`, `.usdc`, `.usdz`), without those that git ignores, globs (also if no shell expanded them) with the layers that match, or
 * files of the extension that the glob itself ends in.
 */
export async function* findInputs(patterns: readonly string[], options: FindOptions): AsyncGenerator<InputFile> {
  // One pattern finds no file twice, so no file has to be remembered.
  if (patterns.length === 1 && patterns[0] !== undefined) {
    yield* find(patterns[0], options);
    return;
  }
  const seen = new Set<string>();
  for (const pattern of patterns) {
    for await (const input of find(pattern, options)) {
      const location = typeof input.location === "string" ? input.location : input.location.toString("latin1");
      const key = [location, ...(input.inner ?? [])].join("\0");
      if (seen.has(key)) continue;
      seen.add(key);
      yield input;
    }
  }
}

async function* find(pattern: string, options: FindOptions): AsyncGenerator<InputFile> {
  if (pattern === STANDARD_INPUT) {
    yield { name: options.standardInputName ?? "<stdin>", location: STANDARD_INPUT, isNamed: true };
    return;
  }
  const { cwd } = options;
  const location = path.resolve(cwd, pattern);
  const kind = kindOf(location);
  const packed = kind === undefined && pattern.endsWith("]") ? await packedLayer(pattern, cwd) : undefined;
  if (packed !== undefined) yield packed;
  else if (kind === "folder") for (const { item } of walkLayers(location, options)) yield item;
  else if (kind === "file" || !GLOB.test(pattern)) yield { name: nameOf(location, cwd), location, isNamed: true };
  else yield* glob(pattern, options);
}

/** Returns the layer in a package that `FILE.usdz[inner/path.usdc]` names; undefined if there is no such file. */
async function packedLayer(name: string, cwd: string): Promise<InputFile | undefined> {
  const { parseLayerName } = await import("@usdkit/usd");
  const { file, inner } = parseLayerName(name);
  const location = path.resolve(cwd, file);
  if (inner.length === 0 || kindOf(location) !== "file") return undefined;
  return { name: nameOf(path.resolve(cwd, name), cwd), location, isNamed: true, inner };
}

/** Returns a folder and those below it, without links and skipped folders; for a file, its folder. */
export function everyFolder(start: string): string[] {
  const folders: string[] = [];
  const stack = [kindOf(start) === "folder" ? start : path.dirname(start)];
  const isFile = stack[0] !== start;
  for (let folder = stack.pop(); folder !== undefined; folder = stack.pop()) {
    folders.push(folder);
    if (isFile) break;
    try {
      for (const child of fs.readdirSync(folder, { withFileTypes: true })) {
        if (child.isDirectory() && !SKIPPED.has(child.name)) stack.push(path.join(folder, child.name));
      }
    } catch {
      // Reported by the search for files.
    }
  }
  return folders;
}

/** What a path leads to; undefined if it cannot be read. */
export function kindOf(file: string): "file" | "folder" | undefined {
  try {
    return fs.statSync(file).isDirectory() ? "folder" : "file";
  } catch {
    return undefined;
  }
}

async function* glob(pattern: string, { cwd, textOnly = false, onProblem }: FindOptions): AsyncGenerator<InputFile> {
  const { glob: search } = await import("tinyglobby");
  const found = await search(withSlashes(pattern), {
    cwd,
    ignore: ["**/node_modules/**", "**/.git/**"],
    dot: true,
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  const ownExtension = /\.\w+$/.test(pattern);
  const files = found.filter((name) => ownExtension || isLayer(path.resolve(cwd, name), { textOnly })).sort();
  if (files.length === 0) onProblem(pattern, "no file matches");
  for (const file of files) {
    const location = path.resolve(cwd, file);
    yield { name: nameOf(location, cwd), location };
  }
}
