/** What is written about a schema. */
export interface SchemaDescription {
  /** One sentence. */
  readonly summary: string;
  /** One sentence for each property that is often authored, by its name in the table. */
  readonly properties?: Readonly<Record<string, string>>;
}

/** By name of the schema. */
export type SchemaDescriptions = Readonly<Record<string, SchemaDescription>>;
