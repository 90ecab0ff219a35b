/** Reads materials of UsdPreviewSurface. */
import { valueProducingAttributes, type PrimNode } from "@usdkit/usd";
import type { GeometryProblem } from "../model/drawable.ts";
import type { SurfaceInput, SurfaceInputName, SurfaceMaterial } from "../model/surface-material.ts";
import { numbersAt, primvarOf, textAt, type ShaderSource } from "./shader-values.ts";
import { readTexture } from "./read-texture.ts";

/** Inputs with the fallbacks of the shader. */
const FALLBACKS: Readonly<Record<SurfaceInputName, readonly number[]>> = {
  diffuseColor: [0.18, 0.18, 0.18],
  emissiveColor: [0, 0, 0],
  specularColor: [0, 0, 0],
  metallic: [0],
  roughness: [0.5],
  opacity: [1],
  normal: [0, 0, 1],
  occlusion: [1],
};
/** Inputs that are not drawn, with the values at which they change nothing. */
const NOT_DRAWN = { clearcoat: 0, displacement: 0 } as const;

/** Returns the material of a Material prim; undefined, with a problem, if its surface is no UsdPreviewSurface. */
export function readMaterial(
  source: ShaderSource,
  material: PrimNode,
  problems: GeometryProblem[],
): SurfaceMaterial | undefined {
  const [surface] = valueProducingAttributes(
    source.reader,
    { prim: material, name: "outputs:surface" },
    { shaderOutputsOnly: true },
  );
  const id = surface === undefined ? undefined : textAt(source, surface.prim, "info:id");
  if (surface === undefined || id !== "UsdPreviewSurface") {
    const found =
      surface === undefined ? "no surface shader for all renderers" : `the shader ${JSON.stringify(id ?? "")}`;
    problems.push({
      path: material.path,
      property: "outputs:surface",
      message: `Expected UsdPreviewSurface, found ${found}`,
    });
    return undefined;
  }
  const shader = surface.prim;
  for (const [name, still] of Object.entries(NOT_DRAWN)) {
    const { value, texture } = readInput(source, shader, { name, fallback: [still] }, problems);
    if (texture === null && value[0] === still) continue;
    problems.push({ path: shader.path, property: `inputs:${name}`, message: "This input is not drawn" });
  }
  const inputs = Object.fromEntries(
    Object.entries(FALLBACKS).map(([name, fallback]) => [
      name,
      readInput(source, shader, { name, fallback }, problems),
    ]),
  ) as Record<SurfaceInputName, SurfaceInput>;
  const number = (name: string): number => readInput(source, shader, { name, fallback: [0] }, problems).value[0];
  return {
    path: material.path,
    inputs,
    usesSpecularWorkflow: number("useSpecularWorkflow") === 1,
    opacityThreshold: number("opacityThreshold"),
  };
}

interface WantedInput {
  readonly name: string;
  readonly fallback: readonly number[];
}

function readInput(
  source: ShaderSource,
  shader: PrimNode,
  { name, fallback }: WantedInput,
  problems: GeometryProblem[],
): SurfaceInput {
  const property = `inputs:${name}`;
  const constant = (prim: PrimNode, from: string): readonly number[] => {
    const numbers = numbersAt(source, prim, from);
    return numbers?.length === fallback.length && numbers.every(Number.isFinite) ? numbers : fallback;
  };
  const [producer] = valueProducingAttributes(source.reader, { prim: shader, name: property });
  if (producer === undefined) return { value: fallback, usesDisplayColor: false, texture: null };
  if (producer.name.startsWith("inputs:")) {
    return { value: constant(producer.prim, producer.name), usesDisplayColor: false, texture: null };
  }
  const usesDisplayColor = primvarOf(source, producer.prim) === "displayColor";
  const texture = usesDisplayColor ? undefined : readTexture(source, producer, problems);
  return { value: constant(shader, property), usesDisplayColor, texture: texture ?? null };
}
