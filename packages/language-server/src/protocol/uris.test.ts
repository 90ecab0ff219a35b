import { expect, test } from "vitest";
import { resolveAsset } from "./uris.ts";

const SCENE = "file:///stage/scenes/a.usda";

test.each([
  ["./b.usda", "file:///stage/scenes/b.usda"],
  ["../t/x y.png", "file:///stage/t/x%20y.png"],
  ["p.usdz[inner/b.usda]", "file:///stage/scenes/p.usdz"],
  ["/other/b.usda", "file:///other/b.usda"],
])("%s is a file", (path, uri) => {
  expect(resolveAsset(SCENE, path)).toBe(uri);
});

test.each([
  "",
  "asset:/mesh/x",
  "https://example.com/b.usda",
  "//host/share/b.usda",
  "\\\\host\\share\\b.png",
  "/\\host/b.usda",
])("%j is no file of this machine", (path) => {
  expect(resolveAsset(SCENE, path)).toBeUndefined();
});

test("a document of another machine names files next to it", () => {
  expect(resolveAsset("file://host/share/a.usda", "./b.usda")).toBe("file://host/share/b.usda");
});
