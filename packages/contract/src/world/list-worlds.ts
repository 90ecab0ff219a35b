import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { filledText } from "../fields/request-fields.ts";
import { maybeNumber } from "../fields/reply-fields.ts";
import type { Received } from "../fields/received.ts";
import { limits } from "../fields/limits.ts";
import { worldListRowSchema, type WorldListRow, type WorldStatus } from "./world-detail.ts";

/** Selects a page of the caller's worlds (spec 2.6). */
export interface WorldListQueryRequest extends Extensible {
  /** The first page to list, from 0. Ours: default 0. */
  readonly pageNum?: number | undefined;
  /** Worlds on a page. Ours: 1 to 100, default 20. */
  readonly pageSize?: number | undefined;
  /** Only worlds in this state: SUCCEEDED, RUNNING, FAILED or another. */
  readonly statusList?: readonly WorldStatus[] | undefined;
}

/** Schema of a request for a page of worlds. */
export const worldListQueryRequestSchema: z.ZodType<WorldListQueryRequest> = /*#__PURE__*/ z.strictObject({
  pageNum: z.int({ error: "expected a whole number" }).min(0, { error: "expected 0 or more" }).optional(),
  pageSize: z
    .int({ error: "expected a whole number" })
    .min(limits.pageSizeMin, { error: `expected at least ${limits.pageSizeMin}` })
    .optional(),
  statusList: z.array(filledText).optional(),
});

/** A page of the caller's worlds (spec 2.6). */
export interface WorldPagedList extends Received {
  readonly pageNum?: number | null | undefined;
  readonly pageSize?: number | null | undefined;
  /** The rows of this page. */
  readonly count?: number | null | undefined;
  /** Total number of rows of all pages. */
  readonly totalCount?: number | null | undefined;
  /** Whether there is a page after this one. */
  readonly hasMore?: boolean | null | undefined;
  readonly result: readonly WorldListRow[];
}

/** Schema of a page of worlds. */
export const worldPagedListSchema: z.ZodType<WorldPagedList> = /*#__PURE__*/ z.looseObject({
  pageNum: maybeNumber,
  pageSize: maybeNumber,
  count: maybeNumber,
  totalCount: maybeNumber,
  hasMore: z.boolean().nullish(),
  result: z.array(worldListRowSchema),
});

/** Returns a page of the caller's worlds. */
export const listWorlds: Endpoint<{ readonly body: WorldListQueryRequest }, WorldPagedList> = {
  id: "worlds.list",
  summary: "List the caller's worlds, a page at a time",
  source: "spec 4.2",
  method: "POST",
  host: "gateway",
  path: "/global/world/v1/list",
  access: "key",
  repetition: "safe",
  request: { body: worldListQueryRequestSchema },
  doubts: ({ body: { pageSize = 0 } }) =>
    pageSize > limits.pageSizeMax
      ? [{ path: ["body", "pageSize"], message: `expected at most ${limits.pageSizeMax}`, isWarned: false }]
      : [],
  replies: {
    200: {
      description: "A page of worlds, without their assets",
      content: "application/json",
      schema: worldPagedListSchema,
    },
  },
  errors: [400, 401],
  open: "Bounds of `pageSize` and filters other than `statusList` are not shown. Ours: `pageSize` 1 to 100 (default 20), `pageNum` from 0 (default 0), no other filters.",
};
