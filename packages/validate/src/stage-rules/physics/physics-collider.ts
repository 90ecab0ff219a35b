import { numbersOf, XformCache, XformQueries } from "@usdkit/usd";
import { worldScale } from "../../checks/world-scale.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { apiText } from "../../examples/api-text.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** Shapes that are no longer themselves when they are scaled in one direction. */
const ROUND = ["Sphere", "Capsule", "Capsule_1", "Cylinder", "Cylinder_1", "Cone", "Points"];

export const rule: StageRule = {
  meta: {
    id: "physics-collider",
    summary: "A collider of a round shape that is scaled differently in its directions, or points without sizes",
    detail:
      "Engines simulate spheres, capsules, cylinders, cones and points as such: a scale in one direction makes another shape of them. " +
      "Points have as many `widths` as positions.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdPhysicsValidators:ColliderChecker", "nvidia:ColliderChecker"],
  },
  of: { apis: ["PhysicsCollisionAPI"] },
  scope: "place",
  examples,
  checkStage({ reader, report }) {
    const xforms = new XformCache(new XformQueries(reader), null);
    return {
      prim(prim) {
        if (!ROUND.some((type) => prim.shape.typeName === type)) return;
        const node = reader.prim(prim.path);
        if (node !== undefined && !worldScale(xforms, node).isUniform) {
          report({
            message: `The collider is a ${prim.shape.typeName} with different scales in its directions.`,
            hint: "Use one scale, or a mesh as the collider.",
            at: prim.properties.has("xformOpOrder")
              ? { prim: prim.path, property: "xformOpOrder" }
              : { prim: prim.path },
          });
        }
        if (prim.shape.typeName !== "Points") return;
        const points = Math.floor((numbersOf(prim.value("points"))?.length ?? 0) / 3);
        const widths = numbersOf(prim.value("widths"))?.length ?? 0;
        if (points === widths) return;
        report({
          message: `The collider has ${points} points and ${widths} widths.`,
          hint: "Give each point a width.",
          at: prim.properties.has("widths") ? { prim: prim.path, property: "widths" } : { prim: prim.path },
        });
      },
    };
  },
};

function examples(): StageExamples {
  const scaled = (type: string, scale: string): string =>
    apiText(
      `${type} "Ball"`,
      ["PhysicsCollisionAPI"],
      `float3 xformOp:scale = ${scale}`,
      'uniform token[] xformOpOrder = ["xformOp:scale"]',
    );
  const points = (widths: string): string =>
    apiText(
      'Points "Cloud"',
      ["PhysicsCollisionAPI"],
      "point3f[] points = [(0, 0, 0), (1, 0, 0)]",
      `float[] widths = ${widths}`,
    );
  return {
    good: [
      scene("one scale", scaled("Sphere", "(2, 2, 2)")),
      scene("a cube", scaled("Cube", "(1, 2, 1)")),
      scene("points", points("[1, 2]")),
    ],
    bad: [
      badScene("a sphere", scaled("Sphere", "(1, 2, 1)"), {
        found: ["8:5 error: The collider is a Sphere with different scales in its directions."],
      }),
      badScene("a capsule", scaled("Capsule", "(1, 1, 3)"), {
        found: ["8:5 error: The collider is a Capsule with different scales in its directions."],
      }),
      badScene("points without sizes", points("[1]"), {
        found: ["8:5 error: The collider has 2 points and 1 widths."],
      }),
    ],
  };
}
