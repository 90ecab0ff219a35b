import { describe, expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { editedText } from "../test-support/edited-prim.ts";
import { createPrim, type NewPrim } from "./create-specs.ts";

const variants = `#usda 1.0
def "A"
{
  variantSet "look" = {
    "red" {
      int x = 1 # one
    }
  }
}
`;

describe("createPrim", () => {
  const cases: readonly (readonly [string, string, readonly [path: string, prim: NewPrim], string])[] = [
    [
      "a root prim",
      "#usda 1.0\n",
      ["/A", { specifier: "def", typeName: "Xform" }],
      '#usda 1.0\n\ndef Xform "A"\n{\n}\n',
    ],
    [
      "the prims above",
      '#usda 1.0\ndef "A"\n{\n}\n',
      ["/A/B/C", { specifier: "class", above: "def" }],
      '#usda 1.0\ndef "A"\n{\n    def "B"\n    {\n        class "C"\n        {\n        }\n    }\n}\n',
    ],
    ["nothing that exists", '#usda 1.0\ndef "A"\n{\n}\n', ["/A", { specifier: "over" }], '#usda 1.0\ndef "A"\n{\n}\n'],
    [
      "a variant of a set",
      variants,
      ["/A{look=.2}", {}],
      variants.replace("# one\n    }\n", '# one\n    }\n    ".2" {\n    }\n'),
    ],
    [
      "a prim in a variant",
      variants,
      ["/A{look=red}B", {}],
      variants.replace("# one\n", '# one\n\n      over "B"\n      {\n      }\n'),
    ],
    [
      "a set with all that is in it",
      '#usda 1.0\nover "A"\n{\n}\n',
      ["/A{look=red}{size=2}B", { specifier: "def", typeName: "Mesh" }],
      `#usda 1.0
over "A"
{
    variantSet "look" = {
        "red" {
            variantSet "size" = {
                "2" {
                    def Mesh "B"
                    {
                    }
                }
            }
        }
    }
}
`,
    ],
  ];
  test.each(cases)("creates %s", (_name, before, [path, prim], after) => {
    expect(editedText(before, (layer) => createPrim(layer, path, prim))).toBe(after);
  });

  test.each(["/A B", "/A/1", '/A{v="}B', "/A{1 2=x}B"])("rejects the path %s", (path) => {
    expect(() => createPrim(parseUsda("#usda 1.0\n").layer, path)).toThrow("is not a name");
  });
});
