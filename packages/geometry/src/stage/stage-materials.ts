/** The materials of prims. */
import type { PrimNode } from "@usdkit/usd";
import { readMaterial } from "../materials/read-material.ts";
import type { Geometry, GeometryProblem } from "../model/drawable.ts";
import type { SurfaceMaterial } from "../model/surface-material.ts";
import type { StageSource } from "./stage-prim.ts";

/** The materials that are bound to prims and their subsets. Each Material prim is read once. */
export class StageMaterials {
  readonly #source: StageSource;
  readonly #problems: GeometryProblem[];
  readonly #known: Map<PrimNode, SurfaceMaterial | null> = new Map();

  constructor(source: StageSource, problems: GeometryProblem[]) {
    this.#source = source;
    this.#problems = problems;
  }

  /** Returns the material of each group of triangles of a prim. */
  of(prim: PrimNode, geometry: Geometry): readonly (SurfaceMaterial | null)[] {
    if (geometry.type !== "triangles") return [];
    return geometry.groups.map(({ subset }) => {
      // Instances share the path of the first subset that was found.
      const name = subset?.slice(subset.lastIndexOf("/") + 1);
      const owner = name === undefined ? prim : this.#source.reader.prim(`${prim.path}/${name}`);
      return this.#bound(owner ?? prim);
    });
  }

  #bound(prim: PrimNode): SurfaceMaterial | null {
    const material = this.#source.bindings.bound(prim, "full")?.material;
    if (material === undefined) return null;
    const known = this.#known.get(material);
    if (known !== undefined) return known;
    const read = readMaterial(this.#source, material, this.#problems) ?? null;
    this.#known.set(material, read);
    return read;
  }
}
