/** Prims that contribute to others by arcs within their layers: there, other variants of them may be selected. */
import { addedItems, visitLayer, type FieldValue, type Layer, type Spec } from "@usdkit/layer";
import { isPackage, openPackage } from "@usdkit/usdz";
import { defaultPrimPath } from "./default-prim.ts";
import { openLayer } from "../open/open-layer.ts";
import { LAYER_NAME } from "../open/paths.ts";
import type { SelectedVariants } from "./selected-variants.ts";

/** Packages in packages that are looked into. */
const MAX_NESTING = 16;

/**
 * The prims that arcs within layers lead to: inherits, specializes, internal references and payloads, relocations. A selection of such
 * a prim, or of one below it, holds for the prim itself but not where the arcs bring it to.
 */
export class SharedPrims {
  /** Targets of arcs, in the layer that authors them. */
  private readonly targets: Set<string> = new Set();
  /** Those of them that are classes, which references and payloads imply in the layers that author these. */
  private readonly classes: Set<string> = new Set();
  /** Prims that references and payloads to other layers lead to. */
  private readonly roots: Set<string> = new Set();
  private readonly defaultPrims: Set<string> = new Set();
  private hasDefaultTarget: boolean = false;

  /** Adds the arcs of every layer of a package, and of packages in it. */
  addPackage(bytes: Uint8Array, depth: number = 0): void {
    for (const { path, data } of openPackage(bytes).files) {
      if (!LAYER_NAME.test(path)) continue;
      if (!isPackage(data)) this.addLayer(openLayer(data).layer);
      else if (depth < MAX_NESTING) this.addPackage(data, depth + 1);
    }
  }

  /** Adds the arcs of a layer. */
  addLayer(layer: Layer): void {
    this.defaultPrims.add(defaultPrimPath(layer));
    const look = ({ fields }: Spec): void => {
      for (const { value } of fields.values()) this.addField(value);
    };
    visitLayer(layer, { root: look, prim: look, variant: look });
  }

  private addField(value: FieldValue): void {
    if (value.kind === "pathListOp") {
      for (const path of addedItems(value.listOp)) {
        this.targets.add(path);
        this.classes.add(path);
      }
    } else if (value.kind === "relocates") {
      for (const path of value.pairs.flat()) this.targets.add(path);
    } else if (value.kind === "referenceListOp") {
      for (const { asset, primPath } of addedItems(value.listOp)) {
        if (asset !== "") this.roots.add(primPath);
        else if (primPath !== "") this.targets.add(primPath);
        // That of the layer stack, of which this may be a sublayer.
        else this.hasDefaultTarget = true;
      }
    }
  }

  /** Returns what keeps those selections of a layer that hold wherever their prims are composed; to be called after all layers are added. */
  filter(): (selected: SelectedVariants) => SelectedVariants {
    const targets = new Set(this.hasDefaultTarget ? [...this.targets, ...this.defaultPrims] : this.targets);
    const tails = this.impliedTails();
    const isShared = (prim: string): boolean => {
      for (const [start, end] of parts(prim)) {
        const part = prim.slice(start, end);
        if (tails.has(part) || (start === 0 && targets.has(part))) return true;
      }
      return false;
    };
    return (selected) => (selected.size === 0 ? selected : new Map([...selected].filter(([prim]) => !isShared(prim))));
  }

  /** Returns the paths of classes below the targets of references, which are below another prim where they are implied. */
  private impliedTails(): ReadonlySet<string> {
    const tails = new Set<string>();
    for (const path of this.classes) {
      for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
        const root = path.slice(0, end);
        if (this.roots.has(root) || this.defaultPrims.has(root)) tails.add(path.slice(end));
      }
    }
    return tails;
  }
}

/** Returns where the runs of names in a path begin and end: `/A`, `/A/B`, `/B`. */
function parts(path: string): readonly (readonly [number, number])[] {
  const slashes = [...path.matchAll(/\//gu)].map(({ index }) => index);
  const ends = [...slashes.slice(1), path.length];
  return slashes.flatMap((start, i) => ends.slice(i).map((end) => [start, end] as const));
}
