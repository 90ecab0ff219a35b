import { fieldDefinitions, nearestName, type Field, type FieldSpecKind, type Spec, type Value } from "@usdkit/layer";
import { lookupMetadata, parseUsda } from "@usdkit/usda";
import type { Fix } from "../model/finding.ts";
import { everyProfile, isServiceProfile } from "../model/profile.ts";
import type { Rule, RuleContext, FixedExamples } from "../rule/rule.ts";
import { entryPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "metadata-unknown",
    scope: "prim",
    summary: "Metadata that the format does not define, with a name close to one that it does",
    detail:
      "The format keeps metadata that it does not define, and nothing reads it: `reference = …` brings in nothing. The same holds for " +
      "entries of `assetInfo` and of the sets in `clips`. Metadata that the service reads is reported by `name-misspelled`. The fix " +
      "writes the name that was probably meant, if the value is one of its type.",
    severity: "warning",
    effect: "ignored",
    profiles: everyProfile,
    fixable: "unsafe",
  },
  examples,
  check(context) {
    return {
      spec(spec) {
        if (spec.fields.size === 0 || spec.specType === "variantSet") return;
        for (const field of spec.fields.values()) {
          const { value } = field;
          if (value.kind === "unregistered" || value.kind === "unregisteredListOp") checkField(context, spec, field);
          else if (value.kind !== "dictionary") continue;
          else if (field.name === "assetInfo") checkEntries(context, { spec, field }, value.entries, assetInfoKeys);
          else if (field.name === "clips") {
            for (const set of value.entries.values()) {
              if (set.kind === "dictionary") checkEntries(context, { spec, field }, set.entries, clipKeys);
            }
          } else if (!fieldDefinitions.has(field.name)) checkField(context, spec, field);
        }
      },
    };
  },
};

/** UsdModelAPI. */
const assetInfoKeys: readonly string[] = ["identifier", "name", "version", "payloadAssetDependencies"];
/** UsdClipsAPI. */
const clipKeys: readonly string[] = [
  "active",
  "assetPaths",
  "interpolateMissingClipValues",
  "manifestAssetPath",
  "primPath",
  "templateActiveOffset",
  "templateAssetPath",
  "templateEndTime",
  "templateStartTime",
  "templateStride",
  "times",
];

/** Reports the keys of a dictionary that are near misses of known ones. */
function checkEntries(
  { report }: RuleContext,
  { spec, field }: { readonly spec: Spec; readonly field: Field },
  entries: ReadonlyMap<string, Value>,
  known: readonly string[],
): void {
  for (const key of entries.keys()) {
    const near = nearestName(key, known);
    if (near === undefined || entries.has(near)) continue;
    report({
      message: `${quote(field.name)} of ${ownerOf(spec)} has the unknown entry ${quote(key)}.`,
      hint: `Did you mean ${quote(near)}?`,
      ...entryPlace(spec, field),
    });
  }
}

function ownerOf({ path }: Spec): string {
  return path === "/" ? "the layer" : shortPath(path);
}

/** The keywords of metadata of layers, prims and properties. */
const keywords: readonly string[] = Array.from(fieldDefinitions, ([name, each]) => each.keyword ?? name);

function checkField({ source, scene, profile, report }: RuleContext, spec: Spec, field: Field): void {
  const near = nearestName(field.name, keywords);
  if (near === undefined) return;
  const kind = spec.specType === "pseudoRoot" ? "layer" : spec.specType === "prim" ? "prim" : "property";
  if (isServiceProfile(profile) && scene.names.nearField(kind, field.name) !== undefined) return;
  report({
    message: `The format does not define the metadata ${quote(field.name)} of ${ownerOf(spec)}.`,
    hint: `Did you mean ${quote(near)}?`,
    fixes: () => renameIt(source, spec, field, near),
    ...entryPlace(spec, field),
  });
}

/** Metadata of each kind of spec, in a text that has nothing else. */
const frames: Readonly<Partial<Record<FieldSpecKind, (entry: string) => string>>> = {
  layer: (entry) => `#usda 1.0\n(\n${entry}\n)\n`,
  prim: (entry) => `#usda 1.0\ndef "A" (\n${entry}\n)\n{\n}\n`,
  attribute: (entry) => `#usda 1.0\ndef "A"\n{\nint x (\n${entry}\n)\n}\n`,
  relationship: (entry) => `#usda 1.0\ndef "A"\n{\nrel x (\n${entry}\n)\n}\n`,
};

/** Bytes of an entry that is parsed under its new name. */
const MAX_ENTRY = 10_000;

/** Returns the fix that writes another key; none if the spec cannot have that metadata, has it, or the value does not fit. */
function renameIt(source: Uint8Array | undefined, spec: Spec, { entries }: Field, near: string): readonly Fix[] {
  const kind = spec.specType === "pseudoRoot" ? "layer" : spec.specType;
  const found = lookupMetadata(kind, near);
  const frame = frames[kind];
  if (source === undefined || frame === undefined || (found.kind !== "field" && found.kind !== "keyword")) return [];
  const [first] = entries;
  if (entries.length !== 1 || spec.fields.has(found.field.name)) return [];
  const { range, keyRange } = first;
  if (range.end - range.start > MAX_ENTRY) return [];
  const decoder = new TextDecoder();
  const before = decoder.decode(source.subarray(range.start, keyRange.start));
  const after = decoder.decode(source.subarray(keyRange.end, range.end));
  if (!parseUsda(frame(before + near + after)).ok) return [];
  return [{ title: `Write ${quote(near)}`, safe: false, edits: [{ ...keyRange, text: near }] }];
}

function examples(): FixedExamples {
  const prim = (entry: string): string => `#usda 1.0\ndef "A" (\n    ${entry}\n)\n{\n}\n`;
  return {
    good: [
      { title: "metadata of the format", source: prim('kind = "component"') },
      { title: "metadata of a plugin", source: prim('studioTag = "hero"') },
      { title: "custom data", source: prim("customData = {\n        int kinds = 1\n    }") },
      {
        title: "further information about an asset",
        source: prim('assetInfo = {\n        string studio = "A"\n    }'),
      },
    ],
    bad: [
      { title: "an arc", source: prim('reference = "x"'), at: ["3:5"], fixed: null },
      { title: "a kind", source: prim('kidn = "component"'), at: ["3:5"], fixed: prim('kind = "component"') },
      {
        title: "an entry of the asset's information",
        source: prim('assetInfo = {\n        string nane = "Chair"\n    }'),
        at: ["3:5"],
        fixed: null,
      },
      {
        title: "an entry of a clip set",
        source: prim(
          "clips = {\n        dictionary default = {\n            asset[] assetPath = [@a.usda@]\n        }\n    }",
        ),
        at: ["3:5"],
        fixed: null,
      },
      {
        title: "a dictionary",
        source: prim("custmData = {\n        int a = 1\n    }"),
        at: ["3:5"],
        fixed: prim("customData = {\n        int a = 1\n    }"),
      },
      {
        title: "metadata of the layer",
        source: '#usda 1.0\n(\n    metersPerUnits = "1"\n)\n',
        at: ["3:5"],
        fixed: null,
      },
    ],
  };
}
