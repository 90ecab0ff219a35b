import { z } from "zod";
import { jsonBytes, pageArguments, pageResult, takePage } from "../pages/page.ts";
import { fileArgument, stageArguments, stageOf } from "./stage-arguments.ts";
import { defineTool, type Tool } from "./tool.ts";

/** Lists, in the order of a result's pages. */
const LISTS = ["roots", "types", "cameras", "variantSets", "problems", "layers"] as const;
type ListName = (typeof LISTS)[number];

const vector = z.tuple([z.number(), z.number(), z.number()]);

export const overview: Tool = defineTool({
  name: "usd_overview",
  title: "Overview of a USD stage",
  description:
    "What a USD file has once it is composed: layers, up axis, units, times, counts of prims and types, bounds, cameras, variant sets, and composition problems. Call it first. Long lists go on in pages.",
  writes: false,
  input: z.strictObject({ file: fileArgument, ...stageArguments, ...pageArguments }),
  output: z.object({
    file: z.string(),
    revision: z.string().describe("SHA-256 of the root layer's file, for `revision` of usd_edit"),
    upAxis: z.string(),
    metersPerUnit: z.number(),
    timeCodesPerSecond: z.number(),
    startTimeCode: z.number().nullable(),
    endTimeCode: z.number().nullable(),
    defaultPrim: z.string().nullable(),
    prims: z.int(),
    instances: z.int(),
    prototypes: z.int(),
    bounds: z.object({ min: vector, max: vector }).nullable().describe("In the world, at the default time"),
    counts: z.record(z.string(), z.int()).describe("Number of rows of each list below, on all pages"),
    roots: z.array(z.string()).describe("Root prims"),
    types: z.array(z.object({ type: z.string(), count: z.int() })),
    cameras: z.array(z.string()),
    variantSets: z.array(
      z.object({ prim: z.string(), name: z.string(), selection: z.string(), variants: z.array(z.string()) }),
    ),
    problems: z.array(
      z.object({
        code: z.string(),
        message: z.string(),
        prim: z.string(),
        layer: z.string().nullable(),
        line: z.number().nullable(),
        column: z.number().nullable(),
      }),
    ),
    layers: z.array(z.string()),
    ...pageResult,
  }),
  async call(args, context) {
    const opened = await stageOf(args, context);
    const { overview: found, bounds: range } = opened.summary();
    const { metrics } = found;
    context.stages.settle(opened);
    const lists: Readonly<Record<ListName, readonly unknown[]>> = {
      roots: found.roots,
      types: Array.from(found.types, ([type, count]) => ({ type, count })),
      cameras: found.cameras,
      variantSets: found.variantSets,
      problems: found.problems.map(({ code, message, prim, layer, line, column }) => ({
        code,
        message,
        prim,
        layer,
        line,
        column,
      })),
      layers: found.layers,
    };
    const head = {
      file: context.roots.name(context.roots.existing("file", args.file)),
      revision: opened.revision,
      upAxis: metrics.upAxis,
      metersPerUnit: metrics.metersPerUnit,
      timeCodesPerSecond: metrics.timeCodesPerSecond,
      startTimeCode: metrics.hasTimeCodeRange ? metrics.startTimeCode : null,
      endTimeCode: metrics.hasTimeCodeRange ? metrics.endTimeCode : null,
      defaultPrim: metrics.defaultPrim ?? null,
      prims: found.prims,
      instances: found.instances,
      prototypes: found.prototypes,
      bounds: range === undefined ? null : { min: range.minimum, max: range.maximum },
      counts: Object.fromEntries(LISTS.map((list) => [list, lists[list].length])),
    };
    const rows = LISTS.flatMap((list) => lists[list].map((row) => ({ list, row })));
    const request = {
      ...args,
      revision: opened.state,
      headBytes: jsonBytes(head) + LISTS.join("").length + 6 * LISTS.length,
    };
    const { rows: taken, next } = takePage(rows, request, ({ list, row }) => jsonBytes(row) + list.length);
    const shown = Object.fromEntries(
      LISTS.map((list) => [list, taken.filter((each) => each.list === list).map(({ row }) => row)]),
    );
    return { content: { ...head, ...shown, ...(next !== undefined && { next }) } };
  },
});
