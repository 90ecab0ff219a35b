import * as z from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { filledText, md5Sum, numberInText } from "../fields/request-fields.ts";
import { uploadEnvelopeSchema, type UploadEnvelope } from "./upload-envelope.ts";

/** Identifies a part of a file. Ours. */
export interface UploadPartForm {
  /** The upload's id, from the reply that started it. */
  readonly taskId: string;
  /** The part's number, from 0. */
  readonly partNumber: number;
  /** MD5 of the part: 32 lowercase hexadecimal digits. */
  readonly md5?: string | undefined;
}

/** Schema of the fields that identify a part. */
export const uploadPartFormSchema: z.ZodType<UploadPartForm> = /*#__PURE__*/ z.strictObject({
  taskId: filledText,
  partNumber: numberInText(0),
  md5: md5Sum.optional(),
});

/** The reply to a part: an envelope without payload. */
export type UploadPartReply = UploadEnvelope<unknown>;

/** Schema of the reply to a part: an envelope without payload. */
export const uploadPartReplySchema: z.ZodType<UploadPartReply> = /*#__PURE__*/ uploadEnvelopeSchema(
  /*#__PURE__*/ z.unknown(),
);

/** Uploads one part of a file; at most two parts of a file concurrently. */
export const uploadPart: Endpoint<{ readonly form: UploadPartForm }, UploadPartReply> = {
  id: "assets.uploadPart",
  summary: "Upload a part of a file",
  source: "spec 4.1",
  method: "POST",
  host: "upload",
  path: "/ous/api/v2/block/upload/part",
  access: "upload-token",
  // The same bytes are stored at the same offset.
  repetition: "safe",
  request: { form: uploadPartFormSchema },
  replies: {
    200: {
      description: "The part was accepted (`d` is null); `c` is not 0 if it was rejected",
      content: "application/json",
      schema: uploadPartReplySchema,
    },
  },
  errors: [401, 413],
  open: "Form fields other than `file` are not shown. Ours: `taskId`, `partNumber` from 0 on, and optionally the part's `md5`; they precede `file`. Errors as of the single upload, 413 for a part that is larger than `blockSize`.",
};
