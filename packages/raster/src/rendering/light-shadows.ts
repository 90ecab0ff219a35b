/** The shadow maps of lights, drawn for the first image that needs them. */
import type { DirectLight } from "../light/light-data.ts";
import { lightKinds } from "../light/light-data.ts";
import type { SceneLight, SceneLights } from "../light/scene-lights.ts";
import type { ShadowMap } from "../light/shadow-map.ts";
import { lengthOf } from "../prepare/affine.ts";
import type { Pause } from "../prepare/placed-item.ts";
import type { MeshData, SceneData } from "../prepare/scene-data.ts";
import { drawCubeShadow } from "../triangles/draw-cube-shadow.ts";
import { drawShadowMap } from "../triangles/draw-shadow-map.ts";
import { ShadowTargets } from "../triangles/shadow-targets.ts";

/** Lights with shadows: the maps of more would take too long and too much memory. */
const MAX_SHADOWS = 8;

/** Lights with the maps that they refer to. */
export interface ShadowedLights {
  readonly lights: readonly DirectLight[];
  readonly shadows: readonly ShadowMap[];
}

/** What shadows are drawn of. */
interface ShadowOptions {
  readonly lights: SceneLights;
  /** Texels of a side of the maps of distant lights. */
  readonly size: number;
}

interface KeptShadows {
  readonly size: number;
  readonly drawn: Promise<ShadowedLights>;
}

/** Draws and keeps the shadow maps of data under lights. */
export class LightShadows {
  readonly #known = new WeakMap<SceneData, WeakMap<SceneLights, KeptShadows>>();
  readonly #targets = new ShadowTargets();
  #last: { readonly data: SceneData; readonly maps: readonly ShadowMap[] } | undefined;

  /** Returns lights with their shadows; they depend on the data and the options alone. */
  of(data: SceneData, { lights, size }: ShadowOptions, pause: Pause): Promise<ShadowedLights> {
    const ofData = this.#known.get(data) ?? new WeakMap<SceneLights, KeptShadows>();
    this.#known.set(data, ofData);
    const known = ofData.get(lights);
    if (known?.size === size) return known.drawn;
    const drawn = drawShadows(data.meshes, { lights, size }, this.#targets, pause).then(
      (shadowed) => {
        this.#last = { data, maps: shadowed.shadows };
        return shadowed;
      },
      (error: unknown) => {
        ofData.delete(lights);
        throw error;
      },
    );
    ofData.set(lights, { size, drawn });
    return drawn;
  }

  /** Uses the memory of the maps of some data for the next ones: no image of it is made any more. */
  recycle(data: SceneData): void {
    if (this.#last?.data !== data) return;
    for (const { toLight, depths } of this.#last.maps) if (toLight !== null) this.#targets.giveDepths(depths);
    this.#known.delete(data);
    this.#last = undefined;
  }

  /** Frees what is kept for the next maps. */
  close(): void {
    this.#last = undefined;
    this.#targets.clear();
  }
}

/** Returns lights without shadows. */
export function unshadowed({ lights }: SceneLights): ShadowedLights {
  return { lights: lights.map((light) => ({ ...light, shadow: -1 })), shadows: [] };
}

async function drawShadows(
  meshes: MeshData,
  { lights: { lights }, size }: ShadowOptions,
  targets: ShadowTargets,
  pause: Pause,
): Promise<ShadowedLights> {
  const shadows: ShadowMap[] = [];
  const found: DirectLight[] = [];
  for (const light of lights) {
    const canDraw = light.castsShadows && shadows.length < MAX_SHADOWS;
    const map = canDraw ? await drawOne(meshes, { light, size }, targets, pause) : null;
    found.push({ ...light, shadow: map === null ? -1 : shadows.push(map) - 1 });
  }
  return { lights: found, shadows };
}

function drawOne(
  meshes: MeshData,
  { light, size: mapSize }: { readonly light: SceneLight; readonly size: number },
  targets: ShadowTargets,
  pause: Pause,
): Promise<ShadowMap | null> {
  const { kind, place, radius, corners, axis } = light;
  if (kind === lightKinds.distant) return drawShadowMap(meshes, { direction: place, size: mapSize }, targets, pause);
  // The surface of the light, with which models often surround it.
  let size = radius;
  if (kind === lightKinds.cylinder) size = Math.max(size, lengthOf(axis[0], axis[1], axis[2]));
  const [x = 0, y = 0, z = 0] = corners;
  if (kind === lightKinds.polygon) size = lengthOf(x - place[0], y - place[1], z - place[2]) / 8;
  return drawCubeShadow(meshes, { place, near: Math.max(1e-4, size * 1.01) }, pause);
}
