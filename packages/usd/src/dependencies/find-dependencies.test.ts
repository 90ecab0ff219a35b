import { describe, expect, it } from "vitest";
import type { DependencyFiles } from "./find-dependencies.ts";
import { findDependencies } from "./find-dependencies.ts";

function memory(files: Readonly<Record<string, string>>): DependencyFiles {
  return {
    read: (path) => (path in files ? new TextEncoder().encode(files[path]) : undefined),
    list: (folder) =>
      Object.keys(files)
        .filter((path) => path.startsWith(folder === "" ? "" : `${folder}/`))
        .map((path) => path.slice(folder === "" ? 0 : folder.length + 1)),
  };
}

const EMPTY = "#usda 1.0\n";

describe("findDependencies", () => {
  it("follows sublayers, references, payloads, clips and asset values", () => {
    const files = memory({
      "root.usda": `#usda 1.0
( subLayers = [@./sub/look.usda@] )
def "A" ( references = @geo.usda@</X>
    payload = [@missing.usd@, @chair.usdz[in.usdc]@]
    clips = { dictionary default = { asset[] assetPaths = [@./clip.1.usda@] } }
    customData = { asset icon = @icon.png@ }
)
{
    asset tex = @tex/wood.<UDIM>.png@
    asset[] more.timeSamples = { 1: [@a.png@, @b.png@] }
    asset site = @https://example.com/x.png@
}
`,
      "sub/look.usda": '#usda 1.0\ndef "B" { asset t = @../tex/one.png@ }\n'.replace("{ ", "{\n").replace(" }", "\n}"),
      "geo.usda": EMPTY,
      "chair.usdz": "PK",
      "clip.1.usda": EMPTY,
      "icon.png": "",
      "a.png": "",
      "tex/one.png": "",
      "tex/wood.1001.png": "",
      "tex/wood.1011.png": "",
      "tex/wood.mip.png": "",
    });
    expect(findDependencies("root.usda", files)).toEqual({
      layers: ["chair.usdz", "clip.1.usda", "geo.usda", "root.usda", "sub/look.usda"],
      assets: ["a.png", "icon.png", "tex/one.png", "tex/wood.1001.png", "tex/wood.1011.png"],
      missing: ["b.png", "https://example.com/x.png", "missing.usd"],
      unreadable: [],
    });
  });

  it("ends with layers that name each other, and reports those that cannot be read", () => {
    const files = memory({
      "a.usda": "#usda 1.0\n( subLayers = [@b.usda@, @bad.usda@] )\n",
      "b.usda": "#usda 1.0\n( subLayers = [@a.usda@] )\n",
      "bad.usda": "no layer",
    });
    expect(findDependencies("a.usda", files)).toMatchObject({
      layers: ["a.usda", "b.usda", "bad.usda"],
      unreadable: [{ path: "bad.usda" }],
    });
  });

  it("looks names without ./ up in the search paths, and keeps what is outside of the folder", () => {
    const files = memory({
      "a.usda": "#usda 1.0\n( subLayers = [@b.usda@, @./b.usda@, @../c.usda@] )\n",
      "lib/b.usda": EMPTY,
      "../c.usda": EMPTY,
    });
    expect(findDependencies("a.usda", files, { searchPaths: ["lib"] })).toMatchObject({
      layers: ["../c.usda", "a.usda", "lib/b.usda"],
      missing: ["b.usda"],
    });
  });
});
