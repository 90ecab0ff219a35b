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
      // The first bytes of a package.
      "chair.usdz": "PK\u0003\u0004",
      "clip.1.usda": EMPTY,
      "icon.png": "",
      "a.png": "",
      "tex/one.png": "",
      "tex/wood.1001.png": "",
      "tex/wood.1011.png": "",
      "tex/wood.mip.png": "",
    });
    expect(findDependencies("root.usda", files)).toMatchObject({
      layers: ["chair.usdz", "clip.1.usda", "geo.usda", "root.usda", "sub/look.usda"],
      assets: ["a.png", "icon.png", "tex/one.png", "tex/wood.1001.png", "tex/wood.1011.png"],
      missing: ["b.png", "missing.usd"],
      uris: ["https://example.com/x.png"],
      unreadable: [],
    });
  });

  it("matches no file with clip templates of other forms, however many groups they have", () => {
    const template = `./${"#1".repeat(60)}x`;
    const dictionary = `{ string templateAssetPath = "${template}" }`;
    const root = `#usda 1.0\ndef "A" (\n    clips = { dictionary default = ${dictionary} }\n)\n{\n}\n`;
    const files = memory({ "root.usda": root, ["1".repeat(250)]: EMPTY });
    const { missing, layers } = findDependencies("root.usda", files);
    expect(layers).toEqual(["root.usda"]);
    expect(missing).toHaveLength(1);
  });

  it("finds the files of clip templates, and of expressions", () => {
    const clips = (template: string): string =>
      `    clips = { dictionary default = { string templateAssetPath = "${template}" } }\n`;
    const files = memory({
      "root.usda": `#usda 1.0\ndef "A" (\n${clips("./c/clip.###.usda")})\n{\n    asset e = @\`"x.png"\`@\n    string templateAssetPath = "./no.##.usda"\n}\ndef "B" (\n${clips("./c/sub.#.##.usda")})\n{\n}\n`,
      "c/clip.001.usda": EMPTY,
      "c/clip.1000.usda": EMPTY,
      "c/clip.01.usda": EMPTY,
      "c/clip.001xusda": EMPTY,
      "c/sub.3.25.usda": EMPTY,
    });
    const { layers, missing, links, expressions } = findDependencies("root.usda", files);
    expect(layers).toEqual(["c/clip.001.usda", "c/clip.1000.usda", "c/sub.3.25.usda", "root.usda"]);
    expect(missing).toEqual(["x.png"]);
    expect(expressions).toEqual([]);
    expect(links[0]).toEqual({
      layer: "root.usda",
      authored: "./c/clip.###.usda",
      files: ["c/clip.001.usda", "c/clip.1000.usda"],
      isPattern: true,
    });
  });

  it("evaluates expressions with the variables of the layers on the way, the outermost first", () => {
    const variables = (text: string): string => `expressionVariables = { ${text} }`;
    const files = memory({
      "root.usda": `#usda 1.0\n(\n    ${variables('string S = "one"')}\n    subLayers = [@sub.usda@]\n)\ndef "A" (references = @b.usda@)\n{\n}\n`,
      "sub.usda": `#usda 1.0\n(\n    ${variables('string T = "no"')}\n)\ndef "A"\n{\n    asset a = @\`"\${S}.png"\`@\n    asset b = @\`"\${T}.png"\`@\n    asset n = @\`None\`@\n}\n`,
      "b.usda": `#usda 1.0\n(\n    ${variables('string S = "two"; string U = "u"')}\n)\ndef "A"\n{\n    asset a = @\`"\${S}-\${U}.png"\`@\n}\n`,
      "one.png": "",
      "one-u.png": "",
    });
    expect(findDependencies("root.usda", files)).toMatchObject({
      layers: ["b.usda", "root.usda", "sub.usda"],
      assets: ["one-u.png", "one.png"],
      // A variable of a sublayer is none of the stage.
      missing: ["${T}.png"],
      expressions: [],
    });
  });

  it("lists paths with a scheme apart from what is missing", () => {
    const files = memory({
      "a.usda": '#usda 1.0\ndef "A" (payload = @asset:/mesh/chair@)\n{\n    asset t = @https://a.example/t.png@\n}\n',
    });
    const { missing, uris } = findDependencies("a.usda", files);
    expect({ missing, uris }).toEqual({ missing: [], uris: ["asset:/mesh/chair", "https://a.example/t.png"] });
  });

  it("recognizes its own folder in other paths", () => {
    const files = memory({
      "a.usda": "#usda 1.0\n( subLayers = [@../show/b.usda@, @/data/show/sub/c.usda@, @/data/lib/d.usda@] )\n",
      "b.usda": EMPTY,
      "sub/c.usda": EMPTY,
      "../lib/d.usda": EMPTY,
    });
    expect(findDependencies("a.usda", files, { folder: "/data/show" })).toMatchObject({
      layers: ["../lib/d.usda", "a.usda", "b.usda", "sub/c.usda"],
      missing: [],
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

  // As UsdUtils.ComputeAllDependencies of usd-core 26.11.
  it("has no identifiers of assets, and files of other formats as assets", () => {
    const files = memory({
      "a.usda": `#usda 1.0
def "A" (
    assetInfo = { asset identifier = @./own.usda@ }
    references = [@./x.abc@, @./y.mtlx@]
)
{
    asset a = @none.png@ ( assetInfo = { asset identifier = @./attribute.png@ } )
}
`,
      "x.abc": "",
      "y.mtlx": "",
    });
    expect(findDependencies("a.usda", files)).toMatchObject({
      layers: ["a.usda"],
      assets: ["x.abc", "y.mtlx"],
      missing: ["attribute.png", "none.png"],
    });
  });
});
