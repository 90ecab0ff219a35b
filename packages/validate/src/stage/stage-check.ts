/** The check of a composed stage: the rules are called once for each prim, and again for what a change concerns. */
import { SchemaSet } from "@usdkit/schemas";
import type { PathId, PathTable, PrimIndex, Stage, StageChanges } from "@usdkit/usd";
import type { StageLimits } from "../rule/limits.ts";
import type { NotedFact, StageRule } from "../rule/stage-rule.ts";
import { belowTest, CheckResults, PrimResult } from "./check-results.ts";
import { EqualSubtrees } from "./equal-subtrees.ts";
import type { LayerEdit } from "./layer-edit.ts";
import { MergedFindings } from "./merge-findings.ts";
import type { StageFinding } from "./place-finding.ts";
import { RuleCalls, type RuleFailure } from "./rule-calls.ts";
import { SharedChecks } from "./shared-checks.ts";
import type { StagePrim } from "./stage-prim.ts";

/** How a stage is checked. */
export interface StageCheckOptions {
  readonly rules: readonly StageRule[];
  readonly limits?: StageLimits | undefined;
  /** Schemas of types and API schemas; default: those of OpenUSD. */
  readonly schemas?: SchemaSet | undefined;
  /** Returns the bytes of a file by its identifier, for limits of images; default: none are read. */
  readonly readAsset?: ((identifier: string) => Uint8Array | undefined) | undefined;
  /** Prims that are visited; default: all. */
  readonly maxPrims?: number | undefined;
  /** Whether rules are called for every prim, also for those whose findings are known from others. Default: false. */
  readonly everyPrim?: boolean | undefined;
}

/** How findings are returned. */
export interface FindingsOptions {
  /** Whether each finding has the paths of all its prims. Default: false. */
  readonly listsPrims?: boolean | undefined;
}

/** A fact, whose path is made when a rule asks for it. */
class FactOfPrim implements NotedFact {
  readonly fact: unknown;
  private readonly paths: PathTable;
  private readonly id: PathId;

  constructor(paths: PathTable, id: PathId, fact: unknown) {
    this.paths = paths;
    this.id = id;
    this.fact = fact;
  }

  get prim(): string {
    return this.paths.text(this.id);
  }
}

/** A prim to visit, and the one above it. */
interface Step {
  readonly id: PathId;
  readonly parent: StagePrim | undefined;
}

/**
 * Checks a stage in steps, and keeps what it found by prim.
 *
 * ```ts
 * const check = new StageCheck(stage, { rules: stageRules });
 * for (const _ of check.run());
 * check.findings();
 * ```
 */
export class StageCheck {
  readonly stage: Stage;
  private readonly everyPrim: boolean;
  private readonly maxPrims: number;
  private reachedLimit = false;
  private readonly calls: RuleCalls;
  private readonly results: CheckResults = new CheckResults();
  private readonly shared: SharedChecks;
  private readonly subtrees: EqualSubtrees;
  /** By what prims share: a number that no other has. */
  private readonly sharedNumbers: Map<object, number> = new Map();
  private sharedCount = 0;
  private readonly withVariants: Set<PathId> = new Set();
  /** Rules of which each prim has findings of its own. */
  private readonly placeRules: ReadonlySet<string>;
  /** Composition errors. */
  private errors: readonly StageFinding[] = [];
  /** What is about the stage. */
  private ofStage: readonly StageFinding[] = [];

  constructor(stage: Stage, options: StageCheckOptions) {
    const { rules, limits = {}, schemas = new SchemaSet(), readAsset, maxPrims, everyPrim = false } = options;
    this.stage = stage;
    this.everyPrim = everyPrim;
    this.maxPrims = maxPrims ?? Number.POSITIVE_INFINITY;
    this.calls = new RuleCalls(stage, { rules, limits, schemas, readAsset });
    this.placeRules = new Set(rules.filter(({ scope }) => scope === "place").map(({ meta }) => meta.id));
    this.shared = new SharedChecks(stage);
    this.subtrees = new EqualSubtrees(stage, this.results);
  }

  /** The number of prims that were visited. */
  get prims(): number {
    return this.results.prims;
  }

  /** Whether the stage has more prims than were visited. */
  get isLimited(): boolean {
    return this.reachedLimit;
  }

  /** Rules that failed: the others went on without them. */
  get failures(): readonly RuleFailure[] {
    return this.calls.failures;
  }

  /** Checks the whole stage; yields after each prim. */
  *run(): Generator<void> {
    this.reachedLimit = false;
    this.calls.start();
    yield* this.walk(this.stage.children(0).map((id) => ({ id, parent: undefined })));
    yield* this.walkOrphans([]);
    this.end();
  }

  /**
   * Checks some prims with those below them, and single prims: rules about the whole stage are left out. Yields after each prim.
   */
  *runPart(tops: Iterable<PathId>, singles: Iterable<PathId>): Generator<void> {
    const { calls, results, stage } = this;
    calls.start();
    for (const id of tops) {
      const parent = calls.prims.at(stage.paths.parent(id));
      yield* this.walk([{ id, parent }]);
    }
    for (const id of singles) {
      const prim = results.isVisited(id) ? undefined : calls.prims.at(id);
      if (prim === undefined) continue;
      this.visit(prim);
      yield;
    }
    this.errors = calls.callForErrors(this.visitedIndices());
  }

  /**
   * Checks what a change of the stage concerns; yields after each prim.
   *
   * @param changes as `Stage.update` returns them
   * @param edits of the texts of layers, in their order: where findings that are kept are afterwards
   */
  *follow(
    { resynced, changed }: Pick<StageChanges, "resynced" | "changed">,
    edits: readonly LayerEdit[] = [],
  ): Generator<void> {
    const { stage, results } = this;
    const { paths } = stage;
    this.calls.start();
    this.sharedNumbers.clear();
    const tops = new Set(resynced.map((path) => paths.parse(path)));
    const again = new Set<PathId>();
    if (tops.size > 0) for (const reader of this.dropBelow(tops)) again.add(reader);
    for (const top of tops) if (top !== 0) again.add(paths.parent(top));
    for (const path of changed) {
      const prim = paths.parse(path.split(".", 1)[0]);
      again.add(prim);
      for (const reader of results.readersOf(prim)) again.add(reader);
    }
    for (const edit of edits) for (const prim of results.follow(edit)) again.add(prim);
    again.delete(0);
    const isGone = (prim: PathId): boolean => again.has(prim) || !results.isVisited(prim);
    const orphans = tops.size === 0 ? this.shared.forgetSome(again) : this.shared.forget(isGone);
    for (const orphan of orphans) again.add(orphan);
    const others = tops.size === 0 ? [] : this.subtrees.forget((prim) => !results.isVisited(prim));
    yield* this.walkAgain(again);
    yield* this.walk(this.topsToWalk(tops));
    yield* this.walkOrphans(others);
    this.end();
  }

  /** Returns the findings, those with the same layer, place and message as one. */
  findings({ listsPrims = false }: FindingsOptions = {}): readonly StageFinding[] {
    const { stage, shared, subtrees } = this;
    const countOf = subtrees.counter();
    const merged = new MergedFindings(stage, listsPrims);
    const add = (found: readonly StageFinding[], prim: PathId): void => {
      const alike = shared.allOf(prim);
      const prims = listsPrims ? subtrees.withOthers(alike) : [];
      let count = 0;
      if (!listsPrims) for (const each of alike) count += countOf(each);
      for (const each of found) {
        if (this.placeRules.has(each.rule)) merged.add(each, [prim]);
        else if (listsPrims) merged.add(each, prims);
        else merged.count(each, count);
      }
    };
    // An error of several prims is reported once, for the first of them.
    for (const each of this.errors) merged.add(each, each.prim === "/" ? [] : [stage.paths.parse(each.prim)]);
    for (const each of this.ofStage) {
      if (each.prim === "/") merged.add(each, []);
      else add([each], stage.paths.parse(each.prim));
    }
    for (const [prim, { findings }] of this.results.withFindings) add(findings, prim);
    return merged.merged();
  }

  /** Returns every finding with the prim that has it, without those of prims that share the opinions of others. */
  *each(): Generator<StageFinding> {
    yield* this.errors;
    yield* this.ofStage;
    for (const [, { findings }] of this.results.withFindings) yield* findings;
  }

  /** Returns prims with variant sets, those that share their opinions once. */
  get primsWithVariants(): readonly PathId[] {
    return [...this.withVariants].filter((prim) => this.results.isVisited(prim));
  }

  /** Returns, for some prims, the others whose check read those or what is below them. */
  readersBelow(prims: readonly PathId[]): ReadonlyMap<PathId, ReadonlySet<PathId>> {
    return this.results.readersBelow(this.stage.paths, new Set(prims));
  }

  /** Visits prims and those below them. */
  private *walk(tops: readonly Step[]): Generator<void> {
    const { stage, results } = this;
    const waiting = tops.toReversed();
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      if (results.prims >= this.maxPrims) {
        this.reachedLimit = true;
        return;
      }
      const prim = this.calls.prims.make(step.parent, step.id);
      if (prim === undefined) continue;
      this.visit(prim);
      yield;
      if (!prim.shape.isActive || this.isKnownBelow(prim)) continue;
      const children = stage.children(prim.id);
      for (let i = children.length - 1; i >= 0; i--) waiting.push({ id: children[i], parent: prim });
    }
  }

  /** Visits single prims; those below them too if they have another shape than before. */
  private *walkAgain(prims: ReadonlySet<PathId>): Generator<void> {
    const { results, stage } = this;
    for (const id of prims) {
      const prim = this.calls.prims.at(id);
      if (prim === undefined) {
        results.forget(id);
        continue;
      }
      const isSame = results.isSame(id, prim.shape.number, prim.context);
      // Below an instance whose prims another one has.
      if (!isSame && !results.isVisited(id)) continue;
      if (!isSame) this.subtrees.leave(id);
      this.visit(prim);
      yield;
      if (isSame || !prim.shape.isActive) continue;
      yield* this.walk(stage.children(id).map((child) => ({ id: child, parent: prim })));
    }
  }

  /** Visits the prims below prims that were visited, unless those below another one stand for them. */
  private *walkOrphans(first: readonly PathId[]): Generator<void> {
    const { calls, subtrees, results, stage } = this;
    for (let rest = [...first, ...subtrees.takeOrphans()]; rest.length > 0; rest = [...subtrees.takeOrphans()]) {
      for (const id of rest) {
        const prim = calls.prims.at(id);
        if (prim === undefined || !results.isVisited(id) || !prim.shape.isActive || this.isKnownBelow(prim)) continue;
        const children = stage.children(id).filter((child) => !results.isVisited(child));
        yield* this.walk(children.map((child) => ({ id: child, parent: prim })));
      }
    }
  }

  /** Returns resynced prims that are part of the stage now. */
  private topsToWalk(tops: ReadonlySet<PathId>): readonly Step[] {
    const { stage, results, calls } = this;
    const { paths } = stage;
    if (tops.has(0)) return stage.children(0).map((id) => ({ id, parent: undefined }));
    return [...tops].flatMap((id) => {
      const above = paths.parent(id);
      if (above !== 0 && !results.isVisited(above)) return [];
      const parent = above === 0 ? undefined : calls.prims.at(above);
      if (above !== 0 && parent?.shape.isActive !== true) return [];
      return stage.children(above).includes(id) ? [{ id, parent }] : [];
    });
  }

  /** Whether the prims below another prim stand for those below a prim: of an instance, or of a prim that shares all below it. */
  private isKnownBelow({ id, path, shape, context }: StagePrim): boolean {
    if (this.everyPrim) return false;
    // Rules see the shapes of the prims above as well, such as the kind of the instance, and whether all are defined.
    const above = `${context} ${shape.number}`;
    if (shape.isInstance) {
      const key = this.stage.instanceKey(path);
      return key !== undefined && this.subtrees.isKnown(`${above} ${key}`, id);
    }
    const shared = this.stage.tree.shared(id);
    if (shared === undefined || !shared.hasChildren || !shared.sharesAllBelow) return false;
    const offsets = this.stage.index(id)?.sharedBelow?.offsets ?? "";
    return this.subtrees.isKnown(`${above} shared ${this.numberOf(shared.composed)} ${offsets}`, id);
  }

  private numberOf(shared: object): number {
    let number = this.sharedNumbers.get(shared);
    if (number === undefined) this.sharedNumbers.set(shared, (number = this.sharedCount++));
    return number;
  }

  private visit(prim: StagePrim): void {
    const { calls, results, shared } = this;
    const { id, shape, context } = prim;
    results.visit(id, shape.number, context);
    const plan = calls.planOf(prim);
    const index = this.stage.index(id);
    if (index === undefined) return;
    if (plan.hasPlace) this.subtrees.notePlace(id);
    const reads = this.everyPrim ? undefined : shared.knownReads(prim, index);
    const isKnown = reads !== undefined;
    if (isKnown && !plan.hasPlace) {
      this.keep(id, new PrimResult(reads));
      return;
    }
    if (!isKnown && shape.hasVariantSets) this.withVariants.add(id);
    const result = calls.callFor(prim, plan, isKnown);
    for (const read of reads ?? []) result.noteRead(read);
    this.keep(id, result);
    if (!isKnown) shared.add(prim, index, result);
  }

  private keep(prim: PathId, result: PrimResult): void {
    const { results } = this;
    if (results.hasOtherReads(prim, result.reads)) this.subtrees.noteReads(prim);
    results.set(prim, result);
  }

  /** Drops what is known of prims and of those below them. Returns the prims whose check read any of these. */
  private dropBelow(tops: ReadonlySet<PathId>): ReadonlySet<PathId> {
    const { results, stage, subtrees } = this;
    const isBelow = belowTest(stage.paths, tops);
    const readers = results.dropBelow(isBelow);
    subtrees.leaveReaders(isBelow);
    subtrees.leaveAbove(tops);
    subtrees.leaveAbove(readers);
    return readers;
  }

  private end(): void {
    const facts = this.factsByRule();
    this.errors = this.calls.callForErrors(this.stage.ownIndices);
    this.ofStage = this.calls.end((rule) => facts[rule] ?? []);
  }

  private *visitedIndices(): Generator<PrimIndex> {
    for (const prim of this.results.visitedPrims()) {
      const index = this.stage.index(prim);
      if (index !== undefined) yield index;
    }
  }

  private factsByRule(): readonly (readonly NotedFact[] | undefined)[] {
    const found: NotedFact[][] = [];
    const { paths } = this.stage;
    for (const [prim, { facts }] of this.results.withFacts) {
      for (const { rule, fact } of facts) (found[rule] ??= []).push(new FactOfPrim(paths, prim, fact));
    }
    return found;
  }
}
