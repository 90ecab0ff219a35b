/** Per-draw and per-triangle data of the full look. */
import type { Frame, FrameLook } from "../frame/frame.ts";
import * as shading from "../light/shade.ts";
import { invertAffine } from "../prepare/affine.ts";
import type { MeshDraw, PreparedMap, PreparedPart } from "../prepare/scene-data.ts";
import type { LitPaint } from "./paint-lit.ts";
import type { Paint } from "./paint-run.ts";
import type { LitMap } from "./sample-map.ts";
import * as functions from "./surface-functions.ts";
import { surfaceSample } from "./surface-sample.ts";
import { sharesTaps, textureTaps } from "./texture-taps.ts";

const { shadePoint } = shading;
const { U, RAW_U, RAW_U2, POSITION, TANGENT } = functions;

/** Location of a triangle's functions, and the corner weights that they are combinations of. */
interface TrianglePlace {
  readonly corners: Float64Array;
  readonly functions: Float64Array;
  readonly at: number;
}

/** The part of `Surface` for the full look; one for each thread. */
export class LitDraws {
  readonly #frame: Frame;
  readonly #look: FrameLook;
  readonly #toEye: Float64Array;
  readonly #sample = surfaceSample();
  readonly #point = shadePoint();
  readonly #taps = { ...textureTaps(), group: -1 };
  readonly #world = new Float64Array(9);
  /** Location of the open triangle's functions. */
  #place: TrianglePlace = { corners: this.#world, functions: this.#world, at: 0 };

  constructor(frame: Frame, look: FrameLook) {
    this.#frame = frame;
    this.#look = look;
    this.#toEye = raysToEye(frame);
  }

  paintOf(paint: Paint, part: PreparedPart): LitPaint {
    const { physical } = paint.material;
    const { normalMaps, occlusion, emissive } = this.#look;
    const groups: Omit<LitMap, "hasAlpha" | "group">[] = [];
    const grouped = (map: Omit<LitMap, "hasAlpha" | "group">, hasAlpha = false): LitMap => {
      const known = groups.findIndex((other) => haveSameTaps(map, other));
      return { ...map, hasAlpha, group: known < 0 ? groups.push(map) - 1 : known };
    };
    const map = (use: PreparedMap | null | undefined, hasAlpha = false): LitMap | null => {
      if (use === null || use === undefined || use.texture < 0) return null;
      if ((use.usesSecondSet ? part.texCoords2 : part.texCoords) < 0) return null;
      const texture = this.#frame.scene.meshes.textures[use.texture];
      const coordinates = use.usesSecondSet ? RAW_U2 : RAW_U;
      return grouped({ texture, coordinates, transform: use.transform }, hasAlpha);
    };
    const { texture } = paint;
    // Without a transform they equal the raw coordinates.
    const coordinates = paint.material.texCoordTransform === null ? RAW_U : U;
    return {
      ...paint,
      physical: physical === null || emissive ? physical : { ...physical, emissive: [0, 0, 0] },
      taps: this.#taps,
      base: texture === null ? null : grouped({ texture, coordinates, transform: null }, true),
      metallicRoughness: map(physical?.metallicRoughnessMap),
      normal: normalMaps ? map(physical?.normalMap) : null,
      occlusion: occlusion ? map(physical?.occlusionMap) : null,
      emissive: map(physical?.emissiveMap),
      specular: map(physical?.specularMap, true),
      shadow: this.#look.shadow,
      isToneMapped: this.#look.toneMapping === "neutral",
      toEye: this.#toEye,
      sample: this.#sample,
      point: this.#point,
    };
  }

  openTriangle(
    { draw, part, lit }: { readonly draw: MeshDraw; readonly part: PreparedPart; readonly lit: LitPaint | null },
    vertices: readonly [a: number, b: number, c: number],
    place: TrianglePlace,
  ): void {
    const { positions, texCoords } = this.#frame.scene.meshes;
    const world = this.#world;
    this.#place = place;
    const m = draw.toWorld;
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * vertices[corner];
      const x = positions[v];
      const y = positions[v + 1];
      const z = positions[v + 2];
      for (let k = 0; k < 3; k++) world[3 * corner + k] = x * m[k] + y * m[3 + k] + z * m[6 + k] + m[9 + k];
    }
    for (let k = 0; k < 3; k++) this.#put(POSITION + 3 * k, world[k], world[3 + k], world[6 + k]);
    if (part.texCoords >= 0) this.#putTexCoords(RAW_U, part.texCoords - 2 * part.firstVertex, vertices);
    if (part.texCoords2 >= 0) this.#putTexCoords(RAW_U2, part.texCoords2 - 2 * part.firstVertex, vertices);
    const normal = lit?.normal ?? null;
    if (normal === null) return;
    const start = (normal.coordinates === RAW_U2 ? part.texCoords2 : part.texCoords) - 2 * part.firstVertex;
    const uv = vertices.flatMap((vertex) => [texCoords[start + 2 * vertex], texCoords[start + 2 * vertex + 1]]);
    this.#openTangents(transformed(uv, normal.transform), place);
  }

  #putTexCoords(what: number, start: number, [a, b, c]: readonly [a: number, b: number, c: number]): void {
    const { texCoords } = this.#frame.scene.meshes;
    this.#put(what, texCoords[start + 2 * a], texCoords[start + 2 * b], texCoords[start + 2 * c]);
    this.#put(what + 3, texCoords[start + 2 * a + 1], texCoords[start + 2 * b + 1], texCoords[start + 2 * c + 1]);
  }

  #put(what: number, a: number, b: number, c: number): void {
    const { corners: w, functions: f, at } = this.#place;
    f[at + what] = w[0] * a + w[3] * b + w[6] * c;
    f[at + what + 1] = w[1] * a + w[4] * b + w[7] * c;
    f[at + what + 2] = w[2] * a + w[5] * b + w[8] * c;
  }

  /** Computes the tangents: red points in the direction of growing u, green in that of falling v. */
  #openTangents(uv: readonly number[], { functions: f, at }: TrianglePlace): void {
    const p = this.#world;
    const e1 = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
    const e2 = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
    const n = cross(e1, e2);
    const [along1, along2] = [cross(e2, n), cross(n, e1)];
    const [du1, dv1, du2, dv2] = [uv[2] - uv[0], uv[3] - uv[1], uv[4] - uv[0], uv[5] - uv[1]];
    let [t, b] = [0, 0];
    for (let k = 0; k < 3; k++) {
      const red = du1 * along1[k] + du2 * along2[k];
      const green = -(dv1 * along1[k] + dv2 * along2[k]);
      f[at + TANGENT + k] = red;
      f[at + TANGENT + 3 + k] = green;
      t += red * red;
      b += green * green;
    }
    const longest = Math.max(t, b);
    const scale = longest > 0 ? 1 / Math.sqrt(longest) : 0;
    for (let k = 0; k < 6; k++) f[at + TANGENT + k] *= scale;
  }
}

/** Returns whether two maps are sampled at the same texels, relative to the start of their textures. */
function haveSameTaps(a: Omit<LitMap, "hasAlpha" | "group">, b: Omit<LitMap, "hasAlpha" | "group">): boolean {
  const isSamePlace = a.coordinates === b.coordinates && String(a.transform) === String(b.transform);
  return isSamePlace && sharesTaps(a.texture, b.texture);
}

function transformed(uv: readonly number[], transform: readonly number[] | null): readonly number[] {
  if (transform === null) return uv;
  const [uu, uv0, vu, vv] = transform;
  return [0, 2, 4].flatMap((i) => [uu * uv[i] + vu * uv[i + 1], uv0 * uv[i] + vv * uv[i + 1]]);
}

function cross([a, b, c]: readonly number[], [d, e, f]: readonly number[]): [number, number, number] {
  return [b * f - c * e, c * d - a * f, a * e - b * d];
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
