/** The engine: parses, runs the rules, and is the one door that every finding goes through. */
import { type ByteRange, type Layer } from "@usdkit/layer";
import { DEFAULT_MAX_RESOLUTION } from "@usdkit/schema";
import { parseUsda, type Diagnostic } from "@usdkit/usda";
import { rules as registry } from "../rules/index.ts";
import { SceneReading } from "../scene/scene-reading.ts";
import { UNUSED_DISABLE, unusedDisables } from "../rules/unused-disable.ts";
import { isSilenced, readSilences, type Silences } from "./disable-comments.ts";
import { LineIndex } from "./line-index.ts";
import { resolveProfile, type Profile, type ResolvedProfile } from "./profile.ts";
import { LevelTable, type LevelOverride } from "./levels.ts";
import type { Finding, Level, Rule, RuleContext, RuleFinding, RuleListeners } from "./types.ts";
import { walk } from "./walk.ts";

/** What a scene is checked as, and which rules are set otherwise than they set themselves. */
export interface CheckOptions {
  /** Default `auto`. */
  readonly profile?: Profile | undefined;
  /** Levels by rule id, over the rules' own. */
  readonly rules?: Readonly<Record<string, Level>> | undefined;
  /** Other levels for parts of the scene; of several that fit, the later ones win. */
  readonly overrides?: readonly LevelOverride[] | undefined;
  /** The scene that a patch belongs to. */
  readonly base?: Uint8Array | string | Layer | undefined;
  /** The largest width and height that the server takes, in pixels; default 4500. */
  readonly maxResolution?: number | undefined;
  /** Mesh ids that are known to the service. */
  readonly assets?: readonly string[] | undefined;
  /** Rules beside those of the registry. */
  readonly customRules?: readonly Rule[] | undefined;
}

/** What {@link checkScene} gives. */
export interface Report {
  /** What `auto` came to. */
  readonly profile: ResolvedProfile;
  readonly layer: Layer;
  /** False where the text has syntax errors: then `layer` holds what could be read. */
  readonly parsedWhole: boolean;
  /** In the order of the text. */
  readonly findings: readonly Finding[];
}

/**
 * Findings of the rules about a scene, in the order of the text.
 *
 * @param scene Bytes or text of a `.usda` file, or a layer. A layer is taken as it is: what the parser had to say about its
 * text is not repeated.
 * @throws {RangeError} where `options` names a rule that does not exist, or a number is out of its range.
 * @example
 * validate('#usda 1.0\ndef "A" {');   // [{ rule: "usda-syntax", severity: "error", … }]
 */
export function validate(scene: Uint8Array | string | Layer, options: CheckOptions = {}): readonly Finding[] {
  return checkScene(scene, options).findings;
}

/** As {@link validate}, with the layer and the profile that was used. */
export function checkScene(scene: Uint8Array | string | Layer, options: CheckOptions = {}): Report {
  const rules = allRules(options.customRules ?? []);
  const levels = new LevelTable(options.rules ?? {}, options.overrides ?? [], rules);
  const maxResolution = checkMaxResolution(options.maxResolution ?? DEFAULT_MAX_RESOLUTION);

  const { layer, diagnostics } = readLayer(scene);
  const profile = resolveProfile(options.profile ?? "auto", layer);
  const { source } = layer;
  const door = new Door(source ?? new Uint8Array(0), layer, levels);
  const base = options.base === undefined ? undefined : readLayer(options.base).layer;
  const reading = new SceneReading(profile, base);
  const shared: Omit<RuleContext, "report"> = {
    layer,
    source,
    diagnostics,
    profile,
    isPartial: diagnostics.length > 0,
    maxResolution,
    assets: options.assets === undefined ? undefined : new Set(options.assets),
    base,
    scene: reading,
  };

  const active = new Set<string>();
  const listeners: RuleListeners[] = [reading.listeners];
  for (const rule of rules) {
    const { id, profiles } = rule.meta;
    if (!levels.mayReport(id) || !profiles.includes(profile)) continue;
    active.add(id);
    const wants = rule.check({ ...shared, report: (finding) => door.take(rule, finding) });
    if (wants !== undefined) listeners.push(wants);
  }
  walk(layer, listeners, profile === "offline" || profile === "realtime");
  // Last: only now it is known which comments silenced something.
  if (active.has(UNUSED_DISABLE.meta.id)) {
    const known = new Set(rules.map((rule) => rule.meta.id));
    for (const finding of unusedDisables(door.silences, known, active)) door.take(UNUSED_DISABLE, finding);
  }
  return { profile, layer, parsedWhole: diagnostics.length === 0, findings: door.inOrder() };
}

function readLayer(scene: Uint8Array | string | Layer): { layer: Layer; diagnostics: readonly Diagnostic[] } {
  if (typeof scene === "string" || scene instanceof Uint8Array) return parseUsda(scene);
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

/** A search of the bytes costs little; the comments of a large file are worth making only where it finds something. */
function hasDirective({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, byteLength).includes("usda-lint-");
}

class Door {
  readonly #bytes: Uint8Array;
  readonly #lines: LineIndex;
  readonly #layer: Layer;
  readonly #levels: LevelTable;
  readonly #findings: Finding[] = [];
  #silences: Silences | undefined;

  constructor(bytes: Uint8Array, layer: Layer, levels: LevelTable) {
    this.#bytes = bytes;
    this.#levels = levels;
    this.#lines = new LineIndex(bytes);
    this.#layer = layer;
  }

  get silences(): Silences {
    return (this.#silences ??= hasDirective(this.#bytes)
      ? readSilences(this.#layer, this.#lines)
      : { spans: [], named: [] });
  }

  take({ meta }: Rule, finding: RuleFinding): void {
    const level = this.#levels.levelOf(meta.id, finding.primPath ?? "/");
    if (level === "off") return;
    const place = this.#place(finding.range ?? { start: 0, end: 0 });
    if (isSilenced(this.silences, meta.id, place.start.line)) return;
    const severity = level ?? finding.severity ?? meta.severity;
    this.#findings.push({
      rule: meta.id,
      severity,
      effect: meta.effect,
      message: finding.message,
      code: finding.code ?? null,
      primPath: finding.primPath ?? "/",
      property: finding.property ?? null,
      ...place,
      hint: finding.hint,
      related: (finding.related ?? []).map(({ range, message }) => ({ message, ...this.#place(range) })),
      fixes: finding.fixes ?? [],
    });
  }

  inOrder(): readonly Finding[] {
    return this.#findings.sort((a, b) => a.range.start - b.range.start);
  }

  #place(range: ByteRange): Pick<Finding, "range" | "start" | "end"> {
    return { range, start: this.#lines.positionAt(range.start), end: this.#lines.positionAt(range.end) };
  }
}
