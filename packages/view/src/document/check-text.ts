/** Checks a text with the settings of the page. */
import type { Layer } from "@usdkit/layer";
import { checkScene, type CheckOptions, type Finding } from "@usdkit/validate";
import { defaultSettings, type BaselineRow, type PageSettings } from "../protocol/page-settings.ts";

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
  const reported = withoutBaseline(findings, settings.baseline);
  return { layer, findings: reported, inBaseline: findings.length - reported.length };
}

/** Returns the options of the linter; names of profiles and levels were checked with the configuration. */
export function checkOptions({ check }: PageSettings): CheckOptions {
  return check as CheckOptions;
}

/** Of more findings of a kind than the baseline has, the last ones are reported, as by `usda-lint`. */
function withoutBaseline(findings: readonly Finding[], baseline: readonly BaselineRow[]): readonly Finding[] {
  if (baseline.length === 0) return findings;
  const left = new Map(baseline.map((row) => [keyOf(row), row.count]));
  return findings.filter((finding) => {
    const key = keyOf(finding);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

function keyOf({ rule, primPath, property }: Pick<BaselineRow, "rule" | "primPath" | "property">): string {
  return JSON.stringify([rule, primPath, property]);
}
