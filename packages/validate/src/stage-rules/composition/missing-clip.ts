import type { DictionaryValue, Value } from "@usdkit/layer";
import type { SpecSite } from "@usdkit/usd";
import { isExpression, isUrl } from "../../checks/composition-errors.ts";
import { layerText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "missing-clip",
    summary: "A value clip, a manifest or a template of clips that leads to no file",
    detail:
      "Attributes that take their values from a clip which does not exist have no value in its time, or the default of the manifest. Of a " +
      "template at least one file has to exist.",
    severity: "error",
    effect: null,
    profiles: composedProfiles,
    sameAs: ["usdUtilsValidators:MissingReferenceValidator"],
    holdsForEveryUse: true,
  },
  population: "all",
  examples,
  checkStage(context) {
    return {
      prim({ specs }) {
        if (!specs.some(({ owner }) => owner.fields.has("clips"))) return;
        const known = new Set<string>();
        for (const each of specs) checkSpec(context, each, known);
      },
    };
  },
};

/** @param known Sets with their entries that stronger layers author */
function checkSpec(context: StageRuleContext, each: SpecSite, known: Set<string>): void {
  const field = each.owner.fields.get("clips");
  if (field?.value.kind !== "dictionary") return;
  for (const [set, info] of field.value.entries) {
    if (info.kind !== "dictionary") continue;
    for (const [entry, value] of info.entries) {
      const key = JSON.stringify([set, entry]);
      if (known.has(key)) continue;
      known.add(key);
      for (const asset of missing(context, each, { entry, value, info })) {
        context.report({
          message:
            entry === "templateAssetPath"
              ? `No clip of the template @${asset}@ of the set "${set}" exists.`
              : `The ${nameOf(entry)} @${asset}@ of the set "${set}" does not exist.`,
          hint: "Correct the path, or add the file.",
          at: { layer: each.layer, spec: each.owner, range: field.entries[0]?.range },
        });
      }
    }
  }
}

function nameOf(entry: string): string {
  return entry === "manifestAssetPath" ? "manifest" : "clip";
}

interface ClipEntry {
  readonly entry: string;
  readonly value: Value;
  readonly info: DictionaryValue;
}

/** Returns the paths of an entry that lead to no file. */
function missing(
  { stage, findClips }: StageRuleContext,
  { layer }: SpecSite,
  { entry, value, info }: ClipEntry,
): readonly string[] {
  if (value.kind !== "typed") return [];
  const exists = (path: string): boolean => stage.findAsset(path, layer) !== undefined;
  const isChecked = (path: string): boolean => path !== "" && !isUrl(path) && !isExpression(path);
  const { data } = value;
  if (entry === "templateAssetPath" && typeof data === "string") {
    const [start, end, stride] = ["templateStartTime", "templateEndTime", "templateStride"].map((key) =>
      numberOf(info, key),
    );
    if (start === undefined || end === undefined || stride === undefined || !isChecked(data)) return [];
    const found = findClips({ assetPath: data, start, end, stride }, layer);
    return found?.length === 0 ? [data] : [];
  }
  if (value.type.kind !== "asset") return [];
  const paths = typeof data === "string" ? [data] : Array.isArray(data) ? (data as readonly string[]) : [];
  return [...new Set(paths)].filter((path) => isChecked(path) && !exists(path));
}

function numberOf(info: DictionaryValue, key: string): number | undefined {
  const value = info.entries.get(key);
  return value?.kind === "typed" && typeof value.data === "number" ? value.data : undefined;
}

function examples(): StageExamples {
  const prim = (entries: string): string =>
    layerText(
      `def Points "Rain" (\n    clips = {\n        dictionary default = {\n${entries}        }\n    }\n)\n{\n}`,
    );
  const clips = (path: string): string =>
    prim(
      `            asset[] assetPaths = [@${path}@]\n            string primPath = "/Rain"\n            double2[] active = [(0, 0)]\n`,
    );
  const template = prim(
    `            string templateAssetPath = "./rain.##.usda"\n            string primPath = "/Rain"\n            double templateStartTime = 1\n            double templateEndTime = 3\n            double templateStride = 1\n`,
  );
  return {
    good: [
      { title: "a clip", files: { "rain.usda": clips("./clip.usda"), "clip.usda": layerText("") } },
      { title: "one file of a template", files: { "rain.usda": template, "rain.02.usda": layerText("") } },
      { title: "clips of another machine", files: { "rain.usda": clips("https://example.org/clip.usd") } },
    ],
    bad: [
      {
        title: "a clip",
        files: { "rain.usda": clips("./clip.usda") },
        found: ['rain.usda:4:5 error: The clip @./clip.usda@ of the set "default" does not exist.'],
      },
      {
        title: "a template",
        files: { "rain.usda": template, "rain.04.usda": layerText("") },
        found: ['rain.usda:4:5 error: No clip of the template @./rain.##.usda@ of the set "default" exists.'],
      },
      {
        title: "a manifest",
        files: {
          "rain.usda": prim(
            '            asset manifestAssetPath = @./manifest.usda@\n            string primPath = "/Rain"\n',
          ),
        },
        found: ['rain.usda:4:5 error: The manifest @./manifest.usda@ of the set "default" does not exist.'],
      },
    ],
  };
}
