/** As `findInputs`, for a list of known files: whether the arguments of a call include a file. */
import { fs, path } from "@usdkit/command/process/builtins";
import { GLOB } from "./find-inputs.ts";
import { mayBeLayer } from "./layer-files.ts";
import { withSlashes } from "@usdkit/command/files/input";

/** Returns a function that reports whether one of `patterns` (files, folders, globs) includes an absolute path. */
export async function selectPaths(patterns: readonly string[], cwd: string): Promise<(file: string) => boolean> {
  const tests = await Promise.all(patterns.map((pattern) => select(pattern, cwd)));
  return (file) => tests.some((test) => test(file));
}

async function select(pattern: string, cwd: string): Promise<(file: string) => boolean> {
  const absolute = path.resolve(cwd, pattern);
  const stats = fs.statSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined && GLOB.test(pattern)) {
    const { default: picomatch } = await import("picomatch");
    const matches = picomatch(withSlashes(pattern).replace(/^\.\//, ""), { dot: true });
    const ownExtension = /\.\w+$/.test(pattern);
    return (file) => (ownExtension || mayBeLayer(file)) && matches(withSlashes(path.relative(cwd, file)));
  }
  if (stats !== undefined && !stats.isDirectory()) return (file) => file === absolute;
  const prefix = absolute.endsWith(path.sep) ? absolute : absolute + path.sep;
  // A file that is staged, or a folder of such files, need not be in the work tree any more.
  return (file) => file === absolute || (mayBeLayer(file) && file.startsWith(prefix));
}
