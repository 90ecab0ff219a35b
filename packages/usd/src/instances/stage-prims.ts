/** The prims of a stage as it is populated: below an instance those of its prototype. */
import { composedFields } from "../index/prim-fields.ts";
import { hasPayloads, isInstance } from "../index/prim-index.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import type { PrimTree, Prototypes } from "./prototypes.ts";

/** A prim of a stage. */
export interface StagePrim {
  readonly path: string;
  /** The prim whose index has the opinions: for a prim below an instance the one below the source of its prototype. */
  readonly source: string;
  readonly isActive: boolean;
  /** Whether it is loaded, and those above it. */
  readonly isLoaded: boolean;
  /** Whether it and those above it have a specifier other than `over`. */
  readonly isDefined: boolean;
  /** Whether it or one above it is a class. */
  readonly isAbstract: boolean;
  readonly isInstance: boolean;
  /** Whether it is below an instance, where no opinion of the prim itself counts. */
  readonly isInstanceProxy: boolean;
}

/** Which prims are visited. The prims below one that is left out are left out too. */
export interface StagePrimOptions {
  /** Whether prims are visited that are inactive, not defined, not loaded or abstract. Default: false. */
  readonly all?: boolean | undefined;
  /** Whether the prims below instances are visited. Default: false. */
  readonly instanceProxies?: boolean | undefined;
}

/** A composed stage. */
export interface PopulatedStage extends PrimTree {
  readonly prototypes: Prototypes;
  readonly isLoaded: (prim: PathId) => boolean;
}

type Flags = Pick<StagePrim, "isLoaded" | "isDefined" | "isAbstract" | "isInstanceProxy">;

interface Step extends Flags {
  readonly path: PathId;
  readonly source: PathId;
}

/** Visits the prims of a stage, parents first, in composed order. */
export function* stagePrims(stage: PopulatedStage, options: StagePrimOptions): Generator<StagePrim> {
  const { paths } = stage;
  const root = { isLoaded: true, isDefined: true, isAbstract: false, isInstanceProxy: false };
  const waiting: Step[] = [{ path: ROOT_PATH, source: ROOT_PATH, ...root }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { path, source } = step;
    const prim = path === ROOT_PATH ? undefined : populate(stage, step);
    if (prim !== undefined) {
      const isVisited = prim.isActive && prim.isLoaded && prim.isDefined && !prim.isAbstract;
      if (options.all !== true && !isVisited) continue;
      yield prim;
      if (!prim.isActive) continue;
    }
    let flags: Flags = prim ?? root;
    let from = source;
    if (prim?.isInstance === true) {
      if (options.instanceProxies !== true || stage.prototypes.recursive.has(source)) continue;
      from = stage.prototypes.ofInstance.get(source)?.source ?? source;
      // A prototype is a prim of its own, whatever the instance is.
      flags = { ...root, isInstanceProxy: true };
    }
    const { isLoaded, isDefined, isAbstract, isInstanceProxy } = flags;
    for (const child of stage.children(from).toReversed()) {
      const below = paths.child(path, paths.element(child));
      waiting.push({ path: below, source: child, isLoaded, isDefined, isAbstract, isInstanceProxy });
    }
  }
}

/** Returns a prim, from what those above it decide. */
function populate({ paths, index, isLoaded }: PopulatedStage, step: Step): StagePrim | undefined {
  const { path, source, isInstanceProxy } = step;
  const found = index(source);
  if (found === undefined) return undefined;
  const { isActive: active, specifier } = composedFields(found);
  return {
    path: paths.text(path),
    source: paths.text(source),
    isActive: active,
    isLoaded: active && (hasPayloads(found) ? isLoaded(source) : step.isLoaded),
    isDefined: step.isDefined && specifier !== "over",
    isAbstract: step.isAbstract || specifier === "class",
    isInstance: active && isInstance(found),
    isInstanceProxy,
  };
}

/** Returns the instance that a prim of the stage is, as the path below the source of each prototype that it is in. */
export function sourceOf({ paths, prototypes }: Pick<PopulatedStage, "paths" | "prototypes">, prim: PathId): PathId {
  let source = ROOT_PATH;
  for (const each of paths.ancestors(prim).slice(1)) {
    source = paths.childLike(prototypes.ofInstance.get(source)?.source ?? source, each);
  }
  return source;
}
