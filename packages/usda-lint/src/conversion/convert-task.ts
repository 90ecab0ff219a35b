/** Converts a file, and writes the result. */
import { stampOf, type StampedFile } from "@usdkit/batch/state/file-stamp";
import type * as Convert from "@usdkit/convert";
import type { Resolver } from "@usdkit/usd";
import { path } from "@usdkit/command/process/builtins";
import { describeIoError } from "@usdkit/command/cli/errors";
import { withSlashes } from "@usdkit/command/files/input";
import { writeAllAtomically } from "@usdkit/command/files/write-atomically";
import { fileResolver } from "@usdkit/usd/files";

/** What of the options a thread may be sent. */
export type ConversionSettings = Omit<
  Convert.ConvertFileOptions,
  "resolver" | "decodeImage" | "createDracoDecoder" | "createBasisTranscoder"
> & {
  /** Absolute folders. */
  readonly searchPaths: readonly string[];
  /** Absolute folders outside of which no file is read. Default: everywhere. */
  readonly allowed?: readonly string[] | undefined;
};

/** A file to convert. */
export interface ConversionTask {
  /** Absolute, with `/`. */
  readonly input: string;
  /** The content of standard input, in place of a file. */
  readonly bytes?: Uint8Array;
  /** Absolute. */
  readonly output: string;
}

/** What came of it. */
export type ConversionOutcome =
  | {
      readonly status: "converted";
      readonly losses: readonly Convert.Loss[];
      /** Of all files that were written. */
      readonly bytes: number;
    }
  | {
      readonly status: "failed";
      /** The place in the input; "" for the whole file. */
      readonly at: string;
      readonly reason: string;
    };

/** What came of a file, and which files that depends on. */
export interface ConversionResult {
  readonly outcome: ConversionOutcome;
  /** Files that were read or looked for, as they were before that. */
  readonly inputs: readonly StampedFile[];
  /** Files that were written, as they are now. */
  readonly outputs: readonly StampedFile[];
}

/** Converts a file and writes all of the result, or nothing; never throws. */
export async function convertTask(
  convert: typeof Convert,
  task: ConversionTask,
  settings: ConversionSettings,
): Promise<ConversionResult> {
  const inputs = new Map([[task.input, stampOf(task.input)]]);
  const outputs: string[] = [];
  const outcome = await convertNoting(convert, task, settings, { inputs, outputs });
  return { outcome, inputs: [...inputs], outputs: outputs.map((file) => [file, stampOf(file)] as const) };
}

/** Returns the failure of a file that was not read. */
export function failed(error: unknown): ConversionResult {
  const reason = error instanceof Error ? error.message : String(error);
  return { outcome: { status: "failed", at: "", reason }, inputs: [], outputs: [] };
}

interface Noted {
  readonly inputs: Map<string, string>;
  readonly outputs: string[];
}

async function convertNoting(
  convert: typeof Convert,
  { input, bytes, output }: ConversionTask,
  { searchPaths, allowed, ...options }: ConversionSettings,
  noted: Noted,
): Promise<ConversionOutcome> {
  const files = fileResolver({
    searchPaths: [path.posix.dirname(input), ...searchPaths.map(withSlashes)],
    allowed,
    inParts: convert.isReadInParts,
  });
  const note = (file: string): void => {
    if (!noted.inputs.has(file)) noted.inputs.set(file, stampOf(file));
  };
  const resolver: Resolver = {
    ...files,
    read(file) {
      // Standard input is a file of the working folder.
      if (bytes !== undefined && file === input) return bytes;
      note(file);
      return files.read(file);
    },
    exists(file) {
      note(file);
      return files.exists?.(file) === true;
    },
  };
  let converted: Convert.ConvertedFile;
  try {
    converted = await convert.convertFile(input, path.basename(output), { ...options, resolver });
  } catch (error) {
    if (error instanceof convert.ConvertError) return { status: "failed", at: error.at, reason: error.reason };
    return { status: "failed", at: "", reason: error instanceof Error ? error.message : String(error) };
  }
  const folder = path.dirname(output);
  try {
    const results = converted.files.map(({ path: relative, parts }) => ({ file: path.join(folder, relative), parts }));
    const written = await writeAllAtomically(results);
    noted.outputs.push(...results.map(({ file }) => file));
    return { status: "converted", losses: converted.losses, bytes: written };
  } catch (error) {
    return { status: "failed", at: "", reason: `${output} cannot be written: ${describeIoError(error)}` };
  }
}
