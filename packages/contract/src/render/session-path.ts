import * as z from "zod";
import { pathValue } from "../fields/request-fields.ts";

/** Identifies a session. */
export interface SessionPath {
  /** The `operationId` of the reply that created it. */
  readonly sessionId: string;
}

/** Schema of the path of a session. */
export const sessionPathSchema: z.ZodType<SessionPath> = /*#__PURE__*/ z.strictObject({ sessionId: pathValue });
