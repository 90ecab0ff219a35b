// Campaign: lists of edits of properties, compared with the same edits made one after the other: in texts of every layout, with
// properties that other prims have by arcs, in the root layer, a weaker one, one behind an arc and a variant

import * as fc from "fast-check";
import { inject, test } from "vitest";
import type { StageEdit } from "./stage-edit.ts";
import { expectSameAsSingleEdits } from "./test-support/lists-and-single-edits.ts";

const LISTS = inject("deep") ? 150 : 6;
const EDITS = inject("deep") ? 120 : 60;

const root = `#usda 1.0
(
  subLayers = [@weak.usda@]
)

def Xform "W" (
  inherits = </C>
  prepend variantSets = "v"
  variants = {
    string v = "x"
  }
)
{
  # first
  custom double a = 1 # of a

  # second
  custom double b = 2
  variantSet "v" = {
    "x" {
      custom double inVariant = 1
    }
  }

  def Sphere "S" { double radius = 1; double3 xformOp:translate = (1, 2, 3); }
  def Sphere "T" { double radius = 1; }
  def Sphere "U" {}
  def Sphere "V"
  {
    double radius.timeSamples = { 1: 2, 5: 6 }
    # at the end
  }
  def "R" (
    references = [@part.usda@, </C>]
  )
  {
    rel x = </W/S>

    def "Below"
    {
    }

  }
}

class "C"
{
  custom double onClass = 1
}
`;
const layers = {
  "root.usda": root,
  "weak.usda": '#usda 1.0\r\n\r\ndef Xform "W"\r\n{\r\n    custom string weak = "a"\r\n    def "A" { }\r\n}\r\n',
  "part.usda":
    '#usda 1.0\n(\n\tdefaultPrim = "Part"\n)\n\ndef Xform "Part"\n{\n\tcustom double onPart = 1\n\tdef Sphere "Below"\n\t{\n\t}\n}\n',
};

const prim = fc.constantFrom("/W", "/W", "/W/S", "/W/T", "/W/U", "/W/V", "/W/R", "/W/R/Below", "/W/A", "/C", "/W/New");
const name = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("a", "b", "onClass", "onPart", "weak", "inVariant", "radius", "visibility", "x"),
  },
  { weight: 5, arbitrary: fc.constantFrom("n1", "n2", "ns:n3", "n4", "n5", "n6", "n7", "n8") },
);
const path = fc.tuple(prim, name).map((parts) => parts.join("."));
const type = fc.constantFrom("double", "double", "double", undefined, "string");
const targets = fc.constantFrom(["/W/S"], ["/W/S.radius", "/W"], [], null, { prepended: ["/C"], deleted: ["/W"] });
const edit = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      op: fc.constant("set"),
      path,
      value: fc.constantFrom(1, 2.5, 3, null, "invisible", "a\nb"),
      type,
      time: fc.constantFrom(undefined, undefined, null, 1, 2, 5, 5.5),
      uniform: fc.constantFrom(undefined, undefined, true),
      custom: fc.constantFrom(undefined, undefined, false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("clear"), path, time: fc.constantFrom(undefined, null, 1, 5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant("metadata"),
      path,
      field: fc.constantFrom("documentation", "customData", "interpolation", "hidden"),
      value: fc.constantFrom("a", "a\nb", null, true, { type: "dictionary", value: { a: { type: "int", value: 1 } } }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant("targets"), path, value: targets }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant("connect"), path, value: targets, type }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("remove"), path }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("rename"), path, name }) },
) as fc.Arbitrary<StageEdit>;

test.each(["root.usda", "weak.usda", "part.usda", "/W{v=x}"])(
  "a list of edits of properties in %s writes what its edits write one after the other",
  async (target) => {
    for (let seed = 1; seed <= LISTS; seed++) {
      await expectSameAsSingleEdits({ layers, edit, options: { target }, seed, length: EDITS });
    }
  },
);
