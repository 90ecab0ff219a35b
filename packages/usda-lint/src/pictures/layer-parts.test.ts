import { join } from "node:path";
import { expect, test } from "vitest";
import { TestFolder } from "../test-support/run-command.ts";
import { readPart, withoutParts } from "./layer-parts.ts";

const layer = (content: string, metadata = ""): string => `#usda 1.0\n(\n${metadata})\n${content}\n`;

test("parts are layers that a file of their folder is made of, unless they are models", () => {
  using folder = new TestFolder({
    "chair/chair.usda": layer(
      'def Xform "Chair" (kind = "component"; payload = @./payload.usda@)\n{\n}',
      'defaultPrim = "Chair"\n',
    ),
    "chair/payload.usda": layer("", "subLayers = [@./geo.usda@, @../shared/wood.usda@]\n"),
    "chair/geo.usda": layer('def Cube "Chair"\n{\n    asset doc = @./chair.usda@\n}', 'defaultPrim = "Chair"\n'),
    "chair/table.usda": layer('def Xform "T" (references = @./leg.usda@)\n{\n}'),
    "chair/leg.usda": layer('def Xform "Leg" (kind = "component")\n{\n}', 'defaultPrim = "Leg"\n'),
    "chair/mirror-a.usda": layer('def "A" (references = @./mirror-b.usda@)\n{\n}'),
    "chair/mirror-b.usda": layer('def "A" (references = @./mirror-a.usda@)\n{\n}'),
    "chair/broken.usda": "#usda 1.0\ndef",
    "chair/model.glb": "glTF",
  });
  const names = ["chair", "payload", "geo", "table", "leg", "mirror-a", "mirror-b", "broken"];
  const files = [...names.map((name) => join(folder.path, `chair/${name}.usda`)), join(folder.path, "chair/model.glb")];
  const kept = withoutParts(new Map(files.map((file) => [file, readPart(file)])));
  expect(kept.map((file) => file.slice(folder.path.length + 7))).toEqual([
    "chair.usda",
    "table.usda",
    "leg.usda",
    "mirror-a.usda",
    "mirror-b.usda",
    "broken.usda",
    "model.glb",
  ]);
});
