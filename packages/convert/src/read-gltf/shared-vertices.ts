import type { GltfAttributes } from "@usdkit/assets/gltf";
import type { Vertices } from "../model/mesh.ts";

/** Vertices of a mesh by the accessors that they are made of: primitives often share them. */
export class SharedVertices {
  readonly #known = new Map<string, Vertices>();

  get(
    attributes: GltfAttributes,
    targets: readonly GltfAttributes[],
    jointCount: number,
    make: () => Vertices,
  ): Vertices {
    const key = JSON.stringify([attributes, targets, jointCount]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const vertices = make();
    this.#known.set(key, vertices);
    return vertices;
  }
}
