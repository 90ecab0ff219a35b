import { expect, test } from "vitest";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { propertyStack, propertyStacks } from "./prim-index.ts";

test("the specs of all properties are those of each, in composed order, with the same errors", async () => {
  const texts: Readonly<Record<string, string>> = {
    "root.usda": `(subLayers = [@a.usda@, @b.usda@])
over "A" (references = </Base>) {
    reorder properties = ["z", "y"]
    int x = 1
}
def "Base" {
    int x = 3
    rel z = </A>
}`,
    "a.usda": `over "A" {\n    rel x = </A>\n    int y\n    int a\n}`,
    "b.usda": `def "A" {\n    int x = 2\n    int z\n}`,
  };
  const files = Object.entries(texts).map(
    ([name, text]) => [name, new TextEncoder().encode(`#usda 1.0\n${text}`)] as const,
  );
  const stage = await Stage.open("root.usda", { resolver: memoryResolver(new Map(files)) });
  const index = stage.primIndex("/A");
  const stacks: ReturnType<typeof propertyStacks> = index === undefined ? new Map() : propertyStacks(index);
  expect([...stacks.keys()]).toEqual(stage.properties("/A"));
  expect(stacks.size).toBe(4);
  for (const [name, found] of stacks) expect(index && propertyStack(index, name)).toEqual(found);
  expect(stacks.get("x")?.errors).toHaveLength(1);
  expect(stacks.get("z")?.errors).toHaveLength(1);
});
