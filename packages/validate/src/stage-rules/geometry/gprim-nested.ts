import { withArticle } from "../../checks/words.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "gprim-nested",
    summary: "Geometry, or anything else with bounds, below geometry",
    detail:
      "A prim that is geometry has no other geometry below it, nor instancers, lights or cameras: the two could not be hidden one by " +
      "one, and the bounds of the upper one would have to hold the lower one.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdGeomValidators:EncapsulationChecker", "nvidia:PrimEncapsulationChecker"],
  },
  of: { types: ["Boundable"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const gprim = gprimAbove(prim);
        if (gprim === undefined) return;
        const { name, shape } = gprim;
        report({
          message: `The ${prim.shape.typeName} is below "${name}", ${withArticle(shape.typeName)}.`,
          hint: `Put both below an Xform that has the transform of "${name}".`,
          at: { prim: prim.path },
          related: [{ message: "The geometry above.", at: { prim: gprim.path } }],
        });
      },
    };
  },
};

function gprimAbove({ parent }: CheckedPrim): CheckedPrim | undefined {
  for (let at = parent; at !== undefined; at = at.parent) if (at.isA("Gprim")) return at;
  return undefined;
}

function examples(): StageExamples {
  const below = (type: string): string => `def Mesh "Box"\n{\n    def ${type} "Lid"\n    {\n    }\n}`;
  return {
    good: [
      scene(
        "next to each other",
        'def Xform "Box"\n{\n    def Mesh "Lid"\n    {\n    }\n\n    def Mesh "Body"\n    {\n    }\n}',
      ),
      scene("a subset", below("GeomSubset")),
      scene("prototypes of an instancer", 'def PointInstancer "Trees"\n{\n    def Mesh "Tree"\n    {\n    }\n}'),
    ],
    bad: [
      badScene("a mesh in a mesh", below("Mesh"), { found: ['5:15 error: The Mesh is below "Box", a Mesh.'] }),
      badScene("a light", below("RectLight"), { found: ['5:20 error: The RectLight is below "Box", a Mesh.'] }),
      badScene(
        "two levels below",
        'def Cube "Box"\n{\n    def Xform "Parts"\n    {\n        def Sphere "Knob"\n        {\n        }\n    }\n}',
        { found: ['7:21 error: The Sphere is below "Box", a Cube.'] },
      ),
    ],
  };
}
