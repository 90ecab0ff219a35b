import { writePackage } from "@usdkit/usdz";
import { describe, expect, it } from "vitest";
import { findDependencies } from "./find-dependencies.ts";
import {
  findPackageDependencies,
  unreadableLayers,
  withPackageContents,
  type AllDependencies,
} from "./package-contents.ts";

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
      missing: ["a.usdz[gone.png]"],
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
      layers: ["a.usdz[chairs.usdz[geo/chair.usda]]"],
      assets: ["a.usdz[chairs.usdz[tex/wood.1001.png]]", "a.usdz[chairs.usdz[tex/wood.1002.png]]"],
    });
    expect(findPackageDependencies("a.usdz", room, ["none.usdz", "x.usda"])).toMatchObject({
      layers: [],
      missing: ["a.usdz[none.usdz[x.usda]]"],
    });
  });
});

describe("withPackageContents", () => {
  const room = writePackage([
    { path: "room.usda", data: encode('#usda 1.0\ndef "A" (references = @./in/chairs.usdz@) {\n}\n') },
    { path: "in/chairs.usdz", data: chairs },
  ]);

  function find(shot: string): AllDependencies {
    const files = new Map([
      ["shot.usda", encode(`#usda 1.0\n${shot}\n`)],
      ["a.usdz", chairs],
      ["room.usdz", room],
    ]);
    const read = (path: string): Uint8Array | undefined => files.get(path);
    return withPackageContents(findDependencies("shot.usda", { read, list: () => [] }), read);
  }

  // The sets are those of UsdUtils.ComputeAllDependencies of usd-core 26.11.
  it("has what a package depends on, also in packages in it", () => {
    const found = find('def "A" (references = @./room.usdz@) {\n}');
    expect(found.layers).toEqual([
      "room.usdz",
      "room.usdz[in/chairs.usdz[geo/chair.usda]]",
      "room.usdz[in/chairs.usdz]",
      "shot.usda",
    ]);
    expect(found.assets).toEqual([1, 2].map((i) => `room.usdz[in/chairs.usdz[tex/wood.100${i}.png]]`));
  });

  it("has files of a package without the package", () => {
    const found = find(
      'def "A" (references = @./a.usdz[unused.usda]@) {\nasset a = @./a.usdz[tex/wood.1001.png]@\nasset b = @a.usdz[no.png]@\n}',
    );
    expect(found).toMatchObject({
      layers: ["a.usdz[unused.usda]", "shot.usda"],
      assets: ["a.usdz[tex/wood.1001.png]"],
      missing: ["a.usdz[no.png]"],
    });
  });

  it("ends in packages that nest too deep", () => {
    let inner = chairs;
    for (let i = 0; i < 20; i++) {
      inner = writePackage([
        { path: "r.usda", data: encode('#usda 1.0\ndef "A" (references = @./n.usdz@) {\n}\n') },
        { path: "n.usdz", data: inner },
      ]);
    }
    const { unreadable } = findPackageDependencies("deep.usdz", inner);
    expect(unreadable.map(({ message }) => message)).toEqual(["Packages nest deeper than 16"]);
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
