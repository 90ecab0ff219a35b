import { SpecPathError, findSpec, type Layer, type Spec } from "@usdkit/layer";
import { EditError } from "../text-edits/edit-error.ts";

/**
 * Returns the spec at `path`, like `findSpec`.
 *
 * @throws EditError if there is no such spec
 */
export function specToEdit(layer: Layer, path: string): Spec {
  try {
    return findSpec(layer, path);
  } catch (error) {
    if (error instanceof SpecPathError) throw new EditError(error.message, { cause: error });
    throw error;
  }
}
