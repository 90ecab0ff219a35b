// Campaign: The files that usd-core does not find, on 300 random stages with textures

// Needs usd-core in the Python that USDKIT_PYTHON names.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathResolver, Stage } from "@usdkit/usd";
import { checkStage } from "@usdkit/validate/stage";
import * as fc from "fast-check";
import { describe, expect, inject, test } from "vitest";

const python = process.env["USDKIT_PYTHON"];

/** Prints the attributes whose composed path leads to no file, one list a root layer. */
const SCRIPT = `
import json, sys
from pxr import Usd, UsdShade
for line in sys.stdin:
    stage = Usd.Stage.Open(line.strip())
    found = []
    for prim in stage.Traverse():
        for attribute in prim.GetAttributes():
            value = attribute.Get()
            if not value.path: continue
            udim = UsdShade.UdimUtils.IsUdimIdentifier(value.path)
            if not value.resolvedPath and not (udim and UsdShade.UdimUtils.ResolveUdimPath(value.path, attribute.GetPropertyStack()[0].layer)):
                found.append(str(attribute.GetPath()))
    print(json.dumps(sorted(found)))
`;

const FILES = ["a.png", "sub/a.png", "sub/b.png", "t.1001.png", "sub/t.1012.png", "t.1101.png"];
const PATHS = [
  "./a.png",
  "a.png",
  "./b.png",
  "../a.png",
  "sub/b.png",
  "./sub/a.png",
  "./t.<UDIM>.png",
  "./sub/t.<UDIM>.png",
  "./no.<UDIM>.png",
  "",
];
const authored = fc.dictionary(fc.constantFrom("x", "y", "z"), fc.constantFrom(...PATHS), { noNullPrototype: true });
const stages = fc.record({
  files: fc.subarray(FILES),
  root: authored,
  sublayer: authored,
  reference: authored,
});

const properties = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, path]) => `    asset ${name} = @${path}@\n`)
    .join("");

describe.skipIf(python === undefined)("missing files", () => {
  test("are those that the reference does not find", { timeout: 240_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), "missing-assets-"));
    const roots: string[] = [];
    const write = (name: string, content: string): void => {
      mkdirSync(dirname(name), { recursive: true });
      writeFileSync(name, content);
    };
    for (const [i, { files, root, sublayer, reference }] of fc
      .sample(stages, { numRuns: inject("deep") ? 300 : 20, seed: 7 })
      .entries()) {
      const own = join(folder, String(i));
      const head = `#usda 1.0\n(\n    subLayers = [@./sub/set.usda@]\n)\n\ndef "A" (\n    references = @./sub/asset.usda@</A>\n)\n{\n`;
      write(join(own, "root.usda"), `${head}${properties(root)}}\n`);
      write(join(own, "sub/set.usda"), `#usda 1.0\n\nover "A"\n{\n${properties(sublayer)}}\n`);
      write(join(own, "sub/asset.usda"), `#usda 1.0\n\ndef "A"\n{\n${properties(reference)}}\n`);
      for (const file of files) write(join(own, file), "");
      roots.push(join(own, "root.usda"));
    }
    // The default resolver of the reference also looks in the working folder.
    const empty = join(folder, "empty");
    mkdirSync(empty);
    const { stdout } = spawnSync(python ?? "", ["-c", SCRIPT], {
      input: roots.join("\n"),
      cwd: empty,
      encoding: "utf8",
    });
    const expected = stdout.trim().split("\n");
    return Promise.all(
      roots.map(async (root, i) => {
        const read = (file: string): Uint8Array | undefined =>
          existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
        const stage = await Stage.open(root, { resolver: pathResolver({ read, searchPaths: [dirname(root)] }) });
        const found = checkStage(stage).filter(({ rule }) => rule === "missing-asset");
        const attributes = found.map(({ finding: { primPath, property } }) => `${primPath ?? ""}.${property ?? ""}`);
        expect({ root, found: attributes.toSorted() }).toEqual({
          root,
          found: JSON.parse(expected[i] ?? "[]") as unknown,
        });
      }),
    ).finally(() => rmSync(folder, { recursive: true, force: true }));
  });
});
