import { z } from "zod";
import type { PrimHead, PropertyRow } from "@usdkit/usd";
import { pageArguments, pageResult, takePage } from "../pages/page.ts";
import { shownJson } from "../pages/shown-value.ts";
import type { KeptStage } from "../session/kept-stages.ts";
import { fileArgument, stageArguments, stageOf } from "./stage-arguments.ts";
import { noSuchObject } from "./no-such-object.ts";
import { defineTool, type Tool } from "./tool.ts";

/** Elements of an array in one row. */
const ELEMENTS = 16;

interface Row {
  readonly head: ShownPrim;
  readonly property?: Readonly<Record<string, unknown>>;
}

type ShownPrim = Readonly<Record<string, unknown>> & { readonly path: string };

export const read: Tool = defineTool({
  name: "usd_read",
  title: "Read prims with composed values",
  description:
    "Prims of a composed stage: type, kind, API schemas, variant sets, children, and properties with their values, the layer that decides, samples, targets and connections. A path of a property reads that alone, with all elements of its array in pages. Long arrays of other rows are shown as their first 8 elements, count and hash.",
  writes: false,
  input: z.strictObject({
    file: fileArgument,
    prim: z
      .union([z.string().max(65_536), z.array(z.string().max(65_536)).min(1).max(1000)], {
        error: 'Expected a path, as "/World/Chair", or a list of 1 to 1,000 paths',
      })
      .describe("Paths of prims, or of single properties: /World/Chair, /World/Chair.size"),
    time: z.number().optional().describe("Time code; default: the default time"),
    depth: z.int().min(0).max(100).default(0).describe("How many levels below the prims are read as well"),
    all: z.boolean().optional().describe("Also properties of the schemas that no layer authors, with their fallbacks"),
    ...stageArguments,
    ...pageArguments,
  }),
  output: z.object({
    revision: z.string(),
    prims: z.array(
      z.looseObject({
        path: z.string(),
        type: z.string().optional(),
        specifier: z.string().optional(),
        kind: z.string().optional(),
        apiSchemas: z.array(z.string()).optional(),
        children: z.array(z.string()).optional(),
        properties: z.array(z.looseObject({ name: z.string(), type: z.string(), value: z.unknown().optional() })),
      }),
    ),
    ...pageResult,
  }),
  async call(args, context) {
    const opened = await stageOf(args, context);
    const rows = rowsOf(opened, { ...args, paths: typeof args.prim === "string" ? [args.prim] : args.prim });
    const request = { ...args, revision: opened.state, headBytes: 100 };
    // Rows of a prim are next to each other: its head counts with the first.
    let last: ShownPrim | undefined;
    const { rows: taken, next } = takePage(rows, request, ({ head, property }) => {
      const size = (head === last ? 0 : json(head)) + (property === undefined ? 0 : json(property));
      last = head;
      return size;
    });
    context.stages.settle(opened);
    const prims: { readonly head: ShownPrim; readonly properties: unknown[] }[] = [];
    for (const { head, property } of taken) {
      if (prims.at(-1)?.head !== head) prims.push({ head, properties: [] });
      if (property !== undefined) prims.at(-1)?.properties.push(property);
    }
    const shown = prims.map(({ head, properties }) => ({ ...head, properties }));
    return { content: { revision: opened.revision, prims: shown, ...(next !== undefined && { next }) } };
  },
});

function json(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 20;
}

interface ReadRequest {
  readonly paths: readonly string[];
  readonly time?: number | undefined;
  readonly depth: number;
  readonly all?: boolean | undefined;
}

function* rowsOf(opened: KeptStage, { paths, time, depth, all }: ReadRequest): Generator<Row> {
  const { values, usd } = opened;
  const { primHead, propertyJson, propertyRows, splitPropertyPath } = usd;
  const at = time ?? null;
  for (const path of paths) {
    const { prim, property } = splitPropertyPath(path);
    if (property !== "") {
      yield* elementsOf(opened, path, at);
      continue;
    }
    const waiting = [{ path: prim, left: depth }];
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      const found = primHead(opened, values, step.path);
      if (found === undefined) throw noSuchObject("prim", step.path);
      const head = shownHead(found);
      yield { head };
      for (const row of propertyRows(opened, values, step.path, { time: at, all })) {
        yield { head, property: shownProperty(row, shownJson(propertyJson(row))) };
      }
      const { left } = step;
      if (left === 0) continue;
      const base = step.path;
      for (const name of found.children.toReversed()) waiting.push({ path: `${base}/${name}`, left: left - 1 });
    }
  }
}

/** Yields a property alone: the elements of an array in rows of some. */
function* elementsOf(opened: KeptStage, path: string, time: number | null): Generator<Row> {
  const { propertyJson, propertyRow, splitPropertyPath } = opened.usd;
  const { dumpElements, elementCount } = opened.layers;
  const { prim } = splitPropertyPath(path);
  const row = propertyRow(opened, opened.values, path, time);
  if (row === undefined) throw noSuchObject("prim", path);
  const head = { path: prim };
  const { value } = row;
  const count = value?.kind === "typed" && value.isArray ? elementCount(value) : 0;
  if (value?.kind !== "typed" || count <= ELEMENTS) {
    yield { head, property: shownProperty(row, JSON.parse(propertyJson(row))) };
    return;
  }
  for (let from = 0; from < count; from += ELEMENTS) {
    const part: unknown = JSON.parse(dumpElements(value, from, from + ELEMENTS));
    yield { head, property: { ...shownProperty(row, part), from, elements: count } };
  }
}

/** What is usual is left out. */
function shownHead({
  path,
  type,
  specifier,
  kind,
  isActive,
  isInstance,
  apiSchemas,
  variantSets,
  children,
}: PrimHead): ShownPrim {
  return {
    path,
    type,
    specifier,
    ...(kind !== "" && { kind }),
    ...(!isActive && { active: false }),
    ...(isInstance && { instance: true }),
    ...(apiSchemas.length > 0 && { apiSchemas }),
    ...(variantSets.length > 0 && { variantSets }),
    children: children.length > 200 ? [...children.slice(0, 200), `… ${children.length - 200} more`] : children,
  };
}

function shownProperty(
  { name, type, source, layer, samples, targets }: PropertyRow,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const shown = targets.length > 50 ? [...targets.slice(0, 50), `… ${targets.length - 50} more`] : targets;
  return {
    name,
    type,
    ...(type !== "rel" && { value }),
    source,
    ...(layer !== undefined && { layer }),
    ...(samples > 0 && { samples }),
    ...(type === "rel" ? { targets: shown } : targets.length > 0 && { connections: shown }),
  };
}
