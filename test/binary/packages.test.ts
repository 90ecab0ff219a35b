// Every package of the binary files: the reference's verdict, and the content of the first layer.

import { dumpSha256 } from "@usdkit/layer";
import { openLayer } from "@usdkit/usd";
import { openPackage } from "@usdkit/usdz";
import { describe, expect, test } from "vitest";
import { missing, readFile, readRows } from "./corpus.ts";

const rows = readRows("usdz");

describe.skipIf(missing !== undefined)("packages of public repositories", () => {
  test.each(rows)("$file", (row) => {
    const bytes = readFile(row);
    const { layer, ok, diagnostics } = openLayer(bytes, { checkArrays: true });
    expect({ ok, diagnostics: row.accept ? diagnostics : [] }).toEqual({ ok: row.accept, diagnostics: [] });
    if (!ok) return;
    expect([row.dumpSha256, row.ownSha256]).toContain(dumpSha256(layer));
    const { diagnostics: problems } = openPackage(bytes, { checkSums: true });
    expect(problems.filter(({ code }) => code !== "USDZ_UNSUPPORTED")).toEqual([]);
  });
});
