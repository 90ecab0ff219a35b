/** Queries: the prims and properties of a stage that a path expression matches. */
import type { PathExpressionNode } from "@usdkit/usda";
import type { Stage } from "../stage/stage.ts";
import { schemaPropertyNames } from "../values/schema-properties.ts";
import { StageReader } from "../prims/stage-reader.ts";
import { expressionOfCollection } from "./collection-expression.ts";
import { compileExpression, parseExpression } from "./compile-expression.ts";
import { apiSchemasOf, queryPrim, schemaTypeOf, typeOf, type QueryPrim } from "./query-prim.ts";

/** Which prims a query visits. */
export interface QueryOptions {
  /**
   * Every prim of the stage: also inactive, unloaded and abstract ones, and those without a definition. Default: those that are
   * active, loaded, defined and not abstract.
   */
  readonly all?: boolean | undefined;
}

/** A prim or property that an expression matches. */
export interface QueryMatch {
  /** Of the prim or property. */
  readonly path: string;
  readonly primPath: string;
  /** Undefined for a prim. */
  readonly property: string | undefined;
  readonly typeName: string;
  /** Undefined without one. */
  readonly kind: string | undefined;
}

/**
 * Yields the prims and properties that a path expression matches, in the order of the stage. Prims below instances are not
 * visited. Properties are visited if a pattern of the expression has one, `//Chair*.points`; those that a schema defines
 * match without an opinion.
 *
 * The prims are those of `UsdComputeIncludedPathsFromCollection` of the reference.
 *
 * ```ts
 * for (const { path } of queryStage(stage, "/World//{isa:Mesh}")) console.log(path);
 * ```
 *
 * @param expression relative paths begin at the root; `%/Sets:hidden` has the paths of the expression of a collection
 * @throws QueryError for an expression that is ill-formed, an unknown predicate, or a reference `%:name` without a prim
 */
export function* queryStage(
  stage: Stage,
  expression: string,
  { all = false }: QueryOptions = {},
): Generator<QueryMatch> {
  const tree = parseExpression(expression);
  const reader = new StageReader(stage);
  const expressionOf = expressionOfCollection(reader);
  const test = compileExpression(expression, expressionOf, { prim: "/", name: "" });
  const withProperties = hasPropertyPattern(tree);
  for (const { prims, path } of walk(reader, all)) {
    const prim = prims[prims.length - 1];
    const common = { primPath: path, typeName: typeOf(prim), kind: prim.kind };
    if (test({ prims, property: undefined })) yield { ...common, path, property: undefined };
    if (!withProperties) continue;
    for (const property of propertyNames(stage, path, prim)) {
      if (test({ prims, property })) yield { ...common, path: `${path}.${property}`, property };
    }
  }
}

function hasPropertyPattern(root: PathExpressionNode): boolean {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.operator !== undefined) waiting.push(...node.operands);
    else if (node.atom.kind === "pattern" && node.atom.property !== undefined) return true;
  }
  return false;
}

interface Visited {
  /** The prim, after those above it. */
  readonly prims: readonly QueryPrim[];
  readonly path: string;
}

function* walk(reader: StageReader, all: boolean): Generator<Visited> {
  const { stage } = reader;
  let above: readonly QueryPrim[] = [];
  for (const found of stage.prims({ all })) {
    const { path, source } = found;
    const index = stage.primIndex(source);
    if (index === undefined) continue;
    const depth = stage.paths.depth(index.path);
    above = above.slice(0, depth - 1);
    above = [...above, queryPrim(found, index, { parent: above.at(-1), reader })];
    yield { prims: above, path };
  }
}

/** Returns the names of the properties of a prim: those with opinions, and those that its schemas define. */
function propertyNames(stage: Stage, path: string, prim: QueryPrim): readonly string[] {
  const defined = schemaPropertyNames({ schemaType: schemaTypeOf(prim), apiSchemas: apiSchemasOf(prim) });
  return [...new Set([...stage.properties(path), ...defined])].sort();
}
