/** Computed purposes of prims (`UsdGeomImageable::ComputePurposeInfo`). */
import { isA } from "@usdkit/schemas";
import { fromAbove } from "../prims/from-above.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { hasAuthoredValue } from "../values/authored-value.ts";
import { textOf } from "../values/plain-numbers.ts";

/** A computed purpose. */
export interface PurposeInfo {
  /** `default`, `render`, `proxy` or `guide`. */
  readonly purpose: string;
  /** Whether prims below that author none have it too: a layer authors it, for the prim or for one above it. */
  readonly isInheritable: boolean;
}

const noPurpose: PurposeInfo = { purpose: "default", isInheritable: false };

/**
 * The computed purposes of prims: the purpose that a prim authors, otherwise that of the closest prim above it that authors one,
 * otherwise the fallback of its schema. They are the same at all times.
 *
 * ```ts
 * new Purposes(reader).info(prim).purpose; // "render"
 * ```
 */
export class Purposes {
  private readonly reader: StageReader;
  private readonly known: Map<PrimNode, PurposeInfo> = new Map();

  /** @param top a prim whose purpose is given, in place of what is computed for it */
  constructor(reader: StageReader, top?: { readonly prim: PrimNode; readonly info: PurposeInfo }) {
    this.reader = reader;
    if (top !== undefined) this.known.set(top.prim, top.info);
  }

  info(prim: PrimNode): PurposeInfo {
    return fromAbove(prim, this.known, noPurpose, (each, above) => this.compute(each, above));
  }

  private compute(prim: PrimNode, above: PurposeInfo): PurposeInfo {
    const attribute = isA(prim.type, "Imageable") ? this.reader.attribute(prim, "purpose") : undefined;
    const own = attribute && textOf(this.reader.attributeValue(attribute, null));
    const isAuthored = attribute !== undefined && hasAuthoredValue(attribute);
    if (isAuthored && own !== undefined && own !== "") return { purpose: own, isInheritable: true };
    return above.isInheritable ? above : { purpose: own ?? "default", isInheritable: false };
  }
}

/** A prim that is drawn instead of another one, and the prim that names it. */
export interface ProxyPrim {
  readonly proxy: PrimNode;
  /** The topmost prim with the purpose `render`, whose `proxyPrim` names the proxy. */
  readonly renderPrim: PrimNode;
}

/**
 * Returns the prim that stands in for one with the purpose `render` (`UsdGeomImageable::ComputeProxyPrim`): the only target of
 * `proxyPrim` of the topmost prim with that purpose, if its own purpose is `proxy`.
 */
export function proxyPrim(reader: StageReader, purposes: Purposes, prim: PrimNode): ProxyPrim | undefined {
  let renderPrim: PrimNode | undefined;
  for (let at: PrimNode | undefined = prim; at !== undefined; at = at.parent) {
    if (purposes.info(at).purpose !== "render") break;
    renderPrim = at;
  }
  if (renderPrim === undefined) return undefined;
  const targets = reader.forwardedTargets(renderPrim, "proxyPrim");
  const proxy = targets.length === 1 ? reader.prim(targets[0]) : undefined;
  return proxy !== undefined && purposes.info(proxy).purpose === "proxy" ? { proxy, renderPrim } : undefined;
}
