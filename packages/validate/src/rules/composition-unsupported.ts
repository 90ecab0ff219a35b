import { typeNames, type PrimPlace } from "@usdkit/service-scene";
import type { ByteRange, Field, PrimSpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { Rule, RuleContext, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { bringsIn, layerArcs, primArcs, type ArcKind } from "../scene/arcs.ts";
import { entryPlace, primPlace, type Place } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "composition-unsupported",
    scope: "prim",
    summary: "`references`, `subLayers`, `variantSets` and other arcs that the service does not follow",
    detail:
      "A scene must be complete in one text: the service follows only the payload of a Mesh or of splats, and what others " +
      "would bring in is missing from the image. `inherits`, `specializes`, `relocates`, `clips`, and a payload on another prim " +
      "are warnings. One finding for each kind of arc of a prim. Spec 2.8 rule 7.",
    severity: "error",
    effect: "ignored",
    profiles: serviceProfiles,
  },
  examples,
  check(context) {
    const { layer, report } = context;
    for (const arc of layerArcs) {
      const field = firstOf(layer.root.fields, arc);
      if (field === undefined) continue;
      const place = entryPlace(layer.root, field);
      report({ message: `The service does not follow "${arc.name}".`, hint: ADVICE, severity: arc.severity, ...place });
    }
    return { prim: (prim, place) => checkPrim(context, prim, place) };
  },
};

const ADVICE = "Put what it brings in into this file, or upload it and name it in a payload.";

function checkPrim(context: RuleContext, prim: PrimSpec, place: PrimPlace): void {
  const { fields } = prim;
  if (fields.size > 0) {
    for (const arc of primArcs) {
      const field = firstOf(fields, arc);
      if (field !== undefined) reportArc(context, prim, arc, entryPlace(prim, field));
      else if (arc.name === "variantSets") checkVariants(context, prim, arc);
    }
    const payload = fields.get("payload");
    if (payload !== undefined) checkPayload(context, prim, place, payload);
  } else if (prim.variantSets.length > 0) {
    for (const arc of primArcs) if (arc.name === "variantSets") checkVariants(context, prim, arc);
  }
}

/** A block `variantSet "v" = { … }` without metadata that names it. */
function checkVariants(context: RuleContext, prim: PrimSpec, arc: ArcKind): void {
  const first: { readonly range?: ByteRange | undefined } | undefined = prim.variantSets.at(0);
  if (first === undefined) return;
  const range = first.range === undefined ? primPlace(prim).range : firstLine(context.source, first.range);
  reportArc(context, prim, arc, { range, primPath: prim.path });
}

function checkPayload(
  { scene, profile, primTypes, report }: RuleContext,
  prim: PrimSpec,
  place: PrimPlace,
  field: Field,
): void {
  if (place.definition?.role === "asset" || scene.names.nearType(prim.typeName) !== undefined) return;
  // An `over` of a patch may apply to a mesh: `patch-camera-only` reports its payload.
  if (profile === "patch" || !bringsIn(field)) return;
  const type = prim.typeName === "" ? "has no type" : `has the type ${quote(prim.typeName)}`;
  report({
    message: `${shortPath(prim.path)} ${type}: the service draws payloads only on prims of type ${typeNames(primTypes, "and", "asset")}.`,
    hint: "Give the prim one of these types.",
    severity: "warning",
    ...entryPlace(prim, field),
  });
}

function reportArc({ report }: RuleContext, prim: PrimSpec, { name, severity }: ArcKind, place: Place): void {
  const message = `The service does not follow "${name}" of ${shortPath(prim.path)}.`;
  report({ message, hint: ADVICE, severity, ...place });
}

/** Returns the field of an arc that comes first in the text. */
function firstOf(fields: ReadonlyMap<string, Field>, arc: ArcKind): Field | undefined {
  let first: Field | undefined;
  for (const name of arc.fields) {
    const field = fields.get(name);
    if (field === undefined || !bringsIn(field)) continue;
    if (first === undefined || startOf(field) < startOf(first)) first = field;
  }
  return first;
}

function startOf({ entries }: Field): number {
  return entries.at(0)?.range.start ?? 0;
}

function firstLine(source: Uint8Array | undefined, { start, end }: ByteRange): ByteRange {
  let stop = start;
  while (stop < end && source?.[stop] !== 10 && source?.[stop] !== 13) stop++;
  return { start, end: stop };
}

function examples(): RuleExamples {
  const prim = (metadata: string, body = ""): string =>
    fullScene(`\ndef Xform "World" (\n    ${metadata}\n)\n{\n${body}}\n`);
  return {
    good: [
      {
        title: "a payload of a mesh",
        source: fullScene('\ndef Mesh "Chair" (\n    payload = @asset:/mesh/chair-01@</mesh>\n)\n{\n}\n'),
      },
      { title: "no reference", source: prim("references = None") },
      { title: "a deleted reference", source: prim("delete references = @a.usda@") },
      { title: "no sublayers", source: fullScene("\n(\n    subLayers = []\n)\n") },
      { title: "a kind", source: prim('kind = "group"') },
    ],
    bad: [
      { title: "a reference", source: prim("prepend references = @chair.usda@</Chair>"), at: ["3:5"] },
      { title: "two references, one finding", source: prim("references = [@a.usda@, @b.usda@]"), at: ["3:5"] },
      { title: "sublayers", source: fullScene("\n(\n    subLayers = [\n        @room.usda@\n    ]\n)\n"), at: ["3:5"] },
      {
        title: "variants, reported at the first field that defines them",
        source: prim(
          'variants = {\n        string look = "red"\n    }\n    prepend variantSets = "look"',
          '    variantSet "look" = {\n        "red" {\n        }\n    }\n',
        ),
        at: ["3:5"],
      },
      {
        title: "a variant set without metadata",
        source: fullScene('\ndef Xform "World"\n{\n    variantSet "look" = {\n        "red" {\n        }\n    }\n}\n'),
        at: ["4:5"],
      },
      {
        title: "each kind separately",
        source: fullScene('\ndef Xform "World" (\n    references = </Main>\n    inherits = </Main>\n)\n{\n}\n'),
        at: ["3:5", "4:5"],
      },
      { title: "a payload of another prim", source: prim("payload = @asset:/mesh/chair-01@"), at: ["3:5"] },
    ],
  };
}
