/** Tells service scenes and camera patches from other USD files, by their content. */
import type { Layer, PrimLike, PrimSpec, Spec } from "@usdkit/layer";
import { payloadOf } from "../payload/payload-of.ts";
import { isPatchCamera } from "./prims-that-count.ts";

/**
 * Returns whether a layer is a scene for the service: it has a payload `<scheme>:/mesh/<id>`, or RenderSettings below a Scope named
 * `Render`. Variants and inactive prims count as well.
 *
 * @example
 * isServiceScene(parseUsda('#usda 1.0\ndef Mesh "A" (payload = @asset:/mesh/a@) {}').layer); // true
 */
export function isServiceScene(layer: Layer): boolean {
  for (const { prim, isBelowRender } of primsOf(layer)) if (isServicePrim(prim, isBelowRender)) return true;
  return false;
}

/**
 * Returns whether a layer has a payload `<scheme>:/mesh/<id>`, so that the service draws something of it. A scene of the service without one
 * has RenderSettings alone, which other stages have as well. Variants and inactive prims count.
 */
export function hasServicePayload(layer: Layer): boolean {
  for (const { prim } of primsOf(layer)) if (namesMesh(prim)) return true;
  return false;
}

/**
 * Returns whether a layer is a patch of a camera: all its prims are `over`s, and one has camera attributes. Prims of variants and
 * inactive ones count as well.
 */
export function isCameraPatch(layer: Layer): boolean {
  let hasCamera = false;
  for (const { prim } of primsOf(layer)) {
    if (prim.specifier !== "over") return false;
    hasCamera ||= isPatchCamera(prim);
  }
  return hasCamera;
}

function isServicePrim(prim: PrimSpec, isBelowRender: boolean): boolean {
  return (isBelowRender && prim.typeName === "RenderSettings") || namesMesh(prim);
}

function namesMesh(prim: PrimSpec): boolean {
  return payloadOf(prim).some(({ parsed }) => !("problem" in parsed) || parsed.hasForm);
}

interface Step {
  readonly prim: PrimSpec;
  /** Whether a prim above is a Scope named `Render`. */
  readonly isBelowRender: boolean;
}

/** Yields every prim of the layer, those of variants too; the last root prim first, as it often is the Scope of the settings. */
function* primsOf({ root }: Layer): Generator<Step> {
  const stack: { readonly spec: PrimLike & Spec; readonly isBelowRender: boolean }[] = [
    { spec: root, isBelowRender: false },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { spec, isBelowRender } = next;
    if (spec.specType === "prim") yield { prim: spec, isBelowRender };
    const isRender = spec.specType === "prim" && spec.name === "Render" && spec.typeName === "Scope";
    const below = { isBelowRender: isBelowRender || isRender };
    for (const child of spec.children) stack.push({ spec: child, ...below });
    for (const { variants } of spec.variantSets) for (const each of variants) stack.push({ spec: each, ...below });
  }
}
