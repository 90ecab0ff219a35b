/** Parses a scene, runs the rules and collects their findings. */
import type { Layer, PrimSpec } from "@usdkit/layer";
import { SceneReading, type ScenePlan, type SceneVisitor } from "@usdkit/service-scene";
import { forget, isOpened, type ParseResult } from "@usdkit/usda";
import { RuleReading } from "../scene/rule-reading.ts";
import { LineIndex } from "../text/line-index.ts";
import { formOf, isServiceProfile, type ResolvedProfile } from "../model/profile.ts";
import { resolveProfile } from "../scene/resolve-profile.ts";
import type { Finding } from "../model/finding.ts";
import { arrange, complete, hasDirective, withLevel, type Placed } from "./arrange-findings.ts";
import { RuleGuard, type ThrownByRule } from "./guard-rule.ts";
import { makeFixes } from "./make-fixes.ts";
import { NotedPrims, prepareCheck, readLayer, startRules, type CheckOptions } from "./prepare-check.ts";

/** Options of {@link checkScene}. */
export interface ReportOptions extends CheckOptions {
  /** Whether the report contains a plan, computed in the same walk. Default false. */
  readonly plan?: boolean | undefined;
}

/** What {@link checkScene} returns. */
export interface Report {
  /** The profile that `auto` resolved to. */
  readonly profile: ResolvedProfile;
  readonly layer: Layer;
  /** False if the text has syntax errors; `layer` then contains the part that could be parsed. */
  readonly parsedWhole: boolean;
  /** In the order of the text; those at the same location in the order of the rules. */
  readonly findings: readonly Finding[];
  /** What the service uses of the scene; undefined if it was not requested, and for the profiles `usd` and `usda`. */
  readonly plan: ScenePlan | undefined;
  /** Rules that threw: the others went on without them. */
  readonly failures: readonly ThrownByRule[];
}

/**
 * Returns the findings of the rules for a scene, in the order of the text.
 *
 * @param scene Bytes or text of a `.usda` file, or a layer. The diagnostics of the parser about
 * a layer's text are not repeated.
 * @throws {RangeError} if `options` contains an unknown rule or a number out of range; what a rule throws.
 * @example
 * validate('#usda 1.0\ndef "A" {');   // [{ rule: "usda-syntax", severity: "error", … }]
 */
export function validate(scene: Uint8Array | string | Layer, options: CheckOptions = {}): readonly Finding[] {
  const { findings, failures } = checkScene(scene, options);
  if (failures.length > 0) throw failures[0].error;
  return findings;
}

/** Like {@link validate}, but also returns the layer, the profile and, if requested, the plan. Also accepts a parsed text. */
export function checkScene(scene: Uint8Array | string | Layer | ParseResult, options: ReportOptions = {}): Report {
  const prepared = prepareCheck(options);
  const { rules, primTypes } = prepared;
  const parsed = readLayer(scene);
  const { layer, diagnostics } = parsed;
  const profile = resolveProfile(prepared.profile, layer);
  const isPlanned = options.plan === true && isServiceProfile(profile);
  const reading = new SceneReading(layer, { form: formOf(profile), primTypes, isPlanned });
  const ruleReading = new RuleReading(reading, profile, prepared.base);

  const placed: Placed[] = [];
  const noted = new NotedPrims<PrimSpec>();
  const guard = new RuleGuard();
  const running = startRules(prepared, {
    guard,
    parsed,
    profile,
    scene: ruleReading,
    report(index, finding) {
      const reported = withLevel(prepared, index, finding);
      if (reported === undefined) return;
      // Made now, as the walk frees what was read of a prim.
      placed.push({ ...reported, finding: { ...finding, fixes: makeFixes(layer, rules[index], finding) }, shift: 0 });
    },
    note: (index, prim) => noted.add(index, prim),
  });
  const ends = running.map(({ index, meta, listeners }): SceneVisitor => {
    const { prim, property, undefinedPrim, spec, end } = listeners;
    const atEnd = end === undefined ? undefined : () => end(noted.of(index));
    // Each by its name, as copies of objects of many forms are a part of the time of a small file.
    return { name: meta.id, prim, property, undefinedPrim, spec, end: atEnd };
  });
  reading.walk([ruleReading.visitor, ...ends], { memory: { isOpened, forget }, onThrow: guard.onThrow });

  const lines = new LineIndex(layer.source ?? new Uint8Array(0));
  const active = new Set(running.flatMap(({ meta: { id } }) => (guard.hasFailed(id) ? [] : id)));
  const hasDirectives = hasDirective(layer.source);
  const text = { layer, lines, isPartial: diagnostics.length > 0, hasDirectives, active };
  const findings = arrange(prepared, placed, text).map((each) => {
    const { fixes = [] } = each.finding;
    return complete(prepared, each, lines, typeof fixes === "function" ? fixes() : fixes);
  });
  const plan = isPlanned ? reading.plan() : undefined;
  return { profile, layer, parsedWhole: diagnostics.length === 0, findings, plan, failures: guard.failures };
}
