import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { filledText, webUrl } from "../fields/request-fields.ts";
import { taskCreatedSchema, type TaskCreated } from "../operation/task.ts";

/** A request to generate a model from text. Ours. */
export interface TextTo3dRequest extends Extensible {
  /** Text prompt. */
  readonly prompt: string;
  /** Reference image. */
  readonly imageUrl?: string | undefined;
}

/** Schema of a request to generate a model from text. */
export const textTo3dRequestSchema: z.ZodType<TextTo3dRequest> = /*#__PURE__*/ z.strictObject({
  prompt: filledText,
  imageUrl: webUrl.optional(),
});

/** Starts generating a model from text. */
export const createTextTo3d: Endpoint<{ readonly body: TextTo3dRequest }, TaskCreated> = {
  id: "gen3d.textTo3d",
  summary: "Generate a model from a text",
  source: "spec 4.4",
  method: "POST",
  host: "gateway",
  path: "/global/gen3d/v1/generate/text-to-3d/task/create",
  access: "key",
  repetition: "unguarded",
  request: { body: textTo3dRequestSchema },
  replies: {
    200: {
      description: "The task has started",
      content: "application/json",
      schema: taskCreatedSchema,
      open: "Not shown. Ours: `taskId`.",
    },
  },
  errors: [400, 401, 429, 500],
  open: "Not shown. Ours: `prompt`, and optionally `imageUrl`, a reference image.",
};
