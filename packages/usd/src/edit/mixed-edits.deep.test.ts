// Campaign: 10,000 mixed edits, in lists of up to 1,000, each list compared with the same edits made one after the other

import * as fc from "fast-check";
import { inject, test } from "vitest";
import type { StageEdit } from "./stage-edit.ts";
import { expectSameAsSingleEdits } from "./test-support/lists-and-single-edits.ts";

const LISTS = inject("deep") ? 20 : 1;
const EDITS = inject("deep") ? 500 : 60;

const root = `#usda 1.0
(
    subLayers = [@weak.usda@]
)

def Xform "W" (
    variants = {
        string v = "x"
    }
    prepend variantSets = "v"
)
{
    variantSet "v" = {
        "x" {
            def Sphere "Ball"
            {
            }
        }
        "y" {
            def Cube "Box"
            {
            }
        }
    }
}
`;
const layers = {
  "root.usda": root,
  "weak.usda": '#usda 1.0\n\ndef Xform "W"\n{\n    def "A" { }\n}\n',
  "part.usda":
    '#usda 1.0\n(\n    defaultPrim = "Part"\n)\n\ndef Xform "Part"\n{\n    def Sphere "S"\n    {\n    }\n}\n',
};

const name = fc.constantFrom("A", "B", "C", "D", "E", "F", "S", "Ball");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `/W/${names.join("/")}`);
const type = fc.constantFrom("Xform", "Scope", "Sphere", "Cube", undefined);
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.record({ op: fc.constant("add"), path, type }) },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant("set"),
      path: fc.tuple(path, fc.constantFrom("radius", "size", "visibility", "note")).map((parts) => parts.join(".")),
      value: fc.oneof(fc.integer({ max: 99 }), fc.constantFrom("invisible", "a\nb")),
      type: fc.constantFrom("string", undefined),
    }),
  },
  fc.record({ op: fc.constant("remove"), path, everywhere: fc.constantFrom(true, undefined) }),
  fc.record({ op: fc.constant("rename"), path, name }),
  fc.record({ op: fc.constant("reference"), path, asset: fc.constant("./part.usda") }),
  {
    weight: 6,
    arbitrary: fc.oneof(
      fc.record({ op: fc.constantFrom("inherit", "specialize", "reference", "payload"), path, prim: path }),
      fc.record({ op: fc.constant("select"), path, set: fc.constant("v"), variant: fc.constantFrom("x", "", null) }),
      fc.record({
        op: fc.constant("metadata"),
        path,
        field: fc.constantFrom("documentation", "kind"),
        value: fc.constantFrom("a", "component", null),
      }),
      fc.record({
        op: fc.constant("metadata"),
        path,
        field: fc.constantFrom("active", "instanceable"),
        value: fc.constantFrom(true, false, null),
      }),
    ),
  },
  fc.record({
    op: fc.constant("select"),
    path: fc.constant("/W"),
    set: fc.constant("v"),
    variant: fc.constantFrom("x", "y"),
  }),
) as fc.Arbitrary<StageEdit>;

test("a list of edits writes what its edits write one after the other", async () => {
  for (let seed = 1; seed <= LISTS; seed++) await expectSameAsSingleEdits({ layers, edit, seed, length: EDITS });
});
