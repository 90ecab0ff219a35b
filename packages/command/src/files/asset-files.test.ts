import * as fc from "fast-check";
import { symlinkSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { IoError } from "../cli/errors.ts";
import { TestFolder } from "../test-support/test-folder.ts";
import { assetFinder, assetLocator, isFileName, readAssetFile } from "./asset-files.ts";

const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();

describe("a folder", () => {
  test("has a file for each mesh id, with one of the supported extensions", () => {
    using folder = new TestFolder({ "chair-01.glb": "a", "room 7.ply": "b", "Ünï.spz": "c", "none.obj": "d" });
    const find = assetFinder("assets", folder.path);
    expect(["chair-01", "room 7", "Ünï", "none", "chair-01.glb"].map((id) => text(find(id)))).toStrictEqual([
      "a",
      "b",
      "c",
      undefined,
      undefined,
    ]);
  });

  test("may not have two for one id, nor a folder", () => {
    using folder = new TestFolder({ "a.glb": "", "a.spz": "", "b.glb/c": "" });
    const find = assetFinder("assets", folder.path);
    expect(() => find("a")).toThrow("a.spz; remove one of them");
    expect(() => find("b")).toThrow(IoError);
  });

  test("with splats as .ksplat names what converts them", () => {
    using folder = new TestFolder({ "room.ksplat": "x", "hall.ksplat": "x", "hall.ply": "b" });
    const find = assetFinder("assets", folder.path);
    expect(() => find("room")).toThrow("room.ksplat: .ksplat files are not supported");
    expect(() => find("room")).toThrow("npx @playcanvas/splat-transform in.ksplat out.spz");
    expect(text(find("hall"))).toBe("b");
  });

  test.each([".splat", ".sog", ".compressed.ply"])("may have splats as %s", (extension) => {
    using folder = new TestFolder({ [`room${extension}`]: "x" });
    expect(text(assetFinder("assets", folder.path)("room"))).toBe("x");
  });

  test("is never left, whatever a scene calls its meshes", () => {
    using outside = new TestFolder({ "secret.glb": "secret", "assets/in.glb": "in" });
    const assets = join(outside.path, "assets");
    const find = assetFinder("assets", assets);
    for (const id of [
      "../secret",
      "..\\secret",
      `${outside.path}/secret`,
      "in\0",
      "",
      ".",
      "..",
      ".in",
      "sub/in",
      "C:in",
    ]) {
      expect(find(id)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[./\\a:~ -]+$/)), (id) => {
        if (!isFileName(id)) return;
        const file = resolve(assets, `${id}.glb`);
        expect(file.startsWith(assets + sep)).toBe(true);
        expect(file.slice(assets.length + 1)).not.toContain(sep);
      }),
    );
  });

  test.each(["con", "NUL.x", "com1", "a:b", "a*b", "a\nb", "x".repeat(201)])(
    "has no file called %j on some machine",
    (id) => {
      expect(isFileName(id)).toBe(false);
    },
  );

  test("may have links", () => {
    using folder = new TestFolder({ "a.glb": "a" });
    symlinkSync(join(folder.path, "a.glb"), join(folder.path, "b.glb"));
    expect(text(assetFinder("assets", folder.path)("b"))).toBe("a");
  });
});

describe("a JSON map", () => {
  test("gives files by id, relative to it", () => {
    using folder = new TestFolder({
      "maps/map.json": '{ "chair/1": "../chair.glb", "gone": "gone.glb" }',
      "chair.glb": "a",
    });
    const find = assetFinder("assets", join(folder.path, "maps/map.json"));
    expect(text(find("chair/1"))).toBe("a");
    expect(find("constructor")).toBeUndefined();
    expect(() => find("gone")).toThrow("no such file");
  });

  test("names what converts .ksplat files, in any case of the extension", () => {
    using folder = new TestFolder({ "map.json": '{ "room": "a/ROOM.KSPLAT" }' });
    const find = assetFinder("assets", join(folder.path, "map.json"));
    expect(() => find("room")).toThrow(IoError);
    expect(() => find("room")).toThrow("npx @playcanvas/splat-transform in.ksplat out.spz");
  });

  test.each(["[]", "{", '{ "a": 1 }', "null", '"a"'])("is not %s", (json) => {
    using folder = new TestFolder({ "map.json": json });
    expect(() => assetFinder("assets", join(folder.path, "map.json"))).toThrow(IoError);
  });

  test("or a folder must be there", () => {
    expect(() => assetFinder("assets", "/no/such/place")).toThrow("no such file");
  });
});

test("files are located without being read, and read without blocking", async () => {
  using folder = new TestFolder({ "a.glb": "a", "b.glb/c": "" });
  const locate = assetLocator("assets", folder.path);
  expect(["a", "b", "none"].map((id) => locate(id))).toEqual([
    join(folder.path, "a.glb"),
    join(folder.path, "b.glb"),
    undefined,
  ]);
  expect(text(await readAssetFile(join(folder.path, "a.glb")))).toBe("a");
  await expect(readAssetFile(join(folder.path, "b.glb"))).rejects.toThrow("b.glb: not a regular file");
  await expect(readAssetFile(join(folder.path, "none"))).rejects.toThrow(IoError);
});
