import * as z from "zod";
import { pathValue } from "../fields/request-fields.ts";

/** Which session is meant. */
export interface SessionPath {
  /** The `operationId` that its beginning was answered with. */
  readonly sessionId: string;
}

/** Of the path of a session. */
export const sessionPathSchema: z.ZodType<SessionPath> = /*#__PURE__*/ z.strictObject({ sessionId: pathValue });
