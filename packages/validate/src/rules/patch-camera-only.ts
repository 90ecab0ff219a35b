import type { Field, PrimSpec, PropertySpec } from "@usdkit/layer";
import type { Rule, RuleContext, RuleExamples } from "../rule/rule.ts";
import { baseScene, patchOf } from "../examples/patch-scene.ts";
import { primArcs } from "../scene/arcs.ts";
import { OP_PREFIX } from "../scene/names.ts";
import { entryPlace, primPlace, propertyPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "patch-camera-only",
    summary: "The patch authors something other than camera attributes, or on a prim that is not a camera",
    detail:
      "A patch updates only the camera: lens, clipping range, projection and `xformOp:transform` with `xformOpOrder`. " +
      "`resolution`, payloads, other metadata and attributes are ignored. An op that the service does not read is reported " +
      "by `xform-op-supported`, an arc to `composition-unsupported`. Spec 2.8 rule 9.",
    severity: "error",
    effect: "ignored",
    profiles: ["patch"],
  },
  examples,
  check(context) {
    for (const { prim, isInDefinition } of context.scene.patchPrims) {
      if (isInDefinition) continue;
      if (prim.fields.size > 0) checkFields(context, prim);
      if (prim.properties.length > 0) checkProperties(context, prim);
    }
    return undefined;
  },
};

function checkProperties(context: RuleContext, prim: PrimSpec): void {
  const other = otherType(context, prim);
  if (other !== undefined) {
    context.report({
      message: `${shortPath(prim.path)} is ${other}, and a patch changes the camera alone.`,
      hint: "Name a camera of the scene.",
      ...primPlace(prim),
    });
    return;
  }
  for (const property of prim.properties) {
    if (!isAllowed(context, property)) {
      context.report({
        message: `The service ignores ${quote(property.name)} of ${shortPath(prim.path)}: a patch changes camera attributes alone.`,
        hint: "Remove it, or begin a new session with it.",
        ...propertyPlace(property),
      });
    }
  }
}

/** Describes the prim if it is known not to be a camera; undefined otherwise. */
function otherType({ scene }: RuleContext, prim: PrimSpec): string | undefined {
  const typeName = scene.basePrim(prim.path)?.typeName ?? (prim.typeName === "" ? "Camera" : prim.typeName);
  if (typeName === "Camera" || scene.names.nearType(typeName) === "Camera") return undefined;
  return typeName === "" ? "not a Camera: it has no type" : `not a Camera: its type is ${quote(typeName)}`;
}

/** Also true for properties that another rule reports. */
function isAllowed({ scene }: RuleContext, property: PropertySpec): boolean {
  if (scene.isCameraAttribute(property.name) || property.name.startsWith(OP_PREFIX)) return true;
  return scene.nearCameraAttribute(property.name) !== undefined;
}

/** Metadata for documentation, and fields that another rule reports. */
const passedOver: ReadonlySet<string> = new Set([
  "documentation",
  "comment",
  "customData",
  "assetInfo",
  "displayName",
  "typeName",
  "primOrder",
  "propertyOrder",
  ...primArcs.flatMap(({ fields }) => fields),
]);

function checkFields(context: RuleContext, prim: PrimSpec): void {
  const { scene, report } = context;
  for (const field of prim.fields.values()) {
    if (passedOver.has(field.name) || isMisspelled(context, field)) continue;
    const name = field.name === "payload" ? "the payload" : quote(field.name);
    report({
      message: `The service ignores ${name} of ${shortPath(prim.path)}: a patch changes camera attributes alone${scene.hasBase ? "" : ", of prims that the scene has"}.`,
      hint: "Remove it, or begin a new session with it.",
      ...entryPlace(prim, field),
    });
  }
}

function isMisspelled({ scene }: RuleContext, { name, value }: Field): boolean {
  return value.kind.startsWith("unregistered") && scene.names.nearField("prim", name) !== undefined;
}

function examples(): RuleExamples {
  const options = { profile: "patch", base: baseScene } as const;
  const matrix = "matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 2, 5, 1) )";
  const order = 'uniform token[] xformOpOrder = ["xformOp:transform"]';
  return {
    good: [
      { title: "a lens", source: patchOf("Main", "float focalLength = 50\n        float fStop = 4"), ...options },
      { title: "a transformation", source: patchOf("Main", `${matrix}\n        ${order}`), ...options },
      {
        title: "documentation",
        source: patchOf("Main", "float focalLength = 50", ' (\n        doc = "closer"\n    )'),
        ...options,
      },
    ],
    bad: [
      {
        title: "a prim that is not a camera",
        source: `${patchOf("Main", "float focalLength = 50").slice(0, -2)}\n    over "Chair"\n    {\n        ${matrix}\n        ${order}\n    }\n}\n`,
        ...options,
        at: ["9:5"],
      },
      {
        title: "a resolution",
        source: patchOf("Main", "float focalLength = 50\n        int2 resolution = (10, 10)"),
        ...options,
        at: ["7:9"],
      },
      {
        title: "a custom attribute",
        source: patchOf("Main", "float focalLength = 50\n        custom int take = 3"),
        ...options,
        at: ["7:9"],
      },
      {
        title: "metadata",
        source: patchOf("Main", "float focalLength = 50", " (\n        active = false\n    )"),
        ...options,
        at: ["5:9"],
      },
    ],
  };
}
