/** Opinions of variants about prims below the one with the variant set. */
import type { PlainPrim, PlainProperty, PlainVariant } from "@usdkit/layer";

/** Properties by path of a prim. */
type ByPrim = Map<string, PlainProperty[]>;

/** A variant set of the root prim, while it is made. */
interface VariantSet {
  readonly variants: Map<string, ByPrim>;
}

/** Collects what the variants of the root prim say of the prims below it. */
export class Opinions {
  readonly #root: string;
  readonly #sets = new Map<string, VariantSet>();

  /** @param root path of the prim with the variant sets */
  constructor(root: string) {
    this.#root = root;
  }

  /** Declares a variant, also one that changes nothing. */
  declare(set: string, variant: string): void {
    this.#variant(set, variant);
  }

  /** Adds properties of a prim in a variant. */
  add(set: string, variant: string, prim: string, properties: readonly PlainProperty[]): void {
    const byPrim = this.#variant(set, variant);
    byPrim.set(prim, [...(byPrim.get(prim) ?? []), ...properties]);
  }

  /** Returns the variant sets with their variants in the order in which they were declared. */
  sets(): { readonly name: string; readonly variants: readonly PlainVariant[] }[] {
    return Array.from(this.#sets, ([name, { variants }]) => ({
      name,
      variants: Array.from(variants, ([variant, byPrim]) => ({
        name: variant,
        properties: byPrim.get(this.#root) ?? [],
        children: this.#overs(byPrim),
      })),
    }));
  }

  #variant(set: string, variant: string): ByPrim {
    let found = this.#sets.get(set);
    if (found === undefined) {
      found = { variants: new Map() };
      this.#sets.set(set, found);
    }
    let byPrim = found.variants.get(variant);
    if (byPrim === undefined) {
      byPrim = new Map();
      found.variants.set(variant, byPrim);
    }
    return byPrim;
  }

  /** The prims below the root as nested overs. */
  #overs(byPrim: ByPrim): readonly PlainPrim[] {
    interface Over {
      readonly name: string;
      readonly specifier: "over";
      readonly properties: PlainProperty[];
      readonly children: Over[];
    }
    const top: Over[] = [];
    const known = new Map<string, Over>();
    for (const [path, properties] of byPrim) {
      if (path === this.#root) continue;
      let siblings = top;
      let prefix = this.#root;
      for (const name of path.slice(this.#root.length + 1).split("/")) {
        prefix = `${prefix}/${name}`;
        let over = known.get(prefix);
        if (over === undefined) {
          over = { name, specifier: "over", properties: [], children: [] };
          known.set(prefix, over);
          siblings.push(over);
        }
        siblings = over.children;
      }
      known.get(path)?.properties.push(...properties);
    }
    return top;
  }
}
