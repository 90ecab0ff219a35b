import { expect, test } from "vitest";
import { parseUsda } from "../index.ts";

test("a prim with a broken head takes no text from before it", () => {
  const broken = '#usda 1.0\ndef 5 {\n    def Xform "B"\n    {\n    }\n}\n';
  const typeOf = (): string | undefined => parseUsda(broken).layer.root.children[0]?.typeName;
  const before = typeOf();
  expect(before).toBe("");
  parseUsda('#usda 1.0\nover Mesh "A"\n{\n}\n');
  const [prim] = parseUsda(broken).layer.root.children;
  expect([prim.typeName, prim.specifier, prim.children.map(({ name }) => name)]).toEqual(["", "def", ["B"]]);
});
