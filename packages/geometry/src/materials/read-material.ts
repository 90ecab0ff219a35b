/** Reads materials. */
import type { PrimNode } from "@usdkit/usd";
import type { SurfaceMaterial } from "../model/surface-material.ts";
import { shaderId, sourceShader, type ShaderSource } from "./shader-values.ts";
import { surfaceShaders } from "./surface-shaders.ts";

/** Returns the material of a Material prim; undefined, with a problem, if its surface shader is not drawn. */
export function readMaterial(source: ShaderSource, material: PrimNode): SurfaceMaterial | undefined {
  const shader = sourceShader(source, material, "outputs:surface");
  const id = shader && shaderId(source, shader);
  const read = id === undefined ? undefined : surfaceShaders.get(id);
  if (shader === undefined || read === undefined) {
    const found = id === undefined ? "no surface shader for all renderers" : `the shader ${JSON.stringify(id)}`;
    const known = [...surfaceShaders.keys()].join(", ");
    source.problem(material, "outputs:surface", `Expected ${known}, found ${found}: it is drawn without the material`);
    return undefined;
  }
  return { path: material.path, ...read(source, shader) };
}
