/** Reads UsdPreviewSurface. */
import type { PrimNode } from "@usdkit/usd";
import type { SurfaceInput, SurfaceMaterial } from "../model/surface-material.ts";
import { neutralInputs } from "./neutral-inputs.ts";
import { readInput } from "./read-input.ts";
import { inputNumbers, inputText, type ShaderSource } from "./shader-values.ts";

/** Returns the material of a UsdPreviewSurface shader. */
export function previewSurface(source: ShaderSource, shader: PrimNode): Omit<SurfaceMaterial, "path"> {
  const input = (name: string, ...fallback: number[]): SurfaceInput => readInput(source, shader, { name, fallback });
  const number = (name: string): number => inputNumbers(source, shader, name)?.[0] ?? 0;
  const usesSpecularWorkflow = number("useSpecularWorkflow") === 1;
  const displacement = input("displacement", 0);
  if (displacement.source !== null || displacement.value[0] !== 0) {
    source.problem(shader, "inputs:displacement", "Displacement is not drawn");
  }
  return {
    inputs: {
      ...neutralInputs,
      diffuseColor: input("diffuseColor", 0.18, 0.18, 0.18),
      emissiveColor: input("emissiveColor", 0, 0, 0),
      specularColor: usesSpecularWorkflow ? input("specularColor", 0, 0, 0) : neutralInputs.specularColor,
      metallic: usesSpecularWorkflow ? neutralInputs.metallic : input("metallic", 0),
      roughness: input("roughness", 0.5),
      clearcoat: input("clearcoat", 0),
      clearcoatRoughness: input("clearcoatRoughness", 0.01),
      opacity: input("opacity", 1),
      ior: input("ior", 1.5),
      normal: input("normal", 0, 0, 1),
      occlusion: input("occlusion", 1),
    },
    usesSpecularWorkflow,
    opacityMode: inputText(source, shader, "opacityMode") === "presence" ? "presence" : "transparent",
    opacityThreshold: number("opacityThreshold"),
    isThinWalled: false,
  };
}
