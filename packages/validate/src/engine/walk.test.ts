import { isOpened, parseUsda } from "@usdkit/usda";
import { expect, test } from "vitest";
import { walk } from "./walk.ts";

const TEXT = `#usda 1.0
def Xform "World"
{
    def Camera "Seen"
    {
        float focalLength = 35
    }
    def Camera "Unseen"
    {
        float focalLength = 50
    }
}
`;

test("keeps nothing of prims without children in memory, but what somebody had looked at", () => {
  const { layer } = parseUsda(TEXT);
  const [seen, unseen] = layer.root.children[0].children;
  const [lens] = seen.properties;
  const visited: string[] = [];
  walk(layer, [{ property: ({ path }) => visited.push(path) }]);
  expect(visited).toEqual(["/World/Seen.focalLength", "/World/Unseen.focalLength"]);
  expect([isOpened(seen), isOpened(unseen)]).toEqual([true, false]);
  expect(seen.properties[0]).toBe(lens);
});
