/**
 * Functions between the namespaces of sites: pairs of paths with a time offset. An arc has one, and targets, connections and
 * implied arcs are mapped through it.
 */
import type { LayerOffset } from "@usdkit/layer";
import { composeOffsets, isNoOffset, noOffset, sameOffset } from "./layer-offset.ts";
import { PairIndex, type PathPair } from "./pair-index.ts";
import { NO_PATH, ROOT_PATH, type PathId, type PathTable } from "./path-table.ts";

/** Pairs, which are searched by an index if there are many. */
interface Searched {
  readonly pairs: readonly PathPair[];
  readonly index?: PairIndex | undefined;
}

/** Up to this number of pairs, each is compared with a path. */
const MAX_COMPARED = 16;

/**
 * Maps paths of a source namespace to a target namespace, one to one. The pair with the longest matching path applies. Pairs
 * are sorted by the depth of their source, and none follows from the others.
 */
export interface MapFunction {
  readonly pairs: readonly PathPair[];
  /** Of many pairs, once they were searched. */
  index?: PairIndex | undefined;
  /** By the function that is applied first: what a large function was composed to. */
  composed?: Map<MapFunction, MapFunction>;
  /** Whether paths without a pair map to themselves. */
  readonly hasRootIdentity: boolean;
  readonly offset: LayerOffset;
  /**
   * The functions that a function with relocations is composed of, if `mapBySteps` applies them one after the other. The pairs
   * alone also map what only the second step leaves out.
   */
  readonly steps: MapSteps | undefined;
}

type MapSteps = readonly [outer: MapFunction, inner: MapFunction];

/** Maps every path to itself. */
export const identityMap: MapFunction = { pairs: [], hasRootIdentity: true, offset: noOffset, steps: undefined };

/** Returns the function of pairs; a pair of roots stands for the identity. */
export function createMap(paths: PathTable, pairs: readonly PathPair[], offset: LayerOffset = noOffset): MapFunction {
  return canonical(paths, [...pairs], offset);
}

/** Whether a function maps every path and time to itself. */
export function isIdentityMap(map: MapFunction): boolean {
  return map === identityMap || (map.pairs.length === 0 && map.hasRootIdentity && isNoOffset(map.offset));
}

/** Returns `map` with paths that have no pair mapped to themselves. */
export function withRootIdentity(paths: PathTable, map: MapFunction): MapFunction {
  if (map.hasRootIdentity) return map;
  return canonical(paths, [[ROOT_PATH, ROOT_PATH], ...map.pairs], map.offset);
}

/** Returns the target of a source path; {@link NO_PATH} if it is outside of the function's domain. */
export function mapToTarget(paths: PathTable, map: MapFunction, path: PathId): PathId {
  return apply(paths, map, path, false);
}

/** Returns the source of a target path; {@link NO_PATH} if it is outside of the function's range. */
export function mapToSource(paths: PathTable, map: MapFunction, path: PathId): PathId {
  return apply(paths, map, path, true);
}

/**
 * Returns the target of a source path as `mapToTarget`, or {@link NO_PATH}; the functions that one with relocations is composed of are
 * applied one after the other. So does a stage of usd-core 26.11 map targets and connections.
 */
export function mapBySteps(paths: PathTable, map: MapFunction, path: PathId): PathId {
  // The functions to apply, the next one last.
  const waiting = [map];
  let result = path;
  for (let next = waiting.pop(); next !== undefined && result !== NO_PATH; next = waiting.pop()) {
    if (next.steps === undefined) result = mapToTarget(paths, next, result);
    else waiting.push(...next.steps);
  }
  return result;
}

/** Returns the function that applies `inner` first, then `outer`; in steps, if one of them has steps. */
export function composeMaps(paths: PathTable, outer: MapFunction, inner: MapFunction): MapFunction {
  if (isIdentityMap(outer)) return inner;
  if (isIdentityMap(inner)) return outer;
  const isLarge = outer.pairs.length > MAX_COMPARED || inner.pairs.length > MAX_COMPARED;
  const known = isLarge ? outer.composed?.get(inner) : undefined;
  if (known !== undefined) return known;
  const map = composePairs(paths, outer, inner);
  const steps: MapSteps | undefined =
    outer.steps === undefined && inner.steps === undefined ? undefined : [outer, inner];
  const composed = steps === undefined ? map : { ...map, steps };
  // Each of the prims of a layer with thousands of relocations has a node with the same two.
  if (isLarge) (outer.composed ??= new Map<MapFunction, MapFunction>()).set(inner, composed);
  return composed;
}

/** Returns the function that applies an arc first, then relocations, in steps. */
export function relocatedMap(paths: PathTable, relocates: MapFunction, arc: MapFunction): MapFunction {
  if (isIdentityMap(relocates)) return arc;
  return { ...composePairs(paths, relocates, arc), steps: [relocates, arc] };
}

function composePairs(paths: PathTable, outer: MapFunction, inner: MapFunction): MapFunction {
  const pairs: PathPair[] = [];
  if (outer.hasRootIdentity && inner.hasRootIdentity) pairs.push([ROOT_PATH, ROOT_PATH]);
  for (const [source, target] of inner.pairs) {
    pairs.push([source, target === NO_PATH ? NO_PATH : mapToTarget(paths, outer, target)]);
  }
  let known: Set<PathId> | undefined;
  for (const [middle, target] of outer.pairs) {
    const source = mapToSource(paths, inner, middle);
    if (source === NO_PATH) continue;
    known ??= new Set(pairs.map(([each]) => each));
    if (!known.has(source)) pairs.push([source, target]);
  }
  return canonical(paths, pairs, composeOffsets(outer.offset, inner.offset));
}

/**
 * Returns the function of an implied class: that of a class arc, with both its sides mapped to another namespace.
 *
 * @param transfer maps the namespace of the class arc to the other one
 */
export function impliedMap(paths: PathTable, transfer: MapFunction, classMap: MapFunction): MapFunction {
  if (isIdentityMap(classMap)) return classMap;
  const pairs: PathPair[] = [[ROOT_PATH, ROOT_PATH]];
  for (const [source, target] of classMap.pairs) {
    const mapped = mapToTarget(paths, transfer, source);
    if (mapped !== NO_PATH) pairs.push([mapped, target === NO_PATH ? NO_PATH : mapToTarget(paths, transfer, target)]);
  }
  // Prims below an instance of the class that the transfer maps elsewhere than the instance.
  for (const [from, to] of transfer.pairs) {
    for (const [source, target] of classMap.pairs) {
      if (target === NO_PATH || from === NO_PATH || from === target || !paths.hasPrefix(from, target)) continue;
      const below = paths.replacePrefix(from, target, source);
      if (mapToTarget(paths, classMap, below) !== from) continue;
      const mapped = mapToTarget(paths, transfer, below);
      if (mapped !== NO_PATH) pairs.push([mapped, to]);
    }
  }
  return canonical(paths, pairs, classMap.offset);
}

/** Whether two functions map alike. */
export function sameMap(a: MapFunction, b: MapFunction): boolean {
  return (
    a === b ||
    (a.hasRootIdentity === b.hasRootIdentity &&
      a.pairs.length === b.pairs.length &&
      sameOffset(a.offset, b.offset) &&
      a.pairs.every(([source, target], i) => source === b.pairs[i][0] && target === b.pairs[i][1]))
  );
}

function apply(paths: PathTable, map: MapFunction, path: PathId, isInverse: boolean): PathId {
  const { pairs } = map;
  if (pairs.length === 0) return map.hasRootIdentity ? path : NO_PATH;
  if (pairs.length > MAX_COMPARED) map.index ??= new PairIndex(pairs);
  const best = isInverse ? bestTarget(paths, map, path) : bestSource(paths, map, path);
  let result = path;
  if (best < 0) {
    if (!map.hasRootIdentity) return NO_PATH;
  } else {
    const [source, target] = pairs[best];
    const to = isInverse ? source : target;
    if (to === NO_PATH) return NO_PATH;
    result = paths.replacePrefix(path, isInverse ? target : source, to);
  }
  // Another pair that is closer to the result would map it back to another path.
  return hasCloser(paths, map, result, { best, isInverse }) ? NO_PATH : result;
}

/** Returns the pair with the longest source that `path` starts with, -1 if there is none. */
function bestSource(paths: PathTable, { pairs, index }: Searched, path: PathId, minDepth = 0): number {
  if (index !== undefined) return index.bestSource(paths, path, minDepth);
  const depth = paths.depth(path);
  for (let i = pairs.length - 1; i >= 0; i--) {
    const [source] = pairs[i];
    if (source === NO_PATH) continue;
    const length = paths.depth(source);
    if (length > depth) continue;
    if (length < minDepth) return -1;
    if (paths.hasPrefix(path, source)) return i;
  }
  return -1;
}

/** Returns the pair with the longest target that `path` starts with, -1 if there is none. */
function bestTarget(paths: PathTable, { pairs, index }: Searched, path: PathId, minDepth = 0): number {
  if (index !== undefined) return index.bestTarget(paths, path, minDepth);
  let best = -1;
  let length = minDepth;
  for (let i = 0; i < pairs.length; i++) {
    const target = pairs[i][1];
    if (target === NO_PATH) continue;
    const depth = paths.depth(target);
    if (depth >= length && paths.hasPrefix(path, target)) {
      length = depth;
      best = i;
    }
  }
  return best;
}

/** Whether a pair other than `best` matches the mapped path at least as closely. */
function hasCloser(
  paths: PathTable,
  searched: Searched,
  result: PathId,
  { best, isInverse }: { readonly best: number; readonly isInverse: boolean },
): boolean {
  const own = best < 0 ? NO_PATH : searched.pairs[best][isInverse ? 0 : 1];
  const minDepth = own === NO_PATH ? 0 : paths.depth(own);
  const find = isInverse ? bestSource : bestTarget;
  const other = find(paths, searched, result, minDepth);
  return other >= 0 && other !== best;
}

function sort(paths: PathTable, pairs: PathPair[]): void {
  if (pairs.length > 2) pairs.sort((a, b) => comparePairs(paths, a, b));
  else if (pairs.length === 2 && comparePairs(paths, pairs[0], pairs[1]) > 0) pairs.reverse();
}

function comparePairs(paths: PathTable, a: PathPair, b: PathPair): number {
  return depthOf(paths, a[0]) - depthOf(paths, b[0]) || a[0] - b[0] || a[1] - b[1];
}

function depthOf(paths: PathTable, path: PathId): number {
  return path === NO_PATH ? 0 : paths.depth(path);
}

/** Sorts pairs and removes those that follow from the others. */
function canonical(paths: PathTable, all: PathPair[], offset: LayerOffset): MapFunction {
  sort(paths, all);
  const pairs = withoutRedundant(paths, all);
  const hasRootIdentity = pairs.length > 0 && pairs[0][0] === ROOT_PATH && pairs[0][1] === ROOT_PATH;
  if (hasRootIdentity) pairs.shift();
  if (pairs.length === 0 && hasRootIdentity && isNoOffset(offset)) return identityMap;
  // What is kept has no room to grow.
  return { pairs: pairs.length === 0 ? NO_PAIRS : pairs.slice(), hasRootIdentity, offset, steps: undefined };
}

const NO_PAIRS: readonly PathPair[] = [];

/** Returns sorted pairs without those that follow from the others; an array that may be changed. */
function withoutRedundant(paths: PathTable, pairs: PathPair[]): PathPair[] {
  const index = pairs.length > MAX_COMPARED ? new PairIndex(pairs) : undefined;
  if (index === undefined || index.hasEqual) {
    for (let i = 0; i < pairs.length;) {
      if (isRedundant(paths, { pairs }, i)) pairs.splice(i, 1);
      else i++;
    }
    return pairs;
  }
  return pairs.filter((pair, i) => {
    if (!isRedundant(paths, { pairs, index }, i)) return true;
    index.delete(pair);
    return false;
  });
}

function isRedundant(paths: PathTable, searched: Searched, number: number): boolean {
  const { pairs } = searched;
  const [source, target] = pairs[number];
  const above = source === ROOT_PATH ? NO_PATH : paths.parent(source);
  const best = above === NO_PATH ? -1 : bestSource(paths, searched, above);
  if (target === NO_PATH) {
    if (best < 0 || pairs[best][1] === NO_PATH) return true;
    const mapped = paths.replacePrefix(source, pairs[best][0], pairs[best][1]);
    return hasCloser(paths, searched, mapped, { best, isInverse: false });
  }
  if (best < 0 || pairs[best][1] === NO_PATH || target === ROOT_PATH) return false;
  if (paths.replacePrefix(source, pairs[best][0], pairs[best][1]) !== target) return false;
  return !hasCloser(paths, searched, paths.parent(target), { best, isInverse: false });
}
