import { numbersOf } from "@usdkit/usd";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { apiText } from "../../examples/api-text.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const BODIES = ["physics:body0", "physics:body1"] as const;

export const rule: StageRule = {
  meta: {
    id: "physics-joint",
    summary: "A joint whose bodies do not exist, are several, or do not move",
    detail:
      "`physics:body0` and `physics:body1` have one target each, the world without one. One of them at least is a rigid body that is " +
      "enabled, or is below one.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdPhysicsValidators:PhysicsJointChecker", "nvidia:PhysicsJointChecker"],
  },
  of: { types: ["PhysicsJoint"] },
  examples,
  checkStage({ look, report }) {
    return {
      prim(prim) {
        let hasBody = false;
        for (const property of BODIES) {
          const targets = prim.targets(property);
          const at = { prim: prim.path, property };
          if (targets.length > 1) {
            report({
              message: `"${property}" has ${targets.length} targets.`,
              hint: "A joint holds one prim at each end.",
              at,
            });
          }
          const [target] = targets;
          if (target === undefined) continue;
          const body = target.includes(".") ? undefined : look(target);
          if (body === undefined) {
            report({
              message: `The target <${target}> of "${property}" is no prim of the stage.`,
              hint: "Correct the path.",
              at,
            });
          } else if (isOfBody(body)) hasBody = true;
        }
        if (hasBody) return;
        report({
          message: "The joint holds no rigid body that is enabled.",
          hint: "Apply `PhysicsRigidBodyAPI` to a target of the joint.",
          at: { prim: prim.path },
        });
      },
    };
  },
};

/** Whether a prim is an enabled rigid body, or below one. */
function isOfBody(prim: CheckedPrim): boolean {
  for (let at: CheckedPrim | undefined = prim; at !== undefined; at = at.parent) {
    if (at.hasApi("PhysicsRigidBodyAPI")) return numbersOf(at.value("physics:rigidBodyEnabled"))?.[0] !== 0;
  }
  return false;
}

function examples(): StageExamples {
  const body = apiText('Xform "Door"', ["PhysicsRigidBodyAPI"], defText('def Cube "Handle"'));
  const joint = (...statements: readonly string[]): string =>
    `${body}\n\n${defText('def PhysicsRevoluteJoint "Hinge"', ...statements)}`;
  return {
    good: [
      scene("a body and the world", joint("rel physics:body0 = </Door>")),
      scene("a part of a body", joint("rel physics:body1 = </Door/Handle>")),
      scene("no joint", body),
    ],
    bad: [
      badScene("a prim that does not exist", joint("rel physics:body0 = </Dor>", "rel physics:body1 = </Door>"), {
        found: ['14:5 error: The target </Dor> of "physics:body0" is no prim of the stage.'],
      }),
      badScene("two targets", joint("rel physics:body0 = [</Door>, </Door/Handle>]"), {
        found: ['14:5 error: "physics:body0" has 2 targets.'],
      }),
      badScene("no body", joint(), { found: ["12:27 error: The joint holds no rigid body that is enabled."] }),
    ],
  };
}
