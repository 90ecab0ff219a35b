import type { DatabaseSync, StatementSync } from "node:sqlite";

export type Statements<Name extends string> = Readonly<Record<Name, StatementSync>>;

/** Returns the prepared statements of a table of SQL texts. */
export function prepareAll<Name extends string>(
  database: DatabaseSync,
  texts: Readonly<Record<Name, string>>,
): Statements<Name> {
  const rows = Object.entries<string>(texts).map(([name, text]) => [name, database.prepare(text)] as const);
  return Object.fromEntries(rows) as Statements<Name>;
}
