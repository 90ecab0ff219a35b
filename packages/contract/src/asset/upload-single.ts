import * as z from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { id } from "../fields/reply-fields.ts";
import { uploadEnvelopeSchema, type UploadEnvelope } from "./upload-envelope.ts";

/** The form of a single upload has its part `file` and no fields. */
export type UploadSingleForm = Readonly<Record<string, never>>;

/** Of the fields of a single upload's form: there are none. */
export const uploadSingleFormSchema: z.ZodType<UploadSingleForm> = /*#__PURE__*/ z.strictObject({});

/** An upload that was begun. */
export interface UploadStarted {
  readonly taskId: string;
}

/** Of an upload that was begun. */
export const uploadStartedSchema: z.ZodType<UploadStarted> = /*#__PURE__*/ z.looseObject({ taskId: id });

/** The answer to a single upload. */
export type UploadStartedReply = UploadEnvelope<UploadStarted>;

/** Of the answer to a single upload. */
export const uploadStartedReplySchema: z.ZodType<UploadStartedReply> =
  /*#__PURE__*/ uploadEnvelopeSchema(uploadStartedSchema);

/** A whole file at once, if its size is at most `blockSize`. */
export const uploadSingle: Endpoint<{ readonly form: UploadSingleForm }, UploadStartedReply> = {
  id: "assets.uploadSingle",
  summary: "Upload a file in one request",
  source: "spec 4.1",
  method: "POST",
  host: "upload",
  path: "/ous/api/v2/single/upload",
  access: "upload-token",
  // A second one replaces the first: the status poll is about the latest upload under the token.
  repetition: "safe",
  request: { form: uploadSingleFormSchema },
  replies: {
    200: {
      description: "The upload was started; `c` is not 0 if it was rejected",
      content: "application/json",
      schema: uploadStartedReplySchema,
      open: "The types in `d` are not shown. Ours: `taskId` is text. A refusal is `c` other than 0, with a message in `m`.",
    },
  },
  errors: [401, 413],
  open: "Form fields other than `file` are not shown. Ours: none. Errors of the upload host are not shown. Ours: 401 for a bad token, 413 for a file that is larger than `blockSize`, all else with status 200 and `c` other than 0; the body is the envelope.",
};
