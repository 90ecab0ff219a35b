/** The files of a run, one after the other, and between them the arguments that match nothing. */
import { findInputs } from "./find-inputs.ts";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { readInput, type InputFile } from "@usdkit/command/files/input";

export type Entry =
  | {
      readonly kind: "file";
      readonly input: InputFile;
      /** Throws errors of the file system. */
      readonly read: () => Uint8Array | Promise<Uint8Array>;
    }
  | { readonly kind: "problem"; readonly name: string; readonly problem: string };

/**
 * Finds files on disk.
 *
 * @param standardInputName The name of `-`.
 */
export async function* entriesOf(
  paths: readonly string[],
  context: CommandContext,
  standardInputName?: string,
): AsyncGenerator<Entry> {
  const problems: Entry[] = [];
  const onProblem = (name: string, problem: string): void => {
    problems.push({ kind: "problem", name, problem });
  };
  for await (const input of findInputs(paths, { cwd: context.cwd, standardInputName, onProblem })) {
    yield* problems.splice(0);
    yield { kind: "file", input, read: () => readInput(input, context.stdin) };
  }
  yield* problems.splice(0);
}
