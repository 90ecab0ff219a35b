/** SQL of users. */
import { UsageError } from "@usdkit/command/cli/errors";
import type { DatabaseSync, StatementSync } from "../database/sqlite.ts";

/** Statements that read. Others are rejected, although the connection is read-only: `VACUUM INTO` writes all the same. */
const READS = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*(?:select|with|values|explain|pragma)\b/iu;
const EMPTY = /^(?:\s|;|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*$/u;

/** A value of a row. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** Rows of a statement, as they are asked for. */
export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: Iterable<Readonly<Record<string, SqlValue>>>;
}

/**
 * Runs one statement that reads. Rows are read one after the other.
 *
 * @throws {UsageError} for what is not one statement that reads, and for errors of SQLite
 */
export function runSql(database: DatabaseSync, sql: string): SqlRows {
  if (!READS.test(sql))
    throw new UsageError("expected one statement that reads: SELECT, WITH, VALUES, EXPLAIN or PRAGMA");
  const statement = translate(() => database.prepare(sql));
  const rest = sql.slice(statement.sourceSQL.length);
  if (!EMPTY.test(rest)) throw new UsageError(`expected one statement, found more: ${rest.trim().slice(0, 60)}`);
  statement.setReadBigInts(true);
  return { columns: columnsOf(statement), rows: rowsOf(statement) };
}

function columnsOf(statement: StatementSync): readonly string[] {
  // Since Node 22.16.
  const columns = (statement as Partial<Pick<StatementSync, "columns">>).columns?.bind(statement)() ?? [];
  return columns.map(({ name }) => name);
}

function* rowsOf(statement: StatementSync): Generator<Readonly<Record<string, SqlValue>>> {
  const rows = translate(() => statement.iterate());
  for (;;) {
    const next = translate(() => rows.next());
    if (next.done === true) return;
    yield next.value;
  }
}

function translate<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`SQL: ${error instanceof Error ? error.message : String(error)}`);
  }
}
