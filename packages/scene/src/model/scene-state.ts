/** The scene of the builder. */
import { applyOrder, isActive, type PrimRole, type PrimTypes } from "@usdkit/service-scene";
import { nearestName, type Layer, type PrimSpec } from "@usdkit/layer";
import { rejection, type SceneError } from "../check/scene-error.ts";
import { PrimState, type PrimOwner } from "./prim-state.ts";

/** Metadata of the stage. */
export interface StageMetadata {
  readonly defaultPrim?: string;
  readonly doc?: string;
  readonly upAxis?: "Y" | "Z";
  /** 1 for metres. */
  readonly metersPerUnit?: number;
}

/** Fields of the stage's metadata that a scene reads and writes. */
export type StageField = "defaultPrim" | "documentation" | "upAxis" | "metersPerUnit";

export class SceneState implements PrimOwner {
  readonly root: PrimState;
  /** The layer that was opened; undefined for a scene that is built. */
  opened: Layer | undefined;
  readonly maxResolution: number;
  readonly primTypes: PrimTypes;
  metadata: StageMetadata = {};
  /** Prims of the text with new opinions or changed children. */
  readonly changed: Set<PrimState> = new Set();
  /** Incremented by every change. */
  revision = 0;
  /** The revision of `opened`: nothing was authored since. */
  openedRevision = 0;
  /** Returns the layer with everything authored so far. */
  readLayer: () => Layer = () => {
    throw new TypeError("The scene has no text yet");
  };
  #settings: PrimState | undefined;
  #hasSoughtSettings: boolean;

  constructor(limits: { readonly maxResolution: number; readonly primTypes: PrimTypes }, opened?: Layer) {
    this.maxResolution = limits.maxResolution;
    this.primTypes = limits.primTypes;
    this.opened = opened;
    this.root = new PrimState(this, { name: "", typeName: "", parent: undefined, origin: opened?.root });
    this.#hasSoughtSettings = opened === undefined;
  }

  note(changed: PrimState): void {
    this.revision++;
    if (changed.origin !== undefined) this.changed.add(changed);
  }

  authorMetadata(change: StageMetadata): void {
    this.metadata = { ...this.metadata, ...change };
    this.note(this.root);
  }

  /** Continues with a text that contains everything authored so far. Handles stay valid. */
  rebase(layer: Layer): void {
    this.opened = layer;
    this.metadata = {};
    this.changed.clear();
    this.#hasSoughtSettings = false;
    this.revision++;
    this.openedRevision = this.revision;
    let states: (readonly [PrimState, PrimSpec])[] = [...this.root.rebase(layer.root)];
    while (states.length > 0) states = states.flatMap(([state, spec]) => [...state.rebase(spec)]);
  }

  /** Returns a field of the stage's metadata: authored by a call or in the text; undefined if neither. */
  stageValue(field: StageField): string | number | undefined {
    const authored = field === "documentation" ? this.metadata.doc : this.metadata[field];
    if (authored !== undefined) return authored;
    const value = this.opened?.root.fields.get(field)?.value;
    const data = value?.kind === "typed" ? value.data : undefined;
    return typeof data === "string" || typeof data === "number" ? data : undefined;
  }

  /** Returns the up axis and unit of the stage, or their fallbacks (UsdGeomGetFallbackUpAxis, UsdGeomLinearUnits). */
  space(): { readonly upAxis: "Y" | "Z"; readonly metersPerUnit: number } {
    const metersPerUnit = Number(this.stageValue("metersPerUnit") ?? 0.01);
    return {
      upAxis: this.stageValue("upAxis") === "Z" ? "Z" : "Y",
      metersPerUnit: metersPerUnit > 0 && Number.isFinite(metersPerUnit) ? metersPerUnit : 0.01,
    };
  }

  /** Returns the prim at an absolute path; undefined if there is none. */
  find(path: string): PrimState | undefined {
    if (!path.startsWith("/")) return undefined;
    let state: PrimState | undefined = this.root;
    if (path === "/") return state;
    for (const name of path.slice(1).split("/")) {
      state = state?.child(name);
      if (state === undefined) return undefined;
    }
    return state;
  }

  /** Returns the error for a path without a prim. */
  notFound(path: string): SceneError {
    let above = this.root;
    for (const name of path.replace(/^\//, "").split("/")) {
      const child = above.child(name);
      if (child !== undefined) {
        above = child;
        continue;
      }
      const nearest = nearestName(
        name,
        above.children.map((each) => each.name),
      );
      const found = nearest === undefined ? "" : `; did you mean ${JSON.stringify(above.child(nearest)?.path)}?`;
      return rejection(path.slice(0, 200), `there is no such prim${found}`);
    }
    return rejection(path.slice(0, 200), "there is no such prim");
  }

  /** Yields the prims that the service visits, in traversal order. */
  *traverse(): Generator<PrimState> {
    const stack = inTraversal(this.root).toReversed();
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      // Like the service, skips an over or a class with everything under it.
      if (state.specifier !== "def" || (state.originPrim !== undefined && !isActive(state.originPrim))) continue;
      yield state;
      const children = inTraversal(state);
      for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
    }
  }

  firstCamera(): PrimState | undefined {
    return this.#first("camera");
  }

  /** The RenderSettings in use. */
  get settings(): PrimState | undefined {
    if (this.#settings?.isRemoved === true) this.#hasSoughtSettings = false;
    if (!this.#hasSoughtSettings) {
      this.#settings = this.#first("renderSettings");
      this.#hasSoughtSettings = true;
    }
    return this.#settings;
  }

  set settings(state: PrimState | undefined) {
    this.#settings = state;
    this.#hasSoughtSettings = true;
  }

  #first(role: PrimRole): PrimState | undefined {
    for (const state of this.traverse()) if (state.definition?.role === role) return state;
    return undefined;
  }
}

/** Returns children with `reorder nameChildren` of the text applied. */
function inTraversal(state: PrimState): readonly PrimState[] {
  const order = state.origin?.fields.get("primOrder")?.value;
  return order?.kind === "names" ? applyOrder(state.children, order.names) : state.children;
}

/** Returns whether `a` comes before `b` in traversal order. */
export function comesBefore(a: PrimState, b: PrimState): boolean {
  let [left, right] = [a, b];
  while (left.depth > right.depth && left.parent !== undefined) left = left.parent;
  while (right.depth > left.depth && right.parent !== undefined) right = right.parent;
  // One is an ancestor of the other: parents come first.
  if (left === right) return a.depth < b.depth;
  while (left.parent !== right.parent && left.parent !== undefined && right.parent !== undefined) {
    left = left.parent;
    right = right.parent;
  }
  const siblings = left.parent === undefined ? [] : inTraversal(left.parent);
  if (siblings.at(-1) === left) return false;
  return siblings.indexOf(left) < siblings.indexOf(right);
}
