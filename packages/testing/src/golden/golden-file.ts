/** Golden files: found from the test that names them, written so that nobody sees half of one. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { MatcherContext } from "../matcher/matcher.ts";

/** The path of a golden file: relative to the file of the test, else to the working folder. */
export function goldenPath({ testPath }: MatcherContext, file: string): string {
  return resolve(testPath === undefined ? "." : dirname(testPath), file);
}

/** As a message names it: from the working folder, with `/`. */
export function shownPath(path: string): string {
  const shown = relative(process.cwd(), path);
  return (shown === "" || shown.startsWith("..") ? path : shown).split(sep).join("/");
}

/** The bytes of a golden file; undefined where there is none. Throws what the file system says otherwise. */
export function readGolden(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Puts `text` in the place of the file: written beside it, then renamed. */
export function writeGolden(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
