import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPackage } from "@usdkit/base";
import { openPackage } from "./open-package.ts";
import { PackageError } from "./package-error.ts";
import type { PackageInput } from "./write-package.ts";
import { packageParts, placedPackageParts, writePackage } from "./write-package.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const chair: readonly PackageInput[] = [
  { path: "chair.usda", data: encode("#usda 1.0\n") },
  { path: "textures/wood.png", data: new Uint8Array([1, 2, 3]) },
];

/** The package of a chair with some bytes changed; places are those of `place`. */
function changed(change: (view: DataView, bytes: Uint8Array) => void): Uint8Array {
  const bytes = writePackage(chair);
  change(new DataView(bytes.buffer), bytes);
  return bytes;
}

function indexOf(bytes: Uint8Array, text: string, from = 0): number {
  const found = Buffer.from(bytes).indexOf(text, from);
  expect(found).toBeGreaterThanOrEqual(0);
  return found;
}

const fileName = fc.string({ unit: fc.constantFrom("a", "b", "é", "_", "1"), minLength: 1, maxLength: 40 });
const files: fc.Arbitrary<PackageInput[]> = fc
  .uniqueArray(fc.record({ path: fileName, data: fc.uint8Array({ maxLength: 300 }) }), {
    selector: ({ path }) => path,
    minLength: 1,
    maxLength: 8,
  })
  .map((list) => list.map((file, i) => (i === 0 ? { ...file, path: `${file.path}.usdc` } : file)));

describe("packages", () => {
  it("give back what was put into them, aligned to 64 bytes", () => {
    fc.assert(
      fc.property(files, (list) => {
        const { files: found, rootLayer, ok } = openPackage(writePackage(list), { checkSums: true });
        expect(ok).toBe(true);
        expect(found.map(({ path, data }) => ({ path, data: [...data] }))).toEqual(
          list.map(({ path, data }) => ({ path, data: [...data] })),
        );
        expect(found.map(({ offset }) => offset % 64)).toEqual(list.map(() => 0));
        expect(rootLayer?.path).toBe(list[0]?.path);
      }),
      { numRuns: 100 },
    );
  });

  it("are the same bytes for the same files, and begin as packages do", () => {
    const bytes = writePackage(chair);
    expect(isPackage(bytes)).toBe(true);
    expect(Buffer.concat([...packageParts(chair)]).equals(bytes)).toBe(true);
    expect(isPackage(encode("#usda 1.0"))).toBe(false);
  });

  it("are the same if the files are written in parts, in any order", () => {
    fc.assert(
      fc.property(files, fc.array(fc.nat({ max: 300 }), { maxLength: 4 }), fc.boolean(), (list, cuts, isReversed) => {
        const streamed = list.map(({ path, data }) => {
          const places = [0, ...cuts.filter((at) => at > 0 && at < data.length).toSorted((a, b) => a - b), data.length];
          const parts = places.slice(1).map((end, i) => ({ offset: places[i], bytes: data.subarray(places[i], end) }));
          return { path, parts: isReversed ? parts.toReversed() : parts };
        });
        const expected = writePackage(list);
        const bytes = new Uint8Array(expected.length);
        for (const part of placedPackageParts(streamed)) bytes.set(part.bytes, part.offset);
        expect(Buffer.from(bytes).equals(expected)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it("have no files in parts with gaps", () => {
    const parts = [{ offset: 4, bytes: encode("abc") }];
    expect(() => [...placedPackageParts([{ path: "a.usdc", parts }])]).toThrow(
      'Parts of "a.usdc" overlap or have gaps: expected byte 0, found 4',
    );
  });

  it("are views on the bytes", () => {
    const bytes = writePackage(chair);
    expect(openPackage(bytes).file("textures/wood.png")?.data.buffer).toBe(bytes.buffer);
  });
});

describe("writePackage", () => {
  it.each([
    [[], "needs a root layer"],
    [[{ path: "wood.png", data: encode("") }], "expected a layer"],
    [[chair[0], { path: "../secret", data: encode("") }], "leads out"],
    [[chair[0], { path: "/etc/passwd", data: encode("") }], "absolute"],
    [[chair[0], { path: "a\\b", data: encode("") }], "backslash"],
    [[chair[0], { path: "c:x", data: encode("") }], "drive letter"],
    [[chair[0], { path: "a//b", data: encode("") }], "shortest form"],
    [[chair[0], chair[0]], "appears twice"],
  ] as readonly (readonly [readonly PackageInput[], string])[])("rejects %j", (list, message) => {
    expect(() => writePackage(list)).toThrow(PackageError);
    expect(() => writePackage(list)).toThrow(message);
  });
});

describe("hostile packages", () => {
  const directory = (bytes: Uint8Array): number => indexOf(bytes, "PK\u0001\u0002");

  it.each([
    ["encrypted", (view: DataView, at: number) => view.setUint16(at + 8, 1, true), "USDZ_UNSUPPORTED", "encrypted"],
    ["compressed", (view: DataView, at: number) => view.setUint16(at + 10, 8, true), "USDZ_UNSUPPORTED", "compressed"],
    [
      "a bomb",
      (view: DataView, at: number) => view.setUint32(at + 24, 0xffff_fffe, true),
      "USDZ_ENTRY",
      "stored in 10",
    ],
    ["no header", (view: DataView, at: number) => view.setUint32(at + 42, 7, true), "USDZ_ENTRY", "no header"],
    [
      "larger than the file",
      (view: DataView, at: number) => {
        view.setUint32(at + 20, 9999, true);
        view.setUint32(at + 24, 9999, true);
      },
      "USDZ_ENTRY",
      "cut off",
    ],
  ] as const)("leaves out an entry that is %s", (_name, change, code, message) => {
    const bytes = changed((view, all) => change(view, directory(all)));
    const { diagnostics, files: found, ok, rootLayer } = openPackage(bytes);
    expect(ok).toBe(false);
    expect(rootLayer).toBeUndefined();
    expect(diagnostics[0]).toMatchObject({ code, entry: "chair.usda" });
    expect(diagnostics[0]?.message).toContain(message);
    expect(found.map(({ path }) => path)).toEqual(["textures/wood.png"]);
  });

  it("leaves out entries that overlap", () => {
    const bytes = changed((view, all) => {
      const second = directory(all) + 46 + "chair.usda".length;
      view.setUint32(second + 42, 0, true);
      // The same name in both, so that only the place is wrong.
      all.set(encode("chair.usda"), second + 46);
      view.setUint16(second + 28, "chair.usda".length, true);
      view.setUint16(second + 30, "textures/wood.png".length - "chair.usda".length, true);
    });
    expect(openPackage(bytes).diagnostics[0]).toMatchObject({ code: "USDZ_ENTRY", offset: 0 });
  });

  it("leaves out names that lead out of the package", () => {
    const bytes = changed((_view, all) => {
      all.set(encode("../../../../a.png"), indexOf(all, "textures/wood.png"));
      all.set(encode("../../../../a.png"), indexOf(all, "textures/wood.png"));
    });
    const { diagnostics, files: found } = openPackage(bytes);
    expect(diagnostics[0]).toMatchObject({ code: "USDZ_NAME", entry: "../../../../a.png" });
    expect(found).toHaveLength(1);
  });

  it("reports a first file that is not a layer, and finds damage by the checksum", () => {
    const renamed = changed((_view, all) => {
      all.set(encode("chair.text"), indexOf(all, "chair.usda"));
      all.set(encode("chair.text"), indexOf(all, "chair.usda"));
    });
    expect(openPackage(renamed).diagnostics).toMatchObject([{ code: "USDZ_ROOT", entry: "chair.text" }]);
    const damaged = changed((_view, all) => all.set([0], indexOf(all, "#usda 1.0")));
    expect(openPackage(damaged).ok).toBe(true);
    expect(openPackage(damaged, { checkSums: true }).diagnostics).toMatchObject([{ code: "USDZ_CHECKSUM" }]);
  });

  it("reads what is cut off anywhere, or has any bit changed, without throwing", () => {
    const bytes = writePackage(chair);
    for (let size = 0; size < bytes.length; size++) expect(openPackage(bytes.subarray(0, size)).ok).toBe(false);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const copy = bytes.slice();
      copy[bit >> 3] ^= 1 << (bit & 7);
      for (const { offset, size, data } of openPackage(copy).files) {
        expect(offset + size).toBeLessThanOrEqual(bytes.length);
        expect(data.length).toBe(size);
      }
    }
  });
});
