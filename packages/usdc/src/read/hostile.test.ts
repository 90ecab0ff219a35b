// Campaign: 200,000 changes of bits and bytes

// Crates that are damaged in every way: a report or a layer, never an exception, within bounds of time and memory.

import type { Layer } from "@usdkit/layer";
import { dumpChunks } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { describe, expect, inject, test } from "vitest";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { compressIntegers32 } from "../encode/integer-encode.ts";
import { compress } from "../encode/lz4-encode.ts";
import { CrateType } from "../values/crate-type.ts";
import { writeUsdc } from "../write/write-usdc.ts";
import { readUsdc } from "./read-usdc.ts";

const FLIPS: number = inject("deep") ? 200_000 : 1_000;

const text = `#usda 1.0
( customLayerData = { dictionary a = { dictionary b = { int c = 1 } } } )
def Xform "World" (
    references = [@a.usd@</X> (offset = 1; customData = { string k = "v" }), </Y>]
    payload = @b.usd@
    variants = { string v = "a" }
    variantSets = "v"
    apiSchemas = ["A", "B"]
    unknown = [1, 2]
)
{
    double3 t = (1.5, 2, 3)
    float[] f = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]
    double[] d = [0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1]
    int[] i = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 100000, -5]
    token[] names = ["a", "b"]
    quatf q = (1, 2, 3, 4)
    double s.timeSamples = { 1: 2.1, 2: 3.1, 3: None }
    rel r = [</World>, </World.t>]
    double x.connect = </World.t>
    def Mesh "M"
    {
        point3f[] points = [(1, 2, 3), (4, 5, 6)]
    }
    variantSet "v" = {
        "a" {
            int y = 1
        }
        "b" {
            def "C"
            {
            }
        }
    }
}
`;
const newest = `${text.replace("( customLayerData", "( relocates = { </World/A>: </World/B> }\n customLayerData")}def "N" (
    prepend inactiveIds = [1, 2]
    add clipSets = ["a"]
    delete inherits = [</World>, </N/I>]
    unknown = { int a = 1 }
)
{
    double sp.spline = { 1: 2; pre (1, 2); post curve (1, 3); { string note = "a" }, 3: 4 }
    float h.spline = { hermite, post: loop repeat (2), 1: 2; post curve (1), 3: 4 }
    duration d.spline = { 1: 2, 3: 4; pre (1, 2, autoEase) }
    int[] e = edit [write 1 to [0]; append 5]
    string[] se = edit [append "a; b"; minsize 3 fill "c"]
    timecode[] te.timeSamples = { 1: edit [erase [0]; append 0.123456789], 2: [1, 2] }
    pathExpression p = "//A"
    rel m = [</World.r[/World/M].points>]
}
`;

function crate(source: string, version: string): Uint8Array {
  const { layer, diagnostics } = parseUsda(source);
  expect(diagnostics).toEqual([]);
  return writeUsdc(layer, { version });
}

/** Reads everything of a layer, as a command would. */
function walk(layer: Layer): number {
  let length = 0;
  for (const chunk of dumpChunks(layer)) length += chunk.length;
  return length;
}

const crates = (): readonly Uint8Array[] => [
  crate(text, "0.8"),
  crate(newest, "0.16"),
  crate(text.replace(/payload.*\n/u, "\n"), "0.4"),
];

/** A generator of pseudo-random numbers, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

describe("damaged crates", () => {
  test("cut off at every byte: a report with a place", () => {
    for (const bytes of crates()) {
      for (let size = 0; size < bytes.length; size++) {
        const { ok, diagnostics, layer } = readUsdc(bytes.subarray(0, size), { checkArrays: true });
        expect({ size, ok }).toEqual({ size, ok: false });
        expect(diagnostics[0].offset).toBeLessThanOrEqual(bytes.length);
        walk(layer);
      }
    }
  });

  test(`${FLIPS} changes of bits and bytes: never an exception, never out of bounds`, { timeout: 600_000 }, () => {
    const next = random(1);
    const originals = crates();
    const codes = new Set<string>();
    for (let i = 0; i < FLIPS; i++) {
      const original = originals[i % originals.length];
      const bytes = original.slice();
      for (let flips = 1 + Math.floor(next() * 3); flips > 0; flips--) {
        const at = Math.floor(next() * bytes.length);
        bytes[at] = next() < 0.5 ? bytes[at] ^ (1 << Math.floor(next() * 8)) : Math.floor(next() * 256);
      }
      const { ok, diagnostics, layer } = readUsdc(bytes, { checkArrays: i % 2 === 0 });
      expect(ok).toBe(diagnostics.length === 0);
      for (const { code, offset } of diagnostics) {
        codes.add(code);
        if (!(offset >= 0 && offset <= bytes.length))
          throw new Error(`offset ${offset} outside of the file, round ${i}`);
      }
      walk(layer);
    }
    expect([...codes]).toEqual(expect.arrayContaining(["USDC_VALUE", "USDC_COMPRESSION", "USDC_SECTION", "USDC_PATH"]));
  });

  test("a version that is not known: its number", () => {
    const bytes = crate(text, "0.8");
    bytes[9] = 17;
    expect(readUsdc(bytes).diagnostics[0]).toMatchObject({
      code: "USDC_VERSION",
      offset: 8,
      message: "Crate version 0.17.0 is newer than 0.16.0, the newest of OpenUSD 26.11: a later release wrote it",
    });
    bytes[8] = 1;
    expect(readUsdc(bytes).diagnostics[0].message).toContain("1.17.0");
  });
});

/** Returns the position of a section's entry in the table of contents. */
function sectionEntry(bytes: Uint8Array, name: string): number {
  const view = new DataView(bytes.buffer);
  const toc = view.getUint32(16, true);
  for (let i = 0; i < view.getUint32(toc, true); i++) {
    const at = toc + 8 + 32 * i;
    if (Buffer.from(bytes.subarray(at, at + name.length)).toString() === name) return at;
  }
  throw new Error(`no section ${name}`);
}

describe("crates that promise too much", () => {
  const changed = (change: (bytes: Uint8Array, view: DataView) => void): ReturnType<typeof readUsdc> => {
    const bytes = crate(text, "0.8");
    change(bytes, new DataView(bytes.buffer));
    return readUsdc(bytes);
  };
  const section = (bytes: Uint8Array, name: string): number =>
    Number(new DataView(bytes.buffer).getBigUint64(sectionEntry(bytes, name) + 16, true));

  test.each(["TOKENS", "FIELDS", "FIELDSETS", "PATHS", "SPECS"])("a count of terabytes in %s", (name) => {
    const { diagnostics } = changed((bytes, view) => view.setBigUint64(section(bytes, name), 2n ** 40n, true));
    expect(diagnostics[0]).toMatchObject({ code: "USDC_LIMIT" });
    expect(diagnostics[0].message).toContain(name);
  });

  test("a count that only a bomb could hold", () => {
    const { diagnostics } = changed((bytes, view) => view.setBigUint64(section(bytes, "SPECS"), 500_000n, true));
    expect(diagnostics[0]).toMatchObject({ code: "USDC_LIMIT" });
    expect(diagnostics[0].message).toContain("cannot hold");
  });

  test("sections that overlap, are outside, or are missing", () => {
    const move = (name: string, start: bigint) => (bytes: Uint8Array, view: DataView) =>
      view.setBigInt64(sectionEntry(bytes, name) + 16, start, true);
    expect(changed(move("SPECS", 10_000n)).diagnostics[0]).toMatchObject({ code: "USDC_SECTION" });
    expect(changed(move("SPECS", -5n)).diagnostics[0]).toMatchObject({ code: "USDC_SECTION" });
    expect(
      changed((bytes, view) => move("SPECS", BigInt(section(bytes, "PATHS")))(bytes, view)).diagnostics[0].message,
    ).toContain("overlap");
    const { diagnostics } = changed((bytes) =>
      bytes.fill(0x58, sectionEntry(bytes, "PATHS"), sectionEntry(bytes, "PATHS") + 3),
    );
    expect(diagnostics[0].message).toContain("PATHS is missing");
  });

  /** The crate with another section of that name, at its end. */
  const withSection = (name: string, content: Uint8Array): ReturnType<typeof readUsdc> => {
    const original = crate(text, "0.8");
    const bytes = new Uint8Array(original.length + content.length);
    bytes.set(original);
    bytes.set(content, original.length);
    const view = new DataView(bytes.buffer);
    const entry = sectionEntry(bytes, name);
    view.setBigUint64(entry + 16, BigInt(original.length), true);
    view.setBigUint64(entry + 24, BigInt(content.length), true);
    return readUsdc(bytes);
  };
  const sized = (builder: ByteBuilder, content: Uint8Array): ByteBuilder =>
    builder.uint64(content.length).append(content);

  test.each([
    ["an entry that is its own sibling", [0, 1, 2], [1, -2, -2], "reached twice"],
    ["two parents of one entry", [0, 1, 2], [2, -1, -2], "reached twice"],
    ["a path below itself", [0, 1, 0], [-1, -1, -2], "appears twice"],
    ["a sibling outside", [0, 1, 2], [-1, 1000, -2], "entry 1001 of 3"],
    ["a last entry with children", [0, 1, 2], [-1, -1, -1], "entry 3 of 3"],
  ])("a tree of paths with %s", (_name, indexes, jumps, message) => {
    const content = new ByteBuilder().uint64(3).uint64(3);
    for (const list of [indexes, [0, 1, 2], jumps]) sized(content, compressIntegers32(Int32Array.from(list)));
    const { diagnostics } = withSection("PATHS", content.finish());
    expect(diagnostics[0]).toMatchObject({ code: "USDC_PATH" });
    expect(diagnostics[0].message).toContain(message);
  });

  test("a block of LZ4 that becomes more than is announced, less, or more than it can", () => {
    const zeros = compress(new Uint8Array(1 << 20));
    const tokens = (size: number): ReturnType<typeof readUsdc>["diagnostics"][number] =>
      withSection("TOKENS", sized(new ByteBuilder().uint64(10).uint64(size), zeros).finish()).diagnostics[0];
    expect(tokens(1000)).toMatchObject({ code: "USDC_COMPRESSION" });
    expect(tokens((1 << 20) + 1)).toMatchObject({ code: "USDC_COMPRESSION" });
    expect(tokens(2 ** 40)).toMatchObject({ code: "USDC_LIMIT" });
  });

  test("values that contain themselves are reported or have no content, and are never followed without end", () => {
    const types = [
      CrateType.dictionary,
      CrateType.timeSamples,
      CrateType.value,
      CrateType.unregisteredValue,
      CrateType.unregisteredValueListOp,
      CrateType.referenceListOp,
      CrateType.spline,
    ];
    const original = crate(`${text}def "U" ( prepend unknown2 = [1, "b"] ) { }\n`, "0.16");
    const end = section(original, "TOKENS");
    const originalView = new DataView(original.buffer);
    let rejected = 0;
    for (let at = 88; at + 8 <= end; at++) {
      // A representation after a distance of eight bytes, which values in values have.
      if (originalView.getUint32(at - 8, true) !== 8 || originalView.getUint32(at - 4, true) !== 0) continue;
      for (const type of types) {
        for (let back = 8; back <= 40; back++) {
          const bytes = original.slice();
          const view = new DataView(bytes.buffer);
          view.setUint32(at, at - back, true);
          view.setUint32(at + 4, type << 16, true);
          const { ok, layer } = readUsdc(bytes);
          if (!ok) rejected++;
          walk(layer);
        }
      }
    }
    expect(rejected).toBeGreaterThan(100);
  });

  test("a table of contents outside of the file", () => {
    const { diagnostics } = changed((_bytes, view) => view.setBigInt64(16, 2n ** 50n, true));
    expect(diagnostics[0]).toMatchObject({ code: "USDC_SECTION", offset: 16 });
  });
});
