/** What a tool could not do: the result of the call has `isError`. */
export class ToolError extends Error {
  /** Where it is: a layer with its line, a prim path, an argument. */
  readonly place: string | undefined;
  /** What to do. */
  readonly remedy: string | undefined;

  constructor(
    message: string,
    { place, remedy }: { readonly place?: string | undefined; readonly remedy?: string | undefined } = {},
  ) {
    super(message);
    this.name = "ToolError";
    this.place = place;
    this.remedy = remedy;
  }
}
