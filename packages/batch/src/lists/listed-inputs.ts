/** The files of a list (`--files-from`). */
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { decodePath, nameOf, type InputFile } from "@usdkit/command/files/input";
import { path } from "@usdkit/command/process/builtins";
import { OffsetTable } from "../spool/offset-table.ts";
import { fileList } from "./file-list.ts";

/**
 * Yields the files that a list names, each once, and by its own bytes if it is not UTF-8. They are as files of a folder: none counts as
 * named by the user.
 *
 * @throws {IoError} if the list cannot be read
 */
export async function* listedInputs(
  list: string,
  context: Pick<CommandContext, "cwd" | "stdin">,
): AsyncGenerator<InputFile> {
  const { cwd } = context;
  const seen = new OffsetTable();
  for await (const bytes of fileList(list, context)) {
    const input = inputOf(bytes, cwd);
    const key = hash(input.location);
    if (seen.get(key) !== undefined) continue;
    seen.set(key, 0);
    yield input;
  }
}

function inputOf(bytes: Buffer, cwd: string): InputFile {
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) {
    const location = resolvePath({ cwd }, text);
    return { name: nameOf(location, cwd), location };
  }
  const isAbsolute = bytes[0] === path.sep.charCodeAt(0);
  const location = isAbsolute ? Buffer.from(bytes) : Buffer.concat([Buffer.from(cwd + path.sep), bytes]);
  return { name: nameOf(path.resolve(cwd, decodePath(location)), cwd), location };
}

function hash(text: string | Buffer): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", text);
}
