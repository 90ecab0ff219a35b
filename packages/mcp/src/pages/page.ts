/** Results in pages: as many rows as fit into a number of bytes, and where the next page starts. */
import { z } from "zod";
import { ToolError } from "../session/tool-error.ts";

/** The size of results by default, and its bounds. */
const DEFAULT_BYTES = 16_384;
const LEAST_BYTES = 1024;
const MOST_BYTES = 1_048_576;
/** Bytes for the names and brackets around rows. */
const FRAME = 160;

/** The arguments of tools whose results have pages. */
export const pageArguments: {
  readonly maxBytes: z.ZodDefault<z.ZodInt>;
  readonly next: z.ZodOptional<z.ZodString>;
} = {
  maxBytes: z
    .int()
    .min(LEAST_BYTES)
    .max(MOST_BYTES)
    .default(DEFAULT_BYTES)
    .describe("Maximum size of the result in bytes"),
  next: z.string().max(200).optional().describe("`next` of the result before, for the page after it"),
};

/** The part of results that have pages. */
export const pageResult: { readonly next: z.ZodOptional<z.ZodString> } = {
  next: z.string().optional().describe("More rows follow: pass it as `next` for them"),
};

/** What the page is of. */
export interface PageRequest {
  readonly maxBytes: number;
  readonly next?: string | undefined;
  /** Of what the rows are made of: a page of another state is refused. */
  readonly revision: string;
  /** Bytes of the result besides the rows. */
  readonly headBytes: number;
}

/** Rows of a result. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next?: string;
}

/**
 * Returns the rows of a page. A result has its content twice, as data and as text, and both count.
 *
 * @param sizeOf bytes of a row as JSON
 * @throws ToolError for a `next` that is none, or of another state of the files
 */
export function takePage<Row>(
  rows: Iterable<Row>,
  request: PageRequest,
  sizeOf: (row: Row) => number = jsonBytes,
): Page<Row> {
  const start = startOf(request);
  const room = roomFor(request);
  const taken: Row[] = [];
  let used = 0;
  let index = -1;
  for (const row of rows) {
    index++;
    if (index < start) continue;
    const size = sizeOf(row) + 1;
    // A page has at least one row, so that reading on ends.
    if (used + size > room && taken.length > 0) return { rows: taken, next: tokenOf(index, request) };
    used += size;
    taken.push(row);
  }
  return { rows: taken };
}

/** Returns the bytes for the rows of a page. */
function roomFor({ maxBytes, headBytes }: Pick<PageRequest, "maxBytes" | "headBytes">): number {
  // As text, quotes and backslashes have a backslash before them.
  return Math.max(0, Math.floor((maxBytes - 2 * FRAME) / 2.3) - headBytes);
}

/** Returns the size of a value as JSON, twice: as data, and escaped as text. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

function startOf({ next, revision }: PageRequest): number {
  if (next === undefined) return 0;
  const found = /^(\d{1,12})@([0-9a-f]{0,16})$/u.exec(next);
  if (found === null) {
    throw new ToolError("Expected the `next` of a result", {
      place: "next",
      remedy: "Pass it as that result has it, with the same arguments",
    });
  }
  if (found[2] !== shortRevision(revision)) {
    throw new ToolError("The files have changed since the page before", {
      place: "next",
      remedy: "Start again without `next`",
    });
  }
  return Number(found[1]);
}

function tokenOf(index: number, { revision }: PageRequest): string {
  return `${index}@${shortRevision(revision)}`;
}

function shortRevision(revision: string): string {
  return revision.slice(0, 16);
}
