import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import { webUrl } from "../fields/request-fields.ts";
import { resourceTypes, type ResourceType } from "./resource-type.ts";

/** A file that a world is made from (spec 2.3). */
export interface WorldResource extends Extensible {
  /** Of an uploaded file. Its extension must be one of the type's: {@link resourceExtensions}. */
  readonly url: string;
  /** `image` where it is left out. A panoramic video (`.insv`) is a `video`. */
  readonly type?: ResourceType | undefined;
}

/** Of a file that a world is made from; {@link checkWorldResources} has the rules about all of them. */
export const worldResourceSchema: z.ZodType<WorldResource> = /*#__PURE__*/ z.strictObject({
  url: webUrl,
  type: z.enum(resourceTypes, { error: 'expected "image" or "video"' }).optional(),
});
