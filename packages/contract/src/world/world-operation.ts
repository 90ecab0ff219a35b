import * as z from "zod";
import type { Received } from "../fields/received.ts";
import { id } from "../fields/reply-fields.ts";

/** The reply to creating a world (spec 2.4). */
export interface WorldAsyncOperation extends Received {
  /** The id for polling the world. */
  readonly worldId: string;
}

/** Schema of the reply to creating a world. */
export const worldAsyncOperationSchema: z.ZodType<WorldAsyncOperation> = /*#__PURE__*/ z.looseObject({ worldId: id });
