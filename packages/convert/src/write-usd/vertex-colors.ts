/** Colors of vertices, which materials read as `displayColor`. */
import type { MeshPart } from "../model/mesh.ts";
import { inputOf, type MaterialModel } from "../model/material.ts";
import type { UsdWriter } from "./usd-writer.ts";

/** Whether the shader of a material reads the colors of vertices: only instead of a texture, since no node of UsdPreviewSurface multiplies. */
export function readsVertexColors(material: MaterialModel): boolean {
  return material.usesVertexColors && inputOf(material, "baseColor").texture === null;
}

/** Returns the colors and opacities of a part's vertices, multiplied with the constants that they replace in its material. */
export function vertexColors(
  { scene, losses }: UsdWriter,
  { vertices, material, source }: MeshPart,
): { readonly colors: Float32Array | null; readonly opacities: Float32Array | null } {
  const { colors, opacities } = vertices;
  if (colors === null || material === null) return { colors, opacities };
  const surface = scene.materials[material];
  if (!readsVertexColors(surface)) {
    losses.add(source, "Colors of vertices are kept, but not multiplied with the texture of the base color");
    return { colors, opacities };
  }
  return {
    colors: times(colors, inputOf(surface, "baseColor").value),
    opacities: opacities === null ? null : times(opacities, inputOf(surface, "opacity").value),
  };
}

function times(values: Float32Array, factor: readonly number[]): Float32Array {
  if (factor.every((value) => value === 1)) return values;
  return values.map((value, i) => value * factor[i % factor.length]);
}
