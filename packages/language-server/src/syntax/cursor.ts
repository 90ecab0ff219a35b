/** The statement around a position, from the tokens before it: also in text that does not parse yet. */
import type { FieldSpecKind, Layer } from "@usdkit/layer";
import { decodeUtf8 } from "@usdkit/base";
import { tokenize, type TextToken } from "@usdkit/usda";
import { ownerAt, type Owner } from "./spec-at.ts";

/** A bracket that is open at the cursor. */
export interface OpenBracket {
  /** `statements`: the block of a prim, variant or of the layer. `variants`: of a variant set. `metadata`: `( … )` after a head. */
  readonly kind: "statements" | "variants" | "metadata" | "list" | "tuple" | "dictionary";
  /** Offset of the bracket. */
  readonly start: number;
  /** Tokens of the statement that the bracket belongs to, up to the bracket. */
  readonly head: readonly TextToken[];
}

/** The position, with what precedes it. */
export interface Cursor {
  readonly offset: number;
  /** The token that the cursor is in or at the end of; undefined in white space. */
  readonly token: TextToken | undefined;
  /** The text of the token up to the cursor. */
  readonly prefix: string;
  /** Tokens of the statement, entry or list up to `token`, within the innermost bracket. */
  readonly before: readonly TextToken[];
  /** Innermost last; empty at the top of the layer. */
  readonly brackets: readonly OpenBracket[];
  /** The prim, variant or root that statements here belong to. */
  readonly owner: Owner;
}

const OPENS: Readonly<Record<string, true>> = { "{": true, "(": true, "[": true };
const CLOSES: Readonly<Record<string, true>> = { "}": true, ")": true, "]": true };
/** Maximum depth of brackets; tokens in deeper ones are skipped. */
const MAX_DEPTH = 1000;
const SPECIFIERS: ReadonlySet<string> = new Set(["def", "over", "class"]);

/** Returns the cursor at an offset. Reads from the statement before it on, not the whole text. */
export function cursorAt(layer: Layer, offset: number): Cursor {
  const bytes = layer.source ?? new Uint8Array(0);
  const owner = ownerAt(layer, offset);
  const begin = readFrom(owner, offset);
  const text = (token: TextToken): string => decodeUtf8(bytes, token.start, token.end);

  const brackets: OpenBracket[] = [];
  const lists: TextToken[][] = [[]];
  let current: TextToken | undefined;
  for (const token of tokenize(bytes, begin.offset)) {
    if (token.start >= offset && !(token.start === offset && token.type === "word")) break;
    const isComment = token.type === "lineComment" || token.type === "blockComment";
    const isInside = offset < token.end || (offset === token.end && (token.type === "lineComment" || joins(token)));
    if (isInside) {
      current = token;
      break;
    }
    if (isComment) continue;
    const list = lists[lists.length - 1];
    const frame = brackets.at(-1)?.kind ?? "statements";
    const hasStatements =
      frame === "statements" || frame === "variants" || frame === "metadata" || frame === "dictionary";
    const mark = token.type === "mark" ? text(token) : "";
    if (OPENS[mark] && brackets.length < MAX_DEPTH) {
      if (hasStatements && token.isFirstOnLine && mark !== "{" && frame !== "statements") list.length = 0;
      brackets.push({ kind: bracketKind(mark, frame, list.map(text)), start: token.start, head: list.slice() });
      lists.push([]);
      list.push(token);
    } else if (CLOSES[mark]) {
      if (brackets.length > 0) {
        brackets.pop();
        lists.pop();
      }
      const outer = lists[lists.length - 1];
      if (mark === "}") outer.length = 0;
      else outer.push(token);
    } else if (hasStatements && (mark === ";" || (token.isFirstOnLine && list.length > 0))) {
      // A prim's name may be followed by its brackets on later lines; words begin a statement.
      list.length = 0;
      if (mark !== ";") list.push(token);
    } else if (!hasStatements && mark === ",") list.length = 0;
    else list.push(token);
  }
  const before = lists[lists.length - 1];
  const isNewLine =
    current === undefined ? endsLine(bytes, before.at(-1)?.end ?? begin.offset, offset) : current.isFirstOnLine;
  const innermost = brackets.at(-1)?.kind ?? "statements";
  const startsStatement = isNewLine && innermost !== "list" && innermost !== "tuple";
  return {
    offset,
    token: current,
    prefix: current === undefined ? "" : decodeUtf8(bytes, current.start, Math.min(offset, current.end)),
    before: startsStatement ? [] : before,
    brackets,
    owner: begin.isInside || brackets.some(({ kind }) => kind === "statements") ? owner : parentOf(owner),
  };
}

/** Returns the kind of spec whose metadata the innermost bracket contains; undefined elsewhere. */
export function metadataKind({ brackets }: Cursor, textOf: (token: TextToken) => string): FieldSpecKind | undefined {
  const bracket = brackets.at(-1);
  if (bracket?.kind !== "metadata") return undefined;
  const words = bracket.head.map(textOf);
  if (words.length === 0) return "layer";
  if (words.some((word) => SPECIFIERS.has(word)) && !words.includes("=")) return "prim";
  if (bracket.head[0].type === "string") return "variant";
  return words.includes("rel") ? "relationship" : "attribute";
}

/** Returns where to read from: the last statement of the owner that begins before the offset, or the owner's own head. */
export function readFrom(owner: Owner, offset: number): { readonly offset: number; readonly isInside: boolean } {
  let start = -1;
  const meet = (range: { readonly start: number } | undefined): void => {
    if (range !== undefined && range.start < offset) start = Math.max(start, range.start);
  };
  for (const { range } of owner.children) meet(range);
  for (const { range, statementCount = 1, statements } of owner.properties) {
    meet(range);
    if (statementCount > 1) for (const each of statements) meet(each);
  }
  for (const { range } of owner.variantSets) meet(range);
  if (start >= 0) return { offset: start, isInside: true };
  if (owner.specType === "pseudoRoot") return { offset: 0, isInside: true };
  return { offset: owner.range?.start ?? 0, isInside: false };
}

function parentOf(owner: Owner): Owner {
  if (owner.specType === "pseudoRoot") return owner;
  return owner.specType === "variant" ? owner.parent.parent : owner.parent;
}

/** Returns what a bracket contains, by the tokens of its statement before it. */
export function bracketKind(mark: string, frame: OpenBracket["kind"], head: readonly string[]): OpenBracket["kind"] {
  if (mark === "[") return "list";
  if (mark === "{") {
    if (frame === "variants") return "statements";
    if (head[0] === "variantSet") return "variants";
    return head.includes("=") || frame !== "statements" ? "dictionary" : "statements";
  }
  if (frame === "list" || frame === "tuple") return "tuple";
  // `int x = (1, 2)`, `int x = 1 (doc = "…")`, `references = @a@ (offset = 1)`.
  return head.at(-1) === "=" ? "tuple" : "metadata";
}

/** Tokens that text typed at their end belongs to. */
function joins({ type }: TextToken): boolean {
  return type === "word" || type === "number" || type === "invalid";
}

function endsLine(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === 10 || bytes[i] === 13) return true;
  return false;
}
