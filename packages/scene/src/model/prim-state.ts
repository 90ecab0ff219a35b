/** A prim as the builder knows it: what the text says (`origin`), and what was told since. */
import {
  attributeValue,
  bakedTransform,
  hasPlace,
  identityMatrix,
  multiplyMatrices,
  plainData,
  resetsXformStack,
  serviceMatrix,
  transformOps,
  type AttributeData,
  type RowMatrix,
} from "@usdkit/schema";
import type { PrimSpec, PseudoRootSpec, Specifier } from "@usdkit/layer";
import { refusal } from "../check/scene-error.ts";
import type { Placement, Subject, Told } from "./subject.ts";

/** Who wants to know that a prim changed. */
export interface ChangeLog {
  note(changed: PrimState): void;
}

const nothingTold: Told = { attributes: [] };

const noChildren: readonly PrimState[] = [];

const unmoved: Placement = { matrix: identityMatrix, resets: false };

/** A prim, or the root with the name "". */
export class PrimState implements Subject {
  readonly #log: ChangeLog;
  readonly name: string;
  readonly typeName: string;
  readonly specifier: Specifier;
  readonly parent: PrimState | undefined;
  /** How many prims deep: 0 for the root. */
  readonly depth: number;
  /** The spec of the text that was opened; undefined for what was built. */
  readonly origin: PrimSpec | PseudoRootSpec | undefined;
  isRemoved = false;
  #told: Told = nothingTold;
  #removed: Set<string> | undefined;
  #children: PrimState[] | undefined;
  #byName: Map<string, PrimState> | undefined;
  #numbers: Map<string, number> | undefined;

  constructor(
    log: ChangeLog,
    name: string,
    typeName: string,
    parent: PrimState | undefined,
    origin?: PrimSpec | PseudoRootSpec,
    specifier: Specifier = "def",
  ) {
    this.#log = log;
    this.name = name;
    this.typeName = typeName;
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.origin = origin;
    this.specifier = origin?.specType === "prim" ? origin.specifier : specifier;
  }

  get told(): Told {
    return this.#told;
  }

  /** The spec of the text, where it is a prim's. */
  get originPrim(): PrimSpec | undefined {
    return this.origin?.specType === "prim" ? this.origin : undefined;
  }

  tell(change: Partial<Told>): void {
    this.checkInPlace();
    this.#told = { ...this.#told, ...change };
    this.#log.note(this);
  }

  /** @throws SceneError where the prim was removed */
  checkInPlace(): void {
    if (this.isRemoved) throw refusal(this.path, "the prim was removed from the scene");
  }

  placement(): Placement {
    const { placement } = this.#told;
    if (placement !== undefined) return placement;
    const prim = this.originPrim;
    if (prim === undefined) return unmoved;
    const { ops, resetsXformStack: resets } = transformOps(prim);
    // With ops that the service does not read, what the author meant is where the prim stands in USD.
    const isPlain = ops.every((op) => op.name === "xformOp:transform");
    return { matrix: isPlain ? serviceMatrix(prim) : bakedTransform(prim).matrix, resets };
  }

  parentWorld(): RowMatrix {
    if (this.placement().resets) return identityMatrix;
    let world = identityMatrix;
    for (let above = this.parent; above !== undefined; above = above.parent) {
      const { matrix, resets } = above.#servicePlacement();
      if (matrix !== identityMatrix) world = multiplyMatrices(world, matrix);
      if (resets) break;
    }
    return world;
  }

  attribute(name: string): AttributeData | undefined {
    const told = this.#told.attributes.find(({ definition }) => definition.name === name);
    if (told !== undefined) return plainData(told.value);
    return this.originPrim === undefined ? undefined : attributeValue(this.originPrim, name);
  }

  /** In authored order. Those of a text are made when somebody looks. */
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

  /** Puts a prim that was made with this one as its parent at the end. Its name must be free. */
  attach(child: PrimState): void {
    this.#loaded().push(child);
    (this.#byName ??= new Map()).set(child.name, child);
    this.#log.note(this);
  }

  /** Takes a child away, and marks it and all under it as removed. */
  detach(child: PrimState): void {
    const children = this.#loaded();
    children.splice(children.indexOf(child), 1);
    this.#byName?.delete(child.name);
    if (child.origin !== undefined) (this.#removed ??= new Set()).add(child.name);
    this.#log.note(this);
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
    // From where the last search ended: a thousand chairs are not a million look-ups.
    let number = numbers.get(base) ?? 1;
    while (this.child(`${base}_${number}`) !== undefined) number++;
    numbers.set(base, number);
    return `${base}_${number}`;
  }

  #servicePlacement(): Placement {
    const prim = this.originPrim;
    if (this.#told.placement !== undefined || prim === undefined) return this.#told.placement ?? unmoved;
    return { matrix: serviceMatrix(prim), resets: hasPlace(prim) && resetsXformStack(prim) };
  }

  #loaded(): PrimState[] {
    if (this.#children !== undefined) return this.#children;
    const children: PrimState[] = [];
    this.#children = children;
    if (this.origin === undefined || this.origin.children.length === 0) return children;
    const byName = new Map<string, PrimState>();
    this.#byName = byName;
    for (const spec of this.origin.children) {
      const child = new PrimState(this.#log, spec.name, spec.typeName, this, spec);
      children.push(child);
      byName.set(spec.name, child);
    }
    return children;
  }
}
