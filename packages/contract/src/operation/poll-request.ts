import * as z from "zod";

/** Identifies an operation to poll, by the same method and path that created it (spec 2.7). */
export interface PollOperationRequest {
  /** The id of the job or session, from the reply that created it. */
  readonly operationId: string;
}

/** Schema of a request to poll an operation. */
export const pollOperationRequestSchema: z.ZodType<PollOperationRequest> = /*#__PURE__*/ z.strictObject({
  operationId: z.string().min(1, { error: "expected the id of an operation, found an empty text" }),
});
