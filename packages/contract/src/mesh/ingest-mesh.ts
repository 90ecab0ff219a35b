import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import type { Endpoint, RequestDoubt } from "../endpoint/endpoint.ts";
import { filledText, webUrl } from "../fields/request-fields.ts";
import { urlExtension } from "../fields/web-url.ts";
import { taskCreatedSchema, type TaskCreated } from "../operation/task.ts";

/** A request to ingest a 3D file, so that scenes can refer to it. Ours, except for `fastUpload`. */
export interface IngestMeshRequest extends Extensible {
  /** The 3D file: GLB, PLY or SPZ. */
  readonly fileUrl: string;
  /** Display name. */
  readonly name?: string | undefined;
  /** Use the fast upload path, for GLB files only; default false. */
  readonly fastUpload?: boolean | undefined;
}

/** Ours: the extensions of supported files, in lower case with the dot. */
export const meshExtensions: readonly string[] = [".glb", ".ply", ".spz"];

/** Schema of a request to ingest a 3D file. */
export const ingestMeshRequestSchema: z.ZodType<IngestMeshRequest> = /*#__PURE__*/ z.strictObject({
  fileUrl: webUrl,
  name: filledText.optional(),
  fastUpload: z.boolean().optional(),
});

function extensionDoubts({ fileUrl, fastUpload }: IngestMeshRequest): readonly RequestDoubt[] {
  const extension = urlExtension(fileUrl);
  const found = extension === undefined ? "no extension" : `extension ${extension}`;
  if (extension === undefined || !meshExtensions.includes(extension)) {
    const message = `expected a file with ${meshExtensions.join(", ")}, found ${found}`;
    return [{ path: ["body", "fileUrl"], message, isWarned: true }];
  }
  if (fastUpload !== true || extension === ".glb") return [];
  const message = `expected a .glb file for the fast path, found ${found}: leave fastUpload out`;
  return [{ path: ["body", "fastUpload"], message, isWarned: true }];
}

/** Starts ingesting a 3D file as a mesh for use in scenes. */
export const ingestMesh: Endpoint<{ readonly body: IngestMeshRequest }, TaskCreated> = {
  id: "meshes.ingest",
  summary: "Start to ingest a 3D file",
  source: "spec 4.4",
  method: "POST",
  host: "gateway",
  path: "/global/rendercloud/v1/mesh-upload-process/task/create",
  access: "key",
  repetition: "unguarded",
  request: { body: ingestMeshRequestSchema },
  doubts: ({ body }) => extensionDoubts(body),
  replies: {
    200: {
      description: "The task has started",
      content: "application/json",
      schema: taskCreatedSchema,
      open: "Not shown. Ours: `taskId`.",
    },
  },
  errors: [400, 401, 429, 500],
  open: "Fields other than `fastUpload` are not shown. Ours: `fileUrl` of a GLB, PLY or SPZ file, by the path of the URL, and `name`. `fastUpload` with a file other than GLB is answered with 400.",
};
