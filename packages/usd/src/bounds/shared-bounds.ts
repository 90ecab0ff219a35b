/** Bounds of prims that share all with others: computed for the first of them. */
import { isA } from "@usdkit/schemas";
import type { RowMatrix } from "@usdkit/transforms";
import type { SharedPrim } from "../index/shared-prim.ts";
import { walkShared } from "../index/shared-subtree.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { Stage } from "../stage/stage.ts";
import type { PurposeBoxes } from "./bounds-space.ts";

/** Their extents depend on prims elsewhere. */
const DEPENDENT_TYPES = ["PointInstancer", "Skeleton", "SkelRoot"];

/** Differences of matrices below this come from rounding. */
const STEP = 1e-9;

/** What the boxes of a prim depend on, other than the prims below it. */
export interface BoundsPlace {
  /** The purpose that it inherits; "" for none. */
  readonly purpose: string;
  /** Whether the prim above is a group of models. */
  readonly isInGroup: boolean;
  /** From the prim to the closest component above. */
  readonly toComponent: RowMatrix;
}

/** The boxes of shared prims by what they depend on. */
export class SharedBounds {
  private readonly stage: Stage;
  /** By the graph that prims share. */
  private readonly boxes: Map<object, Map<string, PurposeBoxes>> = new Map();
  private readonly selfContained: Map<object, boolean> = new Map();

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Returns the boxes of prims like one at its place, to be read or filled; undefined if its bounds are its own. */
  of({ source }: PrimNode, placeOf: () => BoundsPlace): BoundsSlot | undefined {
    const shared = this.stage.tree.shared(source);
    if (shared === undefined || !this.isSelfContained(shared)) return undefined;
    const { purpose, isInGroup, toComponent } = placeOf();
    const offsets = this.stage.index(source)?.sharedBelow?.offsets ?? "";
    const key = `${purpose} ${isInGroup} ${offsets} ${toComponent.map((value) => Math.round(value / STEP)).join(" ")}`;
    let known = this.boxes.get(shared.composed);
    if (known === undefined) this.boxes.set(shared.composed, (known = new Map<string, PurposeBoxes>()));
    return { boxes: known.get(key), all: known, key };
  }

  private isSelfContained(top: SharedPrim): boolean {
    let known = this.selfContained.get(top.composed);
    if (known === undefined) this.selfContained.set(top.composed, (known = isSelfContained(top)));
    return known;
  }
}

/** A place for boxes. */
export interface BoundsSlot {
  readonly boxes: PurposeBoxes | undefined;
  readonly all: Map<string, PurposeBoxes>;
  readonly key: string;
}

/** Whether the bounds of a prim follow from it and the prims below it, in whatever place. */
function isSelfContained(top: SharedPrim): boolean {
  if (top.composed.mayHaveClips) return false;
  for (const { prim } of walkShared(top, () => true)) {
    if (prim === undefined) return false;
    const { typeName } = prim.fields;
    // A type that is not known may stand for another one.
    if (typeName !== "" && !isA(typeName, "Typed")) return false;
    if (DEPENDENT_TYPES.some((each) => isA(typeName, each))) return false;
  }
  return true;
}
