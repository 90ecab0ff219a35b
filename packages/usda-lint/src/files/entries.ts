/** The files of a run, one after the other, and between them the arguments that match nothing. */
import type { KnownAnswer } from "./answer-spool.ts";
import { takeShard, type Shard } from "@usdkit/batch/options/shard";
import { findInputs, kindOf, type FindOptions } from "./find-inputs.ts";
import { path } from "@usdkit/command/process/builtins";
import { walkLayers, type WalkedLayer } from "./walk-layers.ts";
import { listedInputs } from "@usdkit/batch/lists/listed-inputs";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { readInput, STANDARD_INPUT, type InputFile } from "@usdkit/command/files/input";

export type Entry =
  | {
      readonly kind: "file";
      readonly input: InputFile;
      /** Throws errors of the file system. */
      readonly read: () => Uint8Array | Promise<Uint8Array>;
      /** True for the content of a Git LFS pointer, from the local store. */
      readonly isLfsContent?: boolean;
      /** False if the bytes are not those of the file: standard input, and what is staged. They may be read several times. */
      readonly isFile?: boolean;
      /** What the cache has of it; null: it was asked, and has nothing. */
      readonly known?: KnownAnswer | null;
      /** Of a shard: among all files of the run, from 0. */
      readonly position?: number;
    }
  | SettledFolder
  | { readonly kind: "problem"; readonly name: string; readonly problem: string };

/** Files of one folder, following each other in the run, whose entries in the report are those of an earlier run. */
export interface SettledFolder {
  readonly kind: "settled";
  /** Absolute. */
  readonly folder: string;
  /** For `SettledFiles`; at least one. */
  readonly records: readonly string[];
}

export interface EntryOptions {
  /** The name of `-`. */
  readonly standardInputName?: string | undefined;
  /** False: files that git ignores too. */
  readonly gitignore?: boolean | undefined;
  /** A list of more files; `-` is standard input. */
  readonly filesFrom?: string | undefined;
  /** The part of the files that is wanted. */
  readonly shard?: Shard | undefined;
}

/** Finds files on disk: those of paths, then those of a list. */
export async function* entriesOf(
  paths: readonly string[],
  context: CommandContext,
  { filesFrom, shard, ...options }: EntryOptions = {},
): AsyncGenerator<Entry> {
  const problems: Entry[] = [];
  const onProblem = (name: string, problem: string): void => {
    problems.push({ kind: "problem", name, problem });
  };
  const found = { cwd: context.cwd, ...options, onProblem };
  const list = filesFrom === undefined ? undefined : listedInputs(filesFrom, context);
  for await (const { item: input, position } of inputsOfShard(paths, shard, found, list)) {
    if (problems.length > 0) yield* problems.splice(0);
    yield fileEntry(input, context, shard === undefined ? undefined : position);
  }
  yield* problems.splice(0);
}

/** Of one folder, the files of other shards are counted and nothing else: each of many shards lists all of them. */
function inputsOfShard(
  paths: readonly string[],
  shard: Shard | undefined,
  options: FindOptions,
  list: AsyncIterable<InputFile> | undefined,
): AsyncIterable<WalkedLayer> | Iterable<WalkedLayer> {
  const [only = ""] = paths;
  if (paths.length === 1 && list === undefined && only !== STANDARD_INPUT) {
    const location = path.resolve(options.cwd, only);
    if (kindOf(location) === "folder") return walkLayers(location, { ...options, shard });
  }
  const found = findInputs(paths, options);
  return takeShard(list === undefined ? found : joined(found, list), shard);
}

/** @param position see `Entry` */
export function fileEntry(
  input: InputFile,
  { stdin }: Pick<CommandContext, "stdin">,
  position?: number,
): Extract<Entry, { kind: "file" }> {
  const isFile = input.location !== STANDARD_INPUT;
  let bytes: Promise<Uint8Array> | undefined;
  const read = async (): Promise<Uint8Array> => readLayerBytes(input, stdin);
  return {
    kind: "file",
    input,
    read: isFile ? read : async () => (bytes ??= read()),
    isFile,
    ...(position !== undefined && { position }),
  };
}

async function* joined<Item>(...all: readonly AsyncIterable<Item>[]): AsyncGenerator<Item> {
  for (const each of all) yield* each;
}

/** Returns the bytes of a file, or those of the layer in a package that it names. */
async function readLayerBytes(input: InputFile, stdin: CommandContext["stdin"]): Promise<Uint8Array> {
  const source = await readInput(input, stdin);
  const { inner } = input;
  if (inner === undefined) return source;
  const { findInPackage } = await import("@usdkit/usd");
  const { bytes, problem } = findInPackage(source, inner);
  if (problem !== undefined) throw new Error(`byte ${problem.offset}: ${problem.message}`);
  return bytes;
}

/** Yields entries that are known. */
export async function* each(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}
