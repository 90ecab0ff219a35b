/** Converts a file, and writes the result. */
import type * as Convert from "@usdkit/convert";
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

/** Converts a file and writes all of the result, or nothing; never throws. */
export async function convertTask(
  convert: typeof Convert,
  { input, bytes, output }: ConversionTask,
  { searchPaths, allowed, ...options }: ConversionSettings,
): Promise<ConversionOutcome> {
  const files = fileResolver({
    searchPaths: [path.posix.dirname(input), ...searchPaths.map(withSlashes)],
    allowed,
    inParts: convert.isReadInParts,
  });
  // Standard input is a file of the working folder.
  const resolver =
    bytes === undefined
      ? files
      : { ...files, read: (identifier: string) => (identifier === input ? bytes : files.read(identifier)) };
  let converted: Convert.ConvertedFile;
  try {
    converted = await convert.convertFile(input, path.basename(output), { ...options, resolver });
  } catch (error) {
    if (error instanceof convert.ConvertError) return { status: "failed", at: error.at, reason: error.reason };
    return { status: "failed", at: "", reason: error instanceof Error ? error.message : String(error) };
  }
  const folder = path.dirname(output);
  try {
    const written = await writeAllAtomically(
      converted.files.map(({ path: relative, parts }) => ({ file: path.join(folder, relative), parts })),
    );
    return { status: "converted", losses: converted.losses, bytes: written };
  } catch (error) {
    return { status: "failed", at: "", reason: `${output} cannot be written: ${describeIoError(error)}` };
  }
}
