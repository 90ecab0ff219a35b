/** The prims and properties below each spec, in the order of the lists of names in the file. */
import type { ByteSource } from "../bytes/byte-source.ts";
import type { CrateStructure } from "../structure/structure.ts";
import { ChildIndex } from "./child-index.ts";
import { SpecNumber } from "./known-fields.ts";

/** Position of the token indexes in the file. */
export interface TokenRange {
  readonly start: number;
  readonly count: number;
}

/**
 * The children of every spec in one flat array, each list as it is in the file, without names that no spec has and each
 * child once. A spec is in one list at most, that of its parent, so the array is no longer than the table of specs.
 */
export class ChildSpecs {
  /** The lists, one after the other: prims of a spec, then its properties. */
  readonly specs: Uint32Array;
  /** Spec → where its list of prims starts, where that of its properties starts, and where that ends. */
  readonly starts: Uint32Array;
  readonly middles: Uint32Array;
  readonly ends: Uint32Array;

  /** @param count number of specs */
  constructor(count: number) {
    this.specs = new Uint32Array(count);
    this.starts = new Uint32Array(count);
    this.middles = new Uint32Array(count);
    this.ends = new Uint32Array(count);
  }
}

/** Fills {@link ChildSpecs}, spec after spec. */
export class ChildResolver {
  private readonly children: ChildSpecs;
  private readonly structure: CrateStructure;
  private readonly source: ByteSource;
  private readonly index: ChildIndex;
  private readonly isListed: Uint8Array;
  private length = 0;

  constructor(children: ChildSpecs, structure: CrateStructure, source: ByteSource) {
    this.children = children;
    this.structure = structure;
    this.source = source;
    this.index = new ChildIndex(structure);
    this.isListed = new Uint8Array(structure.specPaths.length);
  }

  /** Adds the prims of a spec; returns the first token that is not the name of a spec, -1 if there is none. */
  addPrims(spec: number, names: TokenRange): number {
    this.children.starts[spec] = this.length;
    const missing = this.add(spec, names, false);
    this.children.middles[spec] = this.children.ends[spec] = this.length;
    return missing;
  }

  /** Adds the properties of the spec whose prims were added last; returns as {@link addPrims} does. */
  addProperties(spec: number, names: TokenRange): number {
    const missing = this.add(spec, names, true);
    this.children.ends[spec] = this.length;
    return missing;
  }

  private add(spec: number, { start, count }: TokenRange, isProperty: boolean): number {
    const { tokens, specPaths, specTypes } = this.structure;
    const path = specPaths[spec];
    let missing = -1;
    const at = count === 0 ? 0 : this.source.at(start, 4 * count);
    const { view } = this.source;
    for (let i = 0; i < count; i++) {
      const token = view.getUint32(at + 4 * i, true);
      // Reported with the value.
      if (token >= tokens.length) continue;
      const child = this.index.child(path, token, isProperty);
      if (child < 0 || specTypes[child] === SpecNumber.pseudoRoot) {
        if (missing < 0) missing = token;
      } else if (this.isListed[child] === 0) {
        this.isListed[child] = 1;
        this.children.specs[this.length++] = child;
      }
    }
    return missing;
  }
}
