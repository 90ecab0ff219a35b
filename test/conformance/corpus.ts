// The conformance files and the reference's verdicts, if available.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type Suite = "real" | "edge";

/** One line of a `verdicts.jsonl`. */
export interface Verdict {
  readonly file: string;
  /** null: the reference itself crashed. */
  readonly accept: boolean | null;
  /** Of the dump, for accepted files. */
  readonly dumpSha256?: string;
  readonly error?: { readonly line: number | null; readonly column: number | null; readonly message: string };
}

/** An exception that a reader can check. */
export interface Skip {
  readonly suite: Suite;
  readonly file: string;
  readonly what: "verdict" | "dump" | "print";
  readonly reason: string;
}

/** A rejected file for which our line is better. */
export interface BetterLine {
  readonly suite: Suite;
  readonly file: string;
  /** Of our first diagnostic. */
  readonly line: number;
  readonly reason: string;
}

/** Our verdict on a file that crashes the reference. */
export interface Pinned {
  readonly suite: Suite;
  readonly file: string;
  readonly accept: boolean;
  readonly reason: string;
}

const here = fileURLToPath(new URL("./", import.meta.url));
const folder = fileURLToPath(new URL("../../../shared/conformance/", import.meta.url));

/** Reason why the suites cannot run here; undefined if they can. */
export const missing: string | undefined = existsSync(join(folder, "real", "verdicts.jsonl"))
  ? undefined
  : "the conformance files are missing: put them in ../shared/conformance, next to the project";

if (missing !== undefined) console.warn(`Skipped: ${missing}.`);

export function readVerdicts(suite: Suite): readonly Verdict[] {
  if (missing !== undefined) return [];
  const lines = readFileSync(join(folder, suite, "verdicts.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Verdict);
}

/** Returns the path of a suite's file. */
export function sourceFile(suite: Suite, file: string): string {
  return join(folder, suite, "files", file);
}

export function readSource(suite: Suite, file: string): Uint8Array {
  return new Uint8Array(readFileSync(sourceFile(suite, file)));
}

/** Returns the expected dump of an accepted file, from the reference's content. */
export function readDump(suite: Suite, file: string): string {
  return readFileSync(join(folder, suite, "dump", `${file}.json`), "utf8");
}

export const skips: readonly Skip[] = readTable<Skip>("skips.json");
export const betterLines: readonly BetterLine[] = readTable<BetterLine>("better-lines.json");
export const pinned: readonly Pinned[] = readTable<Pinned>("pinned.json");

function readTable<Row extends { readonly suite: Suite; readonly file: string; readonly reason: string }>(
  name: string,
): readonly Row[] {
  const rows = JSON.parse(readFileSync(join(here, name), "utf8")) as readonly Row[];
  for (const { suite, file, reason } of rows) {
    if ((suite !== "real" && suite !== "edge") || file === "" || reason.length < 20) {
      throw new Error(`${name}: a row needs a suite, a file and a reason: ${file}`);
    }
  }
  return rows;
}
