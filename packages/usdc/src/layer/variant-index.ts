/** Variants and variant sets by their owner and name. */
import type { CrateStructure } from "../structure/structure.ts";
import { SpecNumber } from "./known-fields.ts";

/** Finds the specs of variants and variant sets; the index is made when the first is asked for. */
export class VariantIndex {
  private readonly structure: CrateStructure;
  private specs: ReadonlyMap<string, number> | undefined;

  constructor(structure: CrateStructure) {
    this.structure = structure;
  }

  /** Returns the spec whose path is that of the owner plus `{set=variant}`, -1 if there is none. */
  find(ownerPath: number, element: string): number {
    this.specs ??= this.makeIndex();
    return this.specs.get(`${ownerPath}${element}`) ?? -1;
  }

  private makeIndex(): ReadonlyMap<string, number> {
    const { paths, specPaths, specTypes } = this.structure;
    const found = new Map<string, number>();
    for (let spec = 0; spec < specPaths.length; spec++) {
      if (specTypes[spec] !== SpecNumber.variant && specTypes[spec] !== SpecNumber.variantSet) continue;
      const path = specPaths[spec];
      if (!paths.isRoot(path)) found.set(`${paths.parents[path]}${paths.element(path)}`, spec);
    }
    return found;
  }
}
