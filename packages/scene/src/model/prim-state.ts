/** A prim of the builder: its spec in the text (`origin`), and the changes that calls authored since. */
import {
  attributeValue,
  identityMatrix,
  multiplyMatrices,
  plainData,
  type AttributeData,
  type PrimDefinition,
  type PrimTypes,
  type RowMatrix,
} from "@usdkit/service-scene";
import type { PrimSpec, PseudoRootSpec, Specifier } from "@usdkit/layer";
import { rejection } from "../check/scene-error.ts";
import { authoredPlacement, unmoved } from "./authored-placement.ts";
import type { Placement, Subject, Authored } from "./subject.ts";

/** The scene of a prim. */
export interface PrimOwner {
  readonly primTypes: PrimTypes;
  /** Records that a prim changed. */
  note(changed: PrimState): void;
}

/** Arguments of a new prim. */
export interface PrimStateInit {
  readonly name: string;
  readonly typeName: string;
  /** Undefined for the root. */
  readonly parent: PrimState | undefined;
  /** The spec of the text that was opened; undefined for a new prim. */
  readonly origin?: PrimSpec | PseudoRootSpec | undefined;
}

const nothingAuthored: Authored = { attributes: [] };

const noChildren: readonly PrimState[] = [];

/** A prim, or the root with the name "". */
export class PrimState implements Subject {
  readonly #owner: PrimOwner;
  readonly typeName: string;
  readonly specifier: Specifier;
  #name: string;
  #parent: PrimState | undefined;
  #origin: PrimSpec | PseudoRootSpec | undefined;
  isRemoved = false;
  #authored: Authored = nothingAuthored;
  #removed: Set<string> | undefined;
  #children: PrimState[] | undefined;
  #byName: Map<string, PrimState> | undefined;
  #numbers: Map<string, number> | undefined;

  constructor(owner: PrimOwner, { name, typeName, parent, origin }: PrimStateInit) {
    this.#owner = owner;
    this.#name = name;
    this.typeName = typeName;
    this.#parent = parent;
    this.#origin = origin;
    this.specifier = origin?.specType === "prim" ? origin.specifier : "def";
  }

  get name(): string {
    return this.#name;
  }

  get parent(): PrimState | undefined {
    return this.#parent;
  }

  /** The spec of the opened text; undefined for a prim built since. */
  get origin(): PrimSpec | PseudoRootSpec | undefined {
    return this.#origin;
  }

  /** Depth of the prim: 0 for the root. */
  get depth(): number {
    let depth = 0;
    for (let above = this.#parent; above !== undefined; above = above.#parent) depth++;
    return depth;
  }

  get definition(): PrimDefinition | undefined {
    return this.#owner.primTypes.get(this.typeName);
  }

  get authored(): Authored {
    return this.#authored;
  }

  /** The spec of the text, if it is a prim's. */
  get originPrim(): PrimSpec | undefined {
    return this.origin?.specType === "prim" ? this.origin : undefined;
  }

  author(change: Partial<Authored>): void {
    this.replace({ ...this.#authored, ...change });
  }

  /**
   * Replaces everything that calls authored.
   *
   * @throws SceneError if the prim was removed
   */
  replace(authored: Authored): void {
    this.checkInPlace();
    this.#authored = authored;
    this.#owner.note(this);
  }

  /** @throws SceneError if the prim was removed */
  checkInPlace(): void {
    if (this.isRemoved) throw rejection(this.path, "the prim was removed from the scene");
  }

  placement(): Placement {
    const { placement } = this.#authored;
    if (placement !== undefined) return placement;
    return this.originPrim === undefined ? unmoved : authoredPlacement(this.originPrim, this.#owner.primTypes);
  }

  parentWorld(): RowMatrix {
    let world = identityMatrix;
    if (this.placement().resets) return world;
    for (let above = this.#parent; above !== undefined; above = above.#parent) {
      const { matrix, resets } = above.placement();
      if (matrix !== identityMatrix) world = multiplyMatrices(world, matrix);
      if (resets) break;
    }
    return world;
  }

  attribute(name: string): AttributeData | undefined {
    const authored = this.#authored.attributes.find(({ definition }) => definition.name === name);
    if (authored !== undefined) return plainData(authored.value);
    if (this.originPrim === undefined || this.#authored.removed?.has(name) === true) return undefined;
    return attributeValue(this.originPrim, name, this.definition?.properties.get(name)?.type);
  }

  /** In authored order. Children of a text are created on first access. */
  get children(): readonly PrimState[] {
    // Most prims have none, and need no list.
    const isLeaf = this.#children === undefined && (this.origin?.children.length ?? 0) === 0;
    return isLeaf ? noChildren : this.#loaded();
  }

  /** Names of children of the text that were removed. */
  get removed(): Iterable<string> {
    return this.#removed ?? [];
  }

  get path(): string {
    if (this.parent === undefined) return "/";
    const names = [this.name];
    for (let above = this.parent; above.parent !== undefined; above = above.parent) names.push(above.name);
    return `/${names.reverse().join("/")}`;
  }

  child(name: string): PrimState | undefined {
    if (this.origin !== undefined) this.#loaded();
    return this.#byName?.get(name);
  }

  /** Appends a prim. Its name must be free. */
  attach(child: PrimState): void {
    this.#loaded().push(child);
    (this.#byName ??= new Map()).set(child.name, child);
    child.#parent = this;
    this.#owner.note(this);
  }

  /** Inserts a prim after one of the children. Its name must be free. */
  insertAfter(sibling: PrimState, child: PrimState): PrimState {
    const children = this.#loaded();
    children.splice(children.indexOf(sibling) + 1, 0, child);
    (this.#byName ??= new Map()).set(child.name, child);
    this.#owner.note(this);
    return child;
  }

  /** Detaches a child that will be attached to another parent. */
  release(child: PrimState): void {
    const children = this.#loaded();
    children.splice(children.indexOf(child), 1);
    this.#byName?.delete(child.name);
    this.#owner.note(this);
  }

  /** Renames a child. The name must be free. */
  renameChild(child: PrimState, name: string): void {
    this.#loaded();
    this.#byName?.delete(child.name);
    child.setName(name);
    (this.#byName ??= new Map()).set(name, child);
    this.#owner.note(this);
  }

  /** Sets the name of a prim that no parent has. */
  setName(name: string): void {
    this.#name = name;
  }

  /**
   * Takes the spec of a text that contains everything authored so far. A camera that RenderSettings follow stays followed.
   *
   * @returns The prims below that are in memory, with their specs
   */
  rebase(spec: PrimSpec | PseudoRootSpec): readonly (readonly [PrimState, PrimSpec])[] {
    const isFollowing = this.#authored.cameraTarget === "first";
    this.#authored = isFollowing ? { attributes: [], cameraTarget: "first" } : nothingAuthored;
    this.#origin = spec;
    this.#removed = undefined;
    if (isFollowing) this.#owner.note(this);
    if (this.#children === undefined) return [];
    const known = new Map(this.#children.map((child) => [child.name, child]));
    this.#children = spec.children.map((each) => known.get(each.name) ?? this.#opened(each));
    this.#byName = new Map(this.#children.map((child) => [child.name, child]));
    return this.#children.map((child, index) => [child, spec.children[index]] as const);
  }

  /** Removes a child, and marks it and all prims below it as removed. */
  detach(child: PrimState): void {
    const children = this.#loaded();
    children.splice(children.indexOf(child), 1);
    this.#byName?.delete(child.name);
    if (child.origin !== undefined) (this.#removed ??= new Set()).add(child.name);
    this.#owner.note(this);
    const waiting = [child];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      next.isRemoved = true;
      for (const each of next.#children ?? []) waiting.push(each);
    }
  }

  /** `base`, or the first of `base_1`, `base_2`, … that no child has. */
  freeName(base: string): string {
    if (this.child(base) === undefined) return base;
    const numbers = (this.#numbers ??= new Map<string, number>());
    // Continues where the last search ended, so that a thousand names do not need a million look-ups.
    let number = numbers.get(base) ?? 1;
    while (this.child(`${base}_${number}`) !== undefined) number++;
    numbers.set(base, number);
    return `${base}_${number}`;
  }

  #opened(spec: PrimSpec): PrimState {
    return new PrimState(this.#owner, { name: spec.name, typeName: spec.typeName, parent: this, origin: spec });
  }

  #loaded(): PrimState[] {
    if (this.#children !== undefined) return this.#children;
    const children: PrimState[] = [];
    this.#children = children;
    if (this.origin === undefined || this.origin.children.length === 0) return children;
    const byName = new Map<string, PrimState>();
    this.#byName = byName;
    for (const spec of this.origin.children) {
      const child = this.#opened(spec);
      children.push(child);
      byName.set(spec.name, child);
    }
    return children;
  }
}
