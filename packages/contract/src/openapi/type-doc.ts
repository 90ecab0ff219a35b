/** The docstrings of a type. */
export interface TypeDoc {
  readonly description: string;
  /** Docstrings of its fields. */
  readonly fields: Readonly<Record<string, string>>;
}
