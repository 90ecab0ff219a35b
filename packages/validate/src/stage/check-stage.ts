/** Runs the stage rules on a composed stage, and collects their findings by layer. */
import type { ByteRange } from "@usdkit/layer";
import { placeOf as placeOfStatement, StageValues, templateClips, type Stage, type Statement } from "@usdkit/usd";
import { placeOf } from "../model/place-of.ts";
import type { RuleFinding } from "../model/finding.ts";
import type { StageRule, StageRuleContext, StageRuleFinding, StatementOfFinding } from "../rule/stage-rule.ts";
import { stageRules } from "../stage-rules/index.ts";
import { decidingOpinion } from "./deciding-opinion.ts";
import { walkStage } from "./walk-stage.ts";

/** A finding of a stage rule, before levels and comments of its layer are applied. Plain data. */
export interface StageFinding {
  /** Identifier of the layer with the mistake; `chair.usdz[geometry.usdc]` in a package. */
  readonly layer: string;
  readonly rule: string;
  /** In a binary layer: the byte of the spec in its file. */
  readonly offset: number | undefined;
  /** The prim path is that of the spec in the layer. */
  readonly finding: RuleFinding;
}

/**
 * Returns the findings of the stage rules, in the order of the walk.
 *
 * @example
 * const findings = checkStage(await Stage.open("shot.usda", { resolver }));
 */
export function checkStage(stage: Stage, rules: readonly StageRule[] = stageRules): readonly StageFinding[] {
  const found: StageFinding[] = [];
  const steps = checkStageInSteps(stage, { rules, onFinding: (finding) => found.push(finding) });
  while (steps.next().done !== true);
  return found;
}

/** How {@link checkStageInSteps} checks. */
export interface StepOptions {
  /** Called with each finding. */
  readonly onFinding: (finding: StageFinding) => void;
  /** Default: all rules of the registry. */
  readonly rules?: readonly StageRule[] | undefined;
}

/** As {@link checkStage}; yields after each prim, for callers that do other work in between. */
export function* checkStageInSteps(stage: Stage, { onFinding, rules = stageRules }: StepOptions): Generator<void> {
  const known = new Set<string>();
  const values = new StageValues(stage);
  const findClips: StageRuleContext["findClips"] = (template, from) =>
    templateClips({ ...template, activeOffset: undefined }, (path) => stage.findAsset(path, from) !== undefined)
      ?.assetPaths;
  const running = rules.map((rule) => {
    const report = (reported: StageRuleFinding): void => {
      const finding = placed(stage, rule, reported);
      if (finding === undefined) return;
      const { layer, offset, finding: at } = finding;
      const key = JSON.stringify([rule.meta.id, layer, offset ?? at.range?.start ?? at.primPath, at.message]);
      if (known.has(key)) return;
      known.add(key);
      onFinding(finding);
    };
    return rule.checkStage({ stage, values, findClips, report });
  });
  const ofPrims = running.flatMap(({ prim }) => prim ?? []);
  const ofProperties = running.flatMap(({ property }) => property ?? []);
  const ofErrors = running.flatMap(({ error }) => error ?? []);
  yield* walkStage(stage, {
    error: (error) => {
      for (const visit of ofErrors) visit(error);
    },
    prim: (prim) => {
      for (const visit of ofPrims) visit(prim);
    },
    property: (name, specs, prim) => {
      for (const visit of ofProperties) visit(name, specs, prim);
    },
  });
  for (const { end } of running) end?.();
}

/** Returns a finding with the place of its statement; undefined if it is about nothing that a layer authors. */
function placed(stage: Stage, rule: StageRule, { at, ...finding }: StageRuleFinding): StageFinding | undefined {
  const opinion: StatementOfFinding | undefined = "layer" in at ? at : decidingOpinion(stage, at);
  if (opinion === undefined) return undefined;
  const { layer, range, spec, propertySpec } = opinion;
  const statement = { layer, range, spec };
  const { primPath, property: name } = placeOf(propertySpec ?? spec ?? layer.layer.root);
  return {
    layer: layer.anchor,
    rule: rule.meta.id,
    offset: offsetOf(statement),
    finding: { ...finding, primPath, property: name, range: rangeOf(statement) },
  };
}

function rangeOf({ layer, spec, range }: Statement): ByteRange | undefined {
  return layer.opened?.encoding === "usda" ? (range ?? spec?.nameRange ?? spec?.range) : undefined;
}

/** Returns the byte of a statement in a crate; undefined in text. */
function offsetOf(statement: Statement): number | undefined {
  const { opened } = statement.layer;
  return opened === undefined || opened.encoding === "usda" ? undefined : (placeOfStatement(statement).offset ?? 0);
}
