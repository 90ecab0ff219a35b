/** The materials of prims. */
import { splitPropertyPath, type PrimNode } from "@usdkit/usd";
import { readMaterial } from "../materials/read-material.ts";
import type { GeometryProblem } from "../model/geometry-problem.ts";
import { defaultTexCoords, namedInputs, type SurfaceMaterial } from "../model/surface-material.ts";
import { KeptValues } from "./kept-values.ts";
import { SharedMaterials } from "./shared-materials.ts";
import { KeptAttributes, type StageMoment, type StageSource } from "./stage-source.ts";

/** The materials that are bound to a prim. */
export interface BoundMaterials {
  readonly own: SurfaceMaterial | null;
  /** By the name of the GeomSubset prim. */
  readonly ofSubsets: ReadonlyMap<string, SurfaceMaterial | null>;
  /** Names of the primvars that all of them read. */
  readonly primvars: ReadonlySet<string>;
}

interface KeptMaterial {
  readonly kept: KeptValues;
  material: SurfaceMaterial | null;
  primvars: ReadonlySet<string>;
  /** The moment of `material`. */
  moment: StageMoment | undefined;
}

/** The materials that are bound to prims and their subsets. Each Material prim is read once for a time, and once for all if it does not vary. */
export class StageMaterials {
  readonly #source: StageSource;
  readonly #shared: SharedMaterials;
  readonly #known: Map<PrimNode, KeptMaterial> = new Map();

  constructor(source: StageSource) {
    this.#source = source;
    this.#shared = new SharedMaterials(source);
  }

  /** Returns the materials of a prim and of its subsets. */
  of(moment: StageMoment, prim: PrimNode, problems: GeometryProblem[]): BoundMaterials {
    const { bindings } = this.#source;
    const own = this.#bound(moment, prim, problems);
    const subsets = bindings.subsets(prim);
    if (subsets.length === 0)
      return { own: own?.material ?? null, ofSubsets: new Map(), primvars: own?.primvars ?? none };
    const all = subsets.map((subset) => [subset.name, this.#bound(moment, subset, problems)] as const);
    return {
      own: own?.material ?? null,
      ofSubsets: new Map(all.map(([name, found]) => [name, found?.material ?? null])),
      primvars: new Set([own, ...all.map(([, found]) => found)].flatMap((found) => [...(found?.primvars ?? none)])),
    };
  }

  #bound(moment: StageMoment, prim: PrimNode, problems: GeometryProblem[]): KeptMaterial | undefined {
    const bound = this.#source.bindings.bound(prim, "full");
    if (bound === undefined) return undefined;
    const { material, binding } = bound;
    if (material === undefined) {
      problems.push(problemOf(binding, "There is no material at its target: prims are drawn without one"));
      return undefined;
    }
    const known = this.#known.get(material) ?? {
      kept: new KeptValues(),
      material: null,
      primvars: none,
      moment: undefined,
    };
    this.#known.set(material, known);
    if (known.moment === moment) return known;
    known.moment = moment;
    const { kept } = known;
    known.material = kept.value(
      "material",
      [],
      () => this.#shared.of(material) ?? readMaterial(new KeptAttributes(moment, kept), material) ?? null,
    );
    known.primvars = known.material === null ? none : primvarsOf(known.material);
    const found = kept.takeProblems();
    if (known.material !== null && found.length === 0 && kept.has("material")) {
      this.#shared.keep(material, known.material);
    }
    problems.push(...found);
    return known;
  }
}

/** Returns what is wrong with the collections of bindings that were asked for. */
export function circularBindings({ bindings }: StageSource): readonly GeometryProblem[] {
  return Array.from(bindings.circular, ([binding, collections]) => {
    const message = `The collection ${collections.join(", ")} includes itself: its members count once`;
    return problemOf(binding, message);
  });
}

function problemOf(binding: string, message: string): GeometryProblem {
  const { prim, property } = splitPropertyPath(binding);
  return { path: prim, property, message };
}

const none: ReadonlySet<string> = new Set();

/** Returns the names of the primvars that the inputs of a material read. */
function primvarsOf(material: SurfaceMaterial): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, { source }] of namedInputs(material)) {
    if (source !== null) names.add(source.kind === "primvar" ? source.name : source.texCoords);
  }
  // The direction of highlights is that of texture coordinates.
  if (names.size === 0 && material.inputs.anisotropy.value[0] > 0) names.add(defaultTexCoords);
  return names;
}
