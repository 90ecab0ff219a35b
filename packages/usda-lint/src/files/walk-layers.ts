/** The layers below a folder, in the order of their names. */
import { isOfShard, type Shard } from "@usdkit/batch/options/shard";
import { describeIoError } from "@usdkit/command/cli/errors";
import { decodePath, nameOf, type InputFile } from "@usdkit/command/files/input";
import { buffer, fs, path } from "@usdkit/command/process/builtins";
import { GitIgnore } from "./gitignore.ts";
import { isLayer, mayBeLayer } from "./layer-files.ts";

/** Folders that are never searched. */
export const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** Names that are read from a folder at a time. */
const ENTRIES_AT_A_TIME = 512;

export interface WalkOptions {
  /** Absolute; names are relative to it. */
  readonly cwd: string;
  /** False: files that git ignores are found too. Default true. */
  readonly gitignore?: boolean | undefined;
  /** True: text layers alone. Default false. */
  readonly textOnly?: boolean | undefined;
  /** Other files that are found, by the ends of their names in lower case. Default: none. */
  readonly extensions?: readonly string[] | undefined;
  /** The part of the files that is wanted: others are counted. */
  readonly shard?: Shard | undefined;
  /** Called for folders that cannot be read. The search goes on. */
  readonly onProblem: (name: string, problem: string) => void;
}

/** A file, and its position among all that were found. */
export interface WalkedLayer {
  readonly item: InputFile;
  readonly position: number;
}

/**
 * Names of a folder, whose bytes are characters: a name that is not UTF-8 can only be opened by its bytes, and strings are sorted and
 * joined faster than buffers.
 */
interface Level {
  readonly place: string;
  /** In reports; undefined until a file of it is wanted. */
  name: string | undefined;
  /** Those of folders end in `/`, which no name has. */
  readonly children: readonly string[];
  index: number;
}

/** Yields the files below a folder. Links to folders are not followed, so there are no loops; links to files are. */
export function* walkLayers(folder: string, options: WalkOptions): Generator<WalkedLayer, void, void> {
  const { cwd, gitignore = true, shard } = options;
  const ignore = gitignore ? new GitIgnore(folder) : undefined;
  let position = 0;
  const levels: Level[] = [];
  const enter = (place: string): void => {
    try {
      levels.push({ place, name: undefined, children: childrenOf(place, ignore, options), index: 0 });
    } catch (error) {
      options.onProblem(nameOf(decodePath(bytesOf(place)), cwd), describeIoError(error));
    }
  };
  enter(Buffer.from(folder).toString("latin1"));
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.index === level.children.length) {
      levels.pop();
      continue;
    }
    const child = level.children[level.index++];
    if (child.endsWith("/")) enter(join(level.place, child.slice(0, -1)));
    else if (isOfShard(position++, shard)) yield { item: inputOf(level, child, cwd), position: position - 1 };
  }
}

/** Returns the folders and layers in a folder, sorted. A folder may have a million names, so no object is made of each. */
function childrenOf(place: string, ignore: GitIgnore | undefined, options: WalkOptions): readonly string[] {
  const folders = new Set<string>();
  const found: string[] = [];
  for (const { name, isFolder } of entriesOf(place, options)) {
    found.push(name);
    if (isFolder) folders.add(name);
  }
  // By the bytes of their names.
  found.sort((a, b) => (a < b ? -1 : 1));
  const kept =
    ignore?.isRepository === true
      ? // From the first to the last, as folders are entered in this order.
        found.filter((name) => !ignore.ignores(decodePath(bytesOf(join(place, name))), folders.has(name)))
      : found;
  return folders.size === 0 ? kept : kept.map((name) => (folders.has(name) ? `${name}/` : name));
}

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Yields the folders and layers in a folder as the system lists them. */
function* entriesOf(place: string, options: WalkOptions): Generator<Entry, void, void> {
  const { textOnly = false, extensions = [] } = options;
  const ends = (name: string): boolean => extensions.some((extension) => name.toLowerCase().endsWith(extension));
  const listing = fs.opendirSync(placeOf(place), { encoding: "latin1", bufferSize: ENTRIES_AT_A_TIME });
  try {
    for (let child = listing.readSync(); child !== null; child = listing.readSync()) {
      const { name } = child;
      const isFolder = child.isDirectory();
      // Pipes wait for a writer, and devices have no end.
      if (!isFolder && !child.isFile() && !child.isSymbolicLink()) continue;
      if (isFolder ? SKIPPED.has(name) : !mayBeLayer(name) && !ends(name)) continue;
      // A link named x.usda may lead to a folder.
      if (child.isSymbolicLink() && isFolderAt(bytesOf(join(place, name)))) continue;
      // Only the content of `.usd` files tells what they are.
      if (!isFolder && !isLayer(mayBeText(name) ? bytesOf(join(place, name)) : name, { textOnly }) && !ends(name))
        continue;
      yield { name, isFolder };
    }
  } finally {
    listing.closeSync();
  }
}

function mayBeText(name: string): boolean {
  return name.endsWith(".usd");
}

function isFolderAt(file: Buffer): boolean {
  try {
    return fs.statSync(file).isDirectory();
  } catch {
    return false;
  }
}

function inputOf(level: Level, child: string, cwd: string): InputFile {
  const place = join(level.place, child);
  if (!isAscii(place)) {
    const bytes = Buffer.from(place, "latin1");
    const location = buffer.isUtf8(bytes) ? bytes.toString() : bytes;
    return { name: nameOf(decodePath(bytes), cwd), location };
  }
  level.name ??= nameOf(level.place, cwd);
  return { name: level.name === "." ? child : `${level.name}/${child}`, location: place };
}

function join(folder: string, name: string): string {
  return folder.endsWith(path.sep) ? folder + name : folder + path.sep + name;
}

function bytesOf(place: string): Buffer {
  return Buffer.from(place, "latin1");
}

/** Text where it can be: on file systems that do not list the types of entries, Node joins names with text alone. */
function placeOf(place: string): string | Buffer {
  return isAscii(place) ? place : bytesOf(place);
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/u.test(text);
}
