/** What a stage reports of its prims. */
import type { Specifier } from "@usdkit/layer";
import type { CompositionError } from "../errors/composition-error.ts";
import { composedSpecifier, composedType, isActive } from "../index/prim-fields.ts";
import { isInstance, type PrimIndex } from "../index/prim-index.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import type { PathTable } from "../paths/path-table.ts";

/** A composition error, and the prim that it is about. */
export interface StageProblem {
  /** "/" for errors of the stage's layer stack. */
  readonly prim: string;
  readonly error: CompositionError;
}

/** A prim of a stage. */
export interface ComposedPrim {
  /** `over` if no layer defines the prim. */
  readonly specifier: Specifier;
  /** "" without a type. */
  readonly typeName: string;
  readonly isActive: boolean;
  /** Whether the prims below it are shared with other instances. */
  readonly isInstance: boolean;
}

/** Returns the metadata of a prim that decides about its place in the stage. */
export function composedPrim(index: PrimIndex | undefined): ComposedPrim {
  if (index === undefined) return { specifier: "over", typeName: "", isActive: false, isInstance: false };
  return {
    specifier: composedSpecifier(index),
    typeName: composedType(index),
    isActive: isActive(index),
    isInstance: isInstance(index),
  };
}

/** Returns the errors of a layer stack and of indices. */
export function stageProblems(
  { errors }: LayerStack,
  indices: Iterable<PrimIndex>,
  paths: PathTable,
): readonly StageProblem[] {
  const found: StageProblem[] = errors.map((error) => ({ prim: "/", error }));
  for (const index of indices) {
    for (const error of index.errors) found.push({ prim: paths.text(index.path), error });
  }
  return found;
}
