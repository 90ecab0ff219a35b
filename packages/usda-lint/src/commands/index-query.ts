import type { Command } from "@usdkit/command/cli/command";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { writeLines } from "@usdkit/command/terminal/write-lines";
import type { SqlValue } from "@usdkit/library/ask/run-sql";
import { resolvePath } from "@usdkit/command/context/command-context";

export interface IndexQueryArguments {
  sql: string;
  database: string;
  json?: boolean;
}

export const indexQuery: Command<IndexQueryArguments> = {
  command: "query <sql> <database>",
  describe: "Print the rows of an SQL statement that reads, columns separated by tabs",
  builder: {
    sql: { describe: "One statement: SELECT, WITH, VALUES, EXPLAIN or PRAGMA" },
    database: { describe: "The index of a library" },
    json: { type: "boolean", describe: "Print a JSON object for each row" },
  },
  examples: [
    [`$0 'SELECT kind, count(*) FROM files GROUP BY kind' library.sqlite`, "files of each kind"],
    [
      `$0 'SELECT f.path FROM types t JOIN files f ON f.id = t.file WHERE t.type = "Mesh"' library.sqlite`,
      "with meshes",
    ],
    [`$0 "SELECT sql FROM sqlite_schema" library.sqlite`, "the tables"],
  ],
  async handler({ sql, database, json }, context) {
    const { openLibrary } = await import("@usdkit/library/database/open-library");
    const { runSql } = await import("@usdkit/library/ask/run-sql");
    using library = openLibrary(resolvePath(context, database));
    const { rows } = runSql(library.database, sql);
    await writeLines(context.stdout, json === true ? asJson(rows) : asText(rows));
  },
};

type Row = Readonly<Record<string, SqlValue>>;

function* asJson(rows: Iterable<Row>): Generator<string> {
  for (const row of rows)
    yield escapeJson(
      JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))),
    );
}

function* asText(rows: Iterable<Row>): Generator<string> {
  for (const row of rows)
    yield Object.values(row)
      .map((value) => escapeTerminal(String(plain(value) ?? "")))
      .join("\t");
}

/** Integers that a double cannot hold are text; bytes are Base64. */
function plain(value: SqlValue): string | number | null {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}
