import { writePackage } from "@usdkit/usdz";
import { describe, expect, it } from "vitest";
import { findPackageDependencies, unreadableLayers } from "./package-contents.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const chair = encode(
  '#usda 1.0\ndef "Chair"\n{\n    asset t = @../tex/wood.<UDIM>.png@\n    asset gone = @gone.png@\n}\n',
);
const chairs = writePackage([
  { path: "root.usda", data: encode('#usda 1.0\ndef "R" (\n    references = @geo/chair.usda@</Chair>\n)\n{\n}\n') },
  { path: "geo/chair.usda", data: chair },
  { path: "unused.usda", data: encode("#usda 1.0\n") },
  { path: "tex/wood.1001.png", data: encode("a") },
  { path: "tex/wood.1002.png", data: encode("b") },
]);

describe("findPackageDependencies", () => {
  it("finds what the first layer of a package depends on, as the reference names it", () => {
    expect(findPackageDependencies("a.usdz", chairs)).toEqual({
      layers: ["a.usdz", "a.usdz[geo/chair.usda]"],
      assets: ["a.usdz[tex/wood.1001.png]", "a.usdz[tex/wood.1002.png]"],
      missing: ["a.usdz[geo/gone.png]"],
      uris: [],
      unreadable: [],
      expressions: [],
    });
  });

  it("finds what a named layer depends on, also in a package in a package", () => {
    const room = writePackage([
      { path: "room.usda", data: encode("#usda 1.0\n") },
      { path: "chairs.usdz", data: chairs },
    ]);
    expect(findPackageDependencies("a.usdz", room, ["chairs.usdz", "geo/chair.usda"])).toMatchObject({
      layers: ["a.usdz", "a.usdz[chairs.usdz[geo/chair.usda]]"],
      assets: ["a.usdz[chairs.usdz[tex/wood.1001.png]]", "a.usdz[chairs.usdz[tex/wood.1002.png]]"],
    });
    expect(findPackageDependencies("a.usdz", room, ["none.usdz", "x.usda"])).toMatchObject({
      layers: [],
      missing: ["a.usdz[none.usdz[x.usda]]"],
    });
  });
});

describe("unreadableLayers", () => {
  it("names each layer that cannot be read, at any depth", () => {
    const damaged = { path: "bad.usdc", data: encode("PXR-USDC") };
    const inside = writePackage([{ path: "fine.usda", data: encode("#usda 1.0\n") }, damaged]);
    const outside = writePackage([{ path: "in.usdz", data: inside }, damaged]);
    expect(unreadableLayers("a.usdz", outside).map(({ path }) => path)).toEqual([
      "a.usdz[bad.usdc]",
      "a.usdz[in.usdz[bad.usdc]]",
    ]);
    expect(unreadableLayers("a.usdz", outside.subarray(0, 100))).toMatchObject([{ path: "a.usdz" }]);
    expect(unreadableLayers("a.usdz", chairs)).toEqual([]);
  });
});
