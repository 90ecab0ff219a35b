/** Path expressions as tests of prims and properties, with the collections that they refer to. */
import {
  pathExpressionTree,
  pathOperators,
  type PathAtom,
  type PathExpressionNode,
  type PathExpressionOptions,
  type PathReference,
} from "@usdkit/usda";
import { patternTest, type PathTest } from "./match-pattern.ts";
import { compileTree } from "./operations.ts";
import { QueryError } from "./query-error.ts";

/** Returns the absolute expression of a collection; undefined if the stage has no such collection, or it has none. */
export type ExpressionOf = (prim: string, name: string) => string | undefined;

/** References that one expression leads to, through those of other collections. */
const MAX_REFERENCES = 1000;
/** Collections that refer to each other in a row. */
const MAX_DEPTH = 64;

/**
 * Returns the test of an expression. A reference to a collection has the paths of that collection's `membershipExpression`, and none
 * if there is no such collection, or if it refers to itself (`UsdCollectionAPI::ResolveCompleteMembershipExpression`).
 *
 * @param prim the prim that `%:name` refers to, and whose collection `name` has the expression
 * @throws QueryError for an expression that is ill-formed, an unknown predicate, or too many references
 */
export function compileExpression(
  expression: string,
  expressionOf: ExpressionOf,
  { prim, name }: { readonly prim: string; readonly name: string },
): PathTest {
  return new ExpressionCompiler(expressionOf).compile(
    parseExpression(expression, { hasSelections: true }),
    prim,
    new Set([`${prim}:${name}`]),
  );
}

/**
 * Returns the tree of an expression; relative paths begin at the root.
 *
 * @throws QueryError for an expression that is ill-formed
 */
export function parseExpression(expression: string, options?: PathExpressionOptions): PathExpressionNode {
  const result = pathExpressionTree(expression, options);
  if ("tree" in result) return result.tree;
  throw new QueryError(
    `Ill-formed path expression: ${result.error} at column ${result.offset + 1} of ${JSON.stringify(expression)}`,
  );
}

class ExpressionCompiler {
  private readonly expressionOf: ExpressionOf;
  private references = 0;

  constructor(expressionOf: ExpressionOf) {
    this.expressionOf = expressionOf;
  }

  /** @param open the collections whose expressions are being compiled */
  compile(tree: PathExpressionNode, prim: string, open: ReadonlySet<string>): PathTest {
    return compileTree(tree, operationOf, (atom) => this.atomTest(atom, prim, open));
  }

  private atomTest(atom: PathAtom, prim: string, open: ReadonlySet<string>): PathTest {
    switch (atom.kind) {
      case "nothing":
        return noPath;
      case "reference":
        return this.reference(atom, prim, open);
      case "pattern":
        // Other relative patterns begin at the root, as their steps do.
        if (atom.text.startsWith("..")) throw new QueryError(`"${atom.text}" leads above the root`);
        return patternTest(atom);
    }
  }

  private reference({ text, path, name }: PathReference, prim: string, open: ReadonlySet<string>): PathTest {
    // The weaker expression: value resolution has replaced those with one.
    if (name === "_") return noPath;
    if (path === "" && prim === "/") {
      throw new QueryError(`"${text}" needs the prim that has the collection: write "%/Prim:${name}"`);
    }
    const owner = path === "" ? prim : path;
    const key = `${owner}:${name}`;
    if (open.has(key)) return noPath;
    if (++this.references > MAX_REFERENCES || open.size > MAX_DEPTH) {
      throw new QueryError(`"${text}" leads to more than ${MAX_REFERENCES} references, or ${MAX_DEPTH} in a row`);
    }
    const expression = this.expressionOf(owner, name);
    const parsed = pathExpressionTree(expression ?? "", { hasSelections: true });
    return "tree" in parsed ? this.compile(parsed.tree, owner, new Set([...open, key])) : noPath;
  }
}

function noPath(): boolean {
  return false;
}

function operationOf(operator: NonNullable<PathExpressionNode["operator"]>): "not" | "and" | "or" | "and not" {
  if (operator === pathOperators.complement) return "not";
  if (operator === pathOperators.intersection) return "and";
  return operator === pathOperators.difference ? "and not" : "or";
}
