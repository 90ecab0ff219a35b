/** Converting a scene to another up axis or unit of length. */
import {
  bakedTransform,
  identityMatrix,
  isTransformOp,
  multiplyMatrices,
  resetsXformStack,
  rowMatrix,
  scaleMatrix,
  xformableTypes,
  type RowMatrix,
} from "@usdkit/service-scene";
import { checkOptions } from "../check/check-options.ts";
import { invalidValue, rejection } from "../check/scene-error.ts";
import { effectiveValue, setAttributes } from "../model/authored-attributes.ts";
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";
import type { Placement } from "../model/subject.ts";
import { internalArcs } from "./internal-arcs.ts";
import { lostByPlacing } from "./lost-by-placing.ts";
import { arcsOf } from "./opinions-elsewhere.ts";

/** Target space of `convert`. */
export interface StageSpace {
  readonly upAxis?: "Y" | "Z" | undefined;
  /** 1 for metres, 0.01 for centimetres. */
  readonly metersPerUnit?: number | undefined;
}

/** A computed change, applied once all changes are known to be possible. */
interface Change {
  readonly state: PrimState;
  readonly placement?: Placement;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/**
 * Converts the scene: the world transform of each prim is rotated to the new up axis and scaled to the new
 * unit, and the image of each camera stays the same. Paths stay; the prims without a transformed parent take the change.
 *
 * A camera gets no scale, as renderers measure its clipping range and focus distance in scene units: these are scaled instead,
 * as are `fStop` and, for a parallel projection, the aperture, which are relative to them.
 *
 * @throws SceneError if an option is invalid, or one matrix or value cannot express a prim that must change
 */
export function convertScene(scene: SceneState, options: StageSpace): void {
  checkOptions("/", "convert", options, ["upAxis", "metersPerUnit"]);
  const from = scene.space();
  const { upAxis = from.upAxis, metersPerUnit = from.metersPerUnit } = options;
  checkSpace({ upAxis, metersPerUnit });
  const scale = from.metersPerUnit / metersPerUnit;
  const matrix = conversionMatrix(from.upAxis, upAxis, scale);
  const changes = matrix === identityMatrix ? [] : [...changesOf(scene, matrix, scale)];
  const before = changes.map(({ state }) => [state, state.authored] as const);
  try {
    for (const { state, placement, attributes } of changes) {
      if (placement !== undefined) state.author({ placement });
      if (attributes !== undefined) setAttributes(state, attributes);
    }
  } catch (error) {
    for (const [state, authored] of before) state.replace(authored);
    throw error;
  }
  if (options.upAxis !== undefined) scene.authorMetadata({ upAxis });
  if (options.metersPerUnit !== undefined) scene.authorMetadata({ metersPerUnit });
}

/** @throws SceneError if it is not a valid space of a stage */
export function checkSpace({ upAxis, metersPerUnit }: StageSpace): void {
  if (upAxis !== undefined && upAxis !== "Y" && upAxis !== "Z") throw invalidValue("/", "upAxis", upAxis, '"Y" or "Z"');
  if (metersPerUnit === undefined) return;
  if (!(typeof metersPerUnit === "number" && metersPerUnit > 0 && Number.isFinite(metersPerUnit))) {
    throw invalidValue("/", "metersPerUnit", metersPerUnit, "a number above 0 (metres)");
  }
}

/** Returns the matrix from the current space to the new one, for row vectors. */
function conversionMatrix(from: "Y" | "Z", to: "Y" | "Z", scale: number): RowMatrix {
  if (from === to && scale === 1) return identityMatrix;
  const s = scale;
  if (from === to) return scaleMatrix([s, s, s]);
  // (x, y, z) becomes (x, z, -y) from Z up to Y up, and (x, -z, y) in the other direction.
  const sign = from === "Z" ? 1 : -1;
  return rowMatrix([s, 0, 0, 0, 0, 0, -sign * s, 0, 0, sign * s, 0, 0, 0, 0, 0, 1]);
}

interface Step {
  readonly state: PrimState;
  /** Whether no ancestor has a transformation. */
  readonly isTopmost: boolean;
  /** Scale of the parent's space: 1 except below cameras. */
  readonly parentScale: number;
}

function* changesOf(scene: SceneState, matrix: RowMatrix, scale: number): Generator<Change> {
  const arcs = scene.opened === undefined ? new Map<string, string>() : internalArcs(scene.opened);
  const stack: Step[] = scene.root.children.map((state) => ({ state, isTopmost: true, parentScale: 1 }));
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { state, isTopmost, parentScale } = step;
    // The meaning of a class depends on where it is inherited.
    if (state.specifier === "class") continue;
    const isCamera = state.typeName === "Camera";
    const isPlaced = isXformable(state);
    const ownScale = isPlaced ? (isCamera ? scale : 1) : parentScale;
    if (isPlaced) {
      for (const change of changesOfPrim(step, matrix, isCamera ? scale : 1)) {
        checkNotBroughtIn(state, arcs);
        yield change;
      }
    }
    const below = { isTopmost: isTopmost && !isPlaced, parentScale: ownScale };
    for (const child of state.children) stack.push({ state: child, ...below });
  }
}

function* changesOfPrim(
  { state, isTopmost, parentScale }: Step,
  matrix: RowMatrix,
  ownScale: number,
): Generator<Change> {
  const { matrix: local, resets } = localOf(state);
  const isOutermost = isTopmost || resets;
  if (!isOutermost && ownScale === 1 && parentScale === 1) return;
  const origin = state.originPrim;
  if (origin !== undefined && state.authored.placement === undefined) {
    checkConvertible(state);
    const [lost] = lostByPlacing(origin);
    if (lost !== undefined) {
      throw rejection(
        state.path,
        `converting writes one matrix and would lose ${lost}; call resetPlace() before to discard all ops`,
      );
    }
  }
  const inner = ownScale === 1 ? local : multiplyMatrices(uniform(1 / ownScale), local);
  const outer = isOutermost ? matrix : parentScale === 1 ? identityMatrix : uniform(parentScale);
  const converted = outer === identityMatrix ? inner : multiplyMatrices(inner, outer);
  yield { state, placement: { matrix: withoutNegativeZeros(converted), resets } };
  if (state.typeName === "Camera" && ownScale !== 1) yield { state, attributes: lensOf(state, ownScale) };
}

/** Converts lengths of a camera in scene units, or relative to them. */
function lensOf(state: PrimState, scale: number): Readonly<Record<string, unknown>> {
  const origin = state.originPrim;
  for (const name of ["clippingRange", "focusDistance", "fStop", "horizontalAperture", "verticalAperture"]) {
    const property = origin?.properties.find((each) => each.name === name);
    if (property?.specType !== "attribute") continue;
    const more =
      property.timeSamples !== undefined ? "time samples" : property.spline === undefined ? "" : "the spline";
    if (more === "") continue;
    throw rejection(
      state.path,
      `${more} of ${name} would stay in the old unit; call removeProperty("${name}") before to discard them`,
    );
  }
  const [near, far] = effectiveValue(state, "clippingRange") as readonly number[];
  const changed: Record<string, unknown> = { clippingRange: [near * scale, far * scale] };
  const focusDistance = effectiveValue(state, "focusDistance") as number;
  if (focusDistance !== 0) changed["focusDistance"] = focusDistance * scale;
  const fStop = effectiveValue(state, "fStop") as number;
  if (fStop !== 0) changed["fStop"] = fStop / scale;
  if (effectiveValue(state, "projection") === "orthographic") {
    for (const name of ["horizontalAperture", "verticalAperture"]) {
      changed[name] = (effectiveValue(state, name) as number) * scale;
    }
  }
  return changed;
}

/** @throws SceneError if an arc of the scene brings the prim to another path, where it would be converted again */
function checkNotBroughtIn(state: PrimState, arcs: ReadonlyMap<string, string>): void {
  if (arcs.size === 0) return;
  for (let above: PrimState | undefined = state; above?.parent !== undefined; above = above.parent) {
    const user = arcs.get(above.path);
    if (user === undefined) continue;
    throw rejection(
      state.path,
      `${user} refers to ${above.path}, so that the prim would be converted there as well; move ${above.path} below a class, or below an Xform`,
    );
  }
}

/** @throws SceneError if ops may come from other layers or prims */
function checkConvertible(state: PrimState): void {
  const arcs = arcsOf(state);
  if (arcs === undefined) return;
  throw rejection(
    state.path,
    `converting writes a matrix, which would hide ops from elsewhere: ${arcs}; move the prim below a new Xform first`,
  );
}

/** Returns the transformation as USD reads it, with all ops. */
function localOf(state: PrimState): Placement {
  const origin = state.originPrim;
  if (state.authored.placement !== undefined || origin === undefined) return state.placement();
  return { matrix: bakedTransform(origin).matrix, resets: resetsXformStack(origin) };
}

function isXformable(state: PrimState): boolean {
  if (state.definition !== undefined) return state.definition.isTransformable;
  if (xformableTypes.has(state.typeName)) return true;
  return state.originPrim?.properties.some(({ name }) => isTransformOp(name)) === true;
}

function uniform(scale: number): RowMatrix {
  return scaleMatrix([scale, scale, scale]);
}

function withoutNegativeZeros(matrix: RowMatrix): RowMatrix {
  return rowMatrix(matrix.map((value) => value + 0));
}
