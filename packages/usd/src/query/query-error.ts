/** A query that cannot be evaluated. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}
