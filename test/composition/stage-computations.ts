// What UsdGeom and UsdShade compute on a stage, in the form in which the reference's results are.

import { dumpValue } from "@usdkit/layer";
import {
  alignedRange,
  BoundsCache,
  Collections,
  isEmptyRange,
  MaterialBindings,
  Primvars,
  Purposes,
  proxyPrim,
  stageMetrics,
  valueProducingAttributes,
  StageReader,
  VisibilityCache,
  XformCache,
  XformQueries,
  type Box,
  type BoundsOptions,
  type PrimNode,
  type Stage,
  type StageTime,
  type VisiblePurpose,
} from "@usdkit/usd";
import { isA } from "@usdkit/schemas";

/** The computations of a stage. */
export interface Computations {
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly prims: Readonly<Record<string, unknown>>;
  readonly collections: Readonly<Record<string, unknown>>;
}

/** As in `stage-computations.py`. */
const BOUNDS: readonly BoundsOptions[] = [
  { purposes: ["default", "render", "proxy", "guide"] },
  { purposes: ["default", "render"], usesExtentsHint: true },
  { purposes: ["default", "proxy"], ignoresVisibility: true },
];
const PURPOSES: readonly VisiblePurpose[] = ["default", "render", "proxy", "guide"];

/** Returns the computations of at most `count` prims, instance proxies included, at some times. */
export function computations(stage: Stage, times: readonly StageTime[], count: number): Computations {
  const reader = new StageReader(stage);
  const queries = new XformQueries(reader);
  const caches = times.map((time) => ({
    xforms: new XformCache(queries, time),
    visibility: new VisibilityCache(reader, time),
    bounds: BOUNDS.map((options) => new BoundsCache(queries, time, options)),
  }));
  const purposes = new Purposes(reader);
  const primvars = new Primvars(reader);
  const sets = new Collections(reader);
  const bindings = new MaterialBindings(reader, sets);
  const collections: Record<string, unknown> = {};
  const prims: Record<string, unknown> = {};
  let left = count;
  for (const prim of reader.prims({ instanceProxies: true })) {
    if (left-- === 0) break;
    prims[prim.path] = {
      ...(isA(prim.type, "Imageable") ? imageable(reader, purposes, prim) : {}),
      ...(isA(prim.type, "Imageable")
        ? {
            visibility: caches.map(({ visibility }) => [
              visibility.isVisible(prim) ? "inherited" : "invisible",
              ...PURPOSES.map((each) => visibility.effective(prim, each)),
            ]),
          }
        : {}),
      xform: caches.map(({ xforms }) => [...xforms.local(prim), ...xforms.localToWorld(prim)].map(plainNumber)),
      resets: queries.query(prim).resetsXformStack,
      bounds: caches.map(({ bounds }) =>
        bounds.map((each) => [boxOf(each.world(prim)), boxOf(each.local(prim)), boxOf(each.untransformed(prim))]),
      ),
      primvars: primvarsOf(primvars, prim, times),
      materials: materialsOf(bindings, prim),
      connections: connectionsOf(reader, prim),
    };
    if (prim.instance === undefined) Object.assign(collections, collectionsOf(sets, prim));
  }
  return { metrics: { ...stageMetrics(stage) }, prims, collections };
}

function imageable(reader: StageReader, purposes: Purposes, prim: PrimNode): Readonly<Record<string, unknown>> {
  const { purpose, isInheritable } = purposes.info(prim);
  return { purpose: [purpose, isInheritable], proxy: proxyPrim(reader, purposes, prim)?.proxy.path ?? null };
}

function materialsOf(bindings: MaterialBindings, prim: PrimNode): Readonly<Record<string, unknown>> {
  const bound = (["", "preview", "full"] as const).map((purpose) => {
    const found = bindings.bound(prim, purpose);
    return [found?.material?.path ?? null, found?.binding ?? null];
  });
  const subsets = isA(prim.type, "Imageable") ? bindings.subsets(prim).map(({ path }) => path) : [];
  return { bound, subsets };
}

/** Of inputs and outputs of prims that can be connected. */
function connectionsOf(reader: StageReader, prim: PrimNode): Readonly<Record<string, unknown>> {
  if (!["Shader", "NodeGraph", "Material"].includes(prim.type)) return {};
  const names = [...reader.authoredNames(prim)].filter((name) => /^(?:inputs|outputs):/u.test(name));
  return Object.fromEntries(
    names.map((name) => {
      const found = valueProducingAttributes(reader, { prim, name });
      return [name, found.map((each) => `${each.prim.path}.${each.name}`)];
    }),
  );
}

function collectionsOf(collections: Collections, prim: PrimNode): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of collections.pathsOf(prim)) {
    const membership = collections.membership(path);
    if (membership !== undefined) found[path] = [...collections.includedPaths(membership)].sort();
  }
  return found;
}

function primvarsOf(
  primvars: Primvars,
  prim: PrimNode,
  times: readonly StageTime[],
): Readonly<Record<string, unknown>> {
  const found = [...primvars.all(prim).values()].map((each): [string, unknown] => [
    each.name,
    {
      prim: each.prim.path,
      interpolation: each.interpolation,
      elementSize: each.elementSize,
      unauthored: primvars.unauthoredValuesIndex(each),
      values: times.map((time) => {
        const value = primvars.flattened(each, time);
        return value === undefined ? null : dumpValue(value);
      }),
    },
  ]);
  return Object.fromEntries(found);
}

function boxOf(box: Box): readonly (number | string)[] | null {
  if (isEmptyRange(box.range)) return null;
  const aligned = alignedRange(box);
  const ends = [...box.range.minimum, ...box.range.maximum, ...aligned.minimum, ...aligned.maximum];
  return [...ends, ...box.matrix].map(plainNumber);
}

/** JSON has no infinities. */
function plainNumber(value: number): number | string {
  return Number.isFinite(value) ? value : value > 0 ? "inf" : value < 0 ? "-inf" : "nan";
}
