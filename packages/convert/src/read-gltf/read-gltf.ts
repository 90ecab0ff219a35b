/** A glTF as a scene. */
import { AssetError } from "@usdkit/assets";
import { ConvertError } from "../errors/convert-error.ts";
import type { Losses } from "../errors/losses.ts";
import type { SceneModel } from "../model/scene.ts";
import { readAnimations } from "./animations.ts";
import { readCameras } from "./cameras.ts";
import { readableExtensions } from "./extensions.ts";
import { extrasOf, nameOf } from "./extras.ts";
import { openGltf, rawList, type GltfFile, type JsonObject } from "./gltf-file.ts";
import { readLights } from "./lights.ts";
import { readMaterials } from "./materials.ts";
import { readMeshes } from "./meshes.ts";
import { readNodes } from "./nodes.ts";
import { asConvertError, pointer } from "./pointer.ts";
import type { ReadGltfOptions } from "./read-options.ts";
import { readSkins } from "./skins.ts";
import { TextureReader } from "./textures.ts";
import { reportUnreadParts } from "./unread-parts.ts";
import { readVariants } from "./variants.ts";

/**
 * Returns the scene of a GLB. Losses have JSON pointers.
 *
 * @throws ConvertError if it is damaged, refers to other files, or requires an extension that is not supported
 */
export async function readGltf(bytes: Uint8Array, losses: Losses, options: ReadGltfOptions = {}): Promise<SceneModel> {
  const file = await openGltf(bytes, { losses, extensions: readableExtensions, options });
  try {
    return readScene(file, options);
  } catch (error) {
    throw error instanceof AssetError ? asConvertError(error) : error;
  }
}

function readScene(file: GltfFile, options: ReadGltfOptions): SceneModel {
  const { json, losses } = file;
  reportUnreadParts(json, file.extensions, losses);
  const { name, roots, extras } = sceneOf(file, options);
  const variants = readVariants(file);
  const textures = new TextureReader(file);
  const materials = readMaterials(file, textures);
  const skins = readSkins(file);
  const { meshes, splats, places } = readMeshes(file, {
    jointCounts: jointCountsOf(file),
    variantCount: variants.length,
  });
  const asset = json["asset"] as JsonObject | undefined;
  const copyright = asset?.["copyright"];
  if (splats.some(({ splats: { isLinear } }) => isLinear === true)) {
    losses.add("", "Splats with linear colors are drawn with sRGB colors");
  }
  const cameras = keptOf(readCameras(file));
  const lights = keptOf(readLights(file));
  const nodes = readNodes(file, places).map((node) => {
    const { camera, light } = node;
    return { ...node, camera: cameras.placeOf(camera), light: lights.placeOf(light) };
  });
  return {
    name,
    nodes,
    roots,
    meshes,
    materials,
    images: textures.images,
    cameras: cameras.kept,
    lights: lights.kept,
    skins,
    splats,
    animations: readAnimations(file),
    variants,
    copyright: typeof copyright === "string" ? copyright : "",
    assetExtras: extrasOf(asset),
    extras,
  };
}

/** Returns what of a list is not left out, and where it is. */
function keptOf<T>(all: readonly (T | null)[]): {
  readonly kept: readonly T[];
  /** Returns the new index; null if there is none. */
  placeOf(index: number | null): number | null;
} {
  const kept = all.filter((each) => each !== null);
  let next = 0;
  const places = all.map((each) => (each === null ? null : next++));
  return { kept, placeOf: (index) => (index === null ? null : places[index]) };
}

/** The scene that is read, and its nodes; without scenes all nodes that have no parent. */
function sceneOf(file: GltfFile, { scene }: ReadGltfOptions): Pick<SceneModel, "name" | "roots" | "extras"> {
  const { gltf, losses } = file;
  const raw = rawList(file, "scenes");
  if (gltf.scenes.length === 0) {
    if (scene !== undefined) throw new ConvertError("/scenes", "The file has no scenes");
    const below = new Set(gltf.nodes.flatMap(({ children }) => children));
    return { name: "", roots: Array.from(gltf.nodes.keys()).filter((i) => !below.has(i)), extras: undefined };
  }
  const index =
    typeof scene === "string" ? raw.findIndex((each) => nameOf(each) === scene) : (scene ?? gltf.scene ?? 0);
  const chosen = gltf.scenes[index];
  if (chosen === undefined) {
    const names = raw.map((each, i) => JSON.stringify(nameOf(each).slice(0, 80) || i)).slice(0, 20);
    throw new ConvertError("/scenes", `There is no scene ${JSON.stringify(scene)}; the file has ${names.join(", ")}`);
  }
  for (const i of gltf.scenes.keys()) {
    if (i !== index) losses.add(pointer("/scenes", i), "Another scene is converted");
  }
  return { name: nameOf(raw[index]), roots: Array.from(new Set(chosen.nodes)), extras: extrasOf(raw[index]) };
}

/** By mesh, the least number of joints of the skins that nodes use it with. */
function jointCountsOf({ gltf: { nodes, skins } }: GltfFile): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { mesh, skin } of nodes) {
    if (mesh === undefined || skin === undefined || skins[skin] === undefined) continue;
    counts.set(mesh, Math.min(counts.get(mesh) ?? Infinity, skins[skin].joints.length));
  }
  return counts;
}
