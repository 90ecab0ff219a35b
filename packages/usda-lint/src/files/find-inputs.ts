/** From the arguments of a call (files, folders, globs, `-`) to files. */
import { fs, path } from "@usdkit/command/process/builtins";
import { describeIoError } from "@usdkit/command/cli/errors";
import { GitIgnore } from "./gitignore.ts";
import { isLayer, mayBeLayer } from "./layer-files.ts";
import { decodePath, nameOf, STANDARD_INPUT, withSlashes, type InputFile } from "@usdkit/command/files/input";

/** Folders that are never searched. */
const SKIPPED = new Set(["node_modules", ".git"]);
export const GLOB: RegExp = /[*?{}[\]!()]/;

export interface FindOptions {
  /** Absolute; relative paths start here. */
  readonly cwd: string;
  /** The name of `-`. */
  readonly standardInputName?: string | undefined;
  /** False: files that git ignores are found too. Default true. */
  readonly gitignore?: boolean | undefined;
  /** True: folders and globs have text layers alone. Default false. */
  readonly textOnly?: boolean | undefined;
  /** Other files that folders have, by the ends of their names in lower case. Default: none. */
  readonly extensions?: readonly string[] | undefined;
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
  else if (kind === "folder") yield* walk(location, options);
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

/** Links to folders are not followed, so there are no loops; links to files are. */
function* walk(
  folder: string,
  { cwd, gitignore = true, textOnly = false, extensions = [], onProblem }: FindOptions,
): Generator<InputFile> {
  // Bytes all the way: a name that is not UTF-8 can only be opened by its bytes.
  const ignored = gitignore ? new GitIgnore(folder) : undefined;
  const stack: { bytes: Buffer; isFolder: boolean }[] = [{ bytes: Buffer.from(folder), isFolder: true }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    if (!entry.isFolder) {
      const text = entry.bytes.toString();
      const isText = Buffer.from(text).equals(entry.bytes);
      yield { name: nameOf(decodePath(entry.bytes), cwd), location: isText ? text : entry.bytes };
      continue;
    }
    try {
      const children = readFolder(entry.bytes, textOnly, extensions);
      stack.push(...children.filter(({ bytes, isFolder }) => ignored?.ignores(decodePath(bytes), isFolder) !== true));
    } catch (error) {
      onProblem(nameOf(decodePath(entry.bytes), cwd), describeIoError(error));
    }
  }
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

/** The folders and layers in a folder, last name first. */
function readFolder(
  folder: Buffer,
  textOnly: boolean,
  extensions: readonly string[],
): { bytes: Buffer; isFolder: boolean }[] {
  const isOther = (name: Buffer): boolean => {
    const text = name.toString("latin1").toLowerCase();
    return extensions.some((extension) => text.endsWith(extension));
  };
  const isRoot = folder.at(-1) === path.sep.charCodeAt(0);
  return (
    fs
      .readdirSync(folder, { withFileTypes: true, encoding: "buffer" })
      .filter(({ name }) => !SKIPPED.has(name.toString("latin1")))
      .filter((child) => child.isDirectory() || mayBeLayer(child.name.toString("latin1")) || isOther(child.name))
      .sort((a, b) => Buffer.compare(b.name, a.name))
      .map((child) => ({
        bytes: Buffer.concat([folder, Buffer.from(isRoot ? "" : path.sep), child.name]),
        isFolder: child.isDirectory(),
        isLink: child.isSymbolicLink(),
      }))
      // A link named x.usda may lead to a folder.
      .filter(({ bytes, isLink }) => !isLink || kindOf(bytes) !== "folder")
      .filter(({ bytes, isFolder }) => isFolder || isLayer(bytes, { textOnly }) || isOther(bytes))
  );
}

/** What a path leads to; undefined if it cannot be read. */
function kindOf(file: string | Buffer): "file" | "folder" | undefined {
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
