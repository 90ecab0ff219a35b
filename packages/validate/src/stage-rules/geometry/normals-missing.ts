import { removeProperty, setAttributeValue } from "@usdkit/usda";
import { schemeOf } from "../../checks/normals.ts";
import { propertyFix } from "../../checks/stage-fixes.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const PRIMVAR = "primvars:normals";

export const rule: StageRule = {
  meta: {
    id: "normals-missing",
    summary: "A mesh that is not subdivided and has no normals, or that has normals of no use",
    detail:
      'A mesh is either subdivided, and has the normals of the smooth surface, or has `subdivisionScheme = "none"` and normals of its ' +
      "own: without these it is drawn with flat faces. `primvars:normals` hides `normals`.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["nvidia:NormalsExistChecker"],
  },
  of: { types: ["Mesh"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const { path } = prim;
        const hasPrimvar = prim.properties.has(PRIMVAR) && prim.hasValue(PRIMVAR);
        const hasNormals = prim.properties.has("normals") && prim.hasValue("normals");
        if (hasPrimvar && hasNormals) {
          report({
            message: '"normals" is ignored: the mesh has "primvars:normals".',
            hint: "Remove one of them.",
            at: { prim: path, property: "normals" },
            fixes: propertyFix(prim, "normals", { title: "Remove `normals`" }, removeProperty),
          });
        }
        const scheme = schemeOf(prim);
        if (scheme !== "none" && (hasPrimvar || hasNormals)) {
          const isAuthored = prim.properties.has("subdivisionScheme");
          report({
            message: `The normals are of no use: the mesh is subdivided (${scheme}).`,
            hint: 'Write `uniform token subdivisionScheme = "none"` for a mesh with faces as they are, or remove the normals.',
            at: { prim: path, property: hasPrimvar ? PRIMVAR : "normals" },
            fixes: isAuthored
              ? propertyFix(prim, "subdivisionScheme", { title: "Do not subdivide the mesh" }, (layer, at) =>
                  setAttributeValue(layer, at, '"none"'),
                )
              : undefined,
          });
        }
        if (scheme === "none" && !hasPrimvar && !hasNormals) {
          report({
            message: "The mesh is not subdivided and has no normals: its faces are drawn flat.",
            hint: "Author `normals`, or subdivide the mesh.",
            at: { prim: path, property: "subdivisionScheme" },
          });
        }
      },
    };
  },
};

function examples(): StageExamples {
  const scheme = (name: string): string => `uniform token subdivisionScheme = "${name}"`;
  const normals = 'normal3f[] normals = [(0, 0, 1)] (\n    interpolation = "constant"\n)';
  const primvar = 'normal3f[] primvars:normals = [(0, 0, 1)] (\n    interpolation = "constant"\n)';
  return {
    good: [
      scene("subdivided", meshText()),
      scene("with normals", meshText({ more: [normals, scheme("none")] })),
      scene("with normals as a primvar", meshText({ more: [primvar, scheme("none")] })),
    ],
    bad: [
      badScene("none", meshText({ more: [scheme("none")] }), {
        found: ["8:5 info: The mesh is not subdivided and has no normals: its faces are drawn flat."],
        fixed: null,
      }),
      badScene("on a subdivided mesh", meshText({ more: [normals, scheme("loop")] }), {
        found: ["8:5 info: The normals are of no use: the mesh is subdivided (loop)."],
        fixed: `def Mesh "Shape"
{
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    normal3f[] normals = [(0, 0, 1)] (
        interpolation = "constant"
    )
    uniform token subdivisionScheme = "none"
}`,
      }),
      badScene("on a mesh without a scheme", meshText({ more: [normals] }), {
        found: ["8:5 info: The normals are of no use: the mesh is subdivided (catmullClark)."],
        fixed: null,
      }),
      badScene("both", meshText({ more: [normals, primvar, scheme("none")] }), {
        found: ['8:5 info: "normals" is ignored: the mesh has "primvars:normals".'],
        fixed: `def Mesh "Shape"
{
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    normal3f[] primvars:normals = [(0, 0, 1)] (
        interpolation = "constant"
    )
    uniform token subdivisionScheme = "none"
}`,
      }),
    ],
  };
}
