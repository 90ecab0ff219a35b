/** The lights of a scene, before their shadows are drawn. */
import { environmentMap, type EnvironmentMap } from "./environment-map.ts";
import { keyDirection, keyLight } from "./key-light.ts";
import type { DirectLight } from "./light-data.ts";
import { lightKinds } from "./light-data.ts";
import { studioMap } from "./studio.ts";

/** A light without its shadow. */
export interface SceneLight extends Omit<DirectLight, "shadow"> {
  readonly castsShadows: boolean;
}

/** What lights a scene. */
export interface SceneLights {
  readonly environment: EnvironmentMap;
  readonly lights: readonly SceneLight[];
  /** Index of the light whose shadow also hides the sky; −1 without. */
  readonly skyShadow: number;
}

/** Light of a white surface that faces the camera, and light from everywhere. */
const CAMERA_LIGHT = 0.8;
const CAMERA_AMBIENT = 0.2;

/** Values of a light that has nothing in particular. */
export const plainLight: SceneLight = {
  kind: lightKinds.distant,
  color: [1, 1, 1],
  diffuse: 1,
  specular: 1,
  place: [0, 1, 0],
  radius: 0,
  axis: [0, 0, 0],
  corners: [],
  range: Infinity,
  shaping: null,
  castsShadows: true,
};

/** Returns the studio and its key light, with the lights of assets. */
export function studioLights(upAxis: "Y" | "Z", more: readonly SceneLight[] = []): SceneLights {
  const [x, y, z] = keyDirection;
  const key = { ...plainLight, color: keyLight, place: upAxis === "Y" ? [x, y, z] : [x, -z, y] };
  return { environment: studioMap(upAxis), lights: [key, ...more], skyShadow: 0 };
}

/** Returns a light from the camera, as viewers have it, with some light from everywhere. */
export function cameraLights(towardsCamera: readonly number[], more: readonly SceneLight[] = []): SceneLights {
  const ambient = environmentMap([CAMERA_AMBIENT, CAMERA_AMBIENT, CAMERA_AMBIENT]);
  return { environment: ambient, lights: [lightFromCamera(towardsCamera), ...more], skyShadow: -1 };
}

/** Returns the light from the camera alone. */
export function lightFromCamera(towardsCamera: readonly number[]): SceneLight {
  const color = [CAMERA_LIGHT, CAMERA_LIGHT, CAMERA_LIGHT];
  return { ...plainLight, color, place: towardsCamera, castsShadows: false };
}
