import { numbersOf } from "@usdkit/usd";
import { badScene, scene } from "../../examples/stage-files.ts";
import { apiText } from "../../examples/api-text.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const ROOT = "PhysicsArticulationRootAPI";

export const rule: StageRule = {
  meta: {
    id: "physics-articulation",
    summary: "The root of an articulation below another one, or on a static body",
    detail: "Articulations do not nest, and the body of a root moves: `physics:rigidBodyEnabled` is not false on it.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdPhysicsValidators:ArticulationChecker", "nvidia:ArticulationChecker"],
  },
  of: { apis: [ROOT] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const above = rootAbove(prim);
        if (above !== undefined) {
          report({
            message: `The root of an articulation is below another one, "${above.name}".`,
            hint: `Remove \`${ROOT}\` from one of them.`,
            at: { prim: prim.path, field: "apiSchemas" },
            related: [{ message: "The root above.", at: { prim: above.path } }],
          });
        }
        if (prim.hasApi("PhysicsRigidBodyAPI") && numbersOf(prim.value("physics:rigidBodyEnabled"))?.[0] === 0) {
          report({
            message: "The root of an articulation is a static body.",
            hint: "Enable the body, or move the root to another prim.",
            at: { prim: prim.path, property: "physics:rigidBodyEnabled" },
          });
        }
      },
    };
  },
};

function rootAbove({ parent }: CheckedPrim): CheckedPrim | undefined {
  for (let at = parent; at !== undefined; at = at.parent) if (at.hasApi(ROOT)) return at;
  return undefined;
}

function examples(): StageExamples {
  const still = "bool physics:rigidBodyEnabled = 0";
  return {
    good: [
      scene("a root", apiText('Xform "Robot"', [ROOT])),
      scene("a root with a body", apiText('Xform "Robot"', [ROOT, "PhysicsRigidBodyAPI"])),
      scene("a static body", apiText('Xform "Base"', ["PhysicsRigidBodyAPI"], still)),
    ],
    bad: [
      badScene("nested", apiText('Xform "Robot"', [ROOT], apiText('Xform "Arm"', [ROOT])), {
        found: ['8:9 error: The root of an articulation is below another one, "Robot".'],
      }),
      badScene("on a static body", apiText('Xform "Robot"', [ROOT, "PhysicsRigidBodyAPI"], still), {
        found: ["7:5 error: The root of an articulation is a static body."],
      }),
      badScene(
        "two levels below",
        apiText('Xform "Robot"', [ROOT], apiText('Scope "Parts"', ["CollectionAPI:a"], apiText('Xform "Arm"', [ROOT]))),
        { found: ['12:13 error: The root of an articulation is below another one, "Robot".'] },
      ),
    ],
  };
}
