// What UsdGeom and UsdShade compute on a stage, in the form in which the reference's results are.

import { dumpValue } from "@usdkit/layer";
import {
  Primvars,
  Purposes,
  proxyPrim,
  stageMetrics,
  StageReader,
  VisibilityCache,
  XformCache,
  XformQueries,
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

const PURPOSES: readonly VisiblePurpose[] = ["default", "render", "proxy", "guide"];

/** Returns the computations of at most `count` prims, instance proxies included, at some times. */
export function computations(stage: Stage, times: readonly StageTime[], count: number): Computations {
  const reader = new StageReader(stage);
  const queries = new XformQueries(reader);
  const caches = times.map((time) => ({
    xforms: new XformCache(queries, time),
    visibility: new VisibilityCache(reader, time),
  }));
  const purposes = new Purposes(reader);
  const primvars = new Primvars(reader);
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
      primvars: primvarsOf(primvars, prim, times),
    };
  }
  return { metrics: { ...stageMetrics(stage) }, prims, collections: {} };
}

function imageable(reader: StageReader, purposes: Purposes, prim: PrimNode): Readonly<Record<string, unknown>> {
  const { purpose, isInheritable } = purposes.info(prim);
  return { purpose: [purpose, isInheritable], proxy: proxyPrim(reader, purposes, prim)?.proxy.path ?? null };
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

/** JSON has no infinities. */
function plainNumber(value: number): number | string {
  return Number.isFinite(value) ? value : value > 0 ? "inf" : value < 0 ? "-inf" : "nan";
}
