/** Makes the fixes of findings. */
import type { Layer } from "@usdkit/layer";
import { keepComments } from "@usdkit/usda";
import type { Fix, RuleFinding } from "../model/finding.ts";
import type { KnownRule } from "../rule/any-rule.ts";
import { UNUSED_DISABLE } from "../rules/unused-disable.ts";

/** Returns the fixes of a finding, extended so that comments in replaced or removed text stay; none in a layer without text. */
export function makeFixes(layer: Layer, rule: KnownRule, { fixes = [] }: RuleFinding): readonly Fix[] {
  if (layer.source === undefined) return [];
  const made = typeof fixes === "function" ? fixes() : fixes;
  if (rule === UNUSED_DISABLE) return made;
  return made.map((fix) => ({ ...fix, edits: keepComments(layer, fix.edits) }));
}
