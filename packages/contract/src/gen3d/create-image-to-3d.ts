import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { filledText, webUrl } from "../fields/request-fields.ts";
import { taskCreatedSchema, type TaskCreated } from "../operation/task.ts";

/** A request to generate a model from an image. Ours. */
export interface ImageTo3dRequest extends Extensible {
  /** The image. */
  readonly imageUrl: string;
  /** Text prompt. */
  readonly prompt?: string | undefined;
}

/** Schema of a request to generate a model from an image. */
export const imageTo3dRequestSchema: z.ZodType<ImageTo3dRequest> = /*#__PURE__*/ z.strictObject({
  imageUrl: webUrl,
  prompt: filledText.optional(),
});

/** Starts generating a model from an image. */
export const createImageTo3d: Endpoint<{ readonly body: ImageTo3dRequest }, TaskCreated> = {
  id: "gen3d.imageTo3d",
  summary: "Generate a model from an image",
  source: "spec 4.4",
  method: "POST",
  host: "gateway",
  path: "/global/gen3d/v1/generate/img-to-3d/task/create",
  access: "key",
  repetition: "unguarded",
  request: { body: imageTo3dRequestSchema },
  replies: {
    200: {
      description: "The task has started",
      content: "application/json",
      schema: taskCreatedSchema,
      open: "Not shown. Ours: `taskId`.",
    },
  },
  errors: [400, 401, 429, 500],
  open: "Not shown. Ours: `imageUrl`, and optionally `prompt`.",
};
