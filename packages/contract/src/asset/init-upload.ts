import * as z from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { filledText, md5Sum, numberInText } from "../fields/request-fields.ts";
import { id, maybeNumber } from "../fields/reply-fields.ts";
import { uploadEnvelopeSchema, type UploadEnvelope } from "./upload-envelope.ts";

/** A file to upload in parts. */
export interface UploadInitQuery {
  /** MD5 of the whole file: 32 lowercase hexadecimal digits. */
  readonly md5: string;
  /** Number of parts: {@link uploadPartCount}. */
  readonly blocks: number;
  /** Bytes of the whole file. */
  readonly size: number;
  /** The file's own name. */
  readonly name: string;
  /** Metadata of a file that is uploaded in parts. */
  readonly metadata?: string | undefined;
  /** Storage prefix of a file that is uploaded in parts. */
  readonly customPrefix?: string | undefined;
  /** Stored name of a file that is uploaded in parts. */
  readonly customFilename?: string | undefined;
}

/** Schema of the query that starts an upload in parts. */
export const uploadInitQuerySchema: z.ZodType<UploadInitQuery> = /*#__PURE__*/ z.strictObject({
  md5: md5Sum,
  blocks: numberInText(1),
  size: numberInText(1),
  name: filledText,
  metadata: z.string().optional(),
  customPrefix: z.string().optional(),
  customFilename: z.string().optional(),
});

/** An upload in parts that was started or resumed. */
export interface UploadInit {
  readonly taskId: string;
  /** Zero-based numbers of the missing parts; required unless the upload is `deduplicated`. */
  readonly lackBlocks?: readonly number[] | null | undefined;
  /** Fraction of the file that the host has, from 0 to 1. */
  readonly progress?: number | null | undefined;
  /** Whether the host already has the whole file, by its md5: then no part is sent. */
  readonly deduplicated?: boolean | null | undefined;
}

/** Schema of a started upload in parts. Missing parts are required: without them no part would be sent. */
export const uploadInitSchema: z.ZodType<UploadInit> = /*#__PURE__*/ z
  .looseObject({
    taskId: id,
    lackBlocks: z.array(z.int().min(0)).nullish(),
    progress: maybeNumber,
    deduplicated: z.boolean().nullish(),
  })
  .check(({ value: { deduplicated, lackBlocks }, issues }) => {
    if (deduplicated === true || Array.isArray(lackBlocks)) return;
    const message = "expected the numbers of the missing parts, as the upload is not deduplicated";
    issues.push({ code: "custom", path: ["lackBlocks"], message, input: lackBlocks });
  });

/** The reply to starting an upload in parts. */
export type UploadInitReply = UploadEnvelope<UploadInit>;

/** Schema of the reply to starting an upload in parts. */
export const uploadInitReplySchema: z.ZodType<UploadInitReply> = /*#__PURE__*/ uploadEnvelopeSchema(uploadInitSchema);

/** Starts or resumes the upload of a file that is larger than `blockSize`. */
export const initUpload: Endpoint<{ readonly query: UploadInitQuery }, UploadInitReply> = {
  id: "assets.uploadInit",
  summary: "Start an upload in parts",
  source: "spec 4.1",
  method: "POST",
  host: "upload",
  path: "/ous/api/v2/block/upload/init",
  access: "upload-token",
  // The same md5, size and number of parts resume the same upload.
  repetition: "safe",
  request: { query: uploadInitQuerySchema },
  replies: {
    200: {
      description: "The upload and its missing parts; `c` is not 0 if it was rejected",
      content: "application/json",
      schema: uploadInitReplySchema,
      open: "The types in `d` are not shown. Ours: `lackBlocks` lists the zero-based numbers of the parts still missing, `progress` goes from 0 to 1, `deduplicated` is a boolean.",
    },
  },
  errors: [401, 413],
  open: "Which bytes a part holds is not shown. Ours: part n holds bytes n × blockSize to (n + 1) × blockSize − 1, and `blocks` is size / blockSize, rounded up. A second request with the same `md5`, `size` and `blocks` resumes the upload.",
};
