/** From the findings of stage rules to those of a report: by levels and comments of the layer that they are in. */
import type { Layer } from "@usdkit/layer";
import { arrange, complete, hasDirective, withLevel } from "../engine/arrange-findings.ts";
import { prepareCheck, type CheckOptions } from "../engine/prepare-check.ts";
import type { Finding } from "../model/finding.ts";
import type { ResolvedProfile } from "../model/profile.ts";
import { resolveProfile } from "../scene/resolve-profile.ts";
import { LineIndex } from "../text/line-index.ts";
import type { StageFinding } from "./check-stage.ts";

/** What {@link reportLayer} returns. */
export interface LayerReport {
  /** The profile that `auto` resolved to. */
  readonly profile: ResolvedProfile;
  /** In the order of the text. */
  readonly findings: readonly Finding[];
}

/**
 * Returns the findings of stage rules in one layer: those of its profile that no level turns off and no comment suppresses.
 *
 * @param layer a text layer with its source, for lines and comments
 * @param found findings in this layer
 * @throws {RangeError} if `options` contains an unknown rule or a number out of range.
 */
export function reportLayer(layer: Layer, found: readonly StageFinding[], options: CheckOptions = {}): LayerReport {
  const prepared = prepareCheck(options);
  const profile = resolveProfile(prepared.profile, layer);
  const indexes = new Map(prepared.rules.map(({ meta }, index) => [meta.id, index]));
  const offsets = new Map<object, number | undefined>();
  const placed = found.flatMap(({ rule, finding, offset }) => {
    const index = indexes.get(rule);
    if (index === undefined || !prepared.rules[index].meta.profiles.includes(profile)) return [];
    const reported = prepared.levels.mayReport(rule) ? withLevel(prepared, index, finding) : undefined;
    if (reported === undefined) return [];
    offsets.set(finding, offset);
    return { ...reported, shift: 0 };
  });
  const lines = new LineIndex(layer.source ?? new Uint8Array(0));
  const hasDirectives = hasDirective(layer.source);
  // Whether comments about other rules are of use is known after the check of the layer by itself.
  const active: ReadonlySet<string> = new Set();
  const findings = arrange(prepared, placed, { layer, lines, isPartial: false, hasDirectives, active }).map((each) => {
    const offset = offsets.get(each.finding);
    const completed = complete(prepared, each, lines, []);
    return offset === undefined ? completed : { ...completed, offset };
  });
  return { profile, findings };
}
