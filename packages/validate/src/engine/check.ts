/** The engine: parses, runs the rules, and is the one door that every finding goes through. */
import { parseUsda, type ByteRange, type Diagnostic, type Layer } from "@usdkit/usda";
import { rules as registry } from "../rules/index.ts";
import { UNUSED_DISABLE, unusedDisables } from "../rules/unused-disable.ts";
import { isSilenced, readSilences, type Silences } from "./disable-comments.ts";
import { LineIndex } from "./line-index.ts";
import { resolveProfile, type Profile, type ResolvedProfile } from "./profile.ts";
import type { Finding, Level, Rule, RuleFinding } from "./types.ts";

/** What a scene is checked as, and which rules are set otherwise than they set themselves. */
export interface CheckOptions {
  /** Default `auto`. */
  readonly profile?: Profile | undefined;
  /** Levels by rule id, over the rules' own. */
  readonly rules?: Readonly<Record<string, Level>> | undefined;
}

/** What {@link checkScene} gives. */
export interface Report {
  /** What `auto` came to. */
  readonly profile: ResolvedProfile;
  readonly layer: Layer;
  /** In the order of the text. */
  readonly findings: readonly Finding[];
}

/**
 * Findings of the rules about a scene, in the order of the text.
 *
 * @param scene Bytes or text of a `.usda` file, or a layer. A layer is taken as it is: what the parser had to say about its
 * text is not repeated.
 * @throws {RangeError} where `options.rules` names a rule that does not exist.
 * @example
 * validate('#usda 1.0\ndef "A" {');   // [{ rule: "usda-syntax", severity: "error", … }]
 */
export function validate(scene: Uint8Array | string | Layer, options: CheckOptions = {}): readonly Finding[] {
  return checkScene(scene, options).findings;
}

/** As {@link validate}, with the layer and the profile that was used. */
export function checkScene(scene: Uint8Array | string | Layer, options: CheckOptions = {}): Report {
  const levels = options.rules ?? {};
  for (const id of Object.keys(levels)) {
    if (!registry.some((rule) => rule.meta.id === id)) throw new RangeError(`There is no rule "${id}"`);
  }

  const parsed = typeof scene === "string" || scene instanceof Uint8Array;
  const { layer, diagnostics }: { layer: Layer; diagnostics: readonly Diagnostic[] } = parsed
    ? parseUsda(scene)
    : { layer: scene, diagnostics: [] };
  const profile = resolveProfile(options.profile ?? "auto", layer);

  const { source } = layer;
  const door = new Door(source ?? new Uint8Array(0), layer);
  const active = new Set<string>();
  for (const rule of registry) {
    const { id, profiles } = rule.meta;
    if (levels[id] === "off" || !profiles.includes(profile)) continue;
    active.add(id);
    const report = (finding: RuleFinding): void => door.take(rule, levels[id], finding);
    rule.check({ layer, source, diagnostics, profile, report });
  }
  // Last: only now it is known which comments silenced something.
  if (active.has(UNUSED_DISABLE.meta.id)) {
    const known = new Set(registry.map((rule) => rule.meta.id));
    for (const finding of unusedDisables(door.silences, known, active)) {
      door.take(UNUSED_DISABLE, levels[UNUSED_DISABLE.meta.id], finding);
    }
  }
  return { profile, layer, findings: door.inOrder() };
}

/** A search of the bytes costs little; the comments of a large file are worth making only where it finds something. */
function hasDirective({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, byteLength).includes("usda-lint-");
}

class Door {
  readonly #bytes: Uint8Array;
  readonly #lines: LineIndex;
  readonly #layer: Layer;
  readonly #findings: Finding[] = [];
  #silences: Silences | undefined;

  constructor(bytes: Uint8Array, layer: Layer) {
    this.#bytes = bytes;
    this.#lines = new LineIndex(bytes);
    this.#layer = layer;
  }

  get silences(): Silences {
    return (this.#silences ??= hasDirective(this.#bytes)
      ? readSilences(this.#layer, this.#lines)
      : { spans: [], named: [] });
  }

  take({ meta }: Rule, level: Level | undefined, finding: RuleFinding): void {
    const place = this.#place(finding.range ?? { start: 0, end: 0 });
    if (isSilenced(this.silences, meta.id, place.start.line)) return;
    const severity = level === undefined || level === "off" ? (finding.severity ?? meta.severity) : level;
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
