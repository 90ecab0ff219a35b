/** The files of a run, one after the other, and between them the arguments that match nothing. */
import { findInputs } from "./find-inputs.ts";
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
    }
  | { readonly kind: "problem"; readonly name: string; readonly problem: string };

export interface EntryOptions {
  /** The name of `-`. */
  readonly standardInputName?: string | undefined;
  /** False: files that git ignores too. */
  readonly gitignore?: boolean | undefined;
}

/** Finds files on disk. */
export async function* entriesOf(
  paths: readonly string[],
  context: CommandContext,
  options: EntryOptions = {},
): AsyncGenerator<Entry> {
  const problems: Entry[] = [];
  const onProblem = (name: string, problem: string): void => {
    problems.push({ kind: "problem", name, problem });
  };
  for await (const input of findInputs(paths, { cwd: context.cwd, ...options, onProblem })) {
    yield* problems.splice(0);
    const isFile = input.location !== STANDARD_INPUT;
    let bytes: Promise<Uint8Array> | undefined;
    const read = async (): Promise<Uint8Array> => readLayerBytes(input, context.stdin);
    yield { kind: "file", input, read: isFile ? read : async () => (bytes ??= read()), isFile };
  }
  yield* problems.splice(0);
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
