/** As `findInputs`, for files that are known: whether what the user named means a file. */
import { fs, path } from "@usdkit/command/builtins";
import { EXTENSION, GLOB } from "./find-inputs.ts";
import { withSlashes } from "@usdkit/command/files/input";

/** Says of absolute paths whether one of `patterns` (files, folders, globs) means them. */
export async function selectPaths(patterns: readonly string[]): Promise<(file: string) => boolean> {
  const tests = await Promise.all(patterns.map((pattern) => select(pattern)));
  return (file) => tests.some((test) => test(file));
}

async function select(pattern: string): Promise<(file: string) => boolean> {
  const absolute = path.resolve(pattern);
  const stats = fs.statSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined && GLOB.test(pattern)) {
    const { default: picomatch } = await import("picomatch");
    const matches = picomatch(withSlashes(pattern).replace(/^\.\//, ""), { dot: true });
    const ownExtension = /\.\w+$/.test(pattern);
    return (file) =>
      (ownExtension || file.endsWith(EXTENSION)) && matches(withSlashes(path.relative(process.cwd(), file)));
  }
  if (stats !== undefined && !stats.isDirectory()) return (file) => file === absolute;
  const prefix = absolute.endsWith(path.sep) ? absolute : absolute + path.sep;
  // A file that is staged, or a folder of such files, need not be in the work tree any more.
  return (file) => file === absolute || (file.endsWith(EXTENSION) && file.startsWith(prefix));
}
