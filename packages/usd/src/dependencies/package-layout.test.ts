import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openLayer } from "../open/open-layer.ts";
import { assetPathsOf } from "./asset-paths.ts";
import { findDependencies, type Dependencies, type DependencyFiles } from "./find-dependencies.ts";
import { packageLayout } from "./package-layout.ts";
import { baseOf, folderOf, relativePath } from "../open/paths.ts";
import { rewriteAssetPaths } from "./rewrite-asset-paths.ts";

type Files = ReadonlyMap<string, Uint8Array>;

function access(files: Files): DependencyFiles {
  return {
    read: (path) => files.get(path),
    list: (folder) => [...files.keys()].filter((path) => folderOf(path) === folder).map(baseOf),
  };
}

/** The files of the package of a root layer. */
function pack(found: Dependencies, files: Files): Map<string, Uint8Array> {
  const { places, changes } = packageLayout(found);
  const packed = new Map<string, Uint8Array>();
  for (const [file, place] of places) {
    const bytes = files.get(file) ?? new Uint8Array();
    const ofLayer = changes.get(file);
    expect(packed.has(place)).toBe(false);
    packed.set(place, ofLayer === undefined ? bytes : rewriteAssetPaths(bytes, ofLayer));
  }
  return packed;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A layer with an asset path in each place that the format has for one. */
function layerWith(paths: readonly string[]): string {
  const at = (i: number): string => paths[i % paths.length] ?? "";
  const list = paths.map((path) => `@${path}@`).join(", ");
  return `#usda 1.0
(
    customLayerData = {
        dictionary inner = {
            asset[] all = [${list}]
        }
    }
    subLayers = [@${at(0)}@ (offset = 1)]
)
# A comment: @${at(0)}@ stays.
def "A" (
    assetInfo = {
        asset identifier = @${at(1)}@
    }
    clips = {
        dictionary default = {
            asset[] assetPaths = [@${at(2)}@]
            asset manifestAssetPath = @${at(3)}@
        }
    }
    delete references = @${at(4)}@</A>
    prepend payload = [@${at(0)}@</B>, </C>]
    references = @${at(1)}@ (offset = 2)
    variants = {
        string v = "x"
    }
    prepend variantSets = "v"
)
{
    asset one = @${at(2)}@ (
        customData = {
            asset icon = @${at(3)}@
        }
    )
    asset[] many = [${list}]
    asset moving.timeSamples = {
        1: @${at(4)}@,
        2: None,
    }
    string text = "@${at(0)}@"
    variantSet "v" = {
        "x" (
            references = @${at(2)}@
        ) {
            asset deep = @${at(1)}@
        }
    }
}
`;
}

const NAMES = ["a.usda", "b.usda", "c.usdc", "t.png", "u@v.png", "w.1001.png", "w.1002.png"];
const FOLDERS = ["", "sub", "outside", "..", "../lib", "../lib/deep", "../other"];
const trees = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES)), {
    selector: (parts) => parts.join("/"),
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.map(([folder, name]) => (folder === "" ? name : `${folder}/${name}`)));

/** Files with layers that name each other: relative to themselves, or by a name in the search path `../lib`. */
const packages = fc.tuple(trees, fc.infiniteStream(fc.nat(1000))).map(([paths, random]) => {
  const next = (): number => Number(random.next().value);
  const pick = (from: string): string => {
    const target = paths[next() % paths.length] ?? "a.usda";
    const way = relativePath(`/x/y/${folderOf(from)}`.replace("/y/..", ""), `/x/y/${target}`.replace("/y/..", ""));
    if (target.startsWith("../lib/") && next() % 2 === 0) return target.slice("../lib/".length);
    const tiled = way.replace(/w\.100\d/u, "w.<UDIM>");
    return next() % 2 === 0 ? `./${tiled}` : tiled;
  };
  const files = new Map<string, Uint8Array>();
  for (const path of ["root.usda", ...paths]) {
    // The format has no other text for a path with an @ in single marks.
    const targets = Array.from({ length: 1 + (next() % 5) }, () => pick(path)).filter((each) => !each.includes("@"));
    const text = layerWith(targets.length === 0 ? ["./root-none.png"] : targets);
    if (path.endsWith(".usda")) files.set(path, bytesOf(text));
    else if (path.endsWith(".usdc")) files.set(path, writeUsdc(parseUsda(text).layer));
    else files.set(path, bytesOf(path));
  }
  return files;
});

describe("packageLayout", () => {
  it("puts every file into the package, where every asset path leads to the same file as before", () => {
    let outside = 0;
    fc.assert(
      fc.property(packages, (files) => {
        const options = { searchPaths: ["../lib"], folder: "/x/y" };
        const before = findDependencies("root.usda", access(files), options);
        const packed = pack(before, files);
        for (const place of packed.keys()) expect(place).not.toMatch(/^\/|\.\./u);
        const after = findDependencies("root.usda", access(packed));
        const { places } = packageLayout(before);
        const placesOf = (paths: readonly string[]): string[] => paths.map((path) => places.get(path) ?? path).sort();
        expect(after.layers).toEqual(placesOf(before.layers));
        expect(after.assets).toEqual(placesOf(before.assets));
        const byPlace = (links: Dependencies["links"], placed: (path: string) => string): string[] =>
          links.map(({ layer, files: found }) => `${placed(layer)}: ${found.map(placed).sort().join()}`).sort();
        const unique = (links: string[]): string[] => [...new Set(links)];
        expect(unique(byPlace(after.links, (path) => path))).toEqual(
          unique(byPlace(before.links, (path) => places.get(path) ?? path)),
        );
        if ([...packed.keys()].some((place) => /^outside(?:-2)?\/0\//u.test(place))) outside++;
      }),
      { numRuns: 60 },
    );
    expect(outside).toBeGreaterThan(10);
  });

  it("changes nothing of what leads to its file already", () => {
    const files = new Map([
      ["root.usda", bytesOf(layerWith(["./sub/a.usda", "sub/t.png"]))],
      ["sub/a.usda", bytesOf('#usda 1.0\ndef "A"\n{\n    asset t = @../sub/t.png@\n}\n')],
      ["sub/t.png", bytesOf("t")],
    ]);
    const packed = pack(findDependencies("root.usda", access(files)), files);
    expect([...packed].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([...files]);
  });
});

describe("rewriteAssetPaths", () => {
  const changes = new Map([
    ["../a.usda", "./outside/0/a.usda"],
    ["../c.##.usd", "./outside/1/c.##.usd"],
    ["../t.png", "./out@side/t.png"],
  ]);
  const text = `#usda 1.0
( subLayers = [@../a.usda@] ) # @../a.usda@
def "A" (
    clips = {
        dictionary default = {
            string templateAssetPath = "../c.##.usd"
            string other = "../c.##.usd"
        }
    }
)
{
    asset[] t = [@../t.png@, @@@../t.png@@@, @../other.png@]
    string templateAssetPath = "../a.usda"
}
`;

  it("replaces paths, and nothing else of a text", () => {
    const written = new TextDecoder().decode(rewriteAssetPaths(bytesOf(text), changes));
    const template = 'templateAssetPath = "./outside/1/c.##.usd"';
    expect(written).toBe(
      text
        .replace("[@../a.usda@]", "[@./outside/0/a.usda@]")
        .replace('templateAssetPath = "../c.##.usd"', template)
        .replace("@../t.png@, @@@../t.png@@@", "@@@./out@side/t.png@@@, @@@./out@side/t.png@@@"),
    );
  });

  it("writes crates with the same content", () => {
    const crate = writeUsdc(parseUsda(text).layer);
    const { layer, encoding } = openLayer(rewriteAssetPaths(crate, changes));
    expect(encoding).toBe("usdc");
    expect(assetPathsOf(layer).map(({ path }) => path)).toEqual([
      "./outside/0/a.usda",
      "./outside/1/c.##.usd",
      "./out@side/t.png",
      "../other.png",
    ]);
  });

  it("throws for a file that is not a layer", () => {
    expect(() => rewriteAssetPaths(bytesOf("no layer"), changes)).toThrow("#usda");
  });
});
