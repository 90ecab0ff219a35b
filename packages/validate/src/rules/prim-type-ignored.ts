import { primTypes, typeNames, type PrimPlace } from "@usdkit/schema";
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
    const above = new IgnoredAncestors();
    return {
      prim(prim, place) {
        const { typeName } = prim;
        if (place.definition !== undefined || typeName === "" || isMaterialType(typeName)) return;
        if (scene.names.nearType(typeName) !== undefined) return;
        if (!above.enter(place)) return;
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

function movesNothing({ properties }: PrimSpec): boolean {
  return properties.some(({ name }) => name === TRANSFORM_ORDER || name.startsWith(OP_PREFIX));
}

/** The stack of directly nested ignored prims during the walk, with the number of each type. */
class IgnoredAncestors {
  readonly #path: PrimPlace[] = [];
  readonly #counts = new Map<string, number>();

  /** Pushes a prim; returns false if an ancestor on the stack has the same type. */
  enter(place: PrimPlace): boolean {
    while (this.#path.length > 0 && this.#path.at(-1) !== place.parent) this.#leave();
    const { typeName } = place.prim;
    const count = this.#counts.get(typeName) ?? 0;
    this.#path.push(place);
    this.#counts.set(typeName, count + 1);
    return count === 0;
  }

  #leave(): void {
    const typeName = this.#path.pop()?.prim.typeName ?? "";
    this.#counts.set(typeName, (this.#counts.get(typeName) ?? 1) - 1);
  }
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
