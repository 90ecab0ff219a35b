import type { RequestDoubt } from "../endpoint/endpoint.ts";
import { urlExtension } from "../fields/web-url.ts";
import { limits } from "../fields/limits.ts";
import { resourceExtensions, resourceTypeOf } from "./resource-type.ts";
import type { WorldResource } from "./world-resource.ts";

/** A problem of a request, with its path. */
export interface RequestProblem {
  /** Names and indices, starting at the body: `["resources", 3, "type"]`. */
  readonly path: readonly (string | number)[];
  /** What was found, what was expected, and what to do. */
  readonly message: string;
}

/** Maximum number of reported problems: one mistake may occur in thousands of files. */
const MAX_PROBLEMS = 100;

/**
 * Checks the files of a world (spec 2.3, 4.2, 8): at least 20 images if any, at most one for a
 * generation, and a known extension must match the declared type.
 *
 * The schemas of the two requests include these rules; this function checks files before a request is built.
 *
 * @returns An empty list if all is well; at most 100 problems.
 */
export function checkWorldResources(
  purpose: "reconstruction" | "generation",
  resources: readonly WorldResource[],
): readonly RequestProblem[] {
  const images = resources.filter(({ type }) => type !== "video").length;
  const problems = countProblems(purpose, resources.length, images).map((message) => ({
    path: ["resources"],
    message,
  }));
  return [...problems, ...extensionProblems(resources)].slice(0, MAX_PROBLEMS);
}

/**
 * Returns files with an unknown extension: the specification names only `.insv`, so other services may accept them.
 *
 * @returns An empty list for known extensions; at most 100 warnings.
 */
export function resourceDoubts(resources: readonly WorldResource[] = []): readonly RequestDoubt[] {
  const doubts = resources.flatMap(({ url, type = "image" }, i) => {
    const extension = urlExtension(url);
    if (resourceTypeOf(extension) !== undefined) return [];
    const message = `expected ${resourceExtensions[type].join(", ")}, found ${describeExtension(extension)}`;
    return [{ path: ["body", "resources", i, "url"], message, isWarned: true }];
  });
  return doubts.slice(0, MAX_PROBLEMS);
}

function describeExtension(extension: string | undefined): string {
  return extension === undefined ? "no extension" : `extension ${extension}`;
}

function countProblems(purpose: "reconstruction" | "generation", all: number, images: number): readonly string[] {
  const { reconstructionImages: fewest, generationImages: most } = limits;
  if (purpose === "generation") {
    return images > most ? [`expected at most ${most} image for a generation, found ${images}`] : [];
  }
  if (all === 0) return [`expected at least ${fewest} images, or a video, found nothing`];
  if (images === 0 || images >= fewest) return [];
  const hint = `add ${fewest - images} more, or declare videos with type "video"`;
  return [`expected at least ${fewest} images for a reconstruction, found ${images}: ${hint}`];
}

function* extensionProblems(resources: readonly WorldResource[]): Generator<RequestProblem> {
  for (const [i, { url, type }] of resources.entries()) {
    const extension = urlExtension(url);
    const actual = resourceTypeOf(extension);
    const declared = type ?? "image";
    if (actual === declared || actual === undefined) continue;
    const expected = resourceExtensions[declared].join(", ");
    const counts = type === undefined ? "counts as an image, as its type is left out" : `is declared as ${declared}`;
    yield {
      path: ["resources", i, "type"],
      message: `the file ${counts}, with ${describeExtension(extension)}: expected ${expected}; ${extension} is declared as "${actual}"`,
    };
  }
}
