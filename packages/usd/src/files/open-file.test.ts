import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ByteReadError, LazyBytes } from "@usdkit/base";
import { makeLayer, type Layer } from "@usdkit/layer";
import { printUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openLayer } from "../open/open-layer.ts";
import { Stage } from "../stage/stage.ts";
import { StageValues } from "../values/stage-values.ts";
import { descriptors } from "./descriptors.ts";
import { fileResolver } from "./file-resolver.ts";
import { openFile } from "./open-file.ts";

const folder = mkdtempSync(join(tmpdir(), "usdkit-files-"));
afterAll(() => rmSync(folder, { recursive: true }));
const opened: LazyBytes[] = [];
afterEach(() => {
  for (const bytes of opened.splice(0)) bytes.close();
});

const COUNT = 50_000;

/** A mesh with two arrays of 400 KB. */
function mesh(first: number): Layer {
  const value = (start: number): Float64Array => Float64Array.from({ length: COUNT }, (_, i) => start + i / 3);
  const properties = ["a", "b"].map((name, i) => ({ name, type: "double[]", value: value(first + 10 * i) }));
  return makeLayer({ children: [{ name: "M", type: "Mesh", properties }] });
}

function write(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function open(path: string): LazyBytes {
  const bytes = openFile(path);
  if (!(bytes instanceof LazyBytes)) throw new TypeError(`${path} was read whole`);
  opened.push(bytes);
  return bytes;
}

/** The first number of the array at an index. */
function numberOf(layer: Layer, index: number): unknown {
  const property = layer.root.children[0]?.properties[index];
  const value = property?.specType === "attribute" ? property.defaultValue : undefined;
  return value?.kind === "typed" && ArrayBuffer.isView(value.data) ? value.data[0] : undefined;
}

describe("a crate on a disk", () => {
  test("has the same arrays as in memory, each in memory of its own", () => {
    const { layer, ok } = openLayer(open(write("a.usdc", writeUsdc(mesh(1)))));
    expect([ok, numberOf(layer, 0), numberOf(layer, 1)]).toEqual([true, 1, 11]);
  });

  test("is read where it is looked at", () => {
    const bytes = writeUsdc(mesh(1));
    let read = 0;
    const reader = {
      name: "a.usdc",
      size: bytes.length,
      read(start: number, end: number) {
        read += end - start;
        return new Uint8Array(bytes.slice(start, end));
      },
    };
    const { layer } = openLayer(LazyBytes.of(reader));
    expect(read).toBeLessThan(bytes.length / 3);
    numberOf(layer, 0);
    expect(read).toBeLessThan((bytes.length * 4) / 5);
  });

  test("in a package is read in parts as well", () => {
    const layer = { path: "geometry/mesh.usdc", data: writeUsdc(mesh(1)) };
    const root = { path: "root.usda", data: new TextEncoder().encode("#usda 1.0\n") };
    const path = write("a.usdz", writePackage([root, layer]));
    const inner = openLayer(open(path), { inner: ["geometry/mesh.usdc"] });
    expect([inner.ok, inner.encoding, numberOf(inner.layer, 1)]).toEqual([true, "usdc", 11]);
    expect(inner.start % 64).toBe(0);
    expect(inner.bytes).toEqual(layer.data);
    expect(openLayer(open(path)).encoding).toBe("usda");
  });

  test("that was cut off has problems with their place, and no value where bytes are missing", () => {
    const whole = writeUsdc(mesh(1));
    const { ok, diagnostics } = openLayer(open(write("cut.usdc", whole.subarray(0, 600_000))));
    expect(ok).toBe(false);
    expect(diagnostics[0]?.message).toContain("outside of the file");
  });

  test("with an array at a huge offset has a problem as soon as the array is looked at", () => {
    const whole = writeUsdc(mesh(1));
    const { layer, diagnostics } = openLayer(open(write("count.usdc", withHugeCount(whole))));
    expect(diagnostics).toEqual([]);
    expect([numberOf(layer, 0), numberOf(layer, 1)]).toEqual([undefined, 11]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["USDC_LIMIT"]);
    expect(diagnostics[0]?.message).toContain("more than the file has left");
  });

  test("reports the same damage as one in memory if every value is checked", () => {
    const damaged = withHugeCount(writeUsdc(mesh(1)));
    const inMemory = openLayer(damaged, { checkArrays: true });
    const inParts = openLayer(open(write("count.usdc", damaged)), { checkArrays: true });
    expect(inParts.diagnostics).toEqual(inMemory.diagnostics);
    expect(inParts.ok).toBe(false);
  });
});

/** The count of the first array becomes 2^40. */
function withHugeCount(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let at = 88; ; at += 8) {
    if (view.getUint32(at, true) !== COUNT || view.getUint32(at + 4, true) !== 0) continue;
    view.setUint32(at + 4, 256, true);
    return copy;
  }
}

describe("a file that changes while it is in use", () => {
  const changes: readonly (readonly [string, (path: string) => void])[] = [
    ["truncated", (path) => truncateSync(path, 1000)],
    ["longer", (path) => appendFileSync(path, "x")],
    ["written again", (path) => utimesSync(path, 1, 1)],
  ];
  test.each(changes)("%s: an array is an error that names the file and the remedy", (_name, change) => {
    const path = write("changed.usdc", writeUsdc(mesh(1)));
    const { layer } = openLayer(open(path));
    expect(numberOf(layer, 0)).toBe(1);
    change(path);
    expect(() => numberOf(layer, 1)).toThrow(ByteReadError);
    expect(() => numberOf(layer, 1)).toThrow(`"${path}" was changed while it was in use: open it again`);
  });

  test("replaced by another: stays as it was", () => {
    const path = write("replaced.usdc", writeUsdc(mesh(1)));
    const { layer } = openLayer(open(path));
    renameSync(write("next.usdc", writeUsdc(mesh(1000))), path);
    expect(numberOf(layer, 1)).toBe(11);
    expect(numberOf(openLayer(open(path)).layer, 1)).toBe(1010);
  });

  test("replaced by another after its descriptor was closed: an error, never the numbers of the other", () => {
    const path = write("evicted.usdc", writeUsdc(mesh(1)));
    const { layer } = openLayer(open(path));
    const other = write("other.usdc", writeUsdc(mesh(5)));
    const others = Array.from({ length: 130 }, () => open(other));
    renameSync(write("next.usdc", writeUsdc(mesh(1000))), path);
    expect(() => numberOf(layer, 1)).toThrow("was changed while it was in use");
    rmSync(path);
    expect(() => numberOf(layer, 1)).toThrow("was removed while it was in use");
    expect(others).toHaveLength(130);
  });
});

describe("descriptors", () => {
  test("are bounded, whatever the number of files, and all files stay readable", () => {
    const path = write("many.usdc", writeUsdc(mesh(1)));
    const layers = Array.from({ length: 300 }, () => openLayer(open(path)).layer);
    expect(descriptors.count).toBeLessThanOrEqual(128);
    for (const layer of layers) expect(numberOf(layer, 1)).toBe(11);
    expect(descriptors.count).toBeLessThanOrEqual(128);
  });

  test("are closed with their file; arrays that were read stay", () => {
    const before = descriptors.count;
    const bytes = open(write("closed.usdc", writeUsdc(mesh(1))));
    const { layer } = openLayer(bytes);
    expect(descriptors.count).toBe(before + 1);
    bytes.close();
    expect(descriptors.count).toBe(before);
    expect(() => numberOf(layer, 1)).toThrow("was closed: open it again");
  });
});

test("short files and text are read whole", () => {
  expect(openFile(write("small.usdc", writeUsdc(makeLayer({}))))).toBeInstanceOf(Uint8Array);
  expect(openFile(write("long.usda", printUsda(mesh(1))))).toBeInstanceOf(Uint8Array);
  expect(openFile(write("empty.usda", ""))).toHaveLength(0);
  expect(() => openFile(join(folder, "none.usda"))).toThrow("ENOENT");
});

test("a stage reads values of crates on a disk, and closes their files", async () => {
  write("mesh.usdc", writeUsdc(mesh(1)));
  const root = write("shot.usda", '#usda 1.0\ndef "A" (references = @./mesh.usdc@</M>)\n{\n}\n');
  const before = descriptors.count;
  const stage = await Stage.open(root, { resolver: fileResolver({ allowed: [folder] }) });
  expect(stage.problems).toEqual([]);
  const values = new StageValues(stage);
  const attribute = values.attribute("/A.b");
  const other = values.attribute("/A.a");
  if (attribute === undefined || other === undefined) throw new TypeError("no attribute");
  expect(values.value(attribute, null).value).toMatchObject({ kind: "typed", isArray: true });
  expect(descriptors.count).toBe(before + 1);
  stage.close();
  expect(descriptors.count).toBe(before);
  expect(() => values.value(other, null)).toThrow(ByteReadError);
});
