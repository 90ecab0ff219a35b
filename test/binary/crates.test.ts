// Every crate of the binary files: the reference's verdict, and the content that it reads.

import { dumpSha256 } from "@usdkit/layer";
import { readUsdc } from "@usdkit/usdc";
import { describe, expect, test } from "vitest";
import type { BinaryFile } from "./corpus.ts";
import { missing, readFile, readRows } from "./corpus.ts";

const rows = readRows("usdc");

/** Returns the problem with our reading of a file; undefined if there is none. */
function problem(row: BinaryFile): string | undefined {
  const { layer, ok, diagnostics } = readUsdc(readFile(row), { checkArrays: true });
  const accepts = row.accept || row.olderRelease !== undefined;
  if (ok !== accepts) return `${row.file}: accepted ${ok}, expected ${accepts}: ${diagnostics[0]?.message ?? ""}`;
  if (!ok) return undefined;
  const digest = dumpSha256(layer);
  // In the order of the file; a file whose only difference is an empty token that the text drops is read as the text is.
  if (digest === row.ownSha256 || digest === row.dumpSha256) return undefined;
  return `${row.file}: another content, ${digest}`;
}

describe.skipIf(missing !== undefined)("crates of public repositories", () => {
  test(`${rows.length} files have the reference's verdict and content`, () => {
    expect(rows.length).toBeGreaterThan(500);
    expect(rows.flatMap((row) => problem(row) ?? [])).toEqual([]);
  });

  test("files with a custom order keep it", () => {
    const own = rows.filter((row) => row.ownSha256 !== undefined);
    const lost = own.filter((row) => dumpSha256(readUsdc(readFile(row)).layer) !== row.ownSha256);
    // Its prim has no specifier and an empty type name, which text cannot have either.
    expect(lost.map((row) => row.file)).toEqual(["autodesk-arnold-usd/testsuite/test_0206/data/model/mtl.usdc"]);
  });
});
