import * as z from "zod";
import type { Received } from "../fields/received.ts";
import { id } from "../fields/reply-fields.ts";

/** The answer to a world that was begun (spec 2.4). */
export interface WorldAsyncOperation extends Received {
  /** What the world is asked for by. */
  readonly worldId: string;
}

/** Of the answer to a world that was begun. */
export const worldAsyncOperationSchema: z.ZodType<WorldAsyncOperation> = /*#__PURE__*/ z.looseObject({ worldId: id });
