/** Parses a scene, runs the rules and collects their findings. */
import { type ByteRange, type Layer } from "@usdkit/layer";
import {
  DEFAULT_MAX_RESOLUTION,
  primTypes as defaultPrimTypes,
  SceneReading,
  type PrimTypes,
  type ScenePlan,
  type SceneVisitor,
} from "@usdkit/schema";
import { forget, isOpened, keepComments, parseUsda, type ParseResult } from "@usdkit/usda";
import { rules as registry } from "../rules/index.ts";
import { RuleReading } from "../scene/rule-reading.ts";
import { UNUSED_DISABLE, unusedDisables } from "../rules/unused-disable.ts";
import { isSuppressed, readSuppressions, type Suppressions } from "../suppress/suppressions.ts";
import { indexOfText } from "../text/byte-text.ts";
import { LineIndex } from "../text/line-index.ts";
import { formOf, resolveProfile, type Profile, type ResolvedProfile } from "../model/profile.ts";
import { LevelTable, type LevelOverride } from "./levels.ts";
import type { Finding, Fix, Level, RuleFinding } from "../model/finding.ts";
import type { Rule, RuleContext } from "../rule/rule.ts";

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
  /** The prim types that the service reads; default: those of `@usdkit/schema`, to which `withPrimTypes` adds others. */
  readonly primTypes?: PrimTypes | undefined;
}

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
  /** In the order of the text. */
  readonly findings: readonly Finding[];
  /** What the service uses of the scene; undefined if it was not requested, and for the profile `usda`. */
  readonly plan: ScenePlan | undefined;
}

/**
 * Returns the findings of the rules for a scene, in the order of the text.
 *
 * @param scene Bytes or text of a `.usda` file, or a layer. The diagnostics of the parser about
 * a layer's text are not repeated.
 * @throws {RangeError} if `options` contains an unknown rule or a number out of range.
 * @example
 * validate('#usda 1.0\ndef "A" {');   // [{ rule: "usda-syntax", severity: "error", … }]
 */
export function validate(scene: Uint8Array | string | Layer, options: CheckOptions = {}): readonly Finding[] {
  return checkScene(scene, options).findings;
}

/** Like {@link validate}, but also returns the layer, the profile and, if requested, the plan. Also accepts a parsed text. */
export function checkScene(scene: Uint8Array | string | Layer | ParseResult, options: ReportOptions = {}): Report {
  const rules = allRules(options.customRules ?? []);
  const levels = new LevelTable(options.rules ?? {}, options.overrides ?? [], rules);
  const maxResolution = checkMaxResolution(options.maxResolution ?? DEFAULT_MAX_RESOLUTION);

  const { layer, diagnostics } = readLayer(scene);
  const profile = resolveProfile(options.profile ?? "auto", layer);
  const { source } = layer;
  const { primTypes = defaultPrimTypes } = options;
  const findings = new FindingCollector(source ?? new Uint8Array(0), layer, levels);
  const base = options.base === undefined ? undefined : readLayer(options.base).layer;
  const isPlanned = options.plan === true && profile !== "usda";
  const reading = new SceneReading(layer, { form: formOf(profile), primTypes, isPlanned });
  const ruleReading = new RuleReading(reading, profile, base);
  const shared: Omit<RuleContext, "report"> = {
    layer,
    source,
    diagnostics,
    profile,
    isPartial: diagnostics.length > 0,
    maxResolution,
    assets: options.assets === undefined ? undefined : new Set(options.assets),
    base,
    primTypes,
    scene: ruleReading,
  };

  const active = new Set<string>();
  const listeners: SceneVisitor[] = [ruleReading.visitor];
  for (const rule of rules) {
    const { id, profiles } = rule.meta;
    if (!levels.mayReport(id) || !profiles.includes(profile)) continue;
    active.add(id);
    const wants = rule.check({ ...shared, report: (finding) => findings.add(rule, finding) });
    if (wants !== undefined) listeners.push(wants);
  }
  reading.walk(listeners, { isOpened, forget });
  // Last, because only now is it known which comments suppressed something.
  if (active.has(UNUSED_DISABLE.meta.id)) {
    const known = new Set(rules.map((rule) => rule.meta.id));
    const isSuppressible = (id: string): boolean =>
      rules.find(({ meta }) => meta.id === id)?.meta.isSuppressible !== false;
    const directives = { suppressions: findings.suppressions, source, isSuppressible };
    for (const finding of unusedDisables(directives, known, active)) findings.add(UNUSED_DISABLE, finding);
  }
  const plan = isPlanned ? reading.plan() : undefined;
  return { profile, layer, parsedWhole: diagnostics.length === 0, findings: findings.inOrder(), plan };
}

function readLayer(scene: Uint8Array | string | Layer | ParseResult): Pick<ParseResult, "layer" | "diagnostics"> {
  if (typeof scene === "string" || scene instanceof Uint8Array) return parseUsda(scene);
  if ("layer" in scene) return scene;
  return { layer: scene, diagnostics: [] };
}

function allRules(custom: readonly Rule[]): readonly Rule[] {
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

/** Searching the bytes is cheap; the comments of a large file are parsed only if there is a match. */
function hasDirective(bytes: Uint8Array): boolean {
  return indexOfText(bytes, "usda-lint") >= 0 || indexOfText(bytes, "usdalint") >= 0;
}

/** Collects findings: applies levels and suppressions, and adds lines and columns. */
class FindingCollector {
  readonly #bytes: Uint8Array;
  readonly #lines: LineIndex;
  readonly #layer: Layer;
  readonly #levels: LevelTable;
  readonly #findings: Finding[] = [];
  #suppressions: Suppressions | undefined;

  constructor(bytes: Uint8Array, layer: Layer, levels: LevelTable) {
    this.#bytes = bytes;
    this.#levels = levels;
    this.#lines = new LineIndex(bytes);
    this.#layer = layer;
  }

  get suppressions(): Suppressions {
    return (this.#suppressions ??= hasDirective(this.#bytes)
      ? readSuppressions(this.#layer, this.#lines)
      : { spans: [], named: [], unknown: [] });
  }

  add({ meta }: Rule, finding: RuleFinding): void {
    const level = this.#levels.levelOf(meta.id, finding.primPath ?? "/");
    if (level === "off") return;
    const place = this.#place(finding.range ?? { start: 0, end: 0 });
    if (meta.isSuppressible !== false && isSuppressed(this.suppressions, meta.id, place.start.line)) return;
    const severity = level ?? finding.severity ?? meta.severity;
    this.#findings.push({
      rule: meta.id,
      severity,
      effect: finding.effect ?? meta.effect,
      message: finding.message,
      code: finding.code ?? null,
      primPath: finding.primPath ?? "/",
      property: finding.property ?? null,
      ...place,
      hint: finding.hint,
      related: (finding.related ?? []).map(({ range, message }) => ({ message, ...this.#place(range) })),
      fixes: meta.id === UNUSED_DISABLE.meta.id ? (finding.fixes ?? []) : this.#withComments(finding.fixes ?? []),
    });
  }

  /** Extends fixes so that comments in replaced or removed text stay. */
  #withComments(fixes: readonly Fix[]): readonly Fix[] {
    if (this.#layer.source === undefined) return fixes;
    return fixes.map((fix) => ({ ...fix, edits: keepComments(this.#layer, fix.edits) }));
  }

  inOrder(): readonly Finding[] {
    return this.#findings.sort((a, b) => a.range.start - b.range.start);
  }

  #place(range: ByteRange): Pick<Finding, "range" | "start" | "end"> {
    return { range, start: this.#lines.positionAt(range.start), end: this.#lines.positionAt(range.end) };
  }
}
