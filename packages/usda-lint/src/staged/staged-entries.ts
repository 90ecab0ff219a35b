/** What git has staged, as it is staged. */
import type { Entry } from "../lint/entries.ts";
import { path } from "@usdkit/command/builtins";
import { IoError } from "@usdkit/command/cli/errors";
import { selectPaths } from "../files/select-paths.ts";
import { decodePath, nameOf } from "@usdkit/command/files/input";
import { BlobReader, gitOutput } from "./git.ts";

/** The mode of what is a file: links and submodules have others. */
const FILE_MODE = /^100/;

/**
 * Staged files that were added, copied, changed or renamed and lie under what `paths` names; their content comes from the
 * index, whatever the work tree holds.
 *
 * @throws {IoError} where there is no git, or no repository.
 */
export async function* stagedEntries(paths: readonly string[]): AsyncGenerator<Entry> {
  const top = (await gitOutput(["rev-parse", "--show-toplevel"])).toString().replace(/\r?\n$/, "");
  if (top === "") throw new IoError("--staged: there is no work tree here");
  // Raw, so that each comes with the name of its content: no path is ever given back to git, however odd it is.
  const raw = await gitOutput([
    "diff",
    "--cached",
    "--raw",
    "-z",
    "--no-abbrev",
    "--no-renames",
    "--no-ext-diff",
    "--ignore-submodules",
    "--diff-filter=ACMT",
  ]);
  const staged = [...readRaw(raw)].filter(({ mode }) => FILE_MODE.test(mode));
  if (staged.length === 0) return;
  const isWanted = await selectPaths(paths);

  const blobs = new BlobReader();
  try {
    for (const { content, name } of staged) {
      const file = path.join(top, decodePath(name));
      if (!isWanted(file)) continue;
      yield {
        kind: "file",
        input: { name: nameOf(file), location: file, isNamed: false },
        read: () => blobs.read(content),
      };
    }
  } finally {
    blobs.close();
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
