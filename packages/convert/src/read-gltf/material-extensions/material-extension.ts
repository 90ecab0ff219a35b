import type { JsonObject } from "../gltf-file.ts";
import type { MaterialReader } from "../material-reader.ts";

/** An extension of the materials of glTF. */
export interface MaterialExtension {
  readonly name: string;
  /**
   * Sets the inputs that the extension describes; those of the core are set before.
   *
   * @param at the pointer of the extension
   * @throws ConvertError if it violates its schema
   */
  readonly read: (material: MaterialReader, extension: JsonObject, at: string) => void;
}
