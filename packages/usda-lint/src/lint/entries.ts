/** What is to be checked, one after the other, with what could not be found in its place between them. */
import { findInputs } from "../files/find-inputs.ts";
import { readInput, type InputFile } from "@usdkit/command/files/input";

export type Entry =
  | {
      readonly kind: "file";
      readonly input: InputFile;
      /** Throws what the file system says. */
      readonly read: () => Uint8Array | Promise<Uint8Array>;
    }
  | { readonly kind: "problem"; readonly name: string; readonly problem: string };

/** Files as they are on disk. */
export async function* entriesOf(
  paths: readonly string[],
  standardInputName: string | undefined,
): AsyncGenerator<Entry> {
  const problems: Entry[] = [];
  const onProblem = (name: string, problem: string): void => {
    problems.push({ kind: "problem", name, problem });
  };
  for await (const input of findInputs(paths, { standardInputName, onProblem })) {
    yield* problems.splice(0);
    yield { kind: "file", input, read: () => readInput(input) };
  }
  yield* problems.splice(0);
}
