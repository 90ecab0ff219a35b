/** Materials on the prims that have them. */
import type { SurfaceInput, SurfaceInputName, SurfaceMaterial, VertexPrimvars, VertexValues } from "@usdkit/geometry";
import { namedInputs, neutralInputs } from "@usdkit/geometry";

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

/** Inputs that the renderer ignores, and which change a surface unless they are neutral. */
const IGNORED: readonly SurfaceInputName[] = [
  "ior",
  "specular",
  "anisotropy",
  "diffuseRoughness",
  "transmission",
  "dispersion",
  "subsurface",
  "sheenColor",
  "clearcoat",
  "iridescence",
];

/** Returns the inputs of a material that are not drawn. */
export function ignoredInputs({ inputs }: SurfaceMaterial): readonly SurfaceInputName[] {
  return IGNORED.filter((name) => {
    const { value, source } = inputs[name];
    return source !== null || value.some((number, i) => number !== neutralInputs[name].value[i]);
  });
}

/** Whether a material has an input whose value is that of a primvar. */
export function readsPrimvars(surface: SurfaceMaterial): boolean {
  return namedInputs(surface).some(([, { source }]) => source?.kind === "primvar");
}
