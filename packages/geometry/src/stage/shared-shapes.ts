/** Shapes of prims that have the same opinions: those below each placement of an asset. */
import type { PrimNode } from "@usdkit/usd";
import type { StageSource } from "./stage-source.ts";
import type { WantedPrimvars } from "./stage-prim.ts";

/**
 * Finds prims whose shapes are the same: all that a shape is made of has the same opinions, at the prim, at its subsets and at those above
 * it whose primvars it inherits.
 */
export class SharedShapes {
  readonly #source: StageSource;
  readonly #numbers: WeakMap<object, number> = new WeakMap();
  /** Keys of shapes with problems, which name the prim: each prim has its own. */
  readonly #own: Set<string> = new Set();
  /** By the map of what is inherited: most prims of a stage have one of few. */
  readonly #inherited: WeakMap<object, string | null> = new WeakMap();
  #count = 0;

  constructor(source: StageSource) {
    this.#source = source;
  }

  /** Returns a key that is equal for prims whose shapes are the same; undefined for a prim whose shape may be its own. */
  keyOf(prim: PrimNode, wanted: WantedPrimvars): string | undefined {
    const opinions = this.#numberOf(prim);
    if (opinions === undefined) return undefined;
    const inherited = this.#keyOfInherited(prim);
    if (inherited === null) return undefined;
    let subsets = "";
    for (const subset of this.#source.bindings.subsets(prim)) {
      const number = this.#numberOf(subset);
      if (number === undefined) return undefined;
      subsets += ` ${subset.name}=${number}`;
    }
    const key = `=${opinions}${inherited}${subsets} ${namesOf(wanted)}`;
    return this.#own.has(key) ? undefined : key;
  }

  /** Has each prim of a key make its own shape from now on. */
  separate(key: string): void {
    this.#own.add(key);
  }

  /** Returns the number of the opinions of a prim; undefined if others do not have the same, or value clips apply to it. */
  #numberOf(prim: PrimNode): number | undefined {
    const { reader } = this.#source;
    const opinions = reader.sharedOpinions(prim);
    if (opinions === undefined || reader.hasClips(prim)) return undefined;
    let number = this.#numbers.get(opinions);
    if (number === undefined) this.#numbers.set(opinions, (number = this.#count++));
    return number;
  }

  #keyOfInherited({ parent }: PrimNode): string | null {
    if (parent === undefined) return "";
    const primvars = this.#source.primvars.inheritable(parent);
    if (primvars.size === 0) return "";
    const known = this.#inherited.get(primvars);
    if (known !== undefined) return known;
    let key: string | null = "";
    for (const [name, { prim }] of primvars) {
      const number = this.#numberOf(prim);
      key = number === undefined || key === null ? null : `${key} ${name}<${number}`;
    }
    this.#inherited.set(primvars, key);
    return key;
  }
}

/** Returns the names of primvars as a text. */
export function namesOf(wanted: WantedPrimvars): string {
  return wanted === "all" ? "" : [...wanted].toSorted().join(" ");
}
