/** The parts of a check that do not depend on the scene: rules, levels, limits. */
import type { Layer } from "@usdkit/layer";
import { DEFAULT_MAX_RESOLUTION, primTypes as defaultPrimTypes, type PrimTypes } from "@usdkit/service-scene";
import { parseUsda, type ParseResult } from "@usdkit/usda";
import type { Level, RuleFinding } from "../model/finding.ts";
import type { Profile, ResolvedProfile } from "../model/profile.ts";
import type { KnownRule } from "../rule/any-rule.ts";
import type { Rule, RuleContext, RuleListeners, RuleMeta } from "../rule/rule.ts";
import { knownRules as registry } from "../rules/index.ts";
import type { RuleReading } from "../scene/rule-reading.ts";
import type { RuleGuard } from "./guard-rule.ts";
import { LevelTable, type LevelOverride } from "./levels.ts";

/** The profile of a scene, and levels of rules. */
export interface CheckOptions {
  /** Default `auto`. */
  readonly profile?: Profile | undefined;
  /** Levels by rule id, which replace the defaults of the rules. */
  readonly rules?: Readonly<Record<string, Level>> | undefined;
  /** Levels for parts of the scene; the last matching one applies. */
  readonly overrides?: readonly LevelOverride[] | undefined;
  /** The scene that a patch belongs to. */
  readonly base?: Uint8Array | string | Layer | undefined;
  /** Maximum width and height that the server accepts, in pixels; default 4500. */
  readonly maxResolution?: number | undefined;
  /** Mesh ids that the service has. */
  readonly assets?: readonly string[] | undefined;
  /** Rules in addition to those of the registry. */
  readonly customRules?: readonly Rule[] | undefined;
  /** The prim types that the service reads; default: those of `@usdkit/service-scene`, to which `withPrimTypes` adds others. */
  readonly primTypes?: PrimTypes | undefined;
}

/** Options with their defaults. */
export interface PreparedCheck {
  /** In the order of the registry. */
  readonly rules: readonly KnownRule[];
  readonly levels: LevelTable;
  readonly profile: Profile;
  readonly maxResolution: number;
  readonly assets: ReadonlySet<string> | undefined;
  readonly base: Layer | undefined;
  readonly primTypes: PrimTypes;
}

/** @throws {RangeError} if `options` contains an unknown rule or a number out of range. */
export function prepareCheck(options: CheckOptions): PreparedCheck {
  const rules = allRules(options.customRules ?? []);
  return {
    rules,
    levels: new LevelTable(options.rules ?? {}, options.overrides ?? [], rules),
    profile: options.profile ?? "auto",
    maxResolution: checkMaxResolution(options.maxResolution ?? DEFAULT_MAX_RESOLUTION),
    assets: options.assets === undefined ? undefined : new Set(options.assets),
    base: options.base === undefined ? undefined : readLayer(options.base).layer,
    primTypes: options.primTypes ?? defaultPrimTypes,
  };
}

/** Returns a layer and the diagnostics of its text; parses it if it is text. */
export function readLayer(
  scene: Uint8Array | string | Layer | ParseResult,
): Pick<ParseResult, "layer" | "diagnostics"> {
  if (typeof scene === "string" || scene instanceof Uint8Array) return parseUsda(scene);
  if ("layer" in scene) return scene;
  return { layer: scene, diagnostics: [] };
}

function allRules(custom: readonly Rule[]): readonly KnownRule[] {
  if (custom.length === 0) return registry;
  const ids = new Set(registry.map((rule) => rule.meta.id));
  for (const { meta } of custom) {
    if (ids.has(meta.id))
      throw new RangeError(`There are two rules "${meta.id}"; a custom rule needs an id of its own`);
    ids.add(meta.id);
  }
  return [...registry, ...custom];
}

function checkMaxResolution(value: number): number {
  if (!Number.isInteger(value) || value < 1) {
    throw new RangeError(`maxResolution must be a whole number of pixels above 0, not ${value}`);
  }
  return value;
}

/** A rule that runs, with its callbacks for the walk. */
export interface RunningRule {
  readonly index: number;
  readonly meta: RuleMeta;
  readonly listeners: RuleListeners;
}

/** The scene of a check, and where findings go. */
export interface RunInput {
  readonly parsed: Pick<ParseResult, "layer" | "diagnostics">;
  readonly profile: ResolvedProfile;
  readonly scene: RuleReading;
  /** `index` is that of the rule. */
  readonly report: (index: number, finding: RuleFinding) => void;
  readonly note: (index: number, prim: Parameters<RuleContext["note"]>[0]) => void;
  readonly guard: RuleGuard;
}

/** Calls `check` of each rule that may report in the profile. */
export function startRules(prepared: PreparedCheck, input: RunInput): readonly RunningRule[] {
  const { rules, levels, maxResolution, assets, base, primTypes } = prepared;
  const { parsed, profile, scene, report, note, guard } = input;
  const { layer, diagnostics } = parsed;
  const isPartial = diagnostics.length > 0;
  const { source } = layer;
  const running: RunningRule[] = [];
  for (const [index, rule] of rules.entries()) {
    const { meta } = rule;
    if (rule.check === undefined || !levels.mayReport(meta.id) || !meta.profiles.includes(profile)) continue;
    // Each by its name: a copy of an object takes many times as long, and there is one for each rule and file.
    const context: RuleContext = {
      layer,
      source,
      diagnostics,
      profile,
      isPartial,
      maxResolution,
      assets,
      base,
      primTypes,
      scene,
      report: (finding) => report(index, guard.finding(meta.id, finding)),
      note: (prim) => note(index, prim),
    };
    running.push({ index, meta, listeners: guard.run(meta.id, () => rule.check?.(context)) ?? {} });
  }
  return running;
}

/** Collects the prims that each rule notes. */
export class NotedPrims<Each> {
  readonly #noted = new Map<number, Each[]>();

  /** Adds a prim, unless it was the last that was added. */
  add(index: number, prim: Each): void {
    const list = this.#noted.get(index);
    if (list === undefined) this.#noted.set(index, [prim]);
    else if (list.at(-1) !== prim) list.push(prim);
  }

  of(index: number): readonly Each[] {
    return this.#noted.get(index) ?? [];
  }
}
