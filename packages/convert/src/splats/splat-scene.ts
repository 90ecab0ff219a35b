/** Splats as a scene. */
import type { SceneModel } from "../model/scene.ts";
import type { SplatCloud } from "../model/splats.ts";

/** Returns a scene that shows some splats. */
export function splatScene(name: string, cloud: SplatCloud): SceneModel {
  const node = {
    name: "Splats",
    source: "",
    children: [],
    transform: { kind: "trs", translation: [0, 0, 0], rotation: [1, 0, 0, 0], scale: [1, 1, 1] },
    isVisible: true,
    mesh: null,
    camera: null,
    light: null,
    splats: [0],
    skin: null,
    targetWeights: null,
    instances: null,
    extras: undefined,
  } as const;
  return {
    name,
    nodes: [node],
    roots: [0],
    meshes: [],
    materials: [],
    images: [],
    cameras: [],
    lights: [],
    skins: [],
    splats: [{ name: "Gaussians", source: "", ...cloud }],
    animations: [],
    variants: [],
    copyright: "",
    extras: undefined,
  };
}
