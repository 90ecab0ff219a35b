import { describe, expect, test } from "vitest";
import { layerOf } from "../test-support/reference-tables.ts";
import { isCameraPatch, isServiceScene } from "./service-content.ts";

const payload = (asset: string): string => `def Mesh "A" (payload = @${asset}@) {}`;

describe("the content of a layer", () => {
  test.each([
    ["a payload of the service", payload("asset:/mesh/chair-01")],
    ["one with a query", payload("asset:/mesh/chair-01?x=1")],
    ["one in a list", 'def "A" (prepend payload = [@a.usda@, @asset:/mesh/a@</x>]) {}'],
    ["one below an inactive prim", `def "W" (active = false) {\n${payload("asset:/mesh/a")}\n}`],
    ["one in a variant", `def "W" (variantSets = "v") {\nvariantSet "v" = {\n"a" {\n${payload("x:/mesh/a")}\n}\n}\n}`],
    ["one in a file of overs", 'over "A" (payload = @asset:/mesh/a@) { float focalLength = 3 }'],
    ["RenderSettings in their Scope", 'def Scope "Render" { def RenderSettings "S" {} }'],
    ["RenderSettings further below", 'def "W" { def Scope "Render" { def "X" { def RenderSettings "S" {} } } }'],
  ])("scene: %s", (_, body) => expect(contentOf(body)).toBe("scene"));

  test.each([
    ["a lens", 'over "W" { over "Main" { float focalLength = 35 } }'],
    ["a pose", 'over "Main" { matrix4d xformOp:transform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)) }'],
  ])("patch: %s", (_, body) => expect(contentOf(body)).toBe("patch"));

  test.each([
    ["no prims", ""],
    ["a file", payload("./chair.usd")],
    ["a path of the file system", payload("C:/mesh.usd")],
    ["a payload that is deleted", 'def "A" (delete payload = @asset:/mesh/a@) {}'],
    ["a reference", 'def "A" (references = @asset:/mesh/a@) {}'],
    ["RenderSettings elsewhere", 'def RenderSettings "S" {}\ndef "Render" { def RenderSettings "S" {} }'],
    ["a Scope of another name", 'def Scope "Settings" { def RenderSettings "S" {} }'],
    ["overs without camera attributes", 'over "A" { double size = 3 }'],
    ["overs with a def", 'over "W" { over "Main" { float focalLength = 35 }\ndef "A" {} }'],
    [
      "the same in a variant",
      'over "A" (variantSets = "v") { float fStop = 1\nvariantSet "v" = { "a" { def "B" {} } } }',
    ],
    ["a camera", 'def Camera "Main" { float focalLength = 35 }'],
  ])("neither: %s", (_, body) => expect(contentOf(body)).toBeUndefined());
});

function contentOf(body: string): "scene" | "patch" | undefined {
  // A statement ends with its line.
  const lines = body.replaceAll("{ ", "{\n").replaceAll(/ (?=\})/g, "\n");
  const layer = layerOf(`#usda 1.0\n${lines}\n`);
  if (isServiceScene(layer)) return "scene";
  return isCameraPatch(layer) ? "patch" : undefined;
}
