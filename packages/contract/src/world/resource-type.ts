/** What a file of a world can be declared as. */
export const resourceTypes = ["image", "video"] as const;

/** What a file of a world is declared as. */
export type ResourceType = (typeof resourceTypes)[number];

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
