import * as z from "zod";
import { id, maybeId } from "../fields/reply-fields.ts";
import type { Received } from "../fields/received.ts";
import { operationSchema, type RenderOperation } from "../operation/operation.ts";

/** The image of a job (spec 2.7). */
export interface JobResult extends Received {
  readonly taskId?: string | null | undefined;
  /** URL of the image. Ours: a PNG, whose URL needs no key and lives as long as the operation. */
  readonly resultUrl: string;
}

/** Schema of the image of a job. */
export const jobResultSchema: z.ZodType<JobResult> = /*#__PURE__*/ z.looseObject({ taskId: maybeId, resultUrl: id });

/** A job that renders a scene to an image. */
export type JobOperation = RenderOperation<JobResult>;

/** Schema of a job. */
export const jobOperationSchema: z.ZodType<JobOperation> = /*#__PURE__*/ operationSchema(jobResultSchema);
