/** Golden files: located relative to their test, replaced atomically. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import type { MatcherContext } from "../matcher/matcher.ts";

/** Returns the path of a golden file: relative to the file of the test, or to the working folder if there is none. */
export function goldenPath({ testPath }: MatcherContext, file: string): string {
  return resolve(testPath === undefined ? "." : dirname(testPath), file);
}

/** Returns the path for messages: relative to the working folder, with `/`. */
export function shownPath(path: string): string {
  const shown = relative(process.cwd(), path);
  return (shown === "" || shown.startsWith("..") ? path : shown).split(sep).join("/");
}

/** Returns the path of a file next to a golden file: `room.received.usda` for `room.usda`. */
export function pathBeside(golden: string, what: "received" | "diff"): string {
  const extension = extname(golden);
  return join(dirname(golden), `${basename(golden, extension)}.${what}${extension}`);
}

/** Returns whether it is the name of a file that a failure writes next to a golden file. */
export function isBeside(path: string): boolean {
  return /\.(?:received|diff)\.[^.]+$/u.test(path);
}

/** Returns the bytes of a golden file; undefined if there is none. Rethrows all other file system errors. */
export function readGolden(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Replaces the file atomically: writes a temporary file next to it, then renames that. */
export function writeGolden(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    writeFileSync(temporary, content, { flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Removes the files that a failure wrote next to a golden file. */
export function removeBeside(golden: string): void {
  for (const what of ["received", "diff"] as const) rmSync(pathBeside(golden, what), { force: true });
}
