import * as z from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { filledText } from "../fields/request-fields.ts";
import { maybeId, maybeNumber, maybeText } from "../fields/reply-fields.ts";
import type { Received } from "../fields/received.ts";
import { uploadEnvelopeSchema, type UploadEnvelope } from "./upload-envelope.ts";

/**
 * The values of an upload's `status`.
 *
 * The specification shows only that 5 is success, and clients rely on that alone; the others are ours.
 */
export const uploadStatuses = { waiting: 1, receiving: 2, assembling: 3, failed: 4, success: 5 } as const;

/** The progress of an upload, single or in parts. */
export interface UploadStatus extends Received {
  readonly taskId?: string | null | undefined;
  /** 5 is success: {@link uploadStatuses}. */
  readonly status: number;
  /** The file's public address, once it is available. */
  readonly url?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** Bytes of the file. */
  readonly size?: number | null | undefined;
  /** For an upload in parts: zero-based numbers of the missing parts. */
  readonly lackBlocks?: readonly number[] | null | undefined;
  /** For an upload in parts: fraction of the file that the host has, from 0 to 1. */
  readonly progress?: number | null | undefined;
  /** Why the upload failed. */
  readonly message?: string | null | undefined;
}

/** Schema of the status of an upload. */
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

/** The reply with the status of an upload. */
export type UploadStatusReply = UploadEnvelope<UploadStatus>;

/** Schema of the reply with the status of an upload. */
export const uploadStatusReplySchema: z.ZodType<UploadStatusReply> =
  /*#__PURE__*/ uploadEnvelopeSchema(uploadStatusSchema);

/** Selects an upload if a token has several. Ours: the service shows no query, so clients send none. */
export interface UploadStatusQuery {
  readonly taskId?: string | undefined;
}

/** Schema of the query of an upload's status. */
export const uploadStatusQuerySchema: z.ZodType<UploadStatusQuery> = /*#__PURE__*/ z.strictObject({
  taskId: filledText.optional(),
});

/**
 * Returns the progress of the latest upload under a token; polled at most five times a second, for about 5 seconds
 * (spec 8).
 */
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
      open: "The object in `d` is not shown except for `status` (5 is success) and `url`. Ours: 1 waiting, 2 receiving, 3 assembling, 4 failed with a `message`; `lackBlocks` and `progress` for an upload in parts. A client knows only 5; 4 ends its wait early only where there is a `message`.",
    },
  },
  errors: [401],
  open: "Only the token identifies the upload. Ours: the latest that was started with it, or that of `taskId`. A client does not send `taskId`; it requests a token for each file.",
};
