/** Materials that are bound to prims (`UsdShadeMaterialBindingAPI::ComputeBoundMaterial`). */
import { isA } from "@usdkit/schemas";
import type { Collections, CollectionMembership } from "../query/collections.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { textOf } from "../values/plain-numbers.ts";

/** What a material is for; "" is all purposes. */
export type MaterialPurpose = "" | "preview" | "full";

/** The material that is bound to a prim. */
export interface BoundMaterial {
  /** Undefined if the binding leads to no Material prim: bindings of other purposes and of prims above then do not count either. */
  readonly material: PrimNode | undefined;
  /** Path of the relationship that binds it: `/World/Chair.material:binding`. */
  readonly binding: string;
}

/** What a prim authors of its bindings besides their targets. */
interface BindingNames {
  /** In the order of the reference. */
  readonly names: readonly string[];
  /** Those of bindings that are stronger than those of prims below. */
  readonly stronger: ReadonlySet<string>;
}

interface Binding {
  readonly name: string;
  /** Path of the target. */
  readonly material: string;
  readonly isStronger: boolean;
  /** For a binding to a collection. */
  readonly collection: CollectionMembership | undefined;
}

/** The bindings that a prim authors. */
interface PrimBindings {
  readonly direct: Binding | undefined;
  /** Whether the direct binding is for the purpose, not for all. */
  readonly isDirectForPurpose: boolean;
  readonly ofPurpose: readonly Binding[];
  readonly ofAll: readonly Binding[];
}

const BINDING = "material:binding";
const COLLECTION = "material:binding:collection:";
const noNames: BindingNames = { names: [], stronger: new Set() };
const noBindings: PrimBindings = { direct: undefined, isDirectForPurpose: false, ofPurpose: [], ofAll: [] };

/**
 * The materials that are bound to prims, directly or through collections. The bindings of each prim are read once.
 *
 * ```ts
 * const bindings = new MaterialBindings(reader, new Collections(reader));
 * bindings.bound(prim, "full")?.material?.path; // "/World/Looks/Wood"
 * ```
 */
export class MaterialBindings {
  /** Of the bindings read so far that have collections which include themselves: their paths, and those of the collections. */
  readonly circular: Map<string, readonly string[]> = new Map();
  private readonly reader: StageReader;
  private readonly collections: Collections;
  private readonly known: Record<MaterialPurpose, Map<PrimNode, PrimBindings>> = {
    "": new Map(),
    preview: new Map(),
    full: new Map(),
  };
  /** By what prims have in common. */
  private readonly sharedNames: Map<object, BindingNames> = new Map();

  constructor(reader: StageReader, collections: Collections) {
    this.reader = reader;
    this.collections = collections;
  }

  /**
   * Returns the material of a prim for a purpose: that of the closest binding, unless one of a prim above is
   * `strongerThanDescendants`. Bindings for the purpose are stronger than those for all purposes. On a prim, the first collection
   * in the order of the names of bindings that has the prim is stronger than the direct binding.
   */
  bound(prim: PrimNode, purpose: MaterialPurpose = ""): BoundMaterial | undefined {
    const specific = purpose === "" ? undefined : this.strongest(prim, purpose, true);
    return specific ?? this.strongest(prim, purpose, false);
  }

  /** Returns the GeomSubset prims of the family `materialBind` below a prim: their materials are those of some of its elements. */
  subsets(prim: PrimNode): readonly PrimNode[] {
    const found: PrimNode[] = [];
    for (const child of this.reader.children(prim)) {
      if (!child.isActive || !child.isDefined || child.isAbstract || !isA(child.type, "GeomSubset")) continue;
      if (textOf(this.reader.value(child, "familyName", null)) === "materialBind") found.push(child);
    }
    return found;
  }

  private strongest(prim: PrimNode, purpose: MaterialPurpose, isForPurpose: boolean): BoundMaterial | undefined {
    let winner: Binding | undefined;
    let owner: PrimNode | undefined;
    for (let at: PrimNode | undefined = prim; at !== undefined; at = at.parent) {
      const { direct, isDirectForPurpose, ofPurpose, ofAll } = this.bindings(at, purpose);
      if (direct !== undefined && isDirectForPurpose === isForPurpose && (winner === undefined || direct.isStronger)) {
        [winner, owner] = [direct, at];
      }
      for (const each of isForPurpose ? ofPurpose : ofAll) {
        if (each.collection === undefined || !this.collections.includes(each.collection, prim)) continue;
        if (winner !== undefined && owner !== at && !each.isStronger) continue;
        [winner, owner] = [each, at];
        break;
      }
    }
    if (winner === undefined || owner === undefined) return undefined;
    const material = this.reader.prim(winner.material);
    const isMaterial = material !== undefined && isA(material.type, "Material");
    return { material: isMaterial ? material : undefined, binding: `${owner.path}.${winner.name}` };
  }

  private bindings(prim: PrimNode, purpose: MaterialPurpose): PrimBindings {
    const known = this.known[purpose];
    let found = known.get(prim);
    if (found === undefined) {
      found = this.read(prim, purpose);
      known.set(prim, found);
    }
    return found;
  }

  private read(prim: PrimNode, purpose: MaterialPurpose): PrimBindings {
    const authored = this.names(prim);
    if (authored.names.length === 0) return noBindings;
    const specific = purpose === "" ? undefined : this.direct(prim, authored, `${BINDING}:${purpose}`);
    return {
      direct: specific ?? this.direct(prim, authored, BINDING),
      isDirectForPurpose: specific !== undefined,
      ofPurpose: purpose === "" ? [] : this.ofCollections(prim, authored, `${COLLECTION}${purpose}:`),
      ofAll: this.ofCollections(prim, authored, COLLECTION),
    };
  }

  private names(prim: PrimNode): BindingNames {
    const shared = this.reader.sharedOpinions(prim);
    if (shared === undefined) return this.readNames(prim);
    let found = this.sharedNames.get(shared);
    if (found === undefined) this.sharedNames.set(shared, (found = this.readNames(prim)));
    return found;
  }

  private readNames(prim: PrimNode): BindingNames {
    const names = [...this.reader.authoredNames(prim)].filter((name) => name.startsWith(BINDING));
    if (names.length === 0) return noNames;
    return {
      names: this.reader.orderedNames(prim, names),
      stronger: new Set(names.filter((name) => this.isStronger(prim, name))),
    };
  }

  private direct(prim: PrimNode, { names, stronger }: BindingNames, name: string): Binding | undefined {
    if (!names.includes(name)) return undefined;
    const targets = this.reader.forwardedTargets(prim, name);
    if (targets.length !== 1 || targets[0].includes(".")) return undefined;
    return { name, material: targets[0], isStronger: stronger.has(name), collection: undefined };
  }

  /** Bindings for one purpose have its name before that of the binding; others have one name alone. */
  private ofCollections(prim: PrimNode, { names, stronger }: BindingNames, prefix: string): readonly Binding[] {
    const found: Binding[] = [];
    for (const name of names) {
      if (!name.startsWith(prefix) || (prefix === COLLECTION && name.includes(":", prefix.length))) continue;
      const targets = this.reader.forwardedTargets(prim, name);
      const collection = targets.find((each) => each.includes("."));
      const material = targets.find((each) => !each.includes("."));
      if (targets.length !== 2 || collection === undefined || material === undefined) continue;
      const membership = this.collections.membership(collection);
      if (membership !== undefined && membership.circular.length > 0) {
        this.circular.set(`${prim.path}.${name}`, membership.circular);
      }
      found.push({ name, material, isStronger: stronger.has(name), collection: membership });
    }
    return found;
  }

  private isStronger(prim: PrimNode, name: string): boolean {
    return textOf(this.reader.propertyMetadata(prim, name, "bindMaterialAs")) === "strongerThanDescendants";
  }
}
