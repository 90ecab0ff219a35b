import * as z from "zod";
import { webUrl } from "../fields/request-fields.ts";

/** What a file of a world can be declared as. */
export const resourceTypes = ["image", "video"] as const;

/** What a file of a world is declared as. */
export type ResourceType = (typeof resourceTypes)[number];

/** A file that a world is made from (spec 2.3). */
export interface WorldResource {
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

/**
 * The extensions of each type's files, in lower case with the dot.
 *
 * Ours: the specification says that they must match the type, and names only `.insv`.
 */
export const resourceExtensions: Readonly<Record<ResourceType, readonly string[]>> = {
  image: [".jpg", ".jpeg", ".png", ".webp"],
  video: [".mp4", ".mov", ".insv"],
};

/**
 * The type that a file of this extension is to be declared as.
 *
 * @param extension As {@link fileExtension} and {@link urlExtension} give it.
 * @returns undefined for a file that no world is made from.
 */
export function resourceTypeOf(extension: string | undefined): ResourceType | undefined {
  return resourceTypes.find((type) => extension !== undefined && resourceExtensions[type].includes(extension));
}
