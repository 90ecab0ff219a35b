/** Lists of file names: a name a line, or each ended by a NUL byte, as `find -print0` and `git ls-files -z` print them. */
import { fs } from "@usdkit/command/process/builtins";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { STANDARD_INPUT } from "@usdkit/command/files/input";

/** Bytes of a name; a longer one is no path of any file system. */
const MAX_NAME = 1 << 16;
const [NEWLINE, RETURN, NUL] = [10, 13, 0];

/**
 * Yields the names in a list, as bytes: a path need not be UTF-8. Empty ones are left out. The list is read in parts, so it may
 * have any length. A list with a NUL byte in its first part (64 KB) is separated by these.
 *
 * @throws {IoError} if the list cannot be read, or a name is too long
 */
export async function* fileList(list: string, context: Pick<CommandContext, "cwd" | "stdin">): AsyncGenerator<Buffer> {
  const source =
    list === STANDARD_INPUT
      ? context.stdin
      : (fs.createReadStream(resolvePath(context, list)) as AsyncIterable<Buffer>);
  try {
    yield* splitNames(source);
  } catch (error) {
    throw error instanceof IoError ? error : new IoError(`${list}: ${describeIoError(error)}`);
  }
}

/** Yields the names in the parts of a list. */
export async function* splitNames(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let separator: number | undefined;
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of parts) {
    let bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    if (rest.length > 0) bytes = Buffer.concat([rest, bytes]);
    separator ??= separatorOf(bytes);
    let start = 0;
    if (separator !== undefined) {
      for (let end = bytes.indexOf(separator); end >= 0; end = bytes.indexOf(separator, start)) {
        const name = nameIn(bytes, start, end, separator);
        if (name.length > 0) yield name;
        start = end + 1;
      }
    }
    rest = Buffer.from(bytes.subarray(start));
    if (rest.length > MAX_NAME) throw new IoError(`a list of files has a name of more than ${MAX_NAME} bytes`);
  }
  const last = nameIn(rest, 0, rest.length, separator ?? NEWLINE);
  if (last.length > 0) yield last;
}

/** Returns the first separator in a text; undefined if there is none yet. */
function separatorOf(bytes: Buffer): number | undefined {
  const [line, nul] = [bytes.indexOf(NEWLINE), bytes.indexOf(NUL)];
  // A name may contain line ends if the list is separated by NUL bytes.
  if (nul >= 0) return NUL;
  return line >= 0 ? NEWLINE : undefined;
}

function nameIn(bytes: Buffer, start: number, end: number, separator: number): Buffer {
  const isWindows = separator === NEWLINE && end > start && bytes[end - 1] === RETURN;
  return bytes.subarray(start, isWindows ? end - 1 : end);
}
