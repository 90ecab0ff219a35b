import { forget, isOpened, parseUsda } from "@usdkit/usda";
import { expect, test } from "vitest";
import { walkScene, type SceneVisitor } from "./walk-scene.ts";

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

test("a visitor that throws is passed on and not called again; the others go on", () => {
  const { layer } = parseUsda(TEXT);
  const calls: string[] = [];
  const visitor = (name: string, failsAt?: string): SceneVisitor => {
    const call = (kind: string, at = ""): void => {
      calls.push(`${name} ${kind} ${at}`.trim());
      if (`${kind} ${at}`.trim() === failsAt) throw new Error(`${name} fails`);
    };
    return {
      name,
      prim: (prim) => call("prim", prim.name),
      property: (property) => call("property", property.path),
      end: () => call("end"),
    };
  };
  const thrown: unknown[] = [];
  walkScene(
    layer,
    [visitor("a", "prim World"), visitor("b", "property /World/Seen.focalLength"), visitor("c", "end")],
    {
      onThrow: ({ name }, error) => thrown.push(name, error),
    },
  );
  expect(calls.filter((call) => call.startsWith("a"))).toEqual(["a prim World"]);
  expect(calls.filter((call) => call.startsWith("b"))).toEqual([
    "b prim World",
    "b prim Seen",
    "b property /World/Seen.focalLength",
  ]);
  expect(calls.filter((call) => call.startsWith("c"))).toEqual([
    "c prim World",
    "c prim Seen",
    "c property /World/Seen.focalLength",
    "c prim Unseen",
    "c property /World/Unseen.focalLength",
    "c end",
  ]);
  expect(thrown).toEqual(["a", "b", "c"].flatMap((name) => [name, new Error(`${name} fails`)]));
  expect(() => walkScene(layer, [visitor("a", "prim World")])).toThrow("a fails");
});
