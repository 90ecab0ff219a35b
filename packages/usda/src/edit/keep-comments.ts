/** Preserves comments that edits would remove. */
import type { ByteRange, Comment, Layer, PrimLike, PropertySpec, Spec } from "@usdkit/layer";
import { encodeUtf8 } from "@usdkit/base";
import { findComments, mayHaveComment } from "../scan/comments.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { mergeEdits } from "../text-edits/text-edit.ts";
import { beginsLine, commentsWithin, indentAt, lineEnd as lineEndFrom, lineEndAt, lineStart } from "./lines.ts";
import { sourceOf } from "./statement-parts.ts";

/**
 * Returns the edits, changed so that no comment is lost. Comments of removed text that the new text does not contain
 * are written above the statement at `anchor`, in their order. Without an anchor they go above the statement whose
 * text is replaced, or stay in place of removed text. The text of comments is unchanged; a line end follows each line
 * comment.
 *
 * ```ts
 * keepComments(layer, setAttributeValue(layer, "/A.size", "[1, 2]"));
 * ```
 *
 * @param anchor start offset of a statement that no edit removes
 */
export function keepComments(layer: Layer, edits: readonly TextEdit[], anchor?: number): TextEdit[] {
  const bytes = sourceOf(layer);
  const kept: TextEdit[] = [];
  const moved: TextEdit[] = [];
  const written = new WrittenComments(edits);
  for (const edit of edits) {
    const lost = removedComments(layer, edit).filter((comment) => !written.take(comment));
    const target =
      lost.length === 0 ? undefined : (anchor ?? (edit.text === "" ? undefined : statementAt(layer, edit)));
    if (target !== undefined) moved.push({ start: target, end: target, text: textAbove(bytes, lost, target) });
    kept.push(lost.length > 0 && target === undefined ? { ...edit, text: textInPlace(bytes, lost, edit) } : edit);
  }
  return moved.length === 0 ? kept : mergeEdits(moved, kept);
}

/** Returns the comments, each followed by the separator that the statement at `position` needs. */
function textAbove(bytes: Uint8Array, comments: readonly Comment[], position: number): string {
  const next = lineEndAt(bytes, position) + indentAt(bytes, position);
  const isLineOfItsOwn = beginsLine(bytes, position);
  return comments.map((each) => each.text.trimEnd() + (isLineOfItsOwn || isLineComment(each) ? next : " ")).join("");
}

/** Returns whether the comment ends at the line's end. */
export function isLineComment({ text }: Comment): boolean {
  return !text.startsWith("/*");
}

function removedComments(layer: Layer, { start, end }: TextEdit): readonly Comment[] {
  return mayHaveComment(sourceOf(layer), start, end) ? commentsWithin(layer.comments, start, end) : [];
}

/** The comments in the new text, which need no other position. */
class WrittenComments {
  private readonly edits: readonly TextEdit[];
  private counts: Map<string, number> | undefined;

  constructor(edits: readonly TextEdit[]) {
    this.edits = edits;
  }

  /** Returns whether there is such a comment, and counts it as used. */
  take(comment: Comment): boolean {
    this.counts ??= countTexts(findComments(encodeUtf8(this.edits.map(({ text }) => `\n${text}`).join(""))));
    const text = comment.text.trimEnd();
    const count = this.counts.get(text) ?? 0;
    this.counts.set(text, count - 1);
    return count > 0;
  }
}

function countTexts(comments: readonly Comment[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of comments) counts.set(text.trimEnd(), (counts.get(text.trimEnd()) ?? 0) + 1);
  return counts;
}

function textInPlace(bytes: Uint8Array, comments: readonly Comment[], { start, end, text }: TextEdit): string {
  const isWholeLines = lineStart(bytes, start) === start && lineStart(bytes, end) === end;
  const lineEnd = lineEndAt(bytes, start);
  if (isWholeLines) {
    return text + comments.map((each) => indentAt(bytes, each.range.start) + each.text.trimEnd() + lineEnd).join("");
  }
  const next = lineEnd + indentAt(bytes, start);
  const isLast = lineEndFrom(bytes, end) === end;
  const written = comments.map((each, index) => {
    const isEnd = isLast && index + 1 === comments.length;
    return each.text.trimEnd() + (isEnd ? "" : isLineComment(each) ? next : " ");
  });
  return `${text}${isLast ? " " : ""}${written.join("")}`;
}

/**
 * Returns the start of the innermost statement or metadata entry that contains the edit; undefined in the layer's
 * header.
 */
function statementAt(layer: Layer, { start }: ByteRange): number | undefined {
  let owner: (PrimLike & Spec) | undefined = layer.root;
  let found: number | undefined;
  while (owner !== undefined) {
    const entry = entryAt(owner, start) ?? propertyAt(owner.properties, start);
    if (entry !== undefined) return entry.start;
    const { children, variantSets }: PrimLike & Spec = owner;
    owner =
      memberAt(children, start, ({ range }) => range) ??
      variantSets.flatMap((set) => set.variants).find(({ range }) => contains(range, start));
    found = owner?.range?.start ?? found;
  }
  return found;
}

function entryAt({ fields }: PrimLike, position: number): ByteRange | undefined {
  for (const { entries } of fields.values()) {
    const entry = entries.find(({ range }) => contains(range, position));
    if (entry !== undefined) return entry.range;
  }
  return undefined;
}

function propertyAt(properties: readonly PropertySpec[], position: number): ByteRange | undefined {
  const likely = memberAt(properties, position, ({ statements }) => statements[0]);
  if (likely !== undefined) return likely.statements[0];
  for (const { statements } of properties) {
    const statement = statements.find((each) => contains(each, position));
    if (statement !== undefined) return statement;
  }
  return undefined;
}

/**
 * Returns the member whose text contains the position. Members follow each other as in the text, unless the list is reordered or
 * has parts in several places: what bisecting does not find is searched for.
 */
function memberAt<Member>(
  members: readonly Member[],
  position: number,
  rangeOf: (member: Member) => ByteRange | undefined,
): Member | undefined {
  let low = 0;
  let high = members.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rangeOf(members[middle])?.start ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  const likely = members.at(low - 1);
  if (low > 0 && likely !== undefined && contains(rangeOf(likely), position)) return likely;
  return members.find((each) => contains(rangeOf(each), position));
}

function contains(range: ByteRange | undefined, position: number): boolean {
  return range !== undefined && range.start <= position && position < range.end;
}
