/**
 * Path expressions, the values of type `pathExpression`: sets of paths by patterns, predicates, references and set
 * operators, as `/World//*{isa:Mesh} - (/World/Room & %/Sets:hidden)`.
 *
 * Operators from the tightest: `~` (complement), a blank (union), `+` (union), `&` (intersection), `-` (difference).
 */
import { parentPath } from "@usdkit/layer";
import { ExpressionCursor } from "./expression-cursor.ts";
import { OperatorTreeBuilder, operatorTreeText, type Operator, type OperatorNode } from "./operator-tree.ts";
import { readPathPattern, type PathPattern } from "./path-pattern.ts";

/** A reference to the expression of a collection: `%/Sets:hidden`, `%:name`, `%_`. */
export interface PathReference {
  readonly kind: "reference";
  readonly text: string;
  /** Of the prim that has the collection; "" for the same prim. */
  readonly path: string;
  /** Of the collection; `_` for the weaker opinion. */
  readonly name: string;
}

/** No paths. */
export interface NoPaths {
  readonly kind: "nothing";
  readonly text: "";
}

/** An operand of a path expression. */
export type PathAtom = PathPattern | PathReference | NoPaths;

/** A path expression as a tree of set operations. */
export type PathExpressionNode = OperatorNode<PathAtom>;

const COMPLEMENT: Operator = { rank: 0, unary: true, text: "~" };
const IMPLIED_UNION: Operator = { rank: 1, unary: false, text: " " };
const UNION: Operator = { rank: 2, unary: false, text: " + " };
const INTERSECTION: Operator = { rank: 3, unary: false, text: " & " };
const DIFFERENCE: Operator = { rank: 4, unary: false, text: " - " };

/** The operators of {@link PathExpressionNode}. */
export const pathOperators: Readonly<
  Record<"complement" | "impliedUnion" | "union" | "intersection" | "difference", Operator>
> = {
  complement: COMPLEMENT,
  impliedUnion: IMPLIED_UNION,
  union: UNION,
  intersection: INTERSECTION,
  difference: DIFFERENCE,
};

/** All paths, and no paths: the neutral and absorbing elements of the operators. */
const EVERYTHING = "//";
const nothing: PathExpressionNode = { atom: { kind: "nothing", text: "" } };
const everything: PathExpressionNode = {
  atom: { kind: "pattern", text: EVERYTHING, steps: [EVERYTHING] },
};

/** An expression in normal form, or the expected syntax with a UTF-16 offset. */
export type PathExpressionResult = { readonly text: string } | { readonly error: string; readonly offset: number };

/**
 * Returns the reference's normal text of an expression (`GetText()`): blanks and parentheses normalised, arguments of
 * predicates quoted, operations with everything (`//`) or nothing evaluated. Returns undefined if it is ill-formed;
 * the reference rejects a file with such a value.
 *
 * ```ts
 * normalizePathExpression("/A{isa:Mesh}+(/B)"); // "/A{isa:\"Mesh\"} + /B"
 * ```
 *
 * @param anchor the anchor prim that makes relative paths absolute; without one they stay relative
 */
export function normalizePathExpression(text: string, anchor?: string): string | undefined {
  const result = parsePathExpression(text, anchor);
  return "text" in result ? result.text : undefined;
}

/** Like `normalizePathExpression`, with a description of the error. */
export function parsePathExpression(text: string, anchor?: string): PathExpressionResult {
  const result = readTree(text, anchor);
  return "tree" in result ? { text: operatorTreeText(result.tree) } : result;
}

/** A tree of operations, or the expected syntax with a UTF-16 offset. */
export type PathExpressionTree =
  | { readonly tree: PathExpressionNode }
  | { readonly error: string; readonly offset: number };

/**
 * Returns the operations of a path expression. Those with everything or nothing are evaluated, as in the reference. Relative
 * paths stay relative.
 *
 * ```ts
 * pathExpressionTree("/A - //Chair*"); // { tree: { operator: …, operands: [{ atom: … }, { atom: … }] } }
 * ```
 */
export function pathExpressionTree(text: string, { hasSelections }: PathExpressionOptions = {}): PathExpressionTree {
  return readTree(text, undefined, hasSelections);
}

/** How {@link pathExpressionTree} reads an expression. */
export interface PathExpressionOptions {
  /**
   * Whether paths may have variant selections, `/Chair{look=red}Seat`: those that were relative in a prim below a variant have them
   * once their layer is read, and match nothing. In a file they are ill-formed. Default: false.
   */
  readonly hasSelections?: boolean | undefined;
}

function readTree(text: string, anchor: string | undefined, hasSelections = false): PathExpressionTree {
  if (text === "") return { tree: nothing };
  const cursor = new ExpressionCursor(text, hasSelections);
  const builder: ExpressionBuilder = new OperatorTreeBuilder(makeNode);
  if (!readExpression(cursor, builder, anchor)) return { error: cursor.error, offset: cursor.errorOffset };
  return { tree: builder.finish() ?? nothing };
}

type ExpressionBuilder = OperatorTreeBuilder<PathAtom>;

function readExpression(cursor: ExpressionCursor, builder: ExpressionBuilder, anchor?: string): boolean {
  for (;;) {
    if (!readFactor(cursor, builder, anchor)) return false;
    for (;;) {
      const blanks = cursor.skipBlanks();
      if (builder.depth > 0 && cursor.take(")")) builder.closeGroup();
      else if (builder.depth === 0 && atEnd(cursor)) return true;
      else if (takeOperator(cursor, builder, blanks)) break;
      else return cursor.fail(builder.depth > 0 ? "')'" : "the end of the path expression");
    }
  }
}

/** An expression ends with its line; the rest is ignored. */
function atEnd(cursor: ExpressionCursor): boolean {
  return cursor.position === cursor.text.length || cursor.at("\n") || cursor.at("\r\n");
}

function takeOperator(cursor: ExpressionCursor, builder: ExpressionBuilder, blanks: boolean): boolean {
  if (cursor.take("+")) builder.pushOperator(UNION);
  else if (cursor.take("&")) builder.pushOperator(INTERSECTION);
  else if (cursor.take("-")) builder.pushOperator(DIFFERENCE);
  else if (blanks) builder.pushOperator(IMPLIED_UNION);
  else return false;
  return true;
}

/** At most one `~` for each parenthesis, then a reference or a pattern. */
function readFactor(cursor: ExpressionCursor, builder: ExpressionBuilder, anchor?: string): boolean {
  for (;;) {
    cursor.skipBlanks();
    if (cursor.take("~")) {
      builder.pushOperator(COMPLEMENT);
      cursor.skipBlanks();
    }
    if (!cursor.take("(")) break;
    builder.openGroup();
  }
  const atom = cursor.at("%") ? readReference(cursor) : readPathPattern(cursor);
  if (atom === undefined) return cursor.fail("a path expression");
  builder.pushAtom(anchor === undefined ? atom : { ...atom, text: anchored(atom.text, anchor) });
  return true;
}

/** Returns a pattern or reference with its path made absolute; one that leads above the root stays unchanged. */
function anchored(atom: string, anchor: string): string {
  if (!atom.startsWith("%")) return anchoredPattern(atom, anchor);
  if (!atom.startsWith("%..")) return atom;
  const colon = atom.lastIndexOf(":");
  const path = atom.slice(1, colon);
  const absolute = anchoredPattern(path, anchor);
  // A path that leads above the root has no text left.
  return `%${absolute === path ? "" : absolute}${atom.slice(colon)}`;
}

function anchoredPattern(pattern: string, anchor: string): string {
  if (pattern.startsWith("/")) return pattern;
  let base = anchor === "/" ? "" : anchor;
  let rest = pattern;
  while (rest.startsWith("..")) {
    if (base === "") return pattern;
    base = parentPath(base);
    rest = rest.slice(2);
    if (rest.startsWith("/") && !rest.startsWith("//")) rest = rest.slice(1);
  }
  if (rest === "." || rest.startsWith(".//")) rest = rest.slice(1);
  if (rest === "") return base === "" ? "/" : base;
  const joins = rest.startsWith("/") || rest.startsWith(".") || base.endsWith("}");
  return joins ? base + rest : `${base}/${rest}`;
}

/** `%_`, `%:name`, `%/A/B:name`, `%../A:name`; the name `_` drops the colon. */
function readReference(cursor: ExpressionCursor): PathReference | undefined {
  const start = cursor.position;
  cursor.take("%");
  if (cursor.at("_") && !cursor.isName(1) && cursor.code(1) !== 58) {
    cursor.take("_");
    return { kind: "reference", text: cursor.slice(start), path: "", name: "_" };
  }
  if (cursor.take("..")) while (cursor.take("/..")) continue;
  if (cursor.take("/")) {
    do if (!skipIdentifier(cursor)) return undefined;
    while (cursor.takeSelections() === "" ? cursor.take("/") : cursor.isName());
  }
  const path = cursor.slice(start + 1);
  if (!cursor.take(":")) return failed(cursor, "':'");
  const nameStart = cursor.position;
  if (!skipIdentifier(cursor)) return undefined;
  const name = cursor.slice(nameStart);
  return { kind: "reference", text: name === "_" ? `%${path}_` : `%${path}:${name}`, path, name };
}

function skipIdentifier(cursor: ExpressionCursor): boolean {
  const length = cursor.identifierLength();
  cursor.position += length;
  return length > 0 || cursor.fail("an identifier");
}

function failed(cursor: ExpressionCursor, expected: string): undefined {
  cursor.fail(expected);
  return undefined;
}

/** Evaluates trivial operations: `~~A` is A, and everything and nothing disappear. */
export function makeNode(operator: Operator, operands: readonly PathExpressionNode[]): PathExpressionNode {
  const [left = nothing, right = nothing] = operands;
  if (operator.unary) return complement(left);
  if (operator === DIFFERENCE && (isTrivial(left) || isTrivial(right)))
    return combine(INTERSECTION, left, complement(right));
  return combine(operator, left, right);
}

function combine(operator: Operator, left: PathExpressionNode, right: PathExpressionNode): PathExpressionNode {
  const intersects = operator === INTERSECTION;
  if (isNothing(left)) return intersects ? nothing : right;
  if (isNothing(right)) return intersects ? nothing : left;
  if (isEverything(left)) return intersects ? right : left;
  if (isEverything(right)) return intersects ? left : right;
  return { operator, operands: [left, right] };
}

function complement(node: PathExpressionNode): PathExpressionNode {
  if (isEverything(node)) return nothing;
  if (isNothing(node)) return everything;
  return node.operator === COMPLEMENT ? (node.operands[0] ?? nothing) : { operator: COMPLEMENT, operands: [node] };
}

function isEverything(node: PathExpressionNode): boolean {
  return node.operator === undefined && node.atom.text === EVERYTHING;
}

function isNothing(node: PathExpressionNode): boolean {
  return node.operator === undefined && node.atom.text === "";
}

function isTrivial(node: PathExpressionNode): boolean {
  return isEverything(node) || isNothing(node);
}
