/** The scene while its prims are found: those of the stage that show something, and those above them. */
import { type PlainPrim, type PlainProperty } from "@usdkit/layer";
import {
  identityMatrix,
  invertMatrix,
  isAffineMatrix,
  isFiniteMatrix,
  isIdentityMatrix,
  multiplyMatrices,
  type RowMatrix,
} from "@usdkit/transforms";
import type { PrimNode, XformCache } from "@usdkit/usd";
import type { DroppedList } from "../errors/dropped.ts";

/** A prim of the scene. */
export interface SceneNode {
  readonly name: string;
  readonly path: string;
  type: string;
  /** To the space of the prim above. */
  readonly matrix: RowMatrix;
  properties: readonly PlainProperty[];
  /** Asset path of the payload. */
  payload?: { readonly file: string; readonly target: string } | undefined;
  readonly children: SceneNode[];
}

/** The prims of a scene. Their paths are those of the stage. */
export class SceneTree {
  readonly roots: SceneNode[] = [];
  readonly #xforms: XformCache;
  readonly #turn: RowMatrix;
  readonly #dropped: DroppedList;
  readonly #nodes: Map<string, SceneNode | undefined> = new Map();
  /** Of prims with instances: the names of their children. */
  readonly #taken: Map<SceneNode, Set<string>> = new Map();

  /** @param turn from the axes of the stage to those of the service */
  constructor(xforms: XformCache, turn: RowMatrix, dropped: DroppedList) {
    this.#xforms = xforms;
    this.#turn = turn;
    this.#dropped = dropped;
  }

  /** Returns the prim of the scene for one of the stage, and adds those above it; undefined if its transform cannot be kept. */
  node(prim: PrimNode): SceneNode | undefined {
    const waiting: PrimNode[] = [];
    for (let at: PrimNode | undefined = prim; at !== undefined && !this.#nodes.has(at.path); at = at.parent) {
      waiting.push(at);
    }
    for (const each of waiting.toReversed()) this.#nodes.set(each.path, this.#add(each));
    return this.#nodes.get(prim.path);
  }

  /** Adds a prim below another one for what is elsewhere than that. */
  below(parent: SceneNode, prim: PrimNode, name: string, world: RowMatrix): SceneNode | undefined {
    const inverse = invertMatrix(this.#xforms.localToWorld(prim));
    const matrix = inverse && multiplyMatrices(world, inverse);
    if (matrix === undefined || !this.#isUsable(matrix, prim.path)) return undefined;
    const free = this.#freeName(parent, name);
    const node = { name: free, path: `${parent.path}/${free}`, type: "Xform", matrix, properties: [], children: [] };
    parent.children.push(node);
    return node;
  }

  #add(prim: PrimNode): SceneNode | undefined {
    const { parent } = prim;
    const above = parent === undefined ? undefined : this.#nodes.get(parent.path);
    if (parent !== undefined && above === undefined) return undefined;
    const matrix = this.#matrix(prim, parent === undefined);
    if (matrix === undefined || !this.#isUsable(matrix, prim.path)) return undefined;
    const siblings = above?.children ?? this.roots;
    const type = prim.type === "Scope" ? "Scope" : "Xform";
    const node = { name: prim.name, path: prim.path, type, matrix, properties: [], children: [] };
    siblings.push(node);
    return node;
  }

  /** Returns the matrix to the space of the prim above; that of a root prim leads to the axes of the service. */
  #matrix(prim: PrimNode, isRoot: boolean): RowMatrix | undefined {
    const local = this.#xforms.local(prim);
    if (isRoot) return isIdentityMatrix(this.#turn) ? local : multiplyMatrices(local, this.#turn);
    if (!this.#xforms.resetsXformStack(prim)) return local;
    const inverse = invertMatrix(this.#xforms.parentToWorld(prim));
    return inverse && multiplyMatrices(local, inverse);
  }

  #freeName(parent: SceneNode, name: string): string {
    const taken = this.#taken.get(parent) ?? new Set(parent.children.map((each) => each.name));
    this.#taken.set(parent, taken);
    // Names that are tried first are free in nearly all cases: each child has taken one.
    let free = taken.has(name) ? `${name}_${taken.size}` : name;
    for (let i = taken.size; taken.has(free); i++) free = `${name}_${i}`;
    taken.add(free);
    return free;
  }

  #isUsable(matrix: RowMatrix, path: string): boolean {
    const isUsable = isFiniteMatrix(matrix) && isAffineMatrix(matrix) && invertMatrix(matrix) !== undefined;
    if (!isUsable)
      this.#dropped.add(path, "Its transform is singular or not affine: it and what is below it is left out");
    return isUsable;
  }
}

/** Returns the prims as plain data, children first: their depth is not that of the call stack. */
export function plainPrims(roots: readonly SceneNode[]): readonly PlainPrim[] {
  const order: SceneNode[] = [];
  const waiting = [...roots];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order.push(node);
    waiting.push(...node.children);
  }
  const made = new Map<SceneNode, PlainPrim>();
  for (const node of order.toReversed()) {
    made.set(
      node,
      plainPrim(
        node,
        node.children.flatMap((child) => made.get(child) ?? []),
      ),
    );
  }
  return roots.flatMap((root) => made.get(root) ?? []);
}

function plainPrim({ name, type, matrix, properties, payload }: SceneNode, children: readonly PlainPrim[]): PlainPrim {
  const isPlaced = !isIdentityMatrix(matrix) && matrix !== identityMatrix;
  return {
    name,
    // A Scope has no transform.
    type: type === "Scope" && isPlaced ? "Xform" : type,
    metadata:
      payload === undefined ? {} : { payload: { explicit: [{ asset: payload.file, primPath: payload.target }] } },
    properties: [...properties, ...(isPlaced ? transformProperties(matrix) : [])],
    children,
  };
}

function transformProperties(matrix: RowMatrix): readonly PlainProperty[] {
  const rows = [0, 1, 2, 3].map((row) => Array.from(matrix.slice(4 * row, 4 * row + 4)));
  return [
    { name: "xformOp:transform", type: "matrix4d", value: rows },
    { name: "xformOpOrder", type: "token[]", value: ["xformOp:transform"], uniform: true },
  ];
}
