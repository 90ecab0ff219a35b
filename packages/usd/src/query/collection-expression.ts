/** The expressions of collections. */
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { textOf } from "../values/plain-numbers.ts";
import { withBuiltInApis } from "../values/schema-properties.ts";
import type { ExpressionOf } from "./compile-expression.ts";

/** Whether a prim has a collection: `CollectionAPI` is applied with its name. */
export function hasCollection(reader: StageReader, prim: PrimNode, name: string): boolean {
  return withBuiltInApis(reader.schemas(prim)).includes(`CollectionAPI:${name}`);
}

/** Returns a function that finds the `membershipExpression` of a collection, absolute. */
export function expressionOfCollection(reader: StageReader): ExpressionOf {
  return (path, name) => {
    const prim = reader.prim(path);
    if (prim === undefined || !hasCollection(reader, prim, name)) return undefined;
    return textOf(reader.value(prim, `collection:${name}:membershipExpression`, null));
  };
}
