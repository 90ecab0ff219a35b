import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { filledText } from "../fields/request-fields.ts";
import { checkWorldResources, resourceDoubts } from "./check-world-resources.ts";
import { worldHeadersSchema, type WorldHeaders } from "./world-headers.ts";
import { worldAsyncOperationSchema, type WorldAsyncOperation } from "./world-operation.ts";
import { worldResourceSchema, type WorldResource } from "./world-resource.ts";

/** Ours: the qualities of a reconstruction. The service's default is `medium`. */
export const taskQualities = ["low", "medium", "high"] as const;

/** The quality of a reconstruction: {@link taskQualities}, or another one that the service accepts, in lower case. */
export type TaskQuality = (typeof taskQualities)[number] | (string & {});

/** A request to reconstruct a world from images or videos (spec 2.3). */
export interface CreateWorldRequest extends Extensible {
  /** Display name. Ours: by default the name of the first file. */
  readonly name?: string | undefined;
  /** At least 20 images, or videos, or both. */
  readonly resources: readonly WorldResource[];
  /** Quality in lower case. Ours: `low`, `medium` (default) or `high`. */
  readonly taskQuality?: TaskQuality | undefined;
  /** Kind of scene, in lower case. */
  readonly scene?: string | undefined;
}

/** Enumerated inputs are lowercase (spec 1). */
const lowerCase = /*#__PURE__*/ filledText.refine((text) => text === text.toLowerCase(), {
  error: "expected lower case",
});

/** Schema of a request to reconstruct a world; includes the rules of {@link checkWorldResources}. */
export const createWorldRequestSchema: z.ZodType<CreateWorldRequest> = /*#__PURE__*/ z
  .strictObject({
    name: filledText.optional(),
    resources: z.array(worldResourceSchema),
    taskQuality: lowerCase.optional(),
    scene: lowerCase.optional(),
  })
  .check(({ value: { resources }, issues }) => {
    for (const { path, message } of checkWorldResources("reconstruction", resources)) {
      issues.push({ code: "custom", path: [...path], message, input: resources });
    }
  });

/** Starts reconstructing a world from images or videos. */
export const reconstructWorld: Endpoint<
  { readonly headers?: WorldHeaders | undefined; readonly body: CreateWorldRequest },
  WorldAsyncOperation
> = {
  id: "worlds.reconstruct",
  summary: "Reconstruct a world from images or videos",
  source: "spec 4.2",
  method: "POST",
  host: "gateway",
  path: "/global/world/v1/reconstructions",
  access: "key",
  repetition: "unguarded",
  request: { headers: worldHeadersSchema, body: createWorldRequestSchema },
  doubts: ({ body: { taskQuality, resources } }) => {
    const doubts = resourceDoubts(resources);
    if (taskQuality === undefined || (taskQualities as readonly string[]).includes(taskQuality)) return doubts;
    return [
      ...doubts,
      { path: ["body", "taskQuality"], message: 'expected "low", "medium" or "high"', isWarned: false },
    ];
  },
  replies: {
    200: { description: "The world is being created", content: "application/json", schema: worldAsyncOperationSchema },
  },
  errors: [400, 401, 429],
  open: "Which fields other than `resources` are required, and their values, is not shown. Ours: none is; `name` defaults to the first file's name, `taskQuality` is `low`, `medium` or `high` (default `medium`), `scene` any text in lower case. Images are .jpg, .jpeg, .png and .webp, videos .mp4, .mov and .insv, by the path of the URL.",
};
