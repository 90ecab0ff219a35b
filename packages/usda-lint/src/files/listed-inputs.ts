/** The files of a list (`--files-from`). */
import { fileList } from "@usdkit/batch/options/file-list";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { decodePath, nameOf, type InputFile } from "@usdkit/command/files/input";
import { path } from "@usdkit/command/process/builtins";

/**
 * Yields the files that a list names, each by its own bytes if it is not UTF-8. They are as files of a folder: none counts as named by the
 * user.
 *
 * @throws {IoError} if the list cannot be read
 */
export async function* listedInputs(list: string, context: CommandContext): AsyncGenerator<InputFile> {
  const { cwd } = context;
  for await (const bytes of fileList(list, context)) {
    const text = bytes.toString();
    if (Buffer.from(text).equals(bytes)) {
      const location = path.resolve(cwd, text);
      yield { name: nameOf(location, cwd), location };
      continue;
    }
    const isAbsolute = bytes[0] === path.sep.charCodeAt(0);
    const location = isAbsolute ? Buffer.from(bytes) : Buffer.concat([Buffer.from(cwd + path.sep), bytes]);
    yield { name: nameOf(path.resolve(cwd, decodePath(location)), cwd), location };
  }
}
