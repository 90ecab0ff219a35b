import type { Field, Layer, PrimSpec } from "@usdkit/layer";
import { fullScene } from "../examples/full-scene.ts";
import type { Fix } from "../model/finding.ts";
import type { Rule, FixedExamples } from "../rule/rule.ts";
import { nearestName } from "@usdkit/layer";
import { isServiceProfile } from "../model/profile.ts";
import { arcAt, primArcs } from "../scene/arcs.ts";
import { entryPlace } from "../scene/places.ts";
import { quote } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "default-prim-exists",
    summary: "`defaultPrim` names no root prim",
    detail:
      "`defaultPrim` names the prim that references without a path bring in. If no root prim has that name, they bring in " +
      "nothing. A layer with sublayers has no finding: they may have the prim. In ordinary USD the prim may be at any depth. Spec 2.8, stage metadata.",
    severity: "warning",
    effect: "risky",
    profiles: ["offline", "realtime", "usda"],
    fixable: "unsafe",
  },
  examples,
  check({ layer, isPartial, profile, report }) {
    const field = layer.root.fields.get("defaultPrim");
    // A sublayer may have the prim.
    if (isPartial || arcAt(layer.root.fields, "subLayers") !== undefined) return undefined;
    if (field?.value.kind !== "typed" || typeof field.value.data !== "string") return undefined;
    // The reference takes a path as well as a name (SdfLayer::GetDefaultPrimAsPath).
    const authored = field.value.data;
    const name = authored.startsWith("/") ? authored.slice(1) : authored;
    if (isServiceProfile(profile) ? rootPrim(layer, name) !== undefined : mayExist(layer, name)) return undefined;
    const missing = name.includes("/") ? "prim at that path" : "root prim of that name";
    const near = nearestName(
      name,
      layer.root.children.map((prim) => prim.name),
    );
    report({
      message: `"defaultPrim" is ${quote(authored)}, but there is no ${missing}.`,
      hint: near === undefined ? "Name a root prim, or remove the entry." : `Did you mean ${quote(near)}?`,
      fixes: near === undefined ? [] : nameIt(layer, field, near),
      ...entryPlace(layer.root, field),
    });
    return undefined;
  },
};

function rootPrim({ root }: Layer, name: string): PrimSpec | undefined {
  return root.children.find((prim) => prim.name === name);
}

/** Whether a layer has the prim of a path at any depth, as the reference takes it, or an arc of a prim above it may have it. */
function mayExist(layer: Layer, path: string): boolean {
  const [first, ...below] = path.split("/");
  let prim = rootPrim(layer, first);
  for (const name of below) {
    if (prim === undefined || hasArc(prim)) break;
    prim = prim.children.find((child) => child.name === name);
  }
  return prim !== undefined;
}

function hasArc({ fields }: PrimSpec): boolean {
  const names = [...primArcs.flatMap((arc) => arc.fields), "payload"];
  return names.some((name) => arcAt(fields, name) !== undefined);
}

function nameIt(layer: Layer, { entries }: Field, name: string): readonly Fix[] {
  const range = entries.at(-1)?.valueRange;
  if (range === undefined || layer.source === undefined) return [];
  return [{ title: `Name ${quote(name)}`, safe: false, edits: [{ ...range, text: quote(name) }] }];
}

function examples(): FixedExamples {
  const named = (name: string): string => fullScene(`\n(\n    defaultPrim = "${name}"\n)\n\ndef Xform "World"\n{\n}\n`);
  const referring =
    '#usda 1.0\n(\n    defaultPrim = "Set/Chair"\n)\n\ndef "Set" (\n    references = @./set.usda@\n)\n{\n}\n';
  return {
    good: [
      { title: "a root prim", source: named("World") },
      { title: "a root prim that follows", source: named("Main") },
      { title: "its path", source: named("/World") },
      { title: "no entry", source: fullScene("\n") },
      { title: "a prim below a root prim, as USD has it", source: named("/Render/Settings"), profile: "usda" },
      { title: "a prim that a reference may have", source: referring, profile: "usda" },
    ],
    bad: [
      { title: "no such prim", source: named("Chair"), at: ["3:5"], fixed: null },
      {
        title: "no sublayers",
        source: fullScene('\n(\n    defaultPrim = "Chair"\n    subLayers = []\n)\n'),
        at: ["3:5"],
        fixed: null,
      },
      { title: "a misspelled name", source: named("world"), at: ["3:5"], fixed: named("World") },
      {
        title: "a prim that is not a root prim, in a scene of the service",
        source: named("/Render/Settings"),
        at: ["3:5"],
        fixed: null,
      },
      {
        title: "no such prim below a root prim",
        source: named("/Render/Chair"),
        at: ["3:5"],
        profile: "usda",
        fixed: null,
      },
    ],
  };
}
