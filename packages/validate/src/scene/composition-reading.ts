/** Determines where opinions about a prim's transformation may come from, other than its own spec. */
import { parsePayloadAsset } from "@usdkit/service-scene";
import { addedItems, type FieldValue, type Layer, type PrimLike, type PrimSpec, type Spec } from "@usdkit/layer";
import { arcAt, bringsIn, primArcs } from "./arcs.ts";

/**
 * What composition may add to a prim: `none`, nothing; `asset`, only the payload of an uploaded asset; `arcs`, opinions of other
 * layers, prims or variants.
 */
export type ComposedFrom = "none" | "asset" | "arcs";

/** Fields of a prim that compose other opinions into it and everything below it, except its payload. */
const ARCS = primArcs.flatMap(({ fields }) => fields);

/** Decides whether a change of a prim's ops could change what composition makes of this or another prim. One per check. */
export class CompositionReading {
  readonly #layer: Layer;
  readonly #hasLayerArcs: boolean;
  #targets: ReadonlySet<string> | undefined;

  constructor(layer: Layer) {
    this.#layer = layer;
    const { fields } = layer.root;
    this.#hasLayerArcs = ["subLayers", "layerRelocates"].some((name) => arcAt(fields, name) !== undefined);
  }

  /** Returns what may bring opinions into the prim: arcs of it, of a prim above, or of the layer. */
  composedFrom(prim: PrimSpec): ComposedFrom {
    if (this.#hasLayerArcs) return "arcs";
    let from: ComposedFrom = "none";
    for (let above: PrimSpec["parent"] | PrimSpec = prim; above.specType !== "pseudoRoot"; above = above.parent) {
      if (above.specType !== "prim" || above.specifier !== "def") return "arcs";
      if (above.variantSets.length > 0 || ARCS.some((name) => arcAt(above.fields, name) !== undefined)) return "arcs";
      const payload = above.fields.get("payload");
      if (payload === undefined || !bringsIn(payload)) continue;
      if (!isAssetPayload(payload.value)) return "arcs";
      from = "asset";
    }
    return from;
  }

  /** Returns whether an arc of this layer may bring the prim into another place, where other opinions meet its ops. */
  isTarget(prim: PrimSpec): boolean {
    const targets = (this.#targets ??= this.#findTargets());
    if (targets.size === 0) return false;
    for (let above: PrimSpec["parent"] | PrimSpec = prim; above.specType !== "pseudoRoot"; above = above.parent) {
      if (targets.has(above.path)) return true;
      if (above.specType === "variant") return true;
    }
    return false;
  }

  #findTargets(): ReadonlySet<string> {
    const targets = new Set<string>();
    const { root } = this.#layer;
    const named = root.fields.get("defaultPrim")?.value;
    const name = named?.kind === "typed" && typeof named.data === "string" ? named.data : "";
    const defaultPrim = name.startsWith("/") ? name : `/${name}`;
    const stack: (PrimLike & Spec)[] = [root];
    for (let spec = stack.pop(); spec !== undefined; spec = stack.pop()) {
      for (const { value } of spec.fields.values()) addTargets(value, defaultPrim, targets);
      stack.push(...spec.children, ...spec.variantSets.flatMap(({ variants }) => variants));
    }
    return targets;
  }
}

/** Includes targets in other layers: a file may reference itself by name. */
function addTargets(value: FieldValue, defaultPrim: string, targets: Set<string>): void {
  if (value.kind === "referenceListOp") {
    for (const { asset, primPath } of addedItems(value.listOp)) {
      if (primPath !== "") targets.add(primPath);
      else if (asset === "") targets.add(defaultPrim);
    }
  } else if (value.kind === "pathListOp") for (const path of addedItems(value.listOp)) targets.add(path);
  else if (value.kind === "relocates") for (const [from] of value.pairs) targets.add(from);
}

/** Returns whether a payload names an uploaded asset, as the service expects. */
function isAssetPayload(value: FieldValue): boolean {
  if (value.kind !== "referenceListOp") return false;
  return addedItems(value.listOp).every(({ asset }) => !("problem" in parsePayloadAsset(asset)));
}
