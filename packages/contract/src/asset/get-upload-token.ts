import * as z from "zod";
import type { Endpoint, NoRequest } from "../endpoint/endpoint.ts";
import { hostUrl } from "../fields/reply-fields.ts";

/** The credential for uploading a file (spec 2.1). */
export interface UploadCredential {
  /** Sent in the header `ous-token-v2`. */
  readonly ousToken: string;
  /** The address of the upload host. */
  readonly globalDomain: string;
  /** Maximum size of a single upload, and the size of a part of a larger file, in bytes. */
  readonly blockSize: number;
}

/** Schema of a credential. */
export const uploadCredentialSchema: z.ZodType<UploadCredential> = /*#__PURE__*/ z.looseObject({
  ousToken: z.string().min(1),
  globalDomain: hostUrl,
  blockSize: z.int().min(1),
});

/** Returns a token for uploading one file. */
export const getUploadToken: Endpoint<NoRequest, UploadCredential> = {
  id: "assets.token",
  summary: "Get a token for the upload of a file",
  source: "spec 4.1",
  method: "GET",
  host: "gateway",
  path: "/global/asset/v1/token",
  access: "key",
  repetition: "safe",
  request: {},
  replies: {
    200: {
      description: "The token, and where to upload to",
      content: "application/json",
      schema: uploadCredentialSchema,
      open: "How long a token lives is not shown. Ours: 15 minutes; a client requests a new one once, when the upload host answers 401.",
    },
  },
  errors: [400, 401],
};
