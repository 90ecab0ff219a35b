/**
 * A `{` without a matching `}`, and the `}` of an outer block that was taken for it; -1 if the text ends before one.
 */
export interface LeftOpenBrace {
  readonly brace: number;
  readonly closer: number;
}
