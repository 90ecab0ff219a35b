import { insertProperty } from "@usdkit/usda";
import { primFix } from "../../checks/stage-fixes.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "subdivision-scheme-missing",
    summary: "A mesh without `subdivisionScheme`",
    detail:
      "Without it a mesh is subdivided (`catmullClark`): often not what is meant for meshes of CAD programs and games. The fix writes " +
      "that value, so that nothing changes, where the points are authored.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["nvidia:SubdivisionSchemeChecker"],
  },
  of: { types: ["Mesh"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const { properties } = prim;
        if (properties.has("subdivisionScheme") && prim.hasValue("subdivisionScheme")) return;
        const hasNormals = ["normals", "primvars:normals"].some((name) => properties.has(name) && prim.hasValue(name));
        report({
          message: hasNormals
            ? 'The mesh has no "subdivisionScheme": it is subdivided, and its normals are ignored.'
            : 'The mesh has no "subdivisionScheme": it is subdivided as a Catmull-Clark surface.',
          hint: `Write \`uniform token subdivisionScheme = "${hasNormals ? "none" : "catmullClark"}"\`.`,
          at: { prim: prim.path },
          fixes: properties.has("subdivisionScheme")
            ? undefined
            : primFix(prim, { title: 'Write `subdivisionScheme = "catmullClark"`' }, (layer, path) =>
                insertProperty(layer, path, 'uniform token subdivisionScheme = "catmullClark"'),
              ),
        });
      },
    };
  },
};

function examples(): StageExamples {
  const scheme = (name: string): string => `uniform token subdivisionScheme = "${name}"`;
  const normals = 'normal3f[] normals = [(0, 0, 1)] (\n    interpolation = "uniform"\n)';
  return {
    good: [
      scene("subdivided", meshText({ more: [scheme("catmullClark")] })),
      scene("not subdivided", meshText({ more: [scheme("none")] })),
      scene("no mesh", 'def Cube "Box"\n{\n}'),
    ],
    bad: [
      badScene("none", meshText(), {
        found: ['3:11 info: The mesh has no "subdivisionScheme": it is subdivided as a Catmull-Clark surface.'],
        fixed: `def Mesh "Shape"
{
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    uniform token subdivisionScheme = "catmullClark"
}`,
      }),
      badScene("with normals", meshText({ more: [normals] }), {
        found: ['3:11 info: The mesh has no "subdivisionScheme": it is subdivided, and its normals are ignored.'],
        fixed: `def Mesh "Shape"
{
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    normal3f[] normals = [(0, 0, 1)] (
        interpolation = "uniform"
    )
    uniform token subdivisionScheme = "catmullClark"
}`,
      }),
      badScene("without a value", meshText({ more: ["uniform token subdivisionScheme"] }), {
        found: ['3:11 info: The mesh has no "subdivisionScheme": it is subdivided as a Catmull-Clark surface.'],
        fixed: null,
      }),
    ],
  };
}
