/** Values and variables of expressions. */

/** A value of an expression; undefined is `None`. */
export type ExpressionValue = string | boolean | bigint | undefined | readonly (string | boolean | bigint)[];
/** Expression variables by name, as layers author them. */
export type ExpressionVariables = ReadonlyMap<string, ExpressionValue>;

/** Why an expression has no value. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
}
