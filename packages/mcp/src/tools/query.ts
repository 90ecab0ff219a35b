import { z } from "zod";
import type { QueryRow } from "@usdkit/usd";
import { shownJson } from "../pages/shown-value.ts";
import { pageArguments, pageResult, takePage } from "../pages/page.ts";
import { fileArgument, stageArguments, stageOf } from "./stage-arguments.ts";
import { ToolError } from "../session/tool-error.ts";
import { defineTool, type Tool } from "./tool.ts";

export const query: Tool = defineTool({
  name: "usd_query",
  title: "Find prims and properties",
  description:
    "Finds prims and properties of a composed stage by a path expression: `//{isa:Mesh}` every mesh, `/World//Chair*` by name, `//{kind:component} - /World/Room//` without a part, `//*.primvars:*` properties. Predicates: isa, kind, purpose, model, variant, apiName and others.",
  writes: false,
  input: z.strictObject({
    file: fileArgument,
    expression: z.string().min(1).max(65_536).describe("A path expression"),
    select: z
      .array(z.string().min(1).max(1024))
      .max(50)
      .optional()
      .describe("Columns: path, type, kind, and names of attributes; default: path, type, kind"),
    all: z.boolean().optional().describe("Also prims that are inactive, abstract or only overrides"),
    limit: z.int().min(1).optional().describe("Maximum number of results on all pages"),
    ...stageArguments,
    ...pageArguments,
  }),
  output: z.object({
    revision: z.string(),
    total: z.int().describe("Number of matches on all pages"),
    rows: z.array(z.record(z.string(), z.unknown())),
    ...pageResult,
  }),
  async call(args, context) {
    const { expression, all = false, select: columns = ["path", "type", "kind"], limit = Infinity } = args;
    const opened = await stageOf(args, context);
    const { QueryError, queryRows, queryStage } = opened.usd;
    try {
      let total = 0;
      for (const _ of queryStage(opened.stage, expression, { all })) total++;
      total = Math.min(total, limit);
      const rows = queryRows(opened.stage, { expression, all, columns, limit });
      const request = { ...args, revision: opened.state, headBytes: 120 };
      const { rows: taken, next } = takePage(objects(rows), request);
      context.stages.settle(opened);
      return { content: { revision: opened.revision, total, rows: taken, ...(next !== undefined && { next }) } };
    } catch (error) {
      if (error instanceof QueryError) throw new ToolError(error.message, { place: "expression" });
      throw error;
    }
  },
});

function* objects(rows: Iterable<QueryRow>): Generator<Readonly<Record<string, unknown>>> {
  for (const row of rows) yield Object.fromEntries(row.map(([column, json]) => [column, shownJson(json)]));
}
