import * as z from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { id } from "../fields/reply-fields.ts";
import { uploadEnvelopeSchema, type UploadEnvelope } from "./upload-envelope.ts";

/** The form of a single upload contains its part `file` and no fields. */
export type UploadSingleForm = Readonly<Record<string, never>>;

/** Schema of the fields of a single upload's form: it has none. */
export const uploadSingleFormSchema: z.ZodType<UploadSingleForm> = /*#__PURE__*/ z.strictObject({});

/** An upload that was started. */
export interface UploadStarted {
  readonly taskId: string;
}

/** Schema of an upload that was started. */
export const uploadStartedSchema: z.ZodType<UploadStarted> = /*#__PURE__*/ z.looseObject({ taskId: id });

/** The reply to a single upload. */
export type UploadStartedReply = UploadEnvelope<UploadStarted>;

/** Schema of the reply to a single upload. */
export const uploadStartedReplySchema: z.ZodType<UploadStartedReply> =
  /*#__PURE__*/ uploadEnvelopeSchema(uploadStartedSchema);

/** Uploads a whole file in one request, if its size is at most `blockSize`. */
export const uploadSingle: Endpoint<{ readonly form: UploadSingleForm }, UploadStartedReply> = {
  id: "assets.uploadSingle",
  summary: "Upload a file in one request",
  source: "spec 4.1",
  method: "POST",
  host: "upload",
  path: "/ous/api/v2/single/upload",
  access: "upload-token",
  // A second upload replaces the first: status polls report the latest upload under the token.
  repetition: "safe",
  request: { form: uploadSingleFormSchema },
  replies: {
    200: {
      description: "The upload was started; `c` is not 0 if it was rejected",
      content: "application/json",
      schema: uploadStartedReplySchema,
      open: "The types in `d` are not shown. Ours: `taskId` is text. An error is `c` other than 0, with a message in `m`.",
    },
  },
  errors: [401, 413],
  open: "Form fields other than `file` are not shown. Ours: none. Errors of the upload host are not shown. Ours: 401 for a bad token, 413 for a file that is larger than `blockSize`, all other errors with status 200 and `c` other than 0; the body is the envelope.",
};
