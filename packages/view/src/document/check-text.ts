/** Checks a text with the settings of the page. */
import type { Layer } from "@usdkit/layer";
import { checkScene, withoutKnown, type CheckOptions, type Finding, type Rule } from "@usdkit/validate";
import { defaultSettings, type PageSettings } from "../protocol/page-settings.ts";

/** A checked text. */
export interface CheckedText {
  readonly layer: Layer;
  readonly findings: readonly Finding[];
  /** Number of findings that the baseline has. */
  readonly inBaseline: number;
}

/** Returns the layer of a text and its findings. */
export function checkText(source: Uint8Array, settings: PageSettings = defaultSettings): CheckedText {
  const { layer, findings } = checkScene(source, checkOptions(settings));
  if (settings.isIgnored) return { layer, findings: [], inBaseline: 0 };
  const reported = withoutKnown(findings, settings.baseline);
  return { layer, findings: reported, inBaseline: findings.length - reported.length };
}

/** Returns the options of the linter; names of profiles and levels were checked with the configuration. */
export function checkOptions({ check, codeRules }: PageSettings): CheckOptions {
  const options = check as CheckOptions;
  if (codeRules.length === 0) return options;
  // Only all rules together know which comments are unused: the server reports these.
  return {
    ...options,
    rules: { ...options.rules, "unused-disable": "off" },
    overrides: options.overrides?.map(({ prims, rules }) => ({ prims, rules: { ...rules, "unused-disable": "off" } })),
    customRules: codeRules.map(stub),
  };
}

/** Returns a rule that reports nothing, so that its id is known. */
function stub(id: string): Rule {
  const meta = { id, summary: "", severity: "info", effect: null, profiles: [] } as const;
  return { meta, check: () => undefined };
}
