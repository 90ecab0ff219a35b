/** Materials on the prims that have them. */
import type { SurfaceInput, SurfaceInputName, SurfaceMaterial, VertexPrimvars, VertexValues } from "@usdkit/geometry";
import { namedInputs, neutralInputs } from "@usdkit/geometry";
import { hasExactBaseColor } from "./base-color.ts";

/** Inputs that may differ from vertex to vertex. */
const OF_VERTICES: ReadonlySet<SurfaceInputName> = new Set<SurfaceInputName>(["diffuseColor", "opacity"]);

/** A material whose primvars are those of a prim. */
export interface ResolvedSurface {
  /** Without primvars as sources: those with one value are constants. */
  readonly surface: SurfaceMaterial;
  /** The values of `diffuseColor` and `opacity` at vertices; null where they are constants or textures. */
  readonly colors: VertexValues | null;
  readonly opacities: VertexValues | null;
  /** Inputs whose primvar differs from vertex to vertex, and which have their constant instead. */
  readonly notDrawn: readonly SurfaceInputName[];
}

/** Returns a material on a prim with some primvars. */
export function resolveSurface(surface: SurfaceMaterial, primvars: VertexPrimvars): ResolvedSurface {
  const inputs: Partial<Record<SurfaceInputName, SurfaceInput>> = {};
  const atVertices = new Map<SurfaceInputName, VertexValues>();
  const notDrawn: SurfaceInputName[] = [];
  for (const [name, { value, source }] of namedInputs(surface)) {
    if (source?.kind !== "primvar") continue;
    const found = primvars.get(source.name);
    const isFitting = found?.components === value.length;
    if (isFitting && found.isConstant) inputs[name] = { value: Array.from(found.values), source: null };
    else {
      inputs[name] = { value, source: null };
      if (isFitting && OF_VERTICES.has(name)) atVertices.set(name, found);
      else if (found !== undefined) notDrawn.push(name);
    }
  }
  return {
    surface: { ...surface, inputs: { ...surface.inputs, ...inputs } },
    colors: atVertices.get("diffuseColor") ?? null,
    opacities: atVertices.get("opacity") ?? null,
    notDrawn,
  };
}

/** Inputs of which constants are drawn, and textures are not. */
const CONSTANTS: readonly SurfaceInputName[] = [
  "ior",
  "transmissionDepth",
  "dispersion",
  "clearcoatColor",
  "clearcoatIor",
  "iridescenceIor",
  "anisotropyRotation",
];

/** An input that is drawn in another way, or not at all. */
export interface DifferentInput {
  readonly name: SurfaceInputName;
  readonly message: string;
}

/** Returns the inputs of a material that are not drawn as they are authored. */
export function differentInputs(surface: SurfaceMaterial): readonly DifferentInput[] {
  const { inputs } = surface;
  const found: DifferentInput[] = [];
  const differs = (name: SurfaceInputName): boolean => {
    const { value, source } = inputs[name];
    return source !== null || value.some((number, i) => number !== neutralInputs[name].value[i]);
  };
  const isTextured = (name: SurfaceInputName): boolean => inputs[name].source !== null;
  if (differs("diffuseRoughness")) found.push({ name: "diffuseRoughness", message: "This input is not drawn" });
  if (differs("subsurface")) {
    found.push({ name: "subsurface", message: "Light below the surface is drawn as diffuse reflection of its color" });
  }
  if (!hasExactBaseColor(surface)) {
    const message = "Colors that a texture would have to mix are drawn as the diffuse color";
    found.push({ name: isTextured("subsurface") ? "subsurface" : "transmission", message });
  }
  for (const name of CONSTANTS) {
    if (isTextured(name)) found.push({ name, message: "This input is drawn with a constant, not with its texture" });
  }
  for (const [name, { source }] of namedInputs(surface)) {
    if (source?.kind === "texture" && (source.wrapS === "black" || source.wrapT === "black")) {
      found.push({ name, message: "Outside of the image its edge is drawn, not black" });
    }
  }
  const isVolume = inputs.transmissionDepth.value[0] > 0;
  if (isTextured("transmissionColor") && isVolume) {
    found.push({ name: "transmissionColor", message: "This input is drawn with a constant, not with its texture" });
  }
  return found;
}

/** Whether a material has an input whose value is that of a primvar. */
export function readsPrimvars(surface: SurfaceMaterial): boolean {
  return namedInputs(surface).some(([, { source }]) => source?.kind === "primvar");
}
