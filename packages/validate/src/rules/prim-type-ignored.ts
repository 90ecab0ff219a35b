import { primTypes, typeNames, type PrimPlace } from "@usdkit/service-scene";
import type { PrimSpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { isMaterialType } from "../scene/materials.ts";
import { OP_PREFIX, TRANSFORM_ORDER } from "../scene/names.ts";
import { primPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "prim-type-ignored",
    scope: "prim",
    summary: "A prim of a type that the service ignores",
    detail:
      `The service reads ${typeNames(primTypes, "and")}. It silently ignores prims of other types, and their ` +
      "matrices do not count; supported prims below them are still used. One finding where a subtree of the same type begins. " +
      "Spec 2.8 rule 5.",
    severity: "warning",
    effect: "ignored",
    profiles: serviceProfiles,
  },
  examples,
  check({ scene, report }) {
    const isIgnored = ({ definition, prim: { typeName } }: PrimPlace): boolean =>
      definition === undefined &&
      typeName !== "" &&
      !isMaterialType(typeName) &&
      scene.names.nearType(typeName) === undefined;
    return {
      prim(prim, place) {
        const { typeName } = prim;
        if (!isIgnored(place)) return;
        // One finding where prims of the same type are in each other, with no others between them but ignored ones.
        let left = MAX_ABOVE;
        for (let { parent } = place; left-- > 0 && parent !== undefined && isIgnored(parent); parent = parent.parent) {
          if (parent.prim.typeName === typeName) return;
        }
        const matrix = movesNothing(prim) ? ", and its matrix moves nothing" : "";
        report({
          message: `The service ignores ${shortPath(prim.path)}: it reads no prims of type ${quote(typeName)}${matrix}.`,
          hint: "Upload its shape and author it as the payload of a Mesh, or remove it.",
          ...primPlace(prim),
        });
      },
    };
  },
};

/** Prims above one that are compared with it: bounds the cost of a hostile depth. */
const MAX_ABOVE = 1000;

function movesNothing({ properties }: PrimSpec): boolean {
  return properties.some(({ name }) => name === TRANSFORM_ORDER || name.startsWith(OP_PREFIX));
}

function examples(): RuleExamples {
  return {
    good: [
      {
        title: "the types that the service reads",
        source: fullScene('\ndef Xform "World"\n{\n    def Scope "Group"\n    {\n    }\n}\n'),
      },
      { title: "a container without a type", source: fullScene('\ndef "World"\n{\n}\n') },
      { title: "an inactive prim", source: fullScene('\ndef Sphere "Ball" (\n    active = false\n)\n{\n}\n') },
    ],
    bad: [
      { title: "a sphere", source: fullScene('\ndef Sphere "Ball"\n{\n    double radius = 2\n}\n'), at: ["2:1"] },
      {
        title: "a subtree of one type",
        source: fullScene('\ndef SkelRoot "A"\n{\n    def SkelRoot "B"\n    {\n    }\n}\n'),
        at: ["2:1"],
      },
      {
        title: "another type inside it, and a supported prim in between",
        source: fullScene(
          '\ndef Cube "A"\n{\n    def Sphere "B"\n    {\n        def Xform "C"\n        {\n            def Cube "D"\n            {\n            }\n        }\n    }\n}\n',
        ),
        at: ["2:1", "4:5", "8:13"],
      },
      {
        title: "a matrix without effect",
        source: fullScene(
          '\ndef SphereLight "Lamp"\n{\n    double3 xformOp:translate = (0, 2, 0)\n    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\n',
        ),
        at: ["2:1"],
      },
    ],
  };
}
