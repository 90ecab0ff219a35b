/** Files in the index of git, with their staged content. */
import type { Entry } from "./entries.ts";
import { path } from "@usdkit/command/process/builtins";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { IoError } from "@usdkit/command/cli/errors";
import { startsAsLayer } from "./layer-files.ts";
import { lfsObjectId, lfsObjectPath } from "./lfs-pointer.ts";
import { selectPaths } from "./select-paths.ts";
import { readWhole } from "@usdkit/command/files/read-whole";
import { decodePath, nameOf } from "@usdkit/command/files/input";
import { BlobReader, gitOutput } from "./git.ts";

/** The mode of a regular file: links and submodules have others. */
const FILE_MODE = /^100/;

/**
 * Finds staged files of `paths` that were added, copied, changed or renamed; their content is read from the index, not from
 * the work tree.
 *
 * @throws {IoError} if there is no git, or no repository.
 */
export async function* stagedEntries(paths: readonly string[], context: CommandContext): AsyncGenerator<Entry> {
  const top = (await gitOutput(["rev-parse", "--show-toplevel"], context)).toString().replace(/\r?\n$/, "");
  if (top === "") throw new IoError("--staged: not in a work tree");
  // Raw, with the hash of each content: no path is passed to git again, whatever characters it has.
  const options = ["--no-abbrev", "--no-renames", "--no-ext-diff", "--ignore-submodules", "--diff-filter=ACMT"];
  const raw = await gitOutput(["diff", "--cached", "--raw", "-z", ...options], context);
  const staged = [...readRaw(raw)].filter(({ mode }) => FILE_MODE.test(mode));
  if (staged.length === 0) return;
  const folder = (await gitOutput(["rev-parse", "--git-common-dir"], context)).toString().replace(/\r?\n$/, "");
  const store = path.resolve(context.cwd, folder);
  const isWanted = await selectPaths(paths, context.cwd);

  const blobs = new BlobReader(context);
  try {
    for (const { content, name } of staged) {
      const file = path.join(top, decodePath(name));
      if (!isWanted(file)) continue;
      const source = await readBlob(blobs, content);
      // A file of another program.
      if (source instanceof Uint8Array && file.endsWith(".usd") && !isLayerOrPointer(source)) continue;
      const stored = source instanceof Uint8Array ? readStored(store, source) : undefined;
      yield {
        kind: "file",
        input: { name: nameOf(file, context.cwd), location: file, isNamed: false },
        read: () => stored ?? unwrap(source),
        isLfsContent: stored !== undefined,
        isFile: false,
      };
    }
  } finally {
    blobs.close();
  }
}

/** Returns the content, or the error, which is reported as a problem of the file. */
async function readBlob(blobs: BlobReader, hash: string): Promise<Uint8Array | Error> {
  try {
    return await blobs.read(hash);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function unwrap(source: Uint8Array | Error): Uint8Array {
  if (source instanceof Error) throw source;
  return source;
}

function isLayerOrPointer(source: Uint8Array): boolean {
  return startsAsLayer(source, { textOnly: false }) || lfsObjectId(source) !== undefined;
}

/** Returns the content of a Git LFS pointer, if the local store has it. */
function readStored(store: string, source: Uint8Array): Uint8Array | undefined {
  const oid = lfsObjectId(source);
  if (oid === undefined) return undefined;
  try {
    return readWhole(path.join(store, lfsObjectPath(oid)));
  } catch {
    return undefined;
  }
}

interface Staged {
  readonly mode: string;
  /** The hash of the content. */
  readonly content: string;
  readonly name: Buffer;
}

/** `:OLDMODE NEWMODE OLD NEW STATUS\0PATH\0…` */
function* readRaw(raw: Buffer): Generator<Staged> {
  for (let at = 0; at < raw.length;) {
    const head = raw.indexOf(0, at);
    const end = raw.indexOf(0, head + 1);
    if (head < 0 || end < 0) return;
    const [, mode = "", , content = ""] = raw.toString("latin1", at, head).split(" ");
    yield { mode, content, name: raw.subarray(head + 1, end) };
    at = end + 1;
  }
}
