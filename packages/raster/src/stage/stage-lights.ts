/** Lights of a stage as lights of the renderer. */
import type { GeometryProblem, LightCone, StageLight, TextureFile } from "@usdkit/geometry";
import type { Stage } from "@usdkit/usd";
import { decodeLinearImage, type LinearImage } from "@usdkit/assets";
import { domeMap, type Dome } from "../light/dome-map.ts";
import { environmentMap } from "../light/environment-map.ts";
import { lightKinds, type LightShaping } from "../light/light-data.ts";
import { plainLight, type SceneLight, type SceneLights } from "../light/scene-lights.ts";
import { exp, sinCos } from "@usdkit/base/math";
import { affineOf } from "../prepare/affine-of.ts";
import { handedness, invertAffine, lengthOf } from "../prepare/affine.ts";
import type { Pause } from "../prepare/placed-item.ts";
import type { Affine } from "../prepare/scene-data.ts";

/** Lights beyond so many are not drawn: each is evaluated for every sample. */
const MAX_LIGHTS = 64;
const LN2 = 0.6931471805599453;
/** Corners of a disk. */
const DISK = 24;

/** Lights, and what of them is not drawn. */
export interface PlacedLights {
  readonly lights: SceneLights;
  /** Paths of the lights that are drawn. */
  readonly drawn: ReadonlySet<string>;
  readonly problems: readonly GeometryProblem[];
}

/** Places the lights of a stage in its world, and reads the images of its domes. */
async function placeLights(stage: Stage, lights: readonly StageLight[], pause: Pause): Promise<PlacedLights> {
  const problems: GeometryProblem[] = [];
  const placed: SceneLight[] = [];
  const domes: Dome[] = [];
  const drawn = new Set<string>();
  for (const light of lights) {
    const problem = (message: string): void => {
      problems.push({ path: light.path, property: "", message });
    };
    const toWorld = affineOf(light.matrix);
    if (typeof toWorld === "string") {
      problem("The matrix is singular or projective: the light is not drawn");
      continue;
    }
    await pause();
    if (light.shape.type !== "dome" && placed.length === MAX_LIGHTS) {
      problem(`The stage has more than ${MAX_LIGHTS} lights: this one is not drawn`);
      continue;
    }
    drawn.add(light.path);
    if (light.shape.type === "dome") domes.push(await domeOf(stage, light, toWorld, problems));
    else placed.push(placeLight(light, toWorld));
  }
  const environment = domes.length === 0 ? environmentMap([0, 0, 0]) : await domeMap(domes, pause);
  return { lights: { environment, lights: placed, skyShadow: -1 }, drawn, problems };
}

async function domeOf(stage: Stage, light: StageLight, m: Affine, problems: GeometryProblem[]): Promise<Dome> {
  const { shape, path } = light;
  const color = emitted(light, 1);
  if (shape.type !== "dome" || shape.image === null)
    return { image: null, color, toImage: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
  const { assetPath } = shape.image;
  const image = await readImage(stage, shape.image).catch((error: unknown) => {
    const why = (error instanceof Error ? error.message : String(error)).replace(/\.$/u, "");
    const message = `@${assetPath}@: ${why}; the dome is drawn with its color alone`;
    problems.push({ path, property: "inputs:texture:file", message });
    return null;
  });
  // Rows of unit length: scales do not turn directions.
  const rows = [0, 3, 6].map((i) => {
    const length = lengthOf(m[i], m[i + 1], m[i + 2]);
    return [m[i] / length, m[i + 1] / length, m[i + 2] / length];
  });
  const inverse = invertAffine([...rows.flat(), 0, 0, 0]) ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const local = inverse.slice(0, 9);
  // An image with its upper edge at z: y of the image is z of the light, and z is −y.
  const toImage =
    shape.pole === "Y" ? local : [0, 3, 6].flatMap((row) => [local[row], local[row + 2], -local[row + 1]]);
  return { image, color, toImage };
}

async function readImage(stage: Stage, { assetPath, layer }: TextureFile): Promise<LinearImage> {
  const bytes = await stage.readAsset(assetPath, layer);
  if (bytes === undefined) throw new Error("there is no such file");
  return await decodeLinearImage(bytes);
}

/** Places the lights of a stage anew only where they differ from those of the last time. */
export class KeptLights {
  readonly #stage: Stage;
  #last: { readonly key: string; readonly placed: PlacedLights } | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Returns the lights; null if there are none. */
  async of(lights: readonly StageLight[], pause: Pause): Promise<PlacedLights | null> {
    if (lights.length === 0) return null;
    // A layer is named by its anchor.
    const key = JSON.stringify(lights, (name, value: unknown) => (name === "layer" ? anchorOf(value) : value));
    if (this.#last?.key !== key) this.#last = { key, placed: await placeLights(this.#stage, lights, pause) };
    return this.#last.placed;
  }
}

function anchorOf(layer: unknown): unknown {
  return typeof layer === "object" && layer !== null && "anchor" in layer ? layer.anchor : null;
}

function placeLight(light: StageLight, m: Affine): SceneLight {
  const { shape, diffuse, specular, castsShadows, cone } = light;
  const place = [m[9], m[10], m[11]];
  const forward = unit([-m[6], -m[7], -m[8]]);
  const common: SceneLight = {
    ...plainLight,
    diffuse,
    specular,
    castsShadows,
    place,
    axis: forward,
    shaping: cone === null ? null : shapingOf(cone),
  };
  const scale = (lengthOf(m[0], m[1], m[2]) + lengthOf(m[3], m[4], m[5]) + lengthOf(m[6], m[7], m[8])) / 3;
  switch (shape.type) {
    case "distant": {
      const [sine, cosine] = sinCos((Math.min(180, shape.angle / 2) * Math.PI) / 180);
      // The irradiance of a source that fills so much of the sky, over π.
      const area = cosine >= 0 ? sine * sine : 2 - sine * sine;
      const isPoint = light.isNormalized || !(area > 0);
      const direction = forward.map((value) => -value);
      const color = emitted(light, 1).map((value) => (isPoint ? value / Math.PI : value * area));
      const radius = Math.min(1, cosine >= 0 ? sine : 1);
      return { ...common, kind: lightKinds.distant, color, place: direction, radius, shaping: null };
    }
    case "sphere": {
      const radius = shape.radius * scale;
      const color = emitted(light, 4 * Math.PI * radius * radius);
      if (!shape.isPoint && radius > 0) return { ...common, kind: lightKinds.sphere, color, radius };
      // What a sphere of that size emits, from its centre.
      const factor = light.isNormalized ? 1 / (4 * Math.PI) : radius > 0 ? radius * radius : 1;
      return { ...common, kind: lightKinds.point, color: emitted(light, 1).map((value) => value * factor) };
    }
    case "disk": {
      const corners = Array.from({ length: DISK }, (_, i) => {
        // The polygon has the area of the disk.
        const [sine, cosine] = sinCos((-2 * Math.PI * i) / DISK);
        const radius = shape.radius * DISK_SCALE;
        return [radius * cosine, radius * sine];
      });
      return polygon(light, common, corners, m);
    }
    case "rect": {
      const [x, y] = [shape.width / 2, shape.height / 2];
      return polygon(
        light,
        common,
        [
          [-x, -y],
          [-x, y],
          [x, y],
          [x, -y],
        ],
        m,
      );
    }
    case "cylinder": {
      const axis = [0, 1, 2].map((k) => (m[k] * shape.length) / 2);
      const radius = (shape.radius * (lengthOf(m[3], m[4], m[5]) + lengthOf(m[6], m[7], m[8]))) / 2;
      const length = 2 * lengthOf(axis[0], axis[1], axis[2]);
      // A line emits what a thin cylinder does.
      const thin = shape.isLine || !(radius > 0) ? length / 1000 : radius;
      const own = emitted(light, 2 * Math.PI * thin * length);
      const color =
        shape.isLine && !light.isNormalized ? own.map((value) => (value * Math.max(radius, thin)) / thin) : own;
      return { ...common, kind: lightKinds.cylinder, color, axis, radius: thin };
    }
    case "dome":
      return common;
  }
}

/** The radius at which a polygon has the area of a disk: √(π / (n/2 · sin(2π/n))). */
const DISK_SCALE = /* @__PURE__ */ Math.sqrt(Math.PI / ((DISK / 2) * sinCos((2 * Math.PI) / DISK)[0]));

function polygon(light: StageLight, common: SceneLight, points: readonly (readonly number[])[], m: Affine): SceneLight {
  const ordered = handedness(m) < 0 ? points.toReversed() : points;
  const corners = ordered.flatMap(([x, y]) => [0, 1, 2].map((k) => x * m[k] + y * m[3 + k] + m[9 + k]));
  let [nx, ny, nz] = [0, 0, 0];
  for (let i = 3; i + 3 < corners.length; i += 3) {
    const a = [0, 1, 2].map((k) => corners[i + k] - corners[k]);
    const b = [0, 1, 2].map((k) => corners[i + 3 + k] - corners[k]);
    nx += a[1] * b[2] - a[2] * b[1];
    ny += a[2] * b[0] - a[0] * b[2];
    nz += a[0] * b[1] - a[1] * b[0];
  }
  const area = lengthOf(nx, ny, nz) / 2;
  const axis = area > 0 ? unit([nx, ny, nz]) : common.axis;
  return { ...common, kind: lightKinds.polygon, color: emitted(light, area), corners, axis };
}

/** The radiance of a light, of an area if it is normalized. */
function emitted({ color, intensity, exposure, isNormalized }: StageLight, area: number): readonly number[] {
  const strength = intensity * exp(LN2 * Math.min(50, Math.max(-50, exposure)));
  const scale = isNormalized ? (area > 0 ? strength / area : 0) : strength;
  return color.map((value) => Math.max(0, value * scale));
}

function shapingOf({ focus, focusTint, coneAngle, coneSoftness }: LightCone): LightShaping {
  const outer = coneAngle >= 180 ? Infinity : (coneAngle * Math.PI) / 180;
  const inner = outer === Infinity ? Infinity : outer * (1 - coneSoftness);
  return { inner, outer, isByCosine: false, focus, focusTint };
}

function unit([x, y, z]: readonly number[]): readonly number[] {
  const length = lengthOf(x, y, z);
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, -1];
}
