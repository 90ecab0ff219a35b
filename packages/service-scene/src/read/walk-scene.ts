/** Walks over a layer once, so that the plan and all rules see the same prims in the same order. */
import type { Layer, PrimSpec, PropertySpec, Spec, VariantSetSpec } from "@usdkit/layer";
import { identityMatrix, type RowMatrix } from "@usdkit/transforms";
import type { PrimDefinition, PrimTypes } from "../prims/definition.ts";
import { primTypes as defaultPrimTypes } from "../prims/index.ts";
import { worldMatrixBelow } from "../transform/service-matrix.ts";
import { Callbacks } from "./callbacks.ts";
import { childrenInOrder, isActive } from "./traverse.ts";

/** A prim and its ancestors, with values that several readers share, computed once. */
export interface PrimPlace {
  /** The table of its type; undefined for a type that the service ignores and for a prim without one. */
  readonly definition: PrimDefinition | undefined;
  /** Undefined for a root prim. */
  readonly parent: PrimPlace | undefined;
  readonly prim: PrimSpec;
  /** From the prim's space to the world's, as the service reads it. Computed on first access. */
  readonly worldMatrix: RowMatrix;
}

/**
 * Callbacks of a reader: for prims as the service visits them (depth first, `reorder` applied, without inactive subtrees
 * and variants, and in a full scene only `def`s), or for every spec.
 */
export interface SceneVisitor {
  /** Names it for {@link WalkOptions.onThrow}. */
  readonly name?: string | undefined;
  /** Each visited prim, parents first. */
  readonly prim?: ((prim: PrimSpec, place: PrimPlace) => void) | undefined;
  /** Each property of those prims, after its prim. */
  readonly property?: ((property: PropertySpec, prim: PrimSpec, place: PrimPlace) => void) | undefined;
  /** Each inactive prim that is skipped with everything under it; not those under another skipped prim. */
  readonly inactivePrim?: ((prim: PrimSpec, parent: PrimPlace | undefined) => void) | undefined;
  /** In a full scene each `over` or `class` that is skipped with everything under it; not those under another. */
  readonly undefinedPrim?: ((prim: PrimSpec) => void) | undefined;
  /** Every spec of the layer, the root, variants and inactive subtrees included, parents first. */
  readonly spec?: ((spec: Spec) => void) | undefined;
  /** After the walk. */
  readonly end?: (() => void) | undefined;
}

/** Frees the data that a reader created for a prim. */
export interface SpecMemory {
  /** Returns whether the prim was read before the walk came to it. */
  readonly isOpened: (prim: PrimSpec) => boolean;
  readonly forget: (prim: PrimSpec) => void;
}

/** What {@link walkScene} does with a prim: visit it and what is below, only what is below (`pass`), or neither (`skip`). */
export type WalkStep = "visit" | "pass" | "skip";

/** Options of {@link walkScene}. */
export interface WalkOptions {
  /**
   * Whether to visit only `def`s: an `over` or `class` is skipped with everything under it, as in the reference's
   * traversal. Default false.
   */
  readonly isFullScene?: boolean | undefined;
  /** Default: those of the service. */
  readonly primTypes?: PrimTypes | undefined;
  /** Frees prims after the visit to them and what is below, unless they were read before; default: nothing is freed. */
  readonly memory?: SpecMemory | undefined;
  /** Called before a prim is read, with its depth (0 for root prims). Default: every prim is visited. */
  readonly begin?: ((prim: PrimSpec, depth: number) => WalkStep) | undefined;
  /** Takes what a visitor throws: it is not called again, and the others go on. Default: the walk throws it. */
  readonly onThrow?: ((visitor: SceneVisitor, error: unknown) => void) | undefined;
}

/** Returns the place of a prim, for readers that did not walk to it. */
export function placeOfPrim(prim: PrimSpec, primTypes: PrimTypes = defaultPrimTypes): PrimPlace {
  const chain: PrimSpec[] = [];
  for (let at: PrimSpec["parent"] | PrimSpec = prim; at.specType === "prim"; at = at.parent) chain.push(at);
  let place: Place | undefined;
  for (let i = chain.length - 1; i > 0; i--) place = new Place(chain[i], place, primTypes);
  return new Place(prim, place, primTypes);
}

class Place implements PrimPlace {
  readonly definition: PrimDefinition | undefined;
  readonly parent: Place | undefined;
  readonly prim: PrimSpec;
  readonly #primTypes: PrimTypes;
  #world: RowMatrix | undefined;

  constructor(prim: PrimSpec, parent: Place | undefined, primTypes: PrimTypes) {
    this.definition = primTypes.get(prim.typeName);
    this.parent = parent;
    this.prim = prim;
    this.#primTypes = primTypes;
  }

  get worldMatrix(): RowMatrix {
    if (this.#world !== undefined) return this.#world;
    const chain: Place[] = [];
    let above = this.parent;
    while (above !== undefined && above.#world === undefined) {
      chain.push(above);
      above = above.parent;
    }
    let world = above === undefined ? identityMatrix : (above.#world ?? identityMatrix);
    for (let i = chain.length - 1; i >= 0; i--) {
      world = worldMatrixBelow(chain[i].prim, world, this.#primTypes);
      chain[i].#world = world;
    }
    return (this.#world = worldMatrixBelow(this.prim, world, this.#primTypes));
  }
}

/** Siblings that are being visited. */
interface Level {
  readonly prims: readonly PrimSpec[];
  /** Index of the next sibling. */
  index: number;
  readonly parent: Place | undefined;
  /** Whether it is neither skipped nor under a skipped prim. */
  readonly counts: boolean;
  /** The prim above, if it is freed after the last sibling. */
  readonly freed?: PrimSpec | undefined;
}

type CallbacksOf<Kind extends keyof SceneVisitor> = Callbacks<
  SceneVisitor,
  Extract<SceneVisitor[Kind], (...values: never) => void>
>;

/** The callbacks of visitors, by what they are called for. */
interface VisitorCallbacks {
  readonly onPrim: CallbacksOf<"prim">;
  readonly onProperty: CallbacksOf<"property">;
  readonly onSpec: CallbacksOf<"spec">;
  readonly onUndefined: CallbacksOf<"undefinedPrim">;
  readonly onInactive: CallbacksOf<"inactivePrim">;
  readonly onEnd: CallbacksOf<"end">;
}

function callbacksOf(visitors: readonly SceneVisitor[], onThrow: WalkOptions["onThrow"]): VisitorCallbacks {
  const leaveOut = (visitor: SceneVisitor, error: unknown): void => {
    if (onThrow === undefined) throw error;
    onThrow(visitor, error);
    for (const kind of [onPrim, onProperty, onSpec, onUndefined, onInactive, onEnd]) kind.remove(visitor);
  };
  const onPrim: CallbacksOf<"prim"> = new Callbacks(leaveOut);
  const onProperty: CallbacksOf<"property"> = new Callbacks(leaveOut);
  const onSpec: CallbacksOf<"spec"> = new Callbacks(leaveOut);
  const onUndefined: CallbacksOf<"undefinedPrim"> = new Callbacks(leaveOut);
  const onInactive: CallbacksOf<"inactivePrim"> = new Callbacks(leaveOut);
  const onEnd: CallbacksOf<"end"> = new Callbacks(leaveOut);
  for (const visitor of visitors) {
    onPrim.add(visitor, visitor.prim);
    onProperty.add(visitor, visitor.property);
    onSpec.add(visitor, visitor.spec);
    onUndefined.add(visitor, visitor.undefinedPrim);
    onInactive.add(visitor, visitor.inactivePrim);
    onEnd.add(visitor, visitor.end);
  }
  return { onPrim, onProperty, onSpec, onUndefined, onInactive, onEnd };
}

/**
 * Visits every spec once, without recursion, so deep layers do not overflow the stack. At each prim the visitors are called
 * in the order of the list.
 */
export function walkScene(layer: Layer, visitors: readonly SceneVisitor[], options: WalkOptions = {}): void {
  const { isFullScene = false, primTypes = defaultPrimTypes, memory, begin } = options;
  const { onPrim, onProperty, onSpec, onUndefined, onInactive, onEnd } = callbacksOf(visitors, options.onThrow);
  const readsProperties = !onProperty.isEmpty || !onSpec.isEmpty;

  onSpec.call(layer.root);
  const levels: Level[] = [{ prims: childrenInOrder(layer.root), index: 0, parent: undefined, counts: true }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.index === level.prims.length) {
      levels.pop();
      if (level.freed !== undefined) memory?.forget(level.freed);
      continue;
    }
    const prim = level.prims[level.index++];
    const step = begin?.(prim, levels.length - 1) ?? "visit";
    if (step === "skip") continue;
    if (step === "pass") {
      passBy(prim, level);
      continue;
    }
    const freed = memory?.isOpened(prim) === false ? prim : undefined;
    const isIn = level.counts && isActive(prim);
    const counts = isIn && (!isFullScene || prim.specifier === "def");
    if (level.counts && !isIn) onInactive.call(prim, level.parent);
    if (isIn && !counts) onUndefined.call(prim);
    if (!counts && onSpec.isEmpty) continue;
    const place = new Place(prim, level.parent, primTypes);
    onSpec.call(prim);
    if (counts) onPrim.call(prim, place);
    if (readsProperties) for (const property of prim.properties) visitProperty(property, place, counts);
    if (!onSpec.isEmpty) for (const set of prim.variantSets) visitVariants(set, onSpec);
    const prims = childrenInOrder(prim);
    if (prims.length > 0) levels.push({ prims, index: 0, parent: place, counts, freed });
    else if (freed !== undefined) memory?.forget(freed);
  }

  function passBy(prim: PrimSpec, { parent, counts }: Level): void {
    const isIn = counts && isActive(prim) && (!isFullScene || prim.specifier === "def");
    levels.push({
      prims: childrenInOrder(prim),
      index: 0,
      parent: new Place(prim, parent, primTypes),
      counts: isIn,
    });
  }

  function visitProperty(property: PropertySpec, place: PrimPlace, counts: boolean): void {
    onSpec.call(property);
    if (counts) onProperty.call(property, place.prim, place);
  }

  onEnd.call();
}

/** Visits a variant set and everything in it. */
function visitVariants(set: VariantSetSpec, onSpec: CallbacksOf<"spec">): void {
  const stack: Spec[] = [set];
  for (let spec = stack.pop(); spec !== undefined; spec = stack.pop()) {
    onSpec.call(spec);
    if (spec.specType === "attribute" || spec.specType === "relationship") continue;
    const inside: readonly Spec[] =
      spec.specType === "variantSet" ? spec.variants : [...spec.properties, ...spec.variantSets, ...spec.children];
    for (let i = inside.length - 1; i >= 0; i--) stack.push(inside[i]);
  }
}
