// The binary files and the reference's results for them, if available.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** A row of `expect.jsonl`. */
export interface BinaryFile {
  readonly file: string;
  readonly kind: "usdc" | "usdz";
  /** Whether the reference, release 26.11, opens the file. */
  readonly accept: boolean;
  /** An older release that opens what 26.11 rejects: crates of version 0.0.1. */
  readonly olderRelease?: string | undefined;
  /** Of the text that the reference exports. */
  readonly dumpSha256?: string | undefined;
  /** Of the crate's own content, if the text loses a part of it. */
  readonly ownSha256?: string | undefined;
}

const rowSchema: z.ZodType<BinaryFile> = z.looseObject({
  file: z.string(),
  kind: z.enum(["usdc", "usdz"]),
  accept: z.boolean(),
  olderRelease: z.string().optional(),
  dumpSha256: z.string().optional(),
  ownSha256: z.string().optional(),
});

const folder = fileURLToPath(new URL("../../../shared/binary/", import.meta.url));

/** Reason why the suite cannot run here; undefined if it can. */
export const missing: string | undefined = existsSync(join(folder, "expect.jsonl"))
  ? undefined
  : "the binary files are not there: they belong in ../shared/binary, next to the project";

if (missing !== undefined) console.warn(`Skipped: ${missing}.`);

export function readRows(kind: BinaryFile["kind"]): readonly BinaryFile[] {
  if (missing !== undefined) return [];
  const lines = readFileSync(join(folder, "expect.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => rowSchema.parse(JSON.parse(line))).filter((row) => row.kind === kind);
}

export function readFile(row: BinaryFile): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, "files", row.file)));
}
