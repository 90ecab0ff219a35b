/** Calls of rules for one prim after the other: what they report, read and note is that of the prim. */
import type { SchemaSet } from "@usdkit/schemas";
import {
  templateClips,
  type CompositionError,
  type LayerStack,
  type PathId,
  type PrimIndex,
  type PrimOpinions,
  type PropertyOpinion,
  type Stage,
} from "@usdkit/usd";
import type { StageLimits } from "../rule/limits.ts";
import type {
  NotedFact,
  PropertyOfError,
  StageRule,
  StageRuleContext,
  StageRuleFinding,
  StageRuleListeners,
} from "../rule/stage-rule.ts";
import { PrimResult } from "./check-results.ts";
import { CheckedPrims } from "./checked-prims.ts";
import { placeFinding, type StageFinding } from "./place-finding.ts";
import {
  RuleDispatch,
  type PrimCall,
  type PropertyCall,
  type RunningStageRule,
  type ShapePlan,
} from "./rule-dispatch.ts";
import type { StagePrim } from "./stage-prim.ts";

/** A rule that failed: the others go on without it. */
export interface RuleFailure {
  readonly rule: string;
  /** Path of the prim for which it was called; `/` for the stage. */
  readonly prim: string;
  readonly error: unknown;
}

/** What rules are called for. */
interface Subject {
  readonly result: PrimResult;
  /** The prim; undefined for what is about the stage. */
  readonly prim: StagePrim | undefined;
}

interface ErrorCall {
  readonly rule: StageRule;
  readonly error: NonNullable<StageRuleListeners["error"]>;
}

/** The rules of a check. */
export interface RuleCallsOptions {
  readonly rules: readonly StageRule[];
  readonly limits: StageLimits;
  readonly schemas: SchemaSet;
  /** Returns the bytes of a file by its identifier. */
  readonly readAsset: ((identifier: string) => Uint8Array | undefined) | undefined;
}

/** Calls the rules of a check. */
export class RuleCalls {
  readonly prims: CheckedPrims;
  /** Rules that failed, each once. */
  readonly failures: RuleFailure[] = [];
  private readonly stage: Stage;
  private readonly options: RuleCallsOptions;
  private readonly failed: Set<string> = new Set();
  private running: readonly RunningStageRule[] = [];
  private errorCalls: readonly ErrorCall[] = [];
  private dispatch: RuleDispatch = new RuleDispatch([]);
  /** Between calls. */
  private idle: Subject = { result: new PrimResult(), prim: undefined };
  private subject: Subject = this.idle;

  constructor(stage: Stage, options: RuleCallsOptions) {
    this.stage = stage;
    this.options = options;
    this.prims = new CheckedPrims(stage, options.schemas, (id) => this.noteRead(id));
  }

  /** Starts the rules: a new reader, and new callbacks. */
  start(): void {
    this.prims.renew();
    this.subject = this.idle = { result: new PrimResult(), prim: undefined };
    this.running = this.options.rules.map((rule, index) => {
      const listeners = this.attempt(rule, () => rule.checkStage(this.contextOf(rule, index)));
      return { index, rule, listeners: listeners ?? {} };
    });
    this.errorCalls = this.running.flatMap(({ rule, listeners: { error } }) =>
      error === undefined ? [] : { rule, error },
    );
    this.dispatch = new RuleDispatch(this.running);
  }

  /** Returns the callbacks for a prim. */
  planOf({ shape, isDefined, isAbstract }: StagePrim): ShapePlan {
    return this.dispatch.plan(shape, isDefined && !isAbstract && shape.isActive);
  }

  /**
   * Calls rules for a prim and its properties.
   *
   * @param placeOnly only those that depend on its place: what the others find is known
   */
  callFor(prim: StagePrim, plan: ShapePlan, placeOnly: boolean): PrimResult {
    const result = new PrimResult();
    this.subject = { result, prim };
    this.callAll(plan.prims, placeOnly, (call) => call(prim));
    if (!placeOnly || plan.hasPlaceProperties) this.callForProperties(prim, plan, placeOnly);
    this.subject = this.idle;
    return result;
  }

  /** Calls rules for the composition errors of prims, and of the layer stacks that these are composed from. */
  callForErrors(indices: Iterable<PrimIndex>): readonly StageFinding[] {
    const result = new PrimResult();
    this.subject = { result, prim: undefined };
    for (const { path, error } of errorsOf(indices)) {
      const before = result.findings.length;
      this.visitError(error);
      const prim = this.stage.paths.text(path);
      for (let i = before; i < result.findings.length; i++) result.findings[i] = { ...result.findings[i], prim };
    }
    return result.findings;
  }

  /** Calls the ends of the rules. Returns what is about the stage. */
  end(facts: (rule: number) => readonly NotedFact[]): readonly StageFinding[] {
    const result = new PrimResult();
    this.subject = { result, prim: undefined };
    for (const { index, rule, listeners } of this.running) {
      const { end } = listeners;
      if (end !== undefined) this.attempt(rule, () => end(facts(index)));
    }
    return result.findings;
  }

  private contextOf(rule: StageRule, index: number): StageRuleContext {
    const { stage, options, prims } = this;
    return {
      stage,
      reader: prims.reader,
      limits: options.limits,
      schemas: options.schemas,
      look: (path) => this.look(path),
      findClips: (template, from) =>
        templateClips({ ...template, activeOffset: undefined }, (path) => stage.findAsset(path, from) !== undefined)
          ?.assetPaths,
      readAsset: (path, from) => {
        const identifier = options.readAsset === undefined ? undefined : stage.findAsset(path, from);
        return identifier === undefined ? undefined : options.readAsset?.(identifier);
      },
      note: (fact) => this.subject.result.facts.push({ rule: index, fact }),
      report: (finding) => this.report(rule, finding),
    };
  }

  private report(rule: StageRule, finding: StageRuleFinding): void {
    const { result, prim } = this.subject;
    const subject = prim?.path ?? ("prim" in finding.at ? finding.at.prim : "/");
    const placed = placeFinding(this.stage, rule, subject, finding);
    if (placed !== undefined) result.findings.push(placed);
  }

  /** Notes that a rule reads something of a prim. */
  private noteRead(id: PathId): void {
    const { prim, result } = this.subject;
    if (prim !== undefined && prim.id !== id) result.noteRead(id);
  }

  private look(path: string): StagePrim | undefined {
    const id = this.stage.paths.parse(path);
    if (id <= 0) return undefined;
    this.noteRead(id);
    return this.prims.at(id);
  }

  private callForProperties(prim: StagePrim, plan: ShapePlan, placeOnly: boolean): void {
    const properties = this.prims.reader.opinions({ source: prim.id })?.properties;
    if (properties === undefined || properties.size === 0) return;
    if (!placeOnly) this.visitPropertyErrors(prim, properties);
    this.callAll(plan.byProperty.select(properties.keys()), placeOnly, (call) => call(prim));
    if (!plan.hasProperties) return;
    let name = "";
    let specs: readonly PropertyOpinion[] = [];
    const run = (call: PropertyCall["call"]): void => call(name, specs, prim);
    for ([name, specs] of properties) {
      const calls = plan.properties(name);
      if (calls.length > 0) this.callAll(calls, placeOnly, run);
    }
  }

  private visitError(found: CompositionError, property?: PropertyOfError): void {
    for (const { rule, error } of this.errorCalls) this.attempt(rule, () => error(found, property));
  }

  /** Visits what is wrong with the kinds, targets and connections of properties. */
  private visitPropertyErrors(prim: StagePrim, properties: PrimOpinions["properties"]): void {
    if (prim.specs.length === 1 && prim.withPaths.size === 0) return;
    for (const [name, specs] of properties) {
      const [{ spec: strongest }] = specs;
      if (specs.length > 1 && specs.some(({ spec }) => spec.specType !== strongest.specType)) {
        for (const error of this.stage.propertyStack(prim.id, name).errors) this.visitError(error, { name, prim });
      }
      if (!prim.withPaths.has(name)) continue;
      for (const error of prim.composedTargets(name).errors) this.visitError(error, { name, prim });
    }
  }

  private callAll<Call extends PrimCall | PropertyCall>(
    calls: readonly Call[],
    placeOnly: boolean,
    run: (call: Call["call"]) => void,
  ): void {
    for (let i = 0; i < calls.length;) {
      // One block for all that do not fail.
      try {
        for (; i < calls.length; i++) {
          const each = calls[i];
          if (placeOnly && !each.isPlace) continue;
          run(each.call);
        }
      } catch (error) {
        this.fail(calls[i].rule.rule, error);
        i++;
      }
    }
  }

  private attempt<Result>(rule: StageRule, call: () => Result): Result | undefined {
    try {
      return call();
    } catch (error) {
      this.fail(rule, error);
      return undefined;
    }
  }

  /** Notes that a rule failed. It is called for the other prims all the same, and reported once. */
  private fail({ meta }: StageRule, error: unknown): void {
    if (this.failed.has(meta.id)) return;
    this.failed.add(meta.id);
    this.failures.push({ rule: meta.id, prim: this.subject.prim?.path ?? "/", error });
  }
}

/** Returns composition errors of prims and of layer stacks, each once. */
function* errorsOf(
  indices: Iterable<PrimIndex>,
): Generator<{ readonly path: PathId; readonly error: CompositionError }> {
  const stacks = new Set<LayerStack>();
  const known = new Set<string>();
  const isNew = ({ code, statement, message }: CompositionError): boolean => {
    const start = statement?.range?.start ?? statement?.spec?.path ?? "";
    const key = `${code}\0${statement?.layer.id ?? -1}\0${start}\0${message}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  };
  for (const { path, errors, graph } of indices) {
    for (const { stack } of graph.nodes) {
      if (stacks.has(stack)) continue;
      stacks.add(stack);
      for (const error of stack.errors) if (isNew(error)) yield { path, error };
    }
    for (const error of errors) if (isNew(error)) yield { path, error };
  }
}
