// Campaign in CI: every binary file read in parts has the same content and the same problems as read whole.

import { LazyBytes, type ByteReader } from "@usdkit/base";
import { dumpSha256 } from "@usdkit/layer";
import { openLayer } from "@usdkit/usd";
import { describe, expect, inject, test } from "vitest";
import { missing, readFile, readRows, type BinaryFile } from "./corpus.ts";

const all = [...readRows("usdc"), ...readRows("usdz")];
const rows = inject("deep") ? all : all.filter((_, index) => index % 20 === 0);

/** A reader of bytes in memory, each part in memory of its own. */
function readerOf(name: string, bytes: Uint8Array): ByteReader {
  return { name, size: bytes.length, read: (start, end) => new Uint8Array(bytes.slice(start, end)) };
}

/** Returns how reading in parts differs from reading whole; undefined if it does not. */
function difference(row: BinaryFile): string | undefined {
  const bytes = readFile(row);
  const whole = openLayer(bytes, { checkArrays: true });
  const lazy = openLayer(LazyBytes.of(readerOf(row.file, bytes)));
  const digest = dumpSha256(lazy.layer);
  if (whole.ok !== lazy.ok) {
    return `${row.file}: read whole ${whole.ok}, in parts ${lazy.ok}: ${(whole.diagnostics[0] ?? lazy.diagnostics[0])?.message ?? ""}`;
  }
  if (lazy.encoding !== whole.encoding || lazy.start !== whole.start) return `${row.file}: another layer`;
  if (!whole.ok) return undefined;
  return digest === dumpSha256(whole.layer) ? undefined : `${row.file}: another content`;
}

describe.skipIf(missing !== undefined)("binary files of public repositories", () => {
  test(`${rows.length} files have the same content read in parts`, () => {
    expect(all.length).toBeGreaterThan(500);
    expect(rows.flatMap((row) => difference(row) ?? [])).toEqual([]);
  });
});
