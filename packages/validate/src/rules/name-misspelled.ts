import { type Field, type PrimSpec, type PropertySpec, type Spec } from "@usdkit/layer";
import { mergeEdits, propertyNameRanges, type TextEdit } from "@usdkit/usda";
import { serviceProfiles } from "../model/profile.ts";
import type { Fix } from "../model/finding.ts";
import { placeOfPrim, type PrimPlace } from "@usdkit/service-scene";
import type { Rule, RuleContext, FixedExamples } from "../rule/rule.ts";
import { fullScene, place as placed } from "../examples/full-scene.ts";
import { RESOLUTION, TRANSFORM } from "../scene/names.ts";
import { entryPlace, primPlace, propertyPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";
import { attributeOfEntry, entriesOf } from "../scene/transform-reading.ts";
import { resolutionOn } from "../scene/resolution.ts";
import { findToken, typeRange } from "../scene/words-of-text.ts";

export const rule: Rule = {
  meta: {
    id: "name-misspelled",
    scope: "prim",
    summary: "A type, attribute, metadata key or op whose name is close to one that the service reads",
    detail:
      "The format keeps names that it does not define, and the service ignores them: `def Mehs` draws nothing and " +
      "`focalLenght` silently leaves the fallback. Findings that follow from the name are not reported in addition. Names " +
      "of the reference's schemas are never reported as misspelled. Spec 2.8 rule 5.",
    severity: "warning",
    effect: "ignored",
    profiles: serviceProfiles,
    fixable: "unsafe",
  },
  examples,
  check(context) {
    const { layer, scene } = context;
    checkFields(context, layer.root, "layer");
    return {
      prim(prim, place) {
        checkFields(context, prim, "prim");
        if (place.definition === undefined && prim.typeName !== "") checkType(context, prim);
        else if (scene.transformOf(place)?.hasMisspelling === true) checkOrder(context, prim, place);
      },
      property(property, prim, place) {
        checkFields(context, property, "property");
        const near = nearOf(context, property, place);
        if (near === RESOLUTION) context.note(prim);
        else if (near !== undefined) reportProperty(context, property, prim, near);
      },
      // After the walk it is known whether the job needs a resolution.
      end(noted) {
        for (const prim of noted) {
          const near = scene.names.nearType(prim.typeName);
          if (near !== undefined) reportType(context, prim, near);
          const place = placeOfPrim(prim, context.primTypes);
          for (const property of prim.properties) {
            if (nearOf(context, property, place) === RESOLUTION) reportProperty(context, property, prim, RESOLUTION);
          }
        }
      },
    };
  },
};

/** Returns the property of the table that this one is a near miss of. */
function nearOf({ scene }: RuleContext, property: PropertySpec, place: PrimPlace): string | undefined {
  return scene.definitionOf(property, place) === undefined ? scene.nearProperty(property, place) : undefined;
}

function checkType(context: RuleContext, prim: PrimSpec): void {
  const near = context.scene.names.nearType(prim.typeName);
  if (near === "RenderSettings") context.note(prim);
  else if (near !== undefined) reportType(context, prim, near);
}

function reportType(context: RuleContext, prim: PrimSpec, near: string): void {
  const { source, report } = context;
  const range = typeRange(source, prim);
  report({
    message: `${shortPath(prim.path)} has the type ${quote(prim.typeName)}, which the service ignores.`,
    hint: didYouMean(near),
    severity: near === "RenderSettings" && isRejected(context) ? "error" : undefined,
    fixes: range === undefined ? [] : [fixOf(near, [{ ...range, text: near }])],
    ...primPlace(prim),
  });
}

function reportProperty(context: RuleContext, property: PropertySpec, prim: PrimSpec, near: string): void {
  const { report } = context;
  report({
    message: `The service ignores ${quote(property.name)} of ${shortPath(prim.path)}.`,
    hint: didYouMean(near),
    severity: near === RESOLUTION && isRejected(context) ? "error" : undefined,
    fixes: () => renameIt(context, property, prim, near),
    ...propertyPlace(property),
  });
}

/** Targets that name the property need no change: none points to a property that does not exist. */
function renameIt(context: RuleContext, property: PropertySpec, prim: PrimSpec, near: string): readonly Fix[] {
  if (prim.properties.some(({ name }) => name === near)) return [];
  const renamed = propertyNameRanges(context.layer, property).map((range) => ({ ...range, text: near }));
  return [fixOf(near, mergeEdits(renamed, renameInOrder(context, prim, property.name, near)))];
}

/** Whether the scene has no usable resolution, so that the service rejects the job (spec 4.3 rule 3). */
function isRejected({ profile, scene, isPartial }: RuleContext): boolean {
  if (profile !== "offline" || isPartial) return false;
  const [settings] = scene.renderSettings as readonly (PrimPlace | undefined)[];
  const found = [resolutionOn(settings?.prim, scene), resolutionOn(scene.cameras.at(0), scene)];
  return found.every((each) => each === undefined || each === "wrong");
}

/** Also renames the entry of the order if it is misspelled in the same way. */
function renameInOrder({ source }: RuleContext, prim: PrimSpec, from: string, to: string): readonly TextEdit[] {
  const order = prim.properties.find(({ name }) => name === "xformOpOrder");
  if (order?.specType !== "attribute" || source === undefined) return [];
  const entries = entriesOf(order) ?? [];
  return entries
    .filter((entry) => attributeOfEntry(entry) === from)
    .flatMap((entry) => {
      const range = findToken(source, order.defaultValue?.range, entry);
      return range === undefined ? [] : [{ ...range, text: entry.replace(from, to) }];
    });
}

function checkOrder(context: RuleContext, prim: PrimSpec, place: PrimPlace): void {
  const { scene, source, report } = context;
  const reading = scene.transformOf(place);
  if (reading?.order?.specType !== "attribute") return;
  const others = new Set(reading.others.map(({ name }) => name));
  for (const entry of reading.entries ?? []) {
    const near = entry === TRANSFORM ? undefined : scene.names.nearOrderEntry(entry);
    const name = attributeOfEntry(entry);
    // If an attribute has this name, it has its own finding.
    if (near === undefined || others.has(name)) continue;
    const value = reading.order.defaultValue;
    const range = findToken(source, value?.range, entry);
    report({
      message: `"xformOpOrder" of ${shortPath(prim.path)} lists ${quote(entry)}, which is not an op.`,
      hint: didYouMean(near),
      fixes: range === undefined ? [] : [fixOf(near, [{ ...range, text: near }])],
      ...propertyPlace(reading.order, value),
    });
    return;
  }
}

/** Checks metadata fields. Unknown metadata is stored as text; fields of the format have other kinds of value. */
function checkFields({ scene, report }: RuleContext, spec: Spec, kind: "layer" | "prim" | "property"): void {
  for (const field of spec.fields.values()) {
    const { kind: valueKind } = field.value;
    if (valueKind !== "unregistered" && valueKind !== "unregisteredListOp" && valueKind !== "dictionary") continue;
    const near = scene.names.nearField(kind, field.name);
    if (near === undefined) continue;
    const owner = kind === "layer" ? "the layer" : shortPath(spec.path);
    report({
      message: `${quote(field.name)} of ${owner} is not metadata that anything reads.`,
      hint: didYouMean(near),
      fixes: spec.fields.has(near) ? [] : renameField(field, near),
      ...entryPlace(spec, field),
    });
  }
}

function renameField({ entries }: Field, near: string): readonly Fix[] {
  return [
    fixOf(
      near,
      entries.map(({ keyRange }) => ({ ...keyRange, text: near })),
    ),
  ];
}

function fixOf(near: string, edits: readonly TextEdit[]): Fix {
  return { title: `Write ${quote(near)}`, safe: false, edits };
}

function didYouMean(near: string): string {
  return `Did you mean ${quote(near)}?`;
}

function examples(): FixedExamples {
  const payload = "payload = @asset:/mesh/chair-01@";
  const mesh = (body: string, metadata = payload): string =>
    fullScene(`\ndef Mesh "Chair" (\n    ${metadata}\n)\n{\n    ${body}\n}\n`);
  return {
    good: [
      { title: "names that the service reads", source: mesh(placed) },
      {
        title: "another type of the reference's schemas",
        source: fullScene('\ndef Cone "Scope" (\n    active = false\n)\n{\n}\n'),
      },
      { title: "metadata of another application", source: mesh("", `${payload}\n    pipelineId = "x"`) },
    ],
    bad: [
      {
        title: "a type",
        source: fullScene(`\ndef Mehs "Chair" (\n    ${payload}\n)\n{\n    ${placed}\n}\n`),
        at: ["2:1"],
        fixed: mesh(placed),
      },
      {
        title: "a type in lower case",
        source: fullScene('\ndef xform "World"\n{\n}\n'),
        at: ["2:1"],
        fixed: fullScene('\ndef Xform "World"\n{\n}\n'),
      },
      {
        title: "an attribute",
        source: fullScene('\ndef Xform "A"\n{\n}\n').replace("focalLength", "focalLenght"),
        at: ["8:5"],
        fixed: fullScene('\ndef Xform "A"\n{\n}\n'),
      },
      { title: "the payload", source: mesh("", payload.replace("payload", "payloads")), at: ["3:5"], fixed: mesh("") },
      {
        title: "the layer's metadata",
        source: fullScene('\n(\n    defaultPrm = "Main"\n)\n'),
        at: ["3:5"],
        fixed: fullScene('\n(\n    defaultPrim = "Main"\n)\n'),
      },
      {
        title: "an op, in its own name",
        source: mesh(placed.replaceAll("xformOp:transform", "xformOp:tranform")),
        at: ["6:5"],
        fixed: mesh(placed),
      },
      {
        title: "an op, in the order",
        source: mesh(placed.replace('["xformOp:transform"]', '["xformOp:tranform"]')),
        at: ["7:5"],
        fixed: mesh(placed),
      },
      {
        title: "the order",
        source: mesh(placed.replace("xformOpOrder", "xformOpsOrder")),
        at: ["7:5"],
        fixed: mesh(placed),
      },
    ],
  };
}
