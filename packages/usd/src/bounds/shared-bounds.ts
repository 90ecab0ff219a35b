/** Bounds of prims that share all with others: computed for the first of them. */
import { isA } from "@usdkit/schemas";
import { identityMatrix, type RowMatrix } from "@usdkit/transforms";
import type { SharedPrim } from "../index/shared-prim.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import type { PurposeBoxes } from "./bounds-space.ts";

/** Their extents depend on prims elsewhere. */
const DEPENDENT_TYPES = ["PointInstancer", "Skeleton", "SkelRoot"];

/** Differences of matrices below this come from rounding. */
const STEP = 1e-9;

/** The number of the identity among the matrices of places. */
export const IDENTITY_NUMBER = 0;

/** What the boxes of a prim depend on, other than the prims below it. */
export interface BoundsPlace {
  /** The purpose that it inherits; "" for none. */
  readonly purpose: string;
  /** Whether the prim above is a group of models. */
  readonly isInGroup: boolean;
  /** The number of the matrix from the prim to the closest component above. */
  readonly toComponent: number;
}

/** What prims with the same opinions have in common. */
interface SharedEntry {
  readonly boxes: Map<string, PurposeBoxes>;
  /** Whether they are where the prims above them are, and no components; undefined until one was visited. */
  isPlain: boolean | undefined;
}

/** The boxes of shared prims by what they depend on. */
export class SharedBounds {
  private readonly reader: StageReader;
  /** By what prims share; undefined for those whose bounds are their own. */
  private readonly entries: Map<object, SharedEntry | undefined> = new Map();
  private readonly selfContained: Map<object, boolean> = new Map();
  private readonly matrices: Map<string, number> = new Map([[keyOf(identityMatrix), IDENTITY_NUMBER]]);

  constructor(reader: StageReader) {
    this.reader = reader;
  }

  /** Returns the number of a matrix; matrices that differ by rounding have one number. */
  numberOf(matrix: RowMatrix): number {
    if (isIdentity(matrix)) return IDENTITY_NUMBER;
    const key = keyOf(matrix);
    let number = this.matrices.get(key);
    if (number === undefined) this.matrices.set(key, (number = this.matrices.size));
    return number;
  }

  /** Returns the boxes of prims like one at its place, to be read or filled; undefined if its bounds are its own. */
  of(prim: PrimNode, { isPlain, placeOf }: Visited): BoundsSlot | undefined {
    const common = this.reader.sharedOpinions(prim);
    if (common === undefined) return undefined;
    let known = this.entries.get(common);
    if (known === undefined) {
      if (this.entries.has(common)) return undefined;
      const shared = this.reader.stage.tree.shared(prim.source);
      if (shared !== undefined && this.isSelfContained(shared)) known = { boxes: new Map(), isPlain: undefined };
      this.entries.set(common, known);
      if (known === undefined) return undefined;
    }
    known.isPlain ??= isPlain();
    const key = keyOfPlace(placeOf());
    return { boxes: known.boxes.get(key), all: known.boxes, key };
  }

  /** Returns the boxes of a child that is where the prim above it is; undefined if they are not known. */
  plainBoxes(child: PrimNode["source"], place: BoundsPlace): PurposeBoxes | undefined {
    const common = this.reader.sharedOpinionsAt(child);
    const known = common && this.entries.get(common);
    return known?.isPlain === true ? known.boxes.get(keyOfPlace(place)) : undefined;
  }

  /** Whether the bounds of a prim follow from it and the prims below it, in whatever place. */
  private isSelfContained(top: SharedPrim): boolean {
    const known = this.selfContained.get(top.composed);
    if (known !== undefined) return known;
    const visited = new Set<object>();
    const found = this.areSelfContained(top, visited);
    // If one is not, it is not known which of the others have it below them.
    if (found) for (const each of visited) this.selfContained.set(each, true);
    else this.selfContained.set(top.composed, false);
    return found;
  }

  private areSelfContained(top: SharedPrim, visited: Set<object>): boolean {
    if (top.composed.mayHaveClips) return false;
    const waiting: (SharedPrim | undefined)[] = [top];
    while (waiting.length > 0) {
      const prim = waiting.pop();
      if (prim === undefined) return false;
      const known = this.selfContained.get(prim.composed);
      if (known === false) return false;
      if (known === true || visited.has(prim.composed)) continue;
      visited.add(prim.composed);
      if (isDependent(prim.fields.typeName)) return false;
      waiting.push(...prim.children);
    }
    return true;
  }
}

function keyOfPlace({ purpose, isInGroup, toComponent }: BoundsPlace): string {
  return `${purpose} ${isInGroup} ${toComponent}`;
}

/** Whether a matrix is the identity without any rounding: that of most components is. */
function isIdentity(matrix: RowMatrix): boolean {
  return matrix === identityMatrix || matrix.every((value, i) => value === identityMatrix[i]);
}

function keyOf(matrix: RowMatrix): string {
  // -0 is written as 0.
  return matrix.map((value) => Math.round(value / STEP)).join(" ");
}

/** Whether the bounds of prims of a type may depend on prims elsewhere. */
function isDependent(typeName: string): boolean {
  // A type that is not known may stand for another one.
  if (typeName !== "" && !isA(typeName, "Typed")) return true;
  return DEPENDENT_TYPES.some((each) => isA(typeName, each));
}

/** A prim that is visited. */
interface Visited {
  /** Whether it is where the prim above it is, and no component. */
  readonly isPlain: () => boolean;
  readonly placeOf: () => BoundsPlace;
}

/** A place for boxes. */
export interface BoundsSlot {
  readonly boxes: PurposeBoxes | undefined;
  readonly all: Map<string, PurposeBoxes>;
  readonly key: string;
}
