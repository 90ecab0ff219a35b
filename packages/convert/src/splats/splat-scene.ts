/** Splats as a scene. */
import type { NodeModel, SceneModel } from "../model/scene.ts";
import type { SplatCloud } from "../model/splats.ts";

/** Returns a scene with one node, which shows some splats; null: nothing. */
export function splatScene(name: string, cloud: SplatCloud | null): SceneModel {
  const node: NodeModel = {
    name: "Splats",
    source: "",
    children: [],
    transform: { kind: "trs", translation: [0, 0, 0], rotation: [1, 0, 0, 0], scale: [1, 1, 1] },
    isVisible: true,
    mesh: null,
    camera: null,
    light: null,
    splats: cloud === null ? [] : [0],
    skin: null,
    targetWeights: null,
    instances: null,
    extras: undefined,
  };
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
    splats: cloud === null ? [] : [{ name: "Gaussians", source: "", ...cloud }],
    animations: [],
    variants: [],
    copyright: "",
    assetExtras: undefined,
    extras: undefined,
  };
}
