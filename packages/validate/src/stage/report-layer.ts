/** From the findings of stage rules to those of a report: by levels and comments of the layer that they are in. */
import type { Layer } from "@usdkit/layer";
import { arrange, complete, hasDirective, withLevel } from "../engine/arrange-findings.ts";
import { prepareCheck, type CheckOptions, type PreparedCheck } from "../engine/prepare-check.ts";
import type { Finding } from "../model/finding.ts";
import type { ResolvedProfile } from "../model/profile.ts";
import { resolveProfile } from "../scene/resolve-profile.ts";
import { makeFixes } from "../engine/make-fixes.ts";
import { LineIndex } from "../text/line-index.ts";
import type { StageFinding } from "./place-finding.ts";

/** What {@link reportLayer} returns. */
export interface LayerReport {
  /** The profile that `auto` resolved to. */
  readonly profile: ResolvedProfile;
  /** In the order of the text. */
  readonly findings: readonly Finding[];
}

/**
 * Returns the findings of stage rules in one layer: those that no level turns off and no comment suppresses.
 *
 * @param layer a text layer with its source, for lines and comments
 * @param found findings in this layer
 * @throws {RangeError} if `options` contains an unknown rule or a number out of range.
 */
export function reportLayer(layer: Layer, found: readonly StageFinding[], options: CheckOptions = {}): LayerReport {
  const prepared = prepareCheck(options);
  return { profile: resolveProfile(prepared.profile, layer), findings: findingsIn(layer, found, prepared) };
}

/**
 * As {@link reportLayer}, without the profile: of a layer with a text, specs are looked at only if there are comments about rules, or a fix
 * would remove a comment.
 *
 * @throws {RangeError} if `options` contains an unknown rule or a number out of range.
 */
export function reportFindings(
  layer: Layer,
  found: readonly StageFinding[],
  options: CheckOptions = {},
): readonly Finding[] {
  return findingsIn(layer, found, prepareCheck(options));
}

function findingsIn(layer: Layer, found: readonly StageFinding[], prepared: PreparedCheck): readonly Finding[] {
  const indexes = new Map(prepared.rules.map(({ meta }, index) => [meta.id, index]));
  const ofFindings = new Map<object, StageFinding>();
  const placed = found.flatMap((each) => {
    const { rule, finding } = each;
    const index = indexes.get(rule);
    const isWanted = index !== undefined && prepared.levels.mayReport(rule);
    const reported = isWanted ? withLevel(prepared, index, finding) : undefined;
    if (reported === undefined) return [];
    ofFindings.set(finding, each);
    return { ...reported, shift: 0 };
  });
  const lines = new LineIndex(layer.source ?? new Uint8Array(0));
  const hasDirectives = hasDirective(layer.source);
  // Whether comments about other rules are of use is known after the check of the layer by itself.
  const active: ReadonlySet<string> = new Set();
  return arrange(prepared, placed, { layer, lines, isPartial: false, hasDirectives, active }).map((each) => {
    const own = ofFindings.get(each.finding);
    const fixes =
      own?.fixes === undefined
        ? []
        : makeFixes(layer, prepared.rules[each.index], { ...each.finding, fixes: own.fixes });
    const completed = complete(prepared, each, lines, fixes);
    return own === undefined ? completed : { ...completed, ...stageDetails(own) };
  });
}

/** Returns what only findings on stages have. */
function stageDetails({
  offset,
  prim,
  count,
  prims = [prim],
  variants,
  related,
  sameAs,
  layer,
  root,
}: StageFinding): Partial<Finding> {
  const places = related?.map(({ message, range, start, end, offset: byte, layer: other }) => ({
    message,
    range: range ?? { start: 0, end: 0 },
    start,
    end,
    ...(other !== layer && { layer: other }),
    ...(byte !== undefined && { offset: byte }),
  }));
  return {
    stage: { ...(root !== undefined && { root }), prim, count, prims, variants: variants ?? null },
    ...(offset !== undefined && { offset }),
    ...(places !== undefined && { related: places }),
    ...(sameAs !== undefined && { sameAs }),
  };
}
