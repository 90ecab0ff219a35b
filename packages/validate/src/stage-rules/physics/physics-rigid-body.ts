import { numbersOf, XformCache, XformQueries } from "@usdkit/usd";
import { worldScale } from "../../checks/world-scale.ts";
import { withArticle } from "../../checks/words.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { apiText } from "../../examples/api-text.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const API = "PhysicsRigidBodyAPI";

export const rule: StageRule = {
  meta: {
    id: "physics-rigid-body",
    summary: "A rigid body without a transform, in an instance, or with a skewed scale",
    detail:
      "Simulation writes the transform of a body: it has a type with one (Xform, Mesh), is not below an instance, whose prims are shared, " +
      "and is not scaled in directions other than its axes. Bodies in instances that are kinematic or not enabled are not reported.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdPhysicsValidators:RigidBodyChecker", "nvidia:RigidBodyChecker"],
  },
  of: { apis: [API] },
  scope: "place",
  examples,
  checkStage({ reader, report }) {
    const xforms = new XformCache(new XformQueries(reader), null);
    return {
      prim(prim) {
        const { path, shape } = prim;
        const at = { prim: path, field: "apiSchemas" };
        if (!prim.isA("Xformable")) {
          const what = shape.typeName === "" ? "has no type" : `is ${withArticle(shape.typeName)}`;
          report({ message: `The rigid body ${what}: it has no transform.`, hint: "Use an Xform or geometry.", at });
          return;
        }
        if (
          isInInstance(prim) &&
          isSet(prim, "physics:rigidBodyEnabled", true) &&
          !isSet(prim, "physics:kinematicEnabled", false)
        ) {
          report({
            message: "The rigid body is part of an instance: it cannot move by itself.",
            hint: "Apply the API schema to the instance, or remove `instanceable`.",
            at,
          });
        }
        const node = reader.prim(path);
        if (node === undefined) return;
        const { isUniform, isAxisAligned } = worldScale(xforms, node);
        if (isUniform || isAxisAligned) return;
        report({
          message: "The rigid body is scaled in directions that are not those of its axes.",
          hint: "Scale it before it is rotated, or use one scale for all directions.",
          at: prim.properties.has("xformOpOrder") ? { prim: path, property: "xformOpOrder" } : { prim: path },
        });
      },
    };
  },
};

function isInInstance({ parent }: CheckedPrim): boolean {
  for (let at = parent; at !== undefined; at = at.parent) if (at.shape.isInstance) return true;
  return false;
}

function isSet(prim: CheckedPrim, name: string, fallback: boolean): boolean {
  const value = numbersOf(prim.value(name))?.[0];
  return value === undefined ? fallback : value !== 0;
}

function examples(): StageExamples {
  const scale = ["float3 xformOp:scale = (1, 2, 1)", 'uniform token[] xformOpOrder = ["xformOp:scale"]'];
  const rotated = [
    "float3 xformOp:scale = (1, 2, 1)",
    "float xformOp:rotateX = 45",
    'uniform token[] xformOpOrder = ["xformOp:scale", "xformOp:rotateX"]',
  ];
  const instance = (...statements: readonly string[]): string =>
    `def Xform "World"\n{\n    def "A" (\n        instanceable = true\n        references = </Box>\n    )\n    {\n    }\n}\n\nclass Xform "Box"\n{\n${apiText('Xform "Body"', [API], ...statements).replaceAll(/^(?=.)/gmu, "    ")}\n}`;
  return {
    good: [
      scene("an Xform", apiText('Xform "Body"', [API])),
      scene("a scale", apiText('Xform "Body"', [API], ...scale)),
      scene("a kinematic body in an instance", instance("bool physics:kinematicEnabled = 1")),
    ],
    bad: [
      badScene("a scope", apiText('Scope "Body"', [API]), {
        found: ["4:5 error: The rigid body is a Scope: it has no transform."],
      }),
      badScene("in an instance", instance(), {
        found: ["16:9 error: The rigid body is part of an instance: it cannot move by itself."],
      }),
      badScene("a skewed scale", apiText('Xform "Body"', [API], ...rotated), {
        found: ["9:5 error: The rigid body is scaled in directions that are not those of its axes."],
      }),
    ],
  };
}
