/** What the docstrings of a type say. */
export interface TypeDoc {
  readonly description: string;
  /** Of its fields that have one. */
  readonly fields: Readonly<Record<string, string>>;
}
