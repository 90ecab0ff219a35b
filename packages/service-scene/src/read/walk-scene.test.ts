import { forget, isOpened, parseUsda } from "@usdkit/usda";
import { expect, test } from "vitest";
import { walkScene } from "./walk-scene.ts";

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

test("frees prims after what is below them, unless they were read before", () => {
  const { layer } = parseUsda(TEXT);
  const [seen, unseen] = layer.root.children[0].children;
  const [lens] = seen.properties;
  const visited: string[] = [];
  walkScene(layer, [{ property: ({ path }) => visited.push(path) }], { memory: { isOpened, forget } });
  expect(visited).toEqual(["/World/Seen.focalLength", "/World/Unseen.focalLength"]);
  expect([isOpened(seen), isOpened(unseen)]).toEqual([true, false]);
  expect(seen.properties[0]).toBe(lens);

  const other = parseUsda(TEXT).layer;
  const [world] = other.root.children;
  const open: boolean[] = [];
  walkScene(other, [{ property: () => open.push(isOpened(world)) }], { memory: { isOpened, forget } });
  expect(open).toEqual([true, true]);
  expect(isOpened(world)).toBe(false);
});
