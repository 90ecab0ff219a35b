/** Version of the code that computes cached results, which depend on it as on files and settings. */
import { fs, path } from "@usdkit/command/process/builtins";

/** Bumped where the form of the cache changes. */
const FORM = 1;

/**
 * Another text for other code. A published package has its version, and the names of its bundled files hold hashes of
 * their content; run from source, the times and sizes of the files are in.
 */
export async function codeVersion(): Promise<string> {
  const { version } = await import("../program/about.ts");
  // An executable has no files of code; its own time is that of its build.
  if (process.getBuiltinModule("node:sea").isSea()) {
    const { mtimeMs, size } = fs.statSync(process.execPath);
    return [FORM, version, process.version, mtimeMs, size].join("\n");
  }
  const { fileURLToPath } = process.getBuiltinModule("node:url");
  const here = fileURLToPath(import.meta.url);
  const folder = path.dirname(here);
  const isSource = here.endsWith(".ts");
  // Sources are those of the workspace: packages/usda-lint/src/check is where this is.
  const folders = isSource ? sourceFolders(path.resolve(folder, "../../..")) : [folder, path.dirname(folder)];
  const stamps = folders.flatMap((folder) => stampsOf(folder, isSource));
  return [FORM, version, process.version, ...stamps].join("\n");
}

function sourceFolders(packages: string): string[] {
  return fs
    .readdirSync(packages)
    .map((name) => path.join(packages, name, "src"))
    .filter((src) => fs.existsSync(src));
}

function stampsOf(folder: string, isSource: boolean): string[] {
  const names = fs.readdirSync(folder, { recursive: isSource, encoding: "utf8" }).sort();
  if (!isSource) return names;
  return names
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => {
      const { mtimeMs, size } = fs.statSync(path.join(folder, name));
      return `${name} ${mtimeMs} ${size}`;
    });
}
