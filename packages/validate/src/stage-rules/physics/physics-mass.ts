import { numberOf, numbersOf } from "@usdkit/usd";
import { badScene, scene } from "../../examples/stage-files.ts";
import { apiText } from "../../examples/api-text.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const AXES = "physics:principalAxes";
const INERTIA = "physics:diagonalInertia";
const TOLERANCE = 1e-5;

const MASS = ["nvidia:MassChecker"];
/** Checks of bodies and colliders that look at the mass as well. */
const BODY = ["usdPhysicsValidators:RigidBodyChecker", "nvidia:RigidBodyChecker"];
const COLLIDER = ["usdPhysicsValidators:ColliderChecker", "nvidia:ColliderChecker"];

export const rule: StageRule = {
  meta: {
    id: "physics-mass",
    summary: "A mass, density or inertia that cannot be, or on a prim that is neither a body nor a collider",
    detail:
      "Mass and density are not negative. `physics:principalAxes` is a quaternion of length 1 and `physics:diagonalInertia` is positive; " +
      "both are authored or none. Zeros mean that the values are computed.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: [...MASS, ...BODY, ...COLLIDER],
  },
  of: { apis: ["PhysicsMassAPI"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const { path } = prim;
        if (!prim.hasApi("PhysicsRigidBodyAPI") && !prim.hasApi("PhysicsCollisionAPI")) {
          report({
            message: "The prim has a mass, but is neither a rigid body nor a collider.",
            hint: "Apply `PhysicsRigidBodyAPI` or `PhysicsCollisionAPI`, or remove `PhysicsMassAPI`.",
            at: { prim: path, field: "apiSchemas" },
            sameAs: MASS,
          });
        }
        const sameAs = [...MASS];
        if (prim.hasApi("PhysicsRigidBodyAPI")) sameAs.push(...BODY);
        if (prim.hasApi("PhysicsCollisionAPI")) sameAs.push(...COLLIDER);
        for (const property of ["physics:mass", "physics:density"]) {
          const value = prim.properties.has(property) ? numberOf(prim.value(property)) : undefined;
          if (value === undefined || value >= 0) continue;
          const at = { prim: path, property };
          report({ message: `"${property}" is ${value}.`, hint: "It is 0 or positive.", sameAs, at });
        }
        const problem = inertiaProblem(prim);
        if (problem === undefined) return;
        const [property, message, hint] = problem;
        report({ message, hint, sameAs, at: { prim: path, property } });
      },
    };
  },
};

function inertiaProblem(prim: CheckedPrim): readonly [property: string, message: string, hint: string] | undefined {
  const [hasAxes, hasInertia] = [AXES, INERTIA].map((name) => prim.properties.has(name));
  if (!hasAxes && !hasInertia) return undefined;
  if (!hasAxes || !hasInertia) {
    const [own, other] = hasAxes ? [AXES, INERTIA] : [INERTIA, AXES];
    return [own, `There is no "${other}" for "${own}".`, "Author both, or none."];
  }
  const axes = numbersOf(prim.value(AXES));
  const inertia = numbersOf(prim.value(INERTIA));
  if (axes === undefined || inertia === undefined) return undefined;
  const isZero = (numbers: ArrayLike<number>): boolean => Array.from(numbers).every((each) => each === 0);
  if (isZero(axes) && isZero(inertia)) return undefined;
  if (isZero(axes) || isZero(inertia)) {
    const own = isZero(axes) ? AXES : INERTIA;
    return [own, `"${own}" is zero, the other one is not.`, "Give both a value, or none."];
  }
  const length = Math.hypot(...Array.from(axes));
  if (Math.abs(length - 1) > TOLERANCE) {
    return [AXES, `"${AXES}" has the length ${Number(length.toPrecision(6))}.`, "Normalize the quaternion."];
  }
  if (Array.from(inertia).some((each) => each <= 0)) {
    return [INERTIA, `"${INERTIA}" is not positive.`, "Each of its numbers is greater than 0."];
  }
  return undefined;
}

function examples(): StageExamples {
  const body = (...statements: readonly string[]): string =>
    apiText('Xform "Body"', ["PhysicsRigidBodyAPI", "PhysicsMassAPI"], ...statements);
  return {
    good: [
      scene("a mass", body("float physics:mass = 2")),
      scene("an inertia", body(`quatf ${AXES} = (1, 0, 0, 0)`, `float3 ${INERTIA} = (1, 2, 3)`)),
      scene("values that are computed", body(`quatf ${AXES} = (0, 0, 0, 0)`, `float3 ${INERTIA} = (0, 0, 0)`)),
    ],
    bad: [
      badScene("a negative mass", body("float physics:mass = -2", "float physics:density = -1"), {
        found: ['7:5 error: "physics:mass" is -2.', '8:5 error: "physics:density" is -1.'],
      }),
      badScene("no axes", body(`float3 ${INERTIA} = (1, 2, 3)`), {
        found: ['7:5 error: There is no "physics:principalAxes" for "physics:diagonalInertia".'],
      }),
      badScene("a long quaternion", body(`quatf ${AXES} = (2, 0, 0, 0)`, `float3 ${INERTIA} = (1, 2, 3)`), {
        found: ['7:5 error: "physics:principalAxes" has the length 2.'],
      }),
      badScene("no body", apiText('Xform "Box"', ["PhysicsMassAPI"]), {
        found: ["4:5 error: The prim has a mass, but is neither a rigid body nor a collider."],
      }),
    ],
  };
}
