import * as z from "zod";

/** Which operation is asked for, by the same method and path that began it (spec 2.7). */
export interface PollOperationRequest {
  /** The id of the job or session, from the answer to its beginning. */
  readonly operationId: string;
}

/** Of a request for an operation. */
export const pollOperationRequestSchema: z.ZodType<PollOperationRequest> = /*#__PURE__*/ z.strictObject({
  operationId: z.string().min(1, { error: "expected the id of an operation, found an empty text" }),
});
