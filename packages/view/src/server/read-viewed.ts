/** Reads the content of a shown file. */
import { readBounded, type FileContent } from "./file-states.ts";
import type { ViewedFile } from "./viewed-file.ts";

/**
 * Returns the content of a file, or of a layer in a package.
 *
 * @throws {Error} whose message is for the user.
 */
export async function readViewed({ location, inner }: ViewedFile): Promise<FileContent> {
  const content = await readBounded(location);
  if (inner === undefined) return content;
  const { findInPackage, parseLayerName } = await import("@usdkit/usd");
  const name = parseLayerName(`package[${inner}]`);
  const { bytes, problem } = findInPackage(content.bytes, name.inner);
  if (problem !== undefined) throw new Error(`byte ${problem.offset}: ${problem.message}`);
  return { ...content, bytes };
}
