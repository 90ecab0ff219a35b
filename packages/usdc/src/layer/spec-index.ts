/** Specs by their path, and children of a spec by their name. */
import type { CrateStructure } from "../structure/structure.ts";
import { SpecNumber } from "./known-fields.ts";

const NONE = -1;

/** The specs of a crate, found by path. */
export class SpecIndex {
  private readonly structure: CrateStructure;
  /** Path index → spec. */
  private readonly specs: Int32Array;
  /** Open addressing: path indexes of specs by parent and element; its length is a power of two. */
  private readonly table: Int32Array;
  /** Variants and variant sets by parent and element as text; made when the first is asked for. */
  private variants: ReadonlyMap<string, number> | undefined;

  constructor(structure: CrateStructure) {
    this.structure = structure;
    const { paths, specPaths } = structure;
    this.specs = new Int32Array(paths.length).fill(NONE);
    let size = 16;
    while (size < specPaths.length * 2) size *= 2;
    this.table = new Int32Array(size).fill(NONE);
    for (let spec = 0; spec < specPaths.length; spec++) {
      const path = specPaths[spec];
      this.specs[path] = spec;
      let slot = this.slot(paths.parents[path], paths.elements[path], paths.properties[path]);
      while (this.table[slot] !== NONE) slot = (slot + 1) & (size - 1);
      this.table[slot] = path;
    }
  }

  private slot(parent: number, element: number, property: number): number {
    let hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(element * 2 + property, 0x85ebca6b);
    hash ^= hash >>> 15;
    return Math.imul(hash, 0x2c1b3c6d) & (this.table.length - 1);
  }

  /** The spec of the root, -1 if there is none. */
  get root(): number {
    const { paths, specTypes, specPaths } = this.structure;
    for (let spec = 0; spec < specPaths.length; spec++) {
      if (specTypes[spec] === SpecNumber.pseudoRoot && paths.isRoot(specPaths[spec])) return spec;
    }
    return NONE;
  }

  /** The spec of a child by the token of its name, -1 if there is none. */
  child(parentPath: number, element: number, isProperty: boolean): number {
    const { paths } = this.structure;
    const property = isProperty ? 1 : 0;
    let slot = this.slot(parentPath, element, property);
    for (let path = this.table[slot]; path !== NONE; path = this.table[slot]) {
      if (
        paths.parents[path] === parentPath &&
        paths.elements[path] === element &&
        paths.properties[path] === property
      ) {
        return this.specs[path];
      }
      slot = (slot + 1) & (this.table.length - 1);
    }
    return NONE;
  }

  /** The spec whose path is that of the parent and `{set=variant}`, -1 if there is none. */
  variant(parentPath: number, element: string): number {
    this.variants ??= this.indexVariants();
    return this.variants.get(`${parentPath}${element}`) ?? NONE;
  }

  private indexVariants(): ReadonlyMap<string, number> {
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
