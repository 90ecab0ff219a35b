/**
 * What fields of requests are for, in the words of their docstrings: for helps and forms. Apart from the endpoints, so that
 * it is in no bundle that only calls them.
 *
 * @module
 */
import { typeDocs } from "./openapi/type-docs.generated.ts";

/**
 * Returns the docstring of a field as plain text; undefined if it has none.
 *
 * @param type The type of the part: `GenerateWorldRequest`.
 */
export function fieldDoc(type: string, field: string): string | undefined {
  return typeDocs[type]?.fields[field]?.replaceAll("`", "");
}
