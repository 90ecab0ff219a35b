/** Entries of JSON reports as findings again. */
import {
  everyProfile,
  type Finding,
  type Position,
  type RelatedPlace,
  type ResolvedProfile,
  type SetVerdict,
} from "@usdkit/validate";
import * as z from "zod";
import type { ShardEntry, ShardReport, StageEntry, StageLayer } from "../reporters/shard-entry.ts";

const position = z.object({ line: z.int().min(1), column: z.int().min(1) });
const range = z.object({ start: position, end: position }).nullable();
const offset = z.int().min(0).optional();

const diagnostic = z.object({
  rule: z.string(),
  severity: z.enum(["info", "warning", "error"]),
  effect: z.enum(["rejected", "ignored", "risky"]).nullable(),
  message: z.string(),
  code: z.string().nullable(),
  primPath: z.string(),
  property: z.string().nullable(),
  range,
  offset,
  hint: z.string().nullable(),
  related: z.array(z.object({ message: z.string(), path: z.string().optional(), range, offset })),
  fixes: z.array(
    z.object({
      title: z.string(),
      safe: z.boolean(),
      edits: z.array(z.object({ start: z.int(), end: z.int(), text: z.string() })),
    }),
  ),
  sameAs: z.array(z.string()).optional(),
  stage: z
    .object({
      root: z.string().optional(),
      prim: z.string(),
      count: z.int(),
      prims: z.array(z.string()),
      variants: z.string().nullable(),
    })
    .optional(),
});

const profile = z.enum(everyProfile);
const baselineEntry = z.object({
  rule: z.string(),
  primPath: z.string(),
  property: z.string().nullable(),
  count: z.int(),
});

const stage = z.object({
  root: z.string(),
  isNamed: z.boolean(),
  files: z.array(z.string()),
  layers: z.array(
    z.object({
      layer: z.string(),
      profile,
      length: z.int().min(0),
      diagnostics: z.array(diagnostic),
      known: z.array(baselineEntry).optional(),
    }),
  ),
});

const entry = z.object({
  path: z.string(),
  profile,
  sets: z.array(z.object({ name: z.string(), met: z.boolean(), failed: z.array(z.string()) })).optional(),
  diagnostics: z.array(diagnostic),
  shard: z
    .object({
      position: z.int().min(0).nullable(),
      length: z.int().min(0),
      baselined: z.int().optional(),
      stage: stage.optional(),
    })
    .optional(),
});

const shard = z.object({
  index: z.int().min(1),
  count: z.int().min(1),
  version: z.string(),
  options: z.string(),
  quiet: z.boolean(),
  problems: z.array(z.string()),
});

interface Place {
  readonly range: { readonly start: Position; readonly end: Position } | null;
  readonly offset?: number;
}

/** A finding as JSON reports have it. */
export interface Diagnostic extends Omit<Finding, "range" | "start" | "end" | "offset" | "hint" | "related">, Place {
  readonly hint: string | null;
  readonly related: readonly (Place & { readonly message: string; readonly path?: string })[];
}

/** A layer with findings of the stage of a file. */
export interface EntryLayer extends Omit<StageLayer, "findings"> {
  readonly diagnostics: readonly Diagnostic[];
}

/** A file of a report. */
export interface ReportEntry {
  readonly path: string;
  readonly profile: ResolvedProfile;
  readonly sets?: readonly SetVerdict[];
  readonly diagnostics: readonly Diagnostic[];
  readonly shard?: Omit<ShardEntry, "stage"> & {
    readonly stage?: Omit<StageEntry, "layers"> & { readonly layers: readonly EntryLayer[] };
  };
}

/**
 * Returns an entry of a report.
 *
 * @throws {Error} that names what is not as expected
 */
export function parseEntry(value: unknown): ReportEntry {
  return checked<ReportEntry>(entry, value);
}

/** Returns what a report has about its shard. @throws {Error} as {@link parseEntry} */
export function parseShardReport(value: unknown): ShardReport {
  return checked<ShardReport>(shard, value);
}

/** Returns a value that is as a schema expects it: itself, not a copy, so that other names and the order of names stay. */
function checked<Value>(schema: z.ZodType, value: unknown): Value {
  const result = schema.safeParse(value);
  if (result.success) return value as Value;
  const [{ path, message }] = result.error.issues;
  throw new Error(`not an entry of a report: ${path.join(".")}: ${message}`);
}

/** Returns the finding of a diagnostic. Its byte range is unknown. */
export function findingOf({ range: place, hint, related, ...rest }: Diagnostic): Finding {
  return {
    ...rest,
    ...placeOf(place),
    hint: hint ?? undefined,
    related: related.map(({ message, path, range: other, offset: byte }): RelatedPlace => ({
      message,
      ...(path !== undefined && { layer: path }),
      ...placeOf(other),
      ...(byte !== undefined && { offset: byte }),
    })),
  };
}

function placeOf(place: Place["range"]): Pick<Finding, "range" | "start" | "end"> {
  const start = place?.start ?? { line: 1, column: 1 };
  return { range: { start: 0, end: 0 }, start, end: place?.end ?? start };
}
