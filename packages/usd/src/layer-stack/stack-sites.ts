/** The specs of a layer stack by path. A site is found once, in the layers that have specs for it. */
import type { PrimSpec, VariantSpec } from "@usdkit/layer";
import { NO_PATH, ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";
import type { LayerChanges } from "../resolve/stage-layer.ts";
import type { SiteArcs } from "./site-arcs.ts";
import type { StackedLayer, StackedSpec } from "./stacked-spec.ts";

/**
 * Metadata that indices are built from, by its name: what composition asks for at every site, as bits of
 * {@link StackSite.fields}.
 */
export const SiteField = {
  specializes: 1,
  inheritPaths: 2,
  payload: 4,
  references: 8,
  variantSetNames: 16,
  variantSelection: 32,
  clips: 64,
  instanceable: 128,
} as const;
export type SiteField = (typeof SiteField)[keyof typeof SiteField];

const fieldBits: readonly { readonly name: string; readonly bit: SiteField }[] = Object.entries(SiteField).map(
  ([name, bit]) => ({ name, bit }),
);

/** The specs of a site, and what was composed of their fields. */
class StackSite {
  /** Strongest first; at least one. */
  readonly specs: StackedSpec[];
  private foundArcs: SiteArcs | undefined;
  /** Whether the sites below it were found. */
  isExpanded = false;
  /** The spec below which the last of the specs is. */
  private lastOwner: StackedSpec | undefined;
  private foundFields = -1;

  constructor(strongest: StackedSpec, owner: StackedSpec | undefined) {
    // Most sites have one spec: a list of one takes a third of the memory of one that a spec is added to.
    this.specs = [strongest];
    this.lastOwner = owner;
  }

  /** Adds a weaker spec. Of two specs in one layer the later one counts. */
  add(spec: StackedSpec, owner: StackedSpec | undefined): void {
    if (owner !== undefined && owner === this.lastOwner) this.specs.pop();
    this.specs.push(spec);
    this.lastOwner = owner;
  }

  get arcs(): SiteArcs {
    return (this.foundArcs ??= {});
  }

  /** The fields that any spec has, a {@link SiteField} each. */
  get fields(): number {
    if (this.foundFields < 0) this.foundFields = fieldsOf(this.specs);
    return this.foundFields;
  }
}

function fieldsOf(specs: readonly StackedSpec[]): number {
  let found = 0;
  for (let i = 0; i < specs.length; i++) {
    const { fields } = specs[i].spec;
    if (fields.size === 0) continue;
    for (let k = 0; k < fieldBits.length; k++) if (fields.has(fieldBits[k].name)) found |= fieldBits[k].bit;
  }
  return found;
}

/** The sites of a layer stack that have specs. */
export class StackSites {
  private readonly paths: PathTable;
  private readonly layers: readonly StackedLayer[];
  private readonly changes: LayerChanges;
  private readonly known: Map<PathId, StackSite> = new Map();
  /** The number of changes of layers when it was last found that no layer of the stack had changed. */
  private checkedAt = -1;

  /** @param layers strongest first; at least one */
  constructor(paths: PathTable, layers: readonly StackedLayer[]) {
    this.paths = paths;
    this.layers = layers;
    this.changes = layers[0].layer.changes;
  }

  /** Returns the site of a prim path or variant selection path; undefined if no layer has a spec there. */
  find(path: PathId): StackSite | undefined {
    const { known, paths } = this;
    if (this.checkedAt !== this.changes.count) this.follow();
    const found = known.get(path);
    if (found !== undefined) return found;
    let above = paths.parent(path);
    let site = known.get(above);
    // Most sites are asked for after the one above, whose sites below were then found with it.
    if (site?.isExpanded === true) return undefined;
    // The nearest site above that was found before; those between it and the path are found on the way down.
    const between: PathId[] = [];
    while (site === undefined && above !== NO_PATH) {
      between.push(above);
      above = paths.parent(above);
      site = known.get(above);
    }
    while (site !== undefined && !site.isExpanded) {
      this.expand(above, site);
      const next = between.pop();
      if (next === undefined) return known.get(path);
      above = next;
      site = known.get(above);
    }
    return undefined;
  }

  /** Forgets the sites if a layer of the stack was changed since they were found. */
  private follow(): void {
    const { checkedAt } = this;
    this.checkedAt = this.changes.count;
    if (checkedAt >= 0 && this.layers.every(({ layer }) => layer.changed <= checkedAt)) return;
    this.known.clear();
    const [first, ...others] = this.layers.map(({ layer, offset }): StackedSpec => ({
      layer,
      offset,
      spec: layer.layer.root,
    }));
    const root = new StackSite(first, undefined);
    for (const each of others) root.add(each, undefined);
    this.known.set(ROOT_PATH, root);
  }

  private expand(path: PathId, site: StackSite): void {
    site.isExpanded = true;
    const { paths } = this;
    for (const owner of site.specs) {
      const { spec } = owner;
      for (const child of spec.children) this.add(paths.child(path, child.name), child, owner);
      for (const set of spec.variantSets) {
        for (const variant of set.variants) this.add(paths.variant(path, set.name, variant.name), variant, owner);
      }
    }
  }

  private add(path: PathId, spec: PrimSpec | VariantSpec, owner: StackedSpec): void {
    const { layer, offset } = owner;
    const added: StackedSpec = { layer, offset, spec };
    const site = this.known.get(path);
    if (site === undefined) this.known.set(path, new StackSite(added, owner));
    else site.add(added, owner);
  }
}
