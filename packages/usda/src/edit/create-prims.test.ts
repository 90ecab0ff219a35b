import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { editedText } from "../test-support/edited-prim.ts";
import { createPrim } from "./create-specs.ts";
import { createPrims, type NewPrimTree } from "./create-prims.ts";

const leaf = (name: string, typeName = ""): NewPrimTree => ({ name, specifier: "def", typeName, children: [] });

describe("createPrims", () => {
  test("creates nothing of an empty list", () => {
    expect(createPrims(parseUsda("#usda 1.0\n").layer, "/", [])).toEqual([]);
  });

  test("creates prims of the layer, and those below them, with the indent of the text", () => {
    const tree: NewPrimTree = {
      name: "B",
      specifier: "over",
      typeName: "Xform",
      children: [leaf("C", "Sphere"), { ...leaf("D"), specifier: "class", children: [leaf("E")] }],
    };
    const before = '#usda 1.0\ndef "A"\n{\n  int x\n}\n';
    expect(editedText(before, (layer) => createPrims(layer, "/", [tree, leaf("F")]))).toBe(`${before}
over Xform "B"
{
  def Sphere "C"
  {
  }

  class "D"
  {
    def "E"
    {
    }
  }
}

def "F"
{
}
`);
  });

  test("creates prims in another one, behind what it has", () => {
    expect(
      editedText('#usda 1.0\ndef "A"\n{\n    int x\n}\n', (layer) => createPrims(layer, "/A", [leaf("B"), leaf("C")])),
    ).toBe('#usda 1.0\ndef "A"\n{\n    int x\n\n    def "B"\n    {\n    }\n\n    def "C"\n    {\n    }\n}\n');
  });

  test("gives the text of one creation after the other", () => {
    const names = fc.uniqueArray(fc.constantFrom("B", "C", "D", "E"), { minLength: 1 });
    const { tree } = fc.letrec<{ tree: NewPrimTree[] }>((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        fc.constant<NewPrimTree[]>([]),
        fc
          .tuple(names, tie("tree"))
          .map(([all, children]) => all.map((name) => ({ ...leaf(name, "Xform"), children }))),
      ),
    }));
    fc.assert(
      fc.property(tree, (prims) => {
        const before = '#usda 1.0\n\ndef "A"\n{\n}\n';
        let after = before;
        const waiting = prims.map((prim) => ({ prim, path: `/A/${prim.name}` }));
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { prim, path } = next;
          const { specifier, typeName, children } = prim;
          after = editedText(after, (layer) => createPrim(layer, path, { specifier, typeName }));
          waiting.push(...children.map((child) => ({ prim: child, path: `${path}/${child.name}` })));
        }
        expect(editedText(before, (layer) => createPrims(layer, "/A", prims))).toBe(after);
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    ["/None", leaf("B"), /None/],
    ["/", leaf("A"), /"?A"?/],
  ])("rejects prims of %s", (parent, prim, message) => {
    expect(() => createPrims(parseUsda('#usda 1.0\ndef "A"\n{\n}\n').layer, parent, [prim])).toThrow(message);
  });
});
