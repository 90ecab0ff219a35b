/** Checks of a text while it is edited: findings of prims that an edit does not touch are kept. */
import type { ByteRange, PrimSpec } from "@usdkit/layer";
import { walkScene, type SceneVisitor, type WalkOptions } from "@usdkit/service-scene";
import { forget, isOpened, type ParseResult, type ReparseEdit } from "@usdkit/usda";
import type { Finding, Fix, Severity } from "../model/finding.ts";
import { formOf, type ResolvedProfile } from "../model/profile.ts";
import { resolveProfile } from "../scene/resolve-profile.ts";
import { Names } from "../scene/names.ts";
import { RuleReading } from "../scene/rule-reading.ts";
import { LineIndex } from "../text/line-index.ts";
import {
  around,
  arrange,
  complete,
  hasDirective,
  severityOf,
  startOf,
  withLevel,
  type Placed,
} from "./arrange-findings.ts";
import { countsOf, unknownOf, type KnownFinding } from "./known-findings.ts";
import { RuleGuard, type ThrownByRule } from "./guard-rule.ts";
import { makeFixes } from "./make-fixes.ts";
import {
  NotedPrims,
  prepareCheck,
  startRules,
  type CheckOptions,
  type PreparedCheck,
  type RunInput,
  type RunningRule,
} from "./prepare-check.ts";
import { PrimTable } from "./prim-table.ts";
import { TableScene } from "./table-scene.ts";
import { TableWalk, touchedRanges, type Kept } from "./table-walk.ts";

/** A parsed text, and the offset of the first byte of each of its lines. */
export interface TextToCheck {
  readonly parsed: ParseResult;
  readonly lineStarts?: ArrayLike<number> | undefined;
}

/** Options of {@link SceneCheck}. */
export interface SceneCheckOptions extends CheckOptions {
  /** Known findings of the document, which are not reported. */
  readonly known?: readonly KnownFinding[] | undefined;
}

/** What all checks of a document share. */
interface Settings {
  readonly prepared: PreparedCheck;
  /** Numbers of known findings by their kinds. */
  readonly known: ReadonlyMap<string, number>;
  readonly names: Names;
}

/** The result of one run of the rules. */
interface Run {
  readonly placed: readonly Placed[];
  readonly table: PrimTable;
  readonly active: ReadonlySet<string>;
}

/** Names of a text that are kept for its next check: more are searched again. */
const MAX_KEPT_NAMES = 10_000;

/**
 * The findings for one version of a text. They equal those of `checkScene`, without fixes: `findingsAt` makes these for a part
 * of the text.
 */
export class SceneCheck {
  readonly profile: ResolvedProfile;
  readonly #settings: Settings;
  readonly #parsed: ParseResult;
  readonly #lines: LineIndex;
  readonly #run: Run;
  readonly #placed: readonly Placed[];
  readonly #hasDirectives: boolean;
  readonly #guard: RuleGuard = new RuleGuard();

  private constructor(settings: Settings, { parsed, lineStarts }: TextToCheck, kept?: Kept) {
    const { prepared } = settings;
    const { layer, diagnostics } = parsed;
    this.#settings = settings;
    this.#parsed = parsed;
    this.#lines = new LineIndex(layer.source ?? new Uint8Array(0), lineStarts);
    this.profile = resolveProfile(prepared.profile, layer);
    this.#run = this.#check(kept?.profile === this.profile ? kept : undefined);
    const { active, placed } = this.#run;
    const where = kept === undefined || kept.hasDirectives ? undefined : around(kept.edit);
    this.#hasDirectives = hasDirective(layer.source, where);
    const arranged = arrange(prepared, placed, {
      layer,
      lines: this.#lines,
      isPartial: diagnostics.length > 0,
      active,
      hasDirectives: this.#hasDirectives,
    });
    this.#placed = settings.known.size === 0 ? arranged : this.#withoutKnown(arranged);
  }

  /**
   * Checks a text.
   *
   * @throws {RangeError} if `options` contains an unknown rule or a number out of range.
   */
  static of(text: TextToCheck, options: SceneCheckOptions = {}): SceneCheck {
    const prepared = prepareCheck(options);
    const known = countsOf(options.known ?? []);
    return new SceneCheck({ prepared, known, names: new Names(prepared.primTypes) }, text);
  }

  /**
   * Checks the text after an edit, with the options of this check.
   *
   * @param edit `[start, end)` of this check's text became `size` bytes; all other bytes are the same
   */
  next(text: TextToCheck, edit: ReparseEdit): SceneCheck {
    const { prepared, known, names } = this.#settings;
    const isFull = names.size > MAX_KEPT_NAMES;
    const settings = isFull ? { prepared, known, names: new Names(prepared.primTypes) } : this.#settings;
    const touched = touchedRanges(edit, this.#parsed.diagnostics, text.parsed.diagnostics);
    return new SceneCheck(settings, text, {
      profile: this.profile,
      table: this.#run.table,
      hasDirectives: this.#hasDirectives,
      edit,
      touched,
    });
  }

  /** Number of findings. */
  get count(): number {
    return this.#placed.length;
  }

  /** Number of findings of each severity. */
  get severities(): Readonly<Record<Severity, number>> {
    const counts = { error: 0, warning: 0, info: 0 };
    for (const each of this.#placed) counts[severityOf(this.#settings.prepared, each)]++;
    return counts;
  }

  /** Rules that threw: the others went on without them. */
  get failures(): readonly ThrownByRule[] {
    return this.#guard.failures;
  }

  /** Whether a finding may have a safe fix. */
  get mayHaveSafeFix(): boolean {
    const { rules } = this.#settings.prepared;
    return this.#placed.some(({ index }) => ["safe", "both"].includes(rules[index].meta.fixable ?? ""));
  }

  /** Returns the first findings in the order of the text, without fixes. */
  findings(limit: number = Number.POSITIVE_INFINITY): readonly Finding[] {
    const { prepared } = this.#settings;
    return this.#placed.slice(0, limit).map((each) => complete(prepared, each, this.#lines, []));
  }

  /** Returns the findings that touch a range, or start in it, with their fixes; at most `limit`. */
  findingsAt({ start, end }: ByteRange, limit: number = Number.POSITIVE_INFINITY): readonly Finding[] {
    const { prepared } = this.#settings;
    const near = this.#placed
      .filter((each) => {
        const from = startOf(each);
        const to = from + (each.finding.range === undefined ? 0 : each.finding.range.end - each.finding.range.start);
        return (from <= start && start <= to) || (start <= from && from <= end);
      })
      .slice(0, limit);
    if (near.length === 0) return [];
    const made = this.#fixesOf(near);
    return near.map((each) => {
      const { fixes = made.get(keyOf(each)) ?? [] } = each.finding;
      return complete(prepared, each, this.#lines, typeof fixes === "function" ? fixes() : fixes);
    });
  }

  #withoutKnown(placed: readonly Placed[]): readonly Placed[] {
    const { prepared, known } = this.#settings;
    return unknownOf(placed, known, ({ index, finding: { primPath = "/", property = null } }) => {
      return { rule: prepared.rules[index].meta.id, primPath, property };
    });
  }

  /** Runs the rules; on prims that did not change only those of the scope `layer`. */
  #check(kept: Kept | undefined): Run {
    const table = new PrimTable();
    const walk = new TableWalk(table, kept);
    const ofLayer: Placed[] = [];
    const noted = new NotedPrims<PrimSpec>();
    const { prepared } = this.#settings;
    const running = this.#start(table, {
      report(index, finding) {
        // Fixes are made for the findings that an editor asks about.
        const reported = withLevel(prepared, index, { ...finding, fixes: undefined });
        if (reported === undefined) return;
        if (!walk.report(reported)) ofLayer.push({ ...reported, shift: 0 });
      },
      note(index, prim) {
        if (!walk.note(index)) noted.add(index, prim);
      },
    });
    this.#walk([walk.visitor, ...visitorsOf(running, "prim")], (prim, depth) => walk.begin(prim, depth));
    walk.end();
    const ofWholeLayer = visitorsOf(running, "layer");
    if (ofWholeLayer.length > 0) this.#walk(ofWholeLayer);
    running.scene.summarize(running.reading);
    endRules(running, noted, table, this.#guard);

    const placed = ofLayer;
    for (const [row, { base, reported }] of table.found) {
      const prim = table.startOf(row);
      const shift = prim - base;
      for (const { index, level, finding } of reported) placed.push({ index, level, finding, shift, prim });
    }
    return { placed, table, active: this.#idsOf(running) };
  }

  /** Returns the rules whose findings are complete. */
  #idsOf({ rules }: Running): ReadonlySet<string> {
    return new Set(rules.flatMap(({ meta: { id } }) => (this.#guard.hasFailed(id) ? [] : id)));
  }

  /** Runs the rules again on the prims of some findings. Returns the fixes of these, by their keys. */
  #fixesOf(wanted: readonly Placed[]): ReadonlyMap<string, readonly Fix[]> {
    const { rules } = this.#settings.prepared;
    const { layer } = this.#parsed;
    const { table } = this.#run;
    const keys = new Set(wanted.map(keyOf));
    const prims = wanted.flatMap(({ prim }) => prim ?? []);
    const made = new Map<string, readonly Fix[]>();
    const noted = new NotedPrims<PrimSpec>();
    const running = this.#start(table, {
      report(index, finding) {
        const key = keyOf({ index, finding, level: undefined, shift: 0 });
        if (keys.has(key)) made.set(key, makeFixes(layer, rules[index], finding));
      },
      note: (index, prim) => {
        if (rules[index].meta.scope !== "prim") noted.add(index, prim);
      },
    });
    running.scene.summarize(running.reading);
    this.#walk(visitorsOf(running, "prim"), ({ range = { start: 0, end: 0 } }) => {
      if (prims.includes(range.start)) return "visit";
      return prims.some((prim) => range.start < prim && prim < range.end) ? "pass" : "skip";
    });
    const hasLayerFinding = wanted.some(({ prim }) => prim === undefined);
    const ofWholeLayer = visitorsOf(running, "layer");
    if (hasLayerFinding && ofWholeLayer.length > 0) this.#walk(ofWholeLayer);
    if (hasLayerFinding) endRules(running, noted, table, this.#guard);
    return made;
  }

  #start(table: PrimTable, { report, note }: Pick<RunInput, "report" | "note">): Running {
    const { prepared, names } = this.#settings;
    const parsed = this.#parsed;
    const scene = new TableScene(parsed.layer, prepared.primTypes, table);
    const reading = new RuleReading(scene, this.profile, prepared.base, names);
    const guard = this.#guard;
    const rules = startRules(prepared, { guard, parsed, profile: this.profile, scene: reading, report, note });
    return { rules, scene, reading };
  }

  #walk(visitors: readonly SceneVisitor[], begin?: WalkOptions["begin"]): void {
    const { primTypes } = this.#settings.prepared;
    const isFullScene = formOf(this.profile) === "scene";
    const { onThrow } = this.#guard;
    walkScene(this.#parsed.layer, visitors, { isFullScene, primTypes, begin, memory: { isOpened, forget }, onThrow });
  }
}

interface Running {
  readonly rules: readonly RunningRule[];
  readonly scene: TableScene;
  readonly reading: RuleReading;
}

/** Returns the callbacks for the walk of the rules of a scope. */
function visitorsOf({ rules }: Running, wanted: "prim" | "layer"): readonly SceneVisitor[] {
  return rules.flatMap(({ meta, listeners: { prim, property, spec, undefinedPrim } }) => {
    const isWanted = (meta.scope ?? "layer") === wanted;
    const isEmpty = (prim ?? property ?? spec ?? undefinedPrim) === undefined;
    return !isWanted || isEmpty ? [] : { name: meta.id, prim, property, spec, undefinedPrim };
  });
}

/** Calls `end` of the rules, with the prims that they noted in this or an earlier check. */
function endRules({ rules, scene }: Running, noted: NotedPrims<PrimSpec>, table: PrimTable, guard: RuleGuard): void {
  function* inTable(index: number): Generator<PrimSpec> {
    for (const [row, { notedBy }] of table.found) if (notedBy.includes(index)) yield scene.specAt(table.startOf(row));
  }
  for (const { index, meta, listeners } of rules) {
    guard.run(meta.id, () => listeners.end?.(meta.scope === "prim" ? inTable(index) : noted.of(index)));
  }
}

function keyOf(placed: Placed): string {
  return `${placed.index} ${startOf(placed)} ${placed.finding.message}`;
}
