import { expect, test } from "vitest";
import { type PrimSpec } from "@usdkit/layer";
import { forget, isOpened, parseUsda } from "../index.ts";

const TEXT = `#usda 1.0
def Xform "World" (
    kind = "group"
)
{
    double size = 2
    def Xform "Inner"
    {
    }
}
`;

function world(): PrimSpec {
  const [prim] = parseUsda(TEXT).layer.root.children;
  return prim;
}

test("accessing the contents opens a prim, accessing its name, type or path does not", () => {
  const prim = world();
  expect([prim.name, prim.typeName, prim.path, prim.specifier]).toEqual(["World", "Xform", "/World", "def"]);
  expect(isOpened(prim)).toBe(false);
  expect(prim.properties).toHaveLength(1);
  expect(isOpened(prim)).toBe(true);
  const other = world();
  expect(other.fields.has("kind")).toBe(true);
  expect(isOpened(other)).toBe(true);
});

test("forgotten views are built again, equal but not identical", () => {
  const prim = world();
  const [size] = prim.properties;
  const [inner] = prim.children;
  const { fields } = prim;
  forget(prim);
  expect(isOpened(prim)).toBe(false);
  expect(prim.properties[0]).not.toBe(size);
  expect(prim.properties.map(({ path, range }) => [path, range])).toEqual([[size.path, size.range]]);
  expect(prim.children.map(({ path }) => path)).toEqual([inner.path]);
  expect([...prim.fields.keys()]).toEqual([...fields.keys()]);
  // Views that the caller still references stay unchanged.
  expect([size.name, inner.parent]).toEqual(["size", prim]);
});
