/** What the writers of the parts of a glTF share. */
import { Document, type Accessor, type Buffer } from "@gltf-transform/core";
import type { Losses } from "../errors/losses.ts";
import type { SceneModel } from "../model/scene.ts";

/** Numbers of accessors. */
export type AccessorArray = Float32Array | Uint32Array | Uint16Array | Uint8Array;

type AccessorType = "SCALAR" | "VEC2" | "VEC3" | "VEC4" | "MAT4";

const types: Readonly<Record<number, AccessorType>> = { 1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4" };

/** A glTF while it is made. */
export class GltfWriter {
  readonly scene: SceneModel;
  readonly losses: Losses;
  readonly document: Document = new Document();
  readonly #buffer: Buffer = this.document.createBuffer();
  readonly #accessors: Map<AccessorArray, Accessor> = new Map();
  readonly #derived: Map<AccessorArray | Int32Array, Map<string, AccessorArray>> = new Map();

  constructor(scene: SceneModel, losses: Losses) {
    this.scene = scene;
    this.losses = losses;
  }

  /** Returns the accessor of an array with so many numbers an element: one for each array. */
  accessor(array: AccessorArray, size: number, options: { readonly isSparse?: boolean } = {}): Accessor {
    const known = this.#accessors.get(array);
    if (known !== undefined) return known;
    const made = this.document
      .createAccessor()
      .setType(types[size])
      // The library's types have no shared buffers.
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(this.#buffer)
      .setSparse(options.isSparse === true);
    this.#accessors.set(array, made);
    return made;
  }

  /** Returns what a function makes of an array: once for each array. */
  derived<T extends AccessorArray>(array: AccessorArray | Int32Array, name: string, make: () => T): T {
    const known = this.#derived.get(array) ?? new Map<string, AccessorArray>();
    this.#derived.set(array, known);
    const found = (known.get(name) as T | undefined) ?? make();
    known.set(name, found);
    return found;
  }
}
