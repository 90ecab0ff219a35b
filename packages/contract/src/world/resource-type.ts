/** The declared types of a world's files. */
export const resourceTypes = ["image", "video"] as const;

/** The declared type of a world's file. */
export type ResourceType = (typeof resourceTypes)[number];

/**
 * The extensions of each type's files, in lower case with the dot.
 *
 * Ours: the specification requires that they match the type, and names only `.insv`.
 */
export const resourceExtensions: Readonly<Record<ResourceType, readonly string[]>> = {
  image: [".jpg", ".jpeg", ".png", ".webp"],
  video: [".mp4", ".mov", ".insv"],
};

/**
 * Returns the type of a file with this extension.
 *
 * @param extension As returned by {@link fileExtension} and {@link urlExtension}.
 * @returns undefined for an unsupported file.
 */
export function resourceTypeOf(extension: string | undefined): ResourceType | undefined {
  return resourceTypes.find((type) => extension !== undefined && resourceExtensions[type].includes(extension));
}
