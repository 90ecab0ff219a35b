/** Files that are opened as layers: crates and packages in parts, when these are needed. */
import type { LazyBytes } from "@usdkit/base";
import { readStream, STANDARD_INPUT, type InputFile } from "@usdkit/command/files/input";

/**
 * Returns the bytes of a file, or of standard input; those of a large crate or package are read when they are needed.
 *
 * @throws the error of the file system, or that there are too many bytes of text
 */
export async function openInput(
  { location }: InputFile,
  stdin: AsyncIterable<Uint8Array>,
): Promise<Uint8Array | LazyBytes> {
  if (location === STANDARD_INPUT) return readStream(stdin);
  const { openFile } = await import("@usdkit/usd/files");
  return openFile(location);
}
