/** Specs by their path, and children of a spec by their name. */
import type { CrateStructure } from "../structure/structure.ts";
import { SpecNumber } from "./known-fields.ts";

const NONE = -1;
/** Children of larger owners are found by a hash of their name, others one after the other. */
const MAX_SCANNED = 16;

/** The specs of a crate, found by path. */
export class SpecIndex {
  private readonly structure: CrateStructure;
  /** Path index → spec. */
  private readonly specs: Int32Array;
  /** Path index → the first path with a spec below it, and the next one with the same parent. */
  private readonly firstChild: Int32Array;
  private readonly nextSibling: Int32Array;
  /** Path index → number of children; 255 for that many or more. */
  private readonly counts: Uint8Array;
  /** Open addressing: path indexes below large owners by parent and element; its length is a power of two. */
  private readonly table: Int32Array;
  /** Variants and variant sets by parent and element as text; made when the first is asked for. */
  private variants: ReadonlyMap<string, number> | undefined;

  constructor(structure: CrateStructure) {
    this.structure = structure;
    const { paths, specPaths } = structure;
    const { parents } = paths;
    const specs = (this.specs = new Int32Array(paths.length).fill(NONE));
    const firstChild = (this.firstChild = new Int32Array(paths.length).fill(NONE));
    const nextSibling = (this.nextSibling = new Int32Array(paths.length).fill(NONE));
    const counts = (this.counts = new Uint8Array(paths.length));
    // Children of large owners.
    let hashed = 0;
    for (let spec = 0; spec < specPaths.length; spec++) {
      const path = specPaths[spec];
      specs[path] = spec;
      const parent = parents[path];
      if (parent < 0) continue;
      nextSibling[path] = firstChild[parent];
      firstChild[parent] = path;
      if (counts[parent] < 255) counts[parent]++;
      if (counts[parent] > MAX_SCANNED) hashed += counts[parent] === MAX_SCANNED + 1 ? counts[parent] : 1;
    }
    let size = 16;
    while (size < hashed * 2) size *= 2;
    this.table = new Int32Array(size).fill(NONE);
    if (hashed > 0) this.fillTable();
  }

  private fillTable(): void {
    const { paths, specPaths } = this.structure;
    const { table, counts } = this;
    for (let spec = 0; spec < specPaths.length; spec++) {
      const path = specPaths[spec];
      const parent = paths.parents[path];
      if (parent < 0 || counts[parent] <= MAX_SCANNED) continue;
      let slot = this.slot(parent, paths.elements[path], paths.properties[path]);
      while (table[slot] !== NONE) slot = (slot + 1) & (table.length - 1);
      table[slot] = path;
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
    const { parents, elements, properties } = this.structure.paths;
    const property = isProperty ? 1 : 0;
    if (this.counts[parentPath] <= MAX_SCANNED) {
      for (let path = this.firstChild[parentPath]; path !== NONE; path = this.nextSibling[path]) {
        if (elements[path] === element && properties[path] === property) return this.specs[path];
      }
      return NONE;
    }
    const { table } = this;
    let slot = this.slot(parentPath, element, property);
    for (let path = table[slot]; path !== NONE; path = table[slot]) {
      if (parents[path] === parentPath && elements[path] === element && properties[path] === property) {
        return this.specs[path];
      }
      slot = (slot + 1) & (table.length - 1);
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
