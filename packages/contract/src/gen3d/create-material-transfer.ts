import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { filledText, webUrl } from "../fields/request-fields.ts";
import { taskCreatedSchema, type TaskCreated } from "../operation/task.ts";

/** A request to transfer a material to a model. Ours. */
export interface MaterialTransferRequest extends Extensible {
  /** The model. */
  readonly modelUrl: string;
  /** Material to apply. */
  readonly materialUrl?: string | undefined;
  /** Reference image. */
  readonly imageUrl?: string | undefined;
  /** Text prompt. */
  readonly prompt?: string | undefined;
}

/** Schema of a request to transfer a material to a model. */
export const materialTransferRequestSchema: z.ZodType<MaterialTransferRequest> = /*#__PURE__*/ z.strictObject({
  modelUrl: webUrl,
  materialUrl: webUrl.optional(),
  imageUrl: webUrl.optional(),
  prompt: filledText.optional(),
});

/** Starts a material transfer to a model. */
export const createMaterialTransfer: Endpoint<{ readonly body: MaterialTransferRequest }, TaskCreated> = {
  id: "gen3d.materialTransfer",
  summary: "Transfer a material to a model",
  source: "spec 4.4",
  method: "POST",
  host: "gateway",
  path: "/global/gen3d/v1/generate/material-transfer/task/create",
  access: "key",
  repetition: "unguarded",
  request: { body: materialTransferRequestSchema },
  replies: {
    200: {
      description: "The task has started",
      content: "application/json",
      schema: taskCreatedSchema,
      open: "Not shown. Ours: `taskId`.",
    },
  },
  errors: [400, 401, 429, 500],
  open: "Not shown. Ours: `modelUrl`, and optionally `materialUrl`, `imageUrl` and `prompt`.",
};
