import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { filledText, webUrl } from "../fields/request-fields.ts";
import { checkWorldResources, resourceDoubts, type RequestProblem } from "./check-world-resources.ts";
import { worldHeadersSchema, type WorldHeaders } from "./world-headers.ts";
import { worldAsyncOperationSchema, type WorldAsyncOperation } from "./world-operation.ts";
import { worldResourceSchema, type WorldResource } from "./world-resource.ts";

/** A request to generate a world from a prompt, an image, or both (spec 2.3). */
export interface GenerateWorldRequest extends Extensible {
  /** Display name. Ours: by default the name of the image, or the first words of the prompt. */
  readonly name?: string | undefined;
  /** Cover image. */
  readonly cover?: string | undefined;
  /** Text prompt. Ours: optional if there is an image. */
  readonly prompt?: string | undefined;
  /** At most one image. */
  readonly resources?: readonly WorldResource[] | undefined;
}

/** Schema of a request to generate a world; includes the rules of {@link checkGeneration}. */
export const generateWorldRequestSchema: z.ZodType<GenerateWorldRequest> = /*#__PURE__*/ z
  .strictObject({
    name: filledText.optional(),
    cover: webUrl.optional(),
    prompt: z.string().optional(),
    resources: z.array(worldResourceSchema).optional(),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of checkGeneration(value)) {
      issues.push({ code: "custom", path: [...path], message, input: value });
    }
  });

/**
 * Checks the inputs of a generated world: {@link checkWorldResources}, and a prompt or an image.
 *
 * @returns An empty list if all is well.
 */
export function checkGeneration({ prompt = "", resources = [] }: GenerateWorldRequest): readonly RequestProblem[] {
  const problems = checkWorldResources("generation", resources);
  if (prompt.trim() !== "" || resources.some(({ type }) => type !== "video")) return problems;
  // Ours: the specification marks none of the fields as required.
  return [{ path: ["prompt"], message: "expected a prompt or an image, found neither" }, ...problems];
}

/** Starts generating a world from a prompt, an image, or both. */
export const generateWorld: Endpoint<
  { readonly headers?: WorldHeaders | undefined; readonly body: GenerateWorldRequest },
  WorldAsyncOperation
> = {
  id: "worlds.generate",
  summary: "Generate a world from a prompt, an image, or both",
  source: "spec 4.2",
  method: "POST",
  host: "gateway",
  path: "/global/world/v1/generations",
  access: "key",
  repetition: "unguarded",
  request: { headers: worldHeadersSchema, body: generateWorldRequestSchema },
  doubts: ({ body }) => resourceDoubts(body.resources),
  replies: {
    200: { description: "The world is being created", content: "application/json", schema: worldAsyncOperationSchema },
  },
  errors: [400, 401],
  open: "Which fields are required is not shown. Ours: a prompt or an image; `name` defaults to the first file's name or the first words of the prompt.",
};
