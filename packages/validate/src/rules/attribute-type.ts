import type { PropertyDefinition } from "@usdkit/service-scene";
import type { PropertySpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { Fix } from "../model/finding.ts";
import type { Rule, FixedExamples } from "../rule/rule.ts";
import { fullScene, place as placed } from "../examples/full-scene.ts";
import { baseScene, patchOf } from "../examples/patch-scene.ts";
import { isOfType } from "../scene/attributes.ts";
import { propertyPlace } from "../scene/places.ts";
import { latin1Text } from "../text/byte-text.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "attribute-type",
    scope: "prim",
    summary: "A supported attribute of another type than the service reads, or a wrong `uniform`",
    detail:
      "The service reads an attribute by the type in its table: `float focalLength`, `int2 resolution`. What it makes of another type " +
      "is unsure; most likely nothing. `resolution` may be `int2` or `uniform int2`. Spec 2.8, the table of prims.",
    severity: "error",
    effect: "risky",
    profiles: serviceProfiles,
    fixable: "both",
  },
  examples,
  check({ scene, source, report }) {
    return {
      property(property, prim, place) {
        const definition = scene.definitionOf(property, place);
        if (definition === undefined) return;
        const isTyped = isOfType(property, definition);
        if (isTyped && hasVariability(property, definition)) return;
        report({
          message: `${quote(property.name)} of ${shortPath(prim.path)} is \`${written(property)}\`; the service reads \`${expected(definition)}\`.`,
          hint: `Write \`${expected(definition)} ${definition.name}\`.`,
          fixes: () => (isTyped ? fixVariability(source, property, definition, scene.isServiceScene) : []),
          ...propertyPlace(property),
        });
      },
    };
  },
};

function hasVariability(property: PropertySpec, { variability }: PropertyDefinition): boolean {
  return variability === "either" || property.variability === variability || property.specType === "relationship";
}

function written(property: PropertySpec): string {
  if (property.specType === "relationship") return "rel";
  return (property.variability === "uniform" ? "uniform " : "") + property.typeName;
}

function expected({ type, variability }: PropertyDefinition): string {
  return variability === "uniform" ? `uniform ${type}` : type;
}

/**
 * Every statement of an attribute must have the same variability, so each is changed. Composition drops opinions whose variability
 * differs from that of the strongest (PcpPropertyIndex), so it is safe only in a scene that no other layer uses.
 */
function fixVariability(
  source: Uint8Array | undefined,
  property: PropertySpec,
  { variability }: PropertyDefinition,
  safe: boolean,
): readonly Fix[] {
  if (source === undefined || property.specType !== "attribute") return [];
  const edits = property.statements.flatMap(({ start, end }) => {
    const head = latin1Text(source.subarray(start, Math.min(end, start + 200)));
    const words = /^(?:custom\s+)?/.exec(head)?.[0].length ?? 0;
    if (variability === "uniform") {
      return head.startsWith(property.typeName, words)
        ? [{ start: start + words, end: start + words, text: "uniform " }]
        : [];
    }
    const found = /^(?:uniform|config)\s+/.exec(head.slice(words));
    return found === null ? [] : [{ start: start + words, end: start + words + found[0].length, text: "" }];
  });
  if (edits.length !== property.statements.length) return [];
  return [{ title: variability === "uniform" ? "Write `uniform`" : "Remove `uniform`", safe, edits }];
}

function examples(): FixedExamples {
  const xform = (body: string): string => fullScene(`\ndef Xform "World"\n{\n    ${body}\n}\n`);
  const camera = (statement: string): string => fullScene("\n").replace("float focalLength = 35", statement);
  return {
    good: [
      { title: "the types of the table", source: xform(placed) },
      { title: "an old name of the type", source: xform(placed.replace("matrix4d", "Matrix4d")) },
      { title: "a resolution that is uniform", source: fullScene("\n").replace("int2", "uniform int2") },
    ],
    bad: [
      { title: "a double", source: camera("double focalLength = 35"), at: ["5:5"], fixed: null },
      { title: "an array", source: camera("float[] focalLength = [35]"), at: ["5:5"], fixed: null },
      { title: "a relationship", source: camera("rel focalLength = </Main>"), at: ["5:5"], fixed: null },
      {
        title: "an unexpected uniform",
        source: camera("uniform float focalLength = 35"),
        at: ["5:5"],
        fixed: camera("float focalLength = 35"),
      },
      { title: "a missing uniform", source: xform(placed.replace("uniform ", "")), at: ["5:5"], fixed: xform(placed) },
      { title: "a resolution of floats", source: fullScene("\n").replace("int2", "float2"), at: ["12:9"], fixed: null },
      {
        title: "an unexpected uniform in a patch",
        source: patchOf("Main", "uniform float focalLength = 50"),
        profile: "patch",
        base: baseScene,
        at: ["6:9"],
        fixed: patchOf("Main", "float focalLength = 50"),
      },
      { title: "a matrix of floats", source: xform(placed.replace("matrix4d", "matrix4f")), at: ["4:5"], fixed: null },
    ],
  };
}
