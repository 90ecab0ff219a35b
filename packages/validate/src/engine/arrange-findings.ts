/** From the findings that rules report to those of a report: suppressed ones are left out, lines and columns added. */
import type { ByteRange, Layer } from "@usdkit/layer";
import type { ReparseEdit } from "@usdkit/usda";
import type { Finding, Fix, Level, RuleFinding } from "../model/finding.ts";
import { UNUSED_DISABLE, unusedDisables } from "../rules/unused-disable.ts";
import { isSuppressed, readSuppressions, type Suppressions } from "../text/suppressions.ts";
import { indexOfText } from "../text/byte-text.ts";
import type { LineIndex } from "../text/line-index.ts";
import type { PreparedCheck } from "./prepare-check.ts";

/** A finding that is to be reported, and the level that is set for its rule at its prim. */
export interface Reported {
  /** Index of the rule. */
  readonly index: number;
  readonly level: Level | undefined;
  readonly finding: RuleFinding;
}

/** A finding in a text: its ranges are moved by `shift` bytes. */
export interface Placed extends Reported {
  readonly shift: number;
  /** Offset of the prim that it was reported on by a rule of the scope `prim`. */
  readonly prim?: number | undefined;
}

/** The text that findings are about. */
export interface CheckedText {
  readonly layer: Layer;
  readonly lines: LineIndex;
  readonly isPartial: boolean;
  /** See {@link hasDirective}. */
  readonly hasDirectives: boolean;
  /** Ids of the rules that ran. */
  readonly active: ReadonlySet<string>;
}

/** Returns the finding with the level at its prim; undefined if its rule is off there. */
export function withLevel({ rules, levels }: PreparedCheck, index: number, finding: RuleFinding): Reported | undefined {
  const level = levels.levelOf(rules[index].meta.id, finding.primPath ?? "/");
  return level === "off" ? undefined : { index, level, finding };
}

/** Returns the findings that no comment suppresses, and those about comments, in the order of the text and of the rules. */
export function arrange(prepared: PreparedCheck, placed: readonly Placed[], text: CheckedText): readonly Placed[] {
  const { rules } = prepared;
  const { layer, lines, isPartial, hasDirectives, active } = text;
  const visible = isPartial ? placed.filter(({ index }) => rules[index].meta.needsWholeText !== true) : placed;
  const suppressions = hasDirectives ? readSuppressions(layer, lines) : undefined;
  if (suppressions === undefined) return inOrder(visible);
  const isShown = (each: Placed): boolean => {
    const { meta } = rules[each.index];
    return meta.isSuppressible === false || !isSuppressed(suppressions, meta.id, lines.lineAt(startOf(each)));
  };
  const shown = visible.filter(isShown);
  // Last, because only now is it known which comments suppressed something.
  if (active.has(UNUSED_DISABLE.meta.id)) {
    shown.push(...aboutComments(prepared, text, suppressions).filter(isShown));
  }
  return inOrder(shown);
}

function aboutComments(
  prepared: PreparedCheck,
  { layer, active }: CheckedText,
  suppressions: Suppressions,
): readonly Placed[] {
  const { rules } = prepared;
  const known = new Set(rules.map((rule) => rule.meta.id));
  const isSuppressible = (id: string): boolean =>
    rules.find(({ meta }) => meta.id === id)?.meta.isSuppressible !== false;
  const index = rules.indexOf(UNUSED_DISABLE);
  const directives = { suppressions, source: layer.source, isSuppressible };
  return [...unusedDisables(directives, known, active)].flatMap((finding) => {
    const reported = withLevel(prepared, index, finding);
    return reported === undefined ? [] : { ...reported, shift: 0 };
  });
}

const DIRECTIVES = ["usda-lint", "usdalint"];

/**
 * Returns whether a text, or a part of it, may have comments of `usda-lint`. Searching the bytes is cheap; the comments of a
 * large file are parsed only if there is a match.
 */
export function hasDirective(source: Uint8Array | undefined, part?: ByteRange): boolean {
  const bytes = part === undefined ? source : source?.subarray(part.start, part.end);
  return bytes !== undefined && DIRECTIVES.some((word) => indexOfText(bytes, word) >= 0);
}

/** Returns the part of a text in which an edit may have made such a comment. */
export function around({ start, size }: ReparseEdit): ByteRange {
  const reach = DIRECTIVES[0].length;
  return { start: Math.max(0, start - reach), end: start + size + reach };
}

function inOrder(placed: readonly Placed[]): readonly Placed[] {
  return placed.toSorted((a, b) => startOf(a) - startOf(b) || a.index - b.index);
}

/** Returns the offset of the first byte of a finding. */
export function startOf({ finding, shift }: Placed): number {
  return finding.range === undefined ? 0 : finding.range.start + shift;
}

/** Returns the severity of a finding: the level that is set, otherwise its own, otherwise that of its rule. */
export function severityOf({ rules }: PreparedCheck, { index, level, finding }: Reported): Finding["severity"] {
  const set = level === "off" ? undefined : level;
  return set ?? finding.severity ?? rules[index].meta.severity;
}

/** Returns a finding with its rule, severity, lines and columns. */
export function complete(prepared: PreparedCheck, placed: Placed, lines: LineIndex, fixes: readonly Fix[]): Finding {
  const { index, finding, shift } = placed;
  const { meta } = prepared.rules[index];
  const place = (range: ByteRange, by: number): Pick<Finding, "range" | "start" | "end"> => {
    const moved = by === 0 ? range : { start: range.start + by, end: range.end + by };
    return { range: moved, start: lines.positionAt(moved.start), end: lines.positionAt(moved.end) };
  };
  return {
    rule: meta.id,
    severity: severityOf(prepared, placed),
    effect: finding.effect ?? meta.effect,
    message: finding.message,
    code: finding.code ?? null,
    primPath: finding.primPath ?? "/",
    property: finding.property ?? null,
    ...(finding.range === undefined ? place({ start: 0, end: 0 }, 0) : place(finding.range, shift)),
    hint: finding.hint,
    related: (finding.related ?? []).map(({ range, message }) => ({ message, ...place(range, shift) })),
    fixes,
    ...(meta.sameAs !== undefined && { sameAs: meta.sameAs }),
  };
}
