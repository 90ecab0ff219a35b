import { z } from "zod";
import { jsonBytes, pageArguments, pageResult, takePage } from "../pages/page.ts";
import { shownJson } from "../pages/shown-value.ts";
import { fileArgument, stageArguments, stageOf } from "./stage-arguments.ts";
import { noSuchObject } from "./no-such-object.ts";
import { defineTool, type Tool } from "./tool.ts";

export const explain: Tool = defineTool({
  name: "usd_explain",
  title: "Explain where a value comes from",
  description:
    "Every opinion about a prim or property, strongest first, with layer, line, column, and the arc that brought it: why a value is as it is, and which layer to edit.",
  writes: false,
  input: z.strictObject({
    file: fileArgument,
    path: z.string().min(1).max(65_536).describe("Path of a prim or property: /World/Chair, /World/Chair.size"),
    time: z.number().optional().describe("Time code; default: the default time"),
    ...stageArguments,
    ...pageArguments,
  }),
  output: z.object({
    revision: z.string(),
    path: z.string(),
    value: z.unknown().describe("The composed value; the composed fields of a prim"),
    opinions: z.array(
      z.object({
        layer: z.string(),
        line: z.number().nullable(),
        column: z.number().nullable(),
        specPath: z.string(),
        arc: z.string(),
        field: z.string(),
        value: z.unknown(),
      }),
    ),
    ...pageResult,
  }),
  async call(args, context) {
    const opened = await stageOf(args, context);
    const found = opened.usd.explainOpinions(opened, args.path, args.time ?? null);
    context.stages.settle(opened);
    if (found === undefined) throw noSuchObject("path", args.path);
    const opinions = found.opinions.map(({ layer, line, column, specPath, arc, field, value }) => ({
      layer,
      line,
      column,
      specPath,
      arc,
      field,
      value: shownJson(value),
    }));
    const head = { revision: opened.revision, path: found.path, value: shownJson(found.value) };
    const request = { ...args, revision: opened.state, headBytes: jsonBytes(head) };
    const { rows, next } = takePage(opinions, request);
    return { content: { ...head, opinions: rows, ...(next !== undefined && { next }) } };
  },
});
