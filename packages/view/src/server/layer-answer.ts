/** Serves the files that images of stages are made of. */
import type { LayerRequest } from "../protocol/view-state.ts";
import { readBounded, stateOf, versionOf, type FileContent } from "./file-states.ts";
import type { ReadFile } from "./followed-files.ts";
import { isDrawnPath } from "./layer-paths.ts";

/** The response to the page. */
export type LayerAnswer =
  | { readonly status: 200; readonly content: FileContent }
  /** The page has the content. */
  | { readonly status: 204 }
  | { readonly status: 400 | 403 | 404 | 422; readonly message: string };

/**
 * Returns a layer, a texture or an asset of this machine; nothing else is read, apart from files that the user named.
 *
 * @param named absolute paths
 * @param json a {@link LayerRequest}
 * @param onRead Called with each file that may be read and its version, also one that does not exist.
 */
export async function answerLayer(
  named: ReadonlySet<string>,
  json: string,
  onRead: (file: ReadFile) => void,
): Promise<LayerAnswer> {
  const request = readRequest(json);
  if (request === undefined) return { status: 400, message: "expected the absolute path and version of a file" };
  const { location, version } = request;
  if (!named.has(location) && !isDrawnPath(location)) {
    return { status: 403, message: "not a layer, an image or a mesh: the page reads no other files" };
  }
  onRead([location, versionOf(location)]);
  const state = stateOf(location, location);
  if (state.problem !== null && state.version === "") {
    const isMissing = state.problem === "no such file";
    return { status: isMissing ? 404 : 422, message: state.problem };
  }
  if (state.version === version) return { status: 204 };
  try {
    return { status: 200, content: await readBounded(location) };
  } catch (error) {
    return { status: 422, message: error instanceof Error ? error.message : String(error) };
  }
}

function readRequest(json: string): LayerRequest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { location, version } = (value ?? {}) as Partial<Record<keyof LayerRequest, unknown>>;
  if (typeof location !== "string" || typeof version !== "string") return undefined;
  return /^(?:\/|[A-Za-z]:\/)/u.test(location) ? { location, version } : undefined;
}
