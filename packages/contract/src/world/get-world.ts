import * as z from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { pathValue } from "../fields/request-fields.ts";
import { worldDetailSchema, type WorldDetail } from "./world-detail.ts";

/** Identifies a world. */
export interface WorldPath {
  readonly worldId: string;
}

/** Schema of the path of a world. */
export const worldPathSchema: z.ZodType<WorldPath> = /*#__PURE__*/ z.strictObject({ worldId: pathValue });

/** Returns a world: its progress, and the URLs of its files. */
export const getWorld: Endpoint<{ readonly path: WorldPath }, WorldDetail> = {
  id: "worlds.get",
  summary: "Get a world",
  source: "spec 4.2",
  method: "GET",
  host: "gateway",
  path: "/global/world/v1/{worldId}",
  access: "key",
  repetition: "safe",
  request: { path: worldPathSchema },
  replies: {
    200: {
      description: "The world",
      content: "application/json",
      schema: worldDetailSchema,
      open: "Statuses beyond RUNNING, SUCCEEDED and FAILED are left open: an unknown one is kept as it is, and means to keep polling. What `semanticsMetadata` holds is not shown. Ours: one that FAILED has an `error` with `code` and `message`; file URLs need no key and live as long as the file.",
    },
  },
  errors: [400, 401, 403, 404],
};
