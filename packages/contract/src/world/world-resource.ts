import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import { webUrl } from "../fields/request-fields.ts";
import { resourceTypes, type ResourceType } from "./resource-type.ts";

/** An input file of a world (spec 2.3). */
export interface WorldResource extends Extensible {
  /** URL of an uploaded file. Its extension must be one of the type's: {@link resourceExtensions}. */
  readonly url: string;
  /** Default `image`. A panoramic video (`.insv`) is a `video`. */
  readonly type?: ResourceType | undefined;
}

/** Schema of an input file of a world; {@link checkWorldResources} has the rules across files. */
export const worldResourceSchema: z.ZodType<WorldResource> = /*#__PURE__*/ z.strictObject({
  url: webUrl,
  type: z.enum(resourceTypes, { error: 'expected "image" or "video"' }).optional(),
});
