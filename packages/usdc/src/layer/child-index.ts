/** Children of a spec by their name: needed while the lists of names of a file are resolved. */
import type { CrateStructure } from "../structure/structure.ts";

const NONE = -1;
/** Siblings that are compared one after the other before children of larger owners are found by a hash of their name. */
const MAX_SCANNED = 16;

/** The specs of a crate, found by parent and name. */
export class ChildIndex {
  private readonly structure: CrateStructure;
  /** Path index → spec. */
  private readonly specs: Int32Array;
  /** Path index → the first path with a spec below it, and the next one with the same parent, in the order of specs. */
  private readonly firstChild: Int32Array;
  private readonly nextSibling: Int32Array;
  /** Path index → number of children; 255 for that many or more. */
  private readonly counts: Uint8Array;
  /** Open addressing: path indexes below large owners by parent and element; its length is a power of two. */
  private table: Int32Array | undefined;
  /** Lists are mostly in the order of specs: the owner that was asked for last, and the sibling that may come next. */
  private parent: number = NONE;
  private expected: number = NONE;

  constructor(structure: CrateStructure) {
    this.structure = structure;
    const { paths, specPaths } = structure;
    const { parents } = paths;
    const specs = (this.specs = new Int32Array(paths.length).fill(NONE));
    const firstChild = (this.firstChild = new Int32Array(paths.length).fill(NONE));
    const nextSibling = (this.nextSibling = new Int32Array(paths.length).fill(NONE));
    const counts = (this.counts = new Uint8Array(paths.length));
    for (let spec = specPaths.length - 1; spec >= 0; spec--) {
      const path = specPaths[spec];
      specs[path] = spec;
      const parent = parents[path];
      if (parent < 0) continue;
      nextSibling[path] = firstChild[parent];
      firstChild[parent] = path;
      if (counts[parent] < 255) counts[parent]++;
    }
  }

  /** Returns the spec of the child whose name is a token, -1 if there is none. */
  child(parentPath: number, element: number, isProperty: boolean): number {
    if (parentPath !== this.parent) {
      this.parent = parentPath;
      this.expected = this.firstChild[parentPath];
    }
    const property = isProperty ? 1 : 0;
    let path = this.scan(this.expected, element, property);
    if (path === NONE) {
      const isLarge = this.counts[parentPath] > MAX_SCANNED;
      path = isLarge ? this.findHashed(element, property) : this.scan(this.firstChild[parentPath], element, property);
      if (path === NONE) return NONE;
    }
    this.expected = this.nextSibling[path];
    return this.specs[path];
  }

  private scan(first: number, element: number, property: number): number {
    const { elements, properties } = this.structure.paths;
    let path = first;
    for (let tries = 0; tries < MAX_SCANNED && path !== NONE; tries++) {
      if (elements[path] === element && properties[path] === property) return path;
      path = this.nextSibling[path];
    }
    return NONE;
  }

  private findHashed(element: number, property: number): number {
    const { parent } = this;
    const { parents, elements, properties } = this.structure.paths;
    const table = (this.table ??= this.makeTable());
    let slot = slotOf(table, parent, element, property);
    for (let path = table[slot]; path !== NONE; path = table[slot]) {
      if (parents[path] === parent && elements[path] === element && properties[path] === property) return path;
      slot = (slot + 1) & (table.length - 1);
    }
    return NONE;
  }

  private makeTable(): Int32Array {
    const { paths, specPaths } = this.structure;
    const { parents, elements, properties } = paths;
    let hashed = 0;
    const isHashed = (path: number): boolean => parents[path] >= 0 && this.counts[parents[path]] > MAX_SCANNED;
    for (const path of specPaths) if (isHashed(path)) hashed++;
    let size = 16;
    while (size < hashed * 2) size *= 2;
    const table = new Int32Array(size).fill(NONE);
    for (const path of specPaths) {
      if (!isHashed(path)) continue;
      let slot = slotOf(table, parents[path], elements[path], properties[path]);
      while (table[slot] !== NONE) slot = (slot + 1) & (size - 1);
      table[slot] = path;
    }
    return table;
  }
}

function slotOf(table: Int32Array, parent: number, element: number, property: number): number {
  let hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(element * 2 + property, 0x85ebca6b);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) & (table.length - 1);
}
