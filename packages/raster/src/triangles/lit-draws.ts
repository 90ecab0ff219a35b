/** Per-draw and per-triangle data of the full look. */
import { mapNames, type MapName } from "@usdkit/assets/maps";
import type { Frame, FrameLook } from "../bands/frame.ts";
import { shadePoint } from "../light/shade-point.ts";
import { handedness, invertAffine, lengthOf } from "../prepare/affine.ts";
import type { MeshDraw, PreparedMap, PreparedPart, PreparedPhysical } from "../prepare/scene-data.ts";
import type { LitPaint, PassOptions } from "./lit-paint.ts";
import type { Paint } from "./paint-run.ts";
import type { LitMap, MapTaps } from "./sample-map.ts";
import { U, RAW_U, RAW_U2, POSITION, GRADIENT, COAT_GRADIENT, TANGENT, TANGENT_SIGN } from "./surface-functions.ts";
import { surfaceSample } from "./surface-sample.ts";
import { sharesTaps, textureTaps } from "./texture-taps.ts";

/** Maps whose alpha is read. */
const withAlpha: ReadonlySet<MapName> = new Set<MapName>(["glossy", "specularStrength", "sheenRoughness"]);

/** Location of a triangle's functions, and the corner weights that they are combinations of. */
interface TrianglePlace {
  readonly corners: Float64Array;
  readonly functions: Float64Array;
  readonly at: number;
}

/** Vertex indices of a triangle. */
interface Corners {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** A map before it has a group. */
type UngroupedMap = Omit<LitMap, "hasAlpha" | "group">;

/** What maps and gradients of a triangle are computed from. */
interface OpenTriangle {
  readonly draw: MeshDraw;
  readonly part: PreparedPart;
  readonly lit: LitPaint | null;
}

/** The part of `Surface` for the full look; one for each thread. */
export class LitDraws {
  readonly #frame: Frame;
  readonly #look: FrameLook;
  readonly #pass: PassOptions;
  readonly #toEye: Float64Array;
  readonly #sample = surfaceSample();
  readonly #point = shadePoint();
  readonly #taps: MapTaps = { ...textureTaps(), group: -1 };
  readonly #world = new Float64Array(9);
  readonly #uv = new Float64Array(6);
  readonly #visible: Float64Array;
  /** Location of the open triangle's functions. */
  #place: TrianglePlace = { corners: this.#world, functions: this.#world, at: 0 };

  constructor(frame: Frame, look: FrameLook, pass: PassOptions) {
    this.#frame = frame;
    this.#look = look;
    this.#pass = pass;
    this.#toEye = raysToEye(frame);
    this.#visible = new Float64Array(look.lighting.lights.length);
  }

  paintOf(paint: Paint, part: PreparedPart, draw: MeshDraw): LitPaint {
    const { physical } = paint.material;
    const { lighting, shadows, skyShadow } = this.#look;
    const { maps, base } = this.#mapsOf(paint, part);
    const hasPlace = lighting.lights.some(({ kind }) => kind !== 0) || shadows.length > 0;
    const { camera, layout } = this.#frame;
    return {
      ...paint,
      physical: physical === null ? null : this.#switched(physical),
      taps: this.#taps,
      base,
      maps,
      lighting,
      shadows,
      skyShadow,
      visible: this.#visible,
      isToneMapped: this.#look.toneMapping === "neutral" && this.#pass.name === "final",
      exposure: this.#pass.name === "final" ? this.#look.exposure : 1,
      isLinear: this.#pass.name !== "final",
      isTransmitting: this.#look.transmission && (physical?.transmission ?? 0) > 0,
      hasPosition: hasPlace || (physical?.transmission ?? 0) > 0,
      scale: scaleOf(draw, part),
      backdrop: this.#pass.backdrop,
      camera,
      size: [layout.fineWidth, layout.fineHeight],
      toEye: this.#toEye,
      sample: this.#sample,
      point: this.#point,
    };
  }

  #switched(physical: PreparedPhysical): PreparedPhysical {
    return this.#look.emissive ? physical : { ...physical, emissive: [0, 0, 0] };
  }

  #mapsOf(paint: Paint, part: PreparedPart): Pick<LitPaint, "maps" | "base"> {
    const { normalMaps, occlusion } = this.#look;
    const { physical, texCoordTransform } = paint.material;
    const groups: UngroupedMap[] = [];
    const grouped = (map: UngroupedMap, hasAlpha: boolean): LitMap => {
      const known = groups.findIndex((other) => haveSameTaps(map, other));
      return { ...map, hasAlpha, group: known < 0 ? groups.push(map) - 1 : known };
    };
    // Without a transform they equal the raw coordinates.
    const coordinates = texCoordTransform === null ? RAW_U : U;
    const base =
      paint.texture === null ? null : grouped({ texture: paint.texture, coordinates, transform: null }, true);
    const maps: Partial<Record<MapName, LitMap>> = {};
    for (const name of mapNames) {
      const use = physical?.maps[name];
      const isOff =
        (!normalMaps && (name === "normal" || name === "clearcoatNormal")) || (!occlusion && name === "occlusion");
      if (use === undefined || isOff) continue;
      const map = this.#mapOf(use, part);
      if (map !== undefined) maps[name] = grouped(map, withAlpha.has(name));
    }
    return { base, maps };
  }

  #mapOf({ texture, usesSecondSet, transform }: PreparedMap, part: PreparedPart): UngroupedMap | undefined {
    if (texture < 0 || (usesSecondSet ? part.texCoords2 : part.texCoords) < 0) return undefined;
    return {
      texture: this.#frame.scene.meshes.textures[texture],
      coordinates: usesSecondSet ? RAW_U2 : RAW_U,
      transform,
    };
  }

  openTriangle(open: OpenTriangle, vertices: Corners, place: TrianglePlace): void {
    const { draw, part, lit } = open;
    const { positions } = this.#frame.scene.meshes;
    this.#place = place;
    const m = draw.toWorld;
    const world = this.#world;
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * (corner === 0 ? vertices.a : corner === 1 ? vertices.b : vertices.c);
      const x = positions[v];
      const y = positions[v + 1];
      const z = positions[v + 2];
      for (let k = 0; k < 3; k++) world[3 * corner + k] = x * m[k] + y * m[3 + k] + z * m[6 + k] + m[9 + k];
    }
    for (let k = 0; k < 3; k++) this.#put(POSITION + 3 * k, world[k], world[3 + k], world[6 + k]);
    if (part.texCoords >= 0) this.#putTexCoords(RAW_U, part.texCoords - 2 * part.firstVertex, vertices);
    if (part.texCoords2 >= 0) this.#putTexCoords(RAW_U2, part.texCoords2 - 2 * part.firstVertex, vertices);
    place.functions[place.at + TANGENT_SIGN] = 0;
    if (lit === null) return;
    const { normal, clearcoatNormal } = lit.maps;
    const isStretched = lit.physical !== null && lit.physical.anisotropy !== null;
    if (normal === undefined && clearcoatNormal === undefined && !isStretched) return;
    if (part.tangents >= 0) this.#putTangents(open, vertices);
    const first = normal ?? clearcoatNormal ?? null;
    this.#openGradient(open, vertices, first, GRADIENT);
    if (clearcoatNormal !== undefined) this.#openGradient(open, vertices, clearcoatNormal, COAT_GRADIENT);
  }

  #putTexCoords(what: number, start: number, { a, b, c }: Corners): void {
    const { texCoords } = this.#frame.scene.meshes;
    this.#put(what, texCoords[start + 2 * a], texCoords[start + 2 * b], texCoords[start + 2 * c]);
    this.#put(what + 3, texCoords[start + 2 * a + 1], texCoords[start + 2 * b + 1], texCoords[start + 2 * c + 1]);
  }

  #putTangents({ draw, part }: OpenTriangle, { a, b, c }: Corners): void {
    const { tangents } = this.#frame.scene.meshes;
    const start = part.tangents - 4 * part.firstVertex;
    const m = draw.toWorld;
    const at = (vertex: number, k: number): number => {
      const from = start + 4 * vertex;
      return tangents[from] * m[k] + tangents[from + 1] * m[3 + k] + tangents[from + 2] * m[6 + k];
    };
    for (let k = 0; k < 3; k++) this.#put(TANGENT + 3 * k, at(a, k), at(b, k), at(c, k));
    const { functions: f, at: first } = this.#place;
    f[first + TANGENT_SIGN] = tangents[start + 4 * a + 3] < 0 ? -1 : 1;
  }

  #put(what: number, a: number, b: number, c: number): void {
    const { corners: w, functions: f, at } = this.#place;
    f[at + what] = w[0] * a + w[3] * b + w[6] * c;
    f[at + what + 1] = w[1] * a + w[4] * b + w[7] * c;
    f[at + what + 2] = w[2] * a + w[5] * b + w[8] * c;
  }

  /** Computes the gradients of the coordinates of a map; zeros without coordinates. */
  #openGradient({ draw, part }: OpenTriangle, { a, b, c }: Corners, map: LitMap | null, what: number): void {
    const { functions: f, at } = this.#place;
    const first = map !== null && map.coordinates === RAW_U2 ? part.texCoords2 : part.texCoords;
    if (first < 0) {
      f.fill(0, at + what, at + what + 6);
      return;
    }
    const { texCoords } = this.#frame.scene.meshes;
    const start = first - 2 * part.firstVertex;
    const uv = this.#uv;
    for (let corner = 0; corner < 3; corner++) {
      const from = start + 2 * (corner === 0 ? a : corner === 1 ? b : c);
      uv[2 * corner] = texCoords[from];
      uv[2 * corner + 1] = texCoords[from + 1];
    }
    const [uu, uv0, vu, vv] = map?.transform ?? IDENTITY;
    const u1 = uv[2] - uv[0];
    const v1 = uv[3] - uv[1];
    const u2 = uv[4] - uv[0];
    const v2 = uv[5] - uv[1];
    const sign = handedness(draw.toWorld) < 0 ? -1 : 1;
    const du1 = sign * (uu * u1 + vu * v1);
    const dv1 = sign * (uv0 * u1 + vv * v1);
    const du2 = sign * (uu * u2 + vu * v2);
    const dv2 = sign * (uv0 * u2 + vv * v2);
    const p = this.#world;
    for (let k = 0; k < 3; k++) {
      const e1 = p[3 + k] - p[k];
      const e2 = p[6 + k] - p[k];
      f[at + what + k] = e2 * du1 - e1 * du2;
      f[at + what + 3 + k] = e1 * dv2 - e2 * dv1;
    }
  }
}

const IDENTITY = [1, 0, 0, 1, 0, 0];

/** Returns whether two maps are sampled at the same texels, relative to the start of their textures. */
function haveSameTaps(a: UngroupedMap, b: UngroupedMap): boolean {
  const isSamePlace = a.coordinates === b.coordinates && String(a.transform) === String(b.transform);
  return isSamePlace && sharesTaps(a.texture, b.texture);
}

/** Returns the lengths of the axes of a draw in world space. */
function scaleOf({ toWorld: m }: MeshDraw, { scale: [x, y, z] }: PreparedPart): readonly [number, number, number] {
  return [x * lengthOf(m[0], m[1], m[2]), y * lengthOf(m[3], m[4], m[5]), z * lengthOf(m[6], m[7], m[8])];
}

/** Returns the vector from a sample to the eye, in world space, as functions of the sample; see `LitPaint.toEye`. */
function raysToEye({ camera }: Frame): Float64Array {
  const { view, fx, fy, cx, cy, isPerspective } = camera;
  const back = invertAffine(view) ?? [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
  const rays = new Float64Array(9);
  for (let k = 0; k < 3; k++) {
    // The ray ((px − cx) / fx, −(py − cy) / fy, −1) of the camera, turned around.
    rays[k] = isPerspective ? -back[k] / fx : 0;
    rays[3 + k] = isPerspective ? back[3 + k] / fy : 0;
    rays[6 + k] = isPerspective ? (cx / fx) * back[k] - (cy / fy) * back[3 + k] + back[6 + k] : back[6 + k];
  }
  return rays;
}
