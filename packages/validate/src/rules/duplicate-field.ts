import type { ByteRange, Field, PropertySpec } from "@usdkit/layer";
import { everyProfile } from "../model/profile.ts";
import type { Rule, RuleContext, RuleExamples } from "../rule/rule.ts";
import { placeOf } from "../model/place-of.ts";

/** Bytes read of a statement, enough for its left-hand side; the value after it can be long. */
const HEAD = 2000;

export const rule: Rule = {
  meta: {
    id: "duplicate-field",
    scope: "prim",
    summary: "An attribute or a metadata key authored twice in one place",
    severity: "warning",
    effect: "risky",
    profiles: everyProfile,
  },
  examples,
  check(context) {
    const { source } = context;
    if (source === undefined) return undefined;
    return {
      spec(spec) {
        for (const field of spec.fields.values()) {
          if (field.entries.length > 1) checkField(context, source, field, placeOf(spec));
        }
        if (spec.specType !== "attribute" && spec.specType !== "relationship") return;
        if ((spec.statementCount ?? 0) > 1) checkProperty(context, source, spec);
      },
    };
  },
};

/** Reports the same operation twice; `prepend x` and `append x` are one list edit in two statements. */
function checkField(context: RuleContext, source: Uint8Array, field: Field, place: ReturnType<typeof placeOf>): void {
  const first = new Map<string, ByteRange>();
  for (const { range, keyRange } of field.entries) {
    const key = readText(source, { start: range.start, end: keyRange.end });
    const name = keyRange.end > keyRange.start ? readText(source, keyRange) : field.name;
    reportSecond(context, first, key, { label: name, range, ...place });
  }
}

/** Reports the same aspect (value, time samples, connections by operation, …) in two statements. */
function checkProperty(context: RuleContext, source: Uint8Array, property: PropertySpec): void {
  const first = new Map<string, ByteRange>();
  for (const range of property.statements) {
    const text = readText(source, { start: range.start, end: Math.min(range.end, range.start + HEAD) });
    const authored = authoredAspect(text, property.name);
    if (authored === undefined) continue;
    const label = property.name + authored.suffix;
    reportSecond(context, first, authored.operation + label, { label, range, ...placeOf(property) });
  }
}

function reportSecond(
  { report }: RuleContext,
  first: Map<string, ByteRange>,
  key: string,
  place: { label: string; range: ByteRange; primPath: string; property?: string },
): void {
  const before = first.get(key);
  if (before === undefined) {
    first.set(key, place.range);
    return;
  }
  report({
    message: `"${place.label}" is authored twice here; this one wins.`,
    range: place.range,
    primPath: place.primPath,
    property: place.property,
    hint: "Remove one of the two.",
    related: [{ range: before, message: "authored here first" }],
  });
}

/** `prepend rel x = …` → prepend; `float x.timeSamples = …` → `.timeSamples`; undefined for a mere declaration. */
function authoredAspect(text: string, name: string): { operation: string; suffix: string } | undefined {
  const words = /^(?<before>[^=("]*?)(?<suffix>\.\w+)?\s*=/.exec(text);
  const before = words?.groups?.["before"]?.trimEnd();
  if (before === undefined || !before.endsWith(name)) return undefined;
  const operation = /^(?:custom\s+)?(add|append|prepend|delete|reorder)\s/.exec(before)?.[1] ?? "";
  return { operation, suffix: words?.groups?.["suffix"] ?? "" };
}

/** Returns the text with each run of white space as one space. */
function readText(source: Uint8Array, { start, end }: ByteRange): string {
  return new TextDecoder().decode(source.subarray(start, end)).replaceAll(/\s+/g, " ");
}

function examples(): RuleExamples {
  return {
    good: [
      {
        title: "a value and time samples",
        source: '#usda 1.0\ndef "A"\n{\n    float x = 1\n    float x.timeSamples = {\n        1: 2,\n    }\n}\n',
      },
      {
        title: "a declaration and a value",
        source: '#usda 1.0\ndef "A"\n{\n    float x (doc = "a = b")\n    float x = 1\n}\n',
      },
      {
        title: "two operations on one list",
        source: '#usda 1.0\ndef "A" (\n    prepend apiSchemas = ["A"]\n    append apiSchemas = ["B"]\n)\n{\n}\n',
      },
      {
        title: "the same name in two prims",
        source: '#usda 1.0\ndef "A" {\n    int x = 1\n}\ndef "B" {\n    int x = 1\n}\n',
      },
    ],
    bad: [
      {
        title: "an attribute twice",
        source: '#usda 1.0\ndef Camera "A"\n{\n    float focalLength = 35\n    float focalLength = 50\n}\n',
        at: ["5:5"],
      },
      { title: "a metadata key twice", source: '#usda 1.0\n(\n    doc = "a"\n    doc = "b"\n)\n', at: ["4:5"] },
      {
        title: "one list operation twice",
        source: '#usda 1.0\ndef "A" (\n    prepend apiSchemas = ["A"]\n    prepend apiSchemas = ["B"]\n)\n{\n}\n',
        at: ["4:5"],
      },
      {
        title: "targets twice",
        source: '#usda 1.0\ndef "A"\n{\n    rel x = </B>\n    rel x = </C>\n}\n',
        at: ["5:5"],
      },
      {
        title: "inside a variant",
        source:
          '#usda 1.0\ndef "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "one" {\n            int x = 1\n            int x = 2\n        }\n    }\n}\n',
        at: ["9:13"],
      },
    ],
  };
}
