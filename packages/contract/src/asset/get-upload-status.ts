import * as z from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { filledText } from "../fields/request-fields.ts";
import { maybeId, maybeNumber, maybeText } from "../fields/reply-fields.ts";
import type { Received } from "../fields/received.ts";
import { uploadEnvelopeSchema, type UploadEnvelope } from "./upload-envelope.ts";

/**
 * What an upload's `status` can be.
 *
 * The specification shows only that 5 is success, and a client goes by nothing else; the others are ours.
 */
export const uploadStatuses = { waiting: 1, receiving: 2, assembling: 3, failed: 4, success: 5 } as const;

/** How far an upload is: of a file at once, or in parts. */
export interface UploadStatus extends Received {
  readonly taskId?: string | null | undefined;
  /** 5 is success: {@link uploadStatuses}. */
  readonly status: number;
  /** The file's public address, once it is there. */
  readonly url?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** Bytes of the file. */
  readonly size?: number | null | undefined;
  /** Of an upload in parts: zero-based numbers of those still missing. */
  readonly lackBlocks?: readonly number[] | null | undefined;
  /** Of an upload in parts: fraction of the file that the host has, from 0 to 1. */
  readonly progress?: number | null | undefined;
  /** Why the upload failed. */
  readonly message?: string | null | undefined;
}

/** Of the status of an upload. */
export const uploadStatusSchema: z.ZodType<UploadStatus> = /*#__PURE__*/ z.looseObject({
  taskId: maybeId,
  status: z.number(),
  url: maybeText,
  name: maybeText,
  size: maybeNumber,
  lackBlocks: z.array(z.number()).nullish(),
  progress: maybeNumber,
  message: maybeText,
});

/** The answer to a question for the status of an upload. */
export type UploadStatusReply = UploadEnvelope<UploadStatus>;

/** Of the answer to a question for the status of an upload. */
export const uploadStatusReplySchema: z.ZodType<UploadStatusReply> =
  /*#__PURE__*/ uploadEnvelopeSchema(uploadStatusSchema);

/** Which upload is meant, where a token has several. Ours: the service shows no query, so a client sends none. */
export interface UploadStatusQuery {
  readonly taskId?: string | undefined;
}

/** Of the query of a question for the status of an upload. */
export const uploadStatusQuerySchema: z.ZodType<UploadStatusQuery> = /*#__PURE__*/ z.strictObject({
  taskId: filledText.optional(),
});

/** How far the latest upload under a token is; asked for at most five times a second, for about 5 seconds (spec 8). */
export const getUploadStatus: Endpoint<{ readonly query?: UploadStatusQuery | undefined }, UploadStatusReply> = {
  id: "assets.uploadStatus",
  summary: "Get the status of the upload under a token",
  source: "spec 4.1",
  method: "GET",
  host: "upload",
  path: "/ous/api/v2/upload/status",
  access: "upload-token",
  repetition: "safe",
  request: { query: uploadStatusQuerySchema },
  replies: {
    200: {
      description: "The status; `c` is not 0 if there is no upload",
      content: "application/json",
      schema: uploadStatusReplySchema,
      open: "The object in `d` is not shown but for `status` (5 is success) and `url`. Ours: 1 waiting, 2 receiving, 3 assembling, 4 failed with a `message`; `lackBlocks` and `progress` for an upload in parts. A client knows only 5; 4 ends its wait early only where there is a `message`.",
    },
  },
  errors: [401],
  open: "Only the token identifies the upload. Ours: the latest that was begun under it, or that of `taskId`, which a client does not send; it takes a token for each file.",
};
