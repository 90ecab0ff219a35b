import type { Field, Layer } from "@usdkit/layer";
import { fullScene } from "../examples/full-scene.ts";
import type { Fix } from "../model/finding.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { nearestName } from "@usdkit/layer";
import { entryPlace } from "../scene/places.ts";
import { quote } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "default-prim-exists",
    summary: "`defaultPrim` names no root prim",
    detail:
      "`defaultPrim` names the prim that references without a path bring in. If no root prim has that name, they bring in " +
      "nothing. Spec 2.8, stage metadata.",
    severity: "warning",
    effect: "risky",
    profiles: ["offline", "realtime", "usda"],
    fixable: "unsafe",
  },
  examples,
  check({ layer, isPartial, report }) {
    const field = layer.root.fields.get("defaultPrim");
    if (isPartial || field?.value.kind !== "typed" || typeof field.value.data !== "string") return undefined;
    // The reference takes a path as well as a name (SdfLayer::GetDefaultPrimAsPath).
    const authored = field.value.data;
    const name = authored.startsWith("/") ? authored.slice(1) : authored;
    if (layer.root.children.some((prim) => prim.name === name)) return undefined;
    const near = nearestName(
      name,
      layer.root.children.map((prim) => prim.name),
    );
    report({
      message: `"defaultPrim" is ${quote(authored)}, but there is no root prim of that name.`,
      hint: near === undefined ? "Name a root prim, or remove the entry." : `Did you mean ${quote(near)}?`,
      fixes: near === undefined ? [] : nameIt(layer, field, near),
      ...entryPlace(layer.root, field),
    });
    return undefined;
  },
};

function nameIt(layer: Layer, { entries }: Field, name: string): readonly Fix[] {
  const range = entries.at(-1)?.valueRange;
  if (range === undefined || layer.source === undefined) return [];
  return [{ title: `Name ${quote(name)}`, safe: false, edits: [{ ...range, text: quote(name) }] }];
}

function examples(): RuleExamples {
  const named = (name: string): string => fullScene(`\n(\n    defaultPrim = "${name}"\n)\n\ndef Xform "World"\n{\n}\n`);
  return {
    good: [
      { title: "a root prim", source: named("World") },
      { title: "a root prim that follows", source: named("Main") },
      { title: "its path", source: named("/World") },
      { title: "no entry", source: fullScene("\n") },
    ],
    bad: [
      { title: "no such prim", source: named("Chair"), at: ["3:5"] },
      { title: "a misspelled name", source: named("world"), at: ["3:5"] },
      { title: "a prim that is not a root prim", source: named("/Render/Settings"), at: ["3:5"] },
    ],
  };
}
