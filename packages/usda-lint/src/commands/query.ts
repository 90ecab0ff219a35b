import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { writeLines } from "@usdkit/command/terminal/write-lines";
import { compositionOptions } from "../composition/composition-options.ts";
import type { QueryRow } from "@usdkit/usd";
import { reportProblems } from "../composition/report-problems.ts";
import { openStage, type CompositionArguments } from "../composition/stage-options.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";

export interface QueryArguments extends CompositionArguments {
  root: string;
  expression: string;
  all?: boolean;
  json?: boolean;
  select?: string;
  limit?: number;
}

export const query: Command<QueryArguments> = {
  command: "query <root> <expression>",
  describe: "Print the prims and properties of a stage that a path expression matches, one path a line",
  builder: {
    root: { describe: "The root layer" },
    expression: { describe: "A path expression: //Chair*, /World//{isa:Mesh}, //{kind:component} - //Room//" },
    all: { type: "boolean", describe: "Also prims that are inactive, abstract or only overrides" },
    json: { type: "boolean", describe: "Print a JSON object for each" },
    select: { type: "string", describe: "Columns, separated by commas: path, type, kind, names of attributes" },
    limit: { type: "number", describe: "Maximum number of results" },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  examples: [
    ["$0 query shot.usda '//{isa:Mesh}'", "every mesh"],
    ["$0 query shot.usda '//{isa:Cube}' --select path,size", "every cube with its size"],
  ],
  async handler(args, context) {
    const isJson = args.json === true;
    const columns = (args.select ?? (isJson ? "path,type,kind" : "path")).split(",").map((each) => each.trim());
    if (columns.includes("")) throw new UsageError("--select: expected names separated by commas");
    const limit = args.limit ?? Number.POSITIVE_INFINITY;
    const { QueryError } = await import("@usdkit/usd");
    const { queryRows } = await import("@usdkit/usd");
    const opened = await openStage(context, args.root, args, searchPathsOf(context, args.searchPath));
    const request = { expression: args.expression, all: args.all === true, columns, limit };
    try {
      await writeLines(context.stdout, (isJson ? asJson : asText)(queryRows(opened.stage, request)));
      await reportProblems(context, args.root, "usda query", opened);
    } catch (error) {
      if (error instanceof QueryError) throw new UsageError(error.message);
      throw error;
    }
  },
};

function* asJson(rows: Iterable<QueryRow>): Generator<string> {
  for (const row of rows) {
    yield escapeJson(`{${row.map(([column, json]) => `${JSON.stringify(column)}:${json}`).join(",")}}`);
  }
}

/** Columns are separated by tabs. */
function* asText(rows: Iterable<QueryRow>): Generator<string> {
  for (const row of rows) yield row.map(([, json]) => escapeTerminal(textOf(json))).join("\t");
}

function textOf(json: string): string {
  if (json === "null") return "";
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}
