/** The settings of a stage, when it is opened and later. */
import type { CompositionOptions } from "../arcs/indexer.ts";
import { NO_PATH, type PathId, type PathTable } from "../paths/path-table.ts";
import type { FileContents } from "../resolve/layer-registry.ts";
import type { Resolver } from "../resolve/resolver.ts";
import type { OnComposed } from "./prefetch-prims.ts";
import type { PrefetchedValues } from "../values/prefetch-values.ts";
import { StageError } from "./stage-error.ts";

/** How `Stage.open` composes. */
export interface StageOptions {
  /** Finds the layers. */
  readonly resolver: Resolver;
  /** Asset path of the session layer, whose opinions are stronger than those of the root layer. */
  readonly session?: string | undefined;
  /**
   * Whether a stage without a session layer has an empty one, as those of `UsdStage` have. The layer stack of the stage then
   * differs from that of arcs to its root layer, which decides what is a cycle. Default: false, as in `Pcp`.
   */
  readonly hasOwnSession?: boolean | undefined;
  /** Which payloads are composed: all (default), none, or those of prims for which a function returns true. */
  readonly load?: "all" | "none" | ((primPath: string) => boolean) | undefined;
  /** Selections by prim path and variant set that are stronger than those of all layers. */
  readonly variants?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** Selections by variant set for prims without one, in order of preference. */
  readonly variantFallbacks?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Called for each prim that is composed while the stage is opened with a resolver that returns promises, with their number so far. What
   * it returns is awaited: to let other work run, to show progress, or to stop by an error. Not called while layers are missing; prims
   * are counted again when these are there.
   */
  readonly onComposed?: OnComposed | undefined;
  /** Prims to compose: these, those above and those below them. Default: all. */
  readonly mask?: readonly string[] | undefined;
}

/** What changes of a stage: contents of files, and settings. What is left out stays as it is. */
export interface StageUpdate extends Pick<StageOptions, "load" | "variants" | "variantFallbacks" | "mask"> {
  /**
   * New contents of files by identifier (`StageLayer.identifier`), of layers that are used and of files that were missing: a layer,
   * such as the unsaved text of an editor, or bytes of any encoding; undefined if the file is gone. A session layer without a
   * file is `anon:session`.
   */
  readonly layers?: ReadonlyMap<string, FileContents> | undefined;
}

/** What `Stage.prefetch` waits for in addition to layers. */
export interface PrefetchOptions {
  /** Values: those at times of the stage, null for the default time; or all with every time sample. Default: none. */
  readonly values?: PrefetchedValues | undefined;
}

/** Returns the settings of composition of a stage that is opened. */
export function compositionOptions(paths: PathTable, options: StageOptions): CompositionOptions {
  const { load = "all", variants = {}, variantFallbacks = {} } = options;
  return {
    isLoaded: loadRule(paths, load),
    selections: selectionsOf(paths, variants),
    variantFallbacks: new Map(Object.entries(variantFallbacks)),
  };
}

/** Returns the settings of composition that an update changes. */
export function changedOptions(paths: PathTable, changes: StageUpdate): Partial<CompositionOptions> {
  const { load, variants, variantFallbacks } = changes;
  return {
    ...(load !== undefined && { isLoaded: loadRule(paths, load) }),
    ...(variants !== undefined && { selections: selectionsOf(paths, variants) }),
    ...(variantFallbacks !== undefined && { variantFallbacks: new Map(Object.entries(variantFallbacks)) }),
  };
}

function loadRule(paths: PathTable, load: NonNullable<StageOptions["load"]>): CompositionOptions["isLoaded"] {
  return typeof load === "function" ? (prim: PathId): boolean => load(paths.text(prim)) : (): boolean => load === "all";
}

function selectionsOf(
  paths: PathTable,
  variants: NonNullable<StageOptions["variants"]>,
): CompositionOptions["selections"] {
  return new Map(
    Object.entries(variants).map(([prim, sets]) => [primPath(paths, prim), new Map(Object.entries(sets))] as const),
  );
}

/**
 * Returns the path of a text.
 *
 * @throws StageError if it is not the absolute path of a prim
 */
export function primPath(paths: PathTable, text: string): PathId {
  const path = paths.parse(text);
  if (path === NO_PATH || paths.hasVariants(path)) {
    throw new StageError(`Expected the absolute path of a prim, found ${JSON.stringify(text)}`);
  }
  return path;
}
