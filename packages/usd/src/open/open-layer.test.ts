import { dumpSha256 } from "@usdkit/layer";
import { writePackage } from "@usdkit/usdz";
import { describe, expect, it } from "vitest";
import { formatLayerName, parseLayerName } from "./layer-name.ts";
import { openLayer } from "./open-layer.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const chair = encode('#usda 1.0\ndef Xform "Chair"\n{\n}\n');
const table = encode('#usda 1.0\ndef Xform "Table"\n{\n}\n');

describe("openLayer", () => {
  it("opens text, the first layer of a package, and the one that is named", () => {
    const room = writePackage([
      { path: "chair.usda", data: chair },
      { path: "more/table.usd", data: table },
    ]);
    expect(openLayer(chair)).toMatchObject({ ok: true, encoding: "usda", inner: [] });
    const first = openLayer(room);
    expect(first).toMatchObject({ ok: true, encoding: "usda", inner: ["chair.usda"] });
    expect(dumpSha256(first.layer)).toBe(dumpSha256(openLayer(chair).layer));
    const named = openLayer(room, { inner: ["more/table.usd"] });
    expect(named.layer.root.children[0]?.path).toBe("/Table");
    const house = writePackage([
      { path: "a.usda", data: chair },
      { path: "room.usdz", data: room },
    ]);
    const nested = openLayer(house, { inner: ["room.usdz", "more/table.usd"] });
    expect(dumpSha256(nested.layer)).toBe(dumpSha256(named.layer));
    expect(openLayer(house, { inner: ["room.usdz"] }).inner).toEqual(["room.usdz", "chair.usda"]);
  });

  it("reports problems by line and column in text, by byte in binary files", () => {
    const text = openLayer(encode('#usda 1.0\ndef "A" {\n'));
    expect(text.diagnostics[0]).toMatchObject({ code: "USDA_UNCLOSED_BRACE", line: 2 });
    expect(openLayer(encode("PXR-USDC")).diagnostics[0]).toMatchObject({
      code: "USDC_HEADER",
      line: null,
      column: null,
      offset: 8,
    });
    const room = writePackage([{ path: "chair.usda", data: encode("#usda 1.0\n?") }]);
    // The layer begins at byte 64.
    expect(openLayer(room).diagnostics[0]).toMatchObject({ offset: 74, line: 2 });
  });

  it("reports what of a package is missing", () => {
    const room = writePackage([{ path: "chair.usda", data: chair }]);
    expect(openLayer(room, { inner: ["table.usda"] }).diagnostics[0]?.message).toContain('"table.usda"');
    expect(openLayer(chair, { inner: ["table.usda"] }).diagnostics[0]?.message).toContain("Expected a package");
    expect(openLayer(room.subarray(0, 90)).diagnostics[0]).toMatchObject({ code: "USDZ_ARCHIVE" });
  });
});

describe("MaterialX documents", () => {
  it.each(['<?xml version="1.0"?>\n<materialx version="1.38"/>', "\ufeff\n<materialx/>"])("are layers: %s", (text) => {
    const { ok, encoding } = openLayer(new TextEncoder().encode(text));
    expect([ok, encoding]).toEqual([true, "mtlx"]);
  });

  it("have the place of what is wrong", () => {
    const { ok, diagnostics } = openLayer(new TextEncoder().encode("<materialx>\n<a>"));
    expect([ok, diagnostics]).toMatchObject([false, [{ code: "MATERIALX", line: 2 }]]);
  });
});

describe("names of layers", () => {
  it.each([
    ["a.usda", "a.usda", []],
    ["a.usdz[b/c.usdc]", "a.usdz", ["b/c.usdc"]],
    ["a.usdz[b.usdz[c.usd]]", "a.usdz", ["b.usdz", "c.usd"]],
    ["a[1].usda", "a[1].usda", []],
    ["a.usdz[]", "a.usdz[]", []],
    ["a]", "a]", []],
  ])("%s", (name, file, inner) => {
    expect(parseLayerName(name)).toEqual({ file, inner });
    expect(formatLayerName({ file, inner })).toBe(name);
  });
});
