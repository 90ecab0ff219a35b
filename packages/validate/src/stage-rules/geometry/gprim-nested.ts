import type { Stage } from "@usdkit/usd";
import { handsDownNothing, moveFix } from "../../checks/move-fixes.ts";
import { withArticle } from "../../checks/words.ts";
import { badScene, defText, layerText, scene } from "../../examples/stage-files.ts";
import type { Fix } from "../../model/finding.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "gprim-nested",
    summary: "Geometry, or anything else with bounds, below geometry",
    detail:
      "A prim that is geometry has no other geometry below it, nor instancers, lights or cameras: the two could not be hidden one by " +
      "one, and the bounds of the upper one would have to hold the lower one. The fix moves the lower one next to the upper one, if what is " +
      "in between hands nothing down to it (a transform, a visibility, a binding, a primvar), and is unsafe: other layers may name it.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["usdGeomValidators:EncapsulationChecker", "nvidia:PrimEncapsulationChecker"],
  },
  of: { types: ["Boundable"] },
  examples,
  checkStage({ stage, report }) {
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
          fixes: moveOutFix(stage, prim, gprim),
        });
      },
    };
  },
};

/** Returns the fix that moves a prim next to the geometry above it. */
function moveOutFix(stage: Stage, prim: CheckedPrim, gprim: CheckedPrim): () => readonly Fix[] {
  for (let at = prim.parent; at !== undefined && at !== gprim.parent; at = at.parent) {
    if (!handsDownNothing(at)) return () => [];
  }
  return moveFix(stage, prim, gprim.parent);
}

function gprimAbove({ parent }: CheckedPrim): CheckedPrim | undefined {
  for (let at = parent; at !== undefined; at = at.parent) if (at.isA("Gprim")) return at;
  return undefined;
}

function examples(): StageExamples {
  const below = (type: string): string => `def Mesh "Box"\n{\n    def ${type} "Lid"\n    {\n    }\n}`;
  const inWorld = (...headers: readonly string[]): string =>
    ['def Xform "World"', ...headers].map((each, i) => `${"    ".repeat(i)}${each}\n${"    ".repeat(i)}{\n`).join("") +
    ['def Xform "World"', ...headers]
      .map((_, i) => `${"    ".repeat(i)}}`)
      .toReversed()
      .join("\n");
  const user = defText('def Scope "Use"', "rel knob = </World/Box/Parts/Knob>");
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
      badScene("a root prim, which references lead to", below("Mesh"), {
        found: ['5:15 error: The Mesh is below "Box", a Mesh.'],
        fixed: null,
      }),
      badScene("a mesh in a mesh", inWorld('def Mesh "Box"', 'def Mesh "Lid"'), {
        found: ['7:19 error: The Mesh is below "Box", a Mesh.'],
        fixed: 'def Xform "World"\n{\n    def Mesh "Box"\n    {\n    }\n\n    def Mesh "Lid"\n    {\n    }\n}',
      }),
      badScene(
        "below a transform",
        inWorld('def Mesh "Box"', 'def Mesh "Lid"').replace(
          'def Mesh "Box"\n    {\n',
          'def Mesh "Box"\n    {\n        double3 xformOp:translate = (0, 1, 0)\n' +
            '        uniform token[] xformOpOrder = ["xformOp:translate"]\n\n',
        ),
        { found: ['10:19 error: The Mesh is below "Box", a Mesh.'], fixed: null },
      ),
      {
        title: "the geometry that a reference leads to",
        files: {
          "stage.usda": layerText(
            'def Xform "World"\n{\n    def "Box" (\n        references = @./part.usda@</Lib/Box>\n    )\n    {\n    }\n}',
          ),
          "part.usda": layerText(inWorld('def Mesh "Box"', 'def Mesh "Lid"').replace("World", "Lib")),
        },
        found: ['part.usda:7:19 error: The Mesh is below "Box", a Mesh.'],
        fixed: {},
      },
      badScene(
        "the geometry that a reference of the same layer leads to",
        `${inWorld('def Mesh "Box"', 'def Mesh "Lid"')}\n\ndef "Copy" (\n    references = </World/Box>\n)\n{\n}`,
        {
          found: ['7:19 error: The Mesh is below "Box", a Mesh.', '7:19 error: The Mesh is below "Copy", a Mesh.'],
          fixed: null,
        },
      ),
      badScene("a light", below("RectLight"), {
        found: ['5:20 error: The RectLight is below "Box", a Mesh.'],
        fixed: null,
      }),
      badScene(
        "two levels below, with a target",
        `${inWorld('def Cube "Box"', 'def Xform "Parts"', 'def Sphere "Knob"')}\n\n${user}`,
        {
          found: ['9:25 error: The Sphere is below "Box", a Cube.'],
          fixed: `${inWorld('def Cube "Box"', 'def Xform "Parts"').replace(/\n\}$/u, '\n\n    def Sphere "Knob"\n    {\n    }\n}')}\n\n${user.replace("/Box/Parts", "")}`,
        },
      ),
    ],
  };
}
