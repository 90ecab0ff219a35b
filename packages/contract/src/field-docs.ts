/**
 * The docstrings of request fields, for helps and forms. Separate from the endpoints, so that bundles that only call
 * endpoints do not contain them.
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
