/** A scene for `page.js`. */
import { projectionMatrix, readScene, type PlannedCamera } from "@usdkit/service-scene";
import { parseUsda } from "@usdkit/usda";
import { loadAsset, type Asset, type MeshAsset } from "../../packages/raster/src/index.ts";
import { AMBIENT, lights } from "../../packages/raster/src/triangles/lights.ts";
import type { GoldenScene } from "../../packages/raster/src/test-support/golden-scenes.ts";
import type { SparkSettings } from "./spark-settings.ts";
import { splatPly } from "./splat-ply.ts";

/** Plain JSON. Splats are fetched from `url`. */
export interface Description {
  readonly width: number;
  readonly height: number;
  readonly background: readonly number[];
  readonly items: readonly object[];
  readonly lights: typeof lights;
  readonly ambient: number;
  /** See `spark-settings.ts`. */
  readonly settings: SparkSettings;
}

export interface View {
  readonly isPerspective: boolean;
  readonly projection: readonly number[];
  readonly world: readonly number[];
  readonly near: number;
  readonly far: number;
  /** Degrees, from the lower edge to the upper. */
  readonly angle: number;
  readonly aspect: number;
  /** Half the width and height of what an orthographic camera sees. */
  readonly box: readonly [number, number];
}

/** The scene's items; the bytes of splats are put into `files`. */
export async function describe(
  { text, assets, options }: GoldenScene,
  size: { readonly width: number; readonly height: number },
  settings: SparkSettings,
  files: Map<string, Uint8Array>,
): Promise<{ description: Description; view: View; loaded: Map<string, Asset> }> {
  const { layer } = parseUsda(text);
  const plan = readScene(layer);
  if (plan.camera === null) throw new Error("no camera");
  const loaded = new Map<string, Asset>();
  const items: object[] = [];
  files.clear();
  for (const item of plan.items) {
    const { meshId, worldMatrix: matrix } = item;
    const given =
      loaded.get(meshId) ?? (typeof assets === "function" ? await assets(meshId, item) : lookUp(assets, meshId));
    if (given === undefined || given === null) throw new Error(`no asset for ${meshId}`);
    const asset = given instanceof Uint8Array ? await loadAsset(given) : given;
    if (asset.type === "splats") {
      const url = `/files/${files.size}.ply`;
      const bytes = splatPly(asset);
      files.set(url, bytes);
      // Spark 2.2.0 keeps the greatest of three harmonics as the power of two below it where splats are extended.
      const extended = settings["extSplats"] === true && asset.degree === 0;
      items.push({ type: "splats", matrix, url, extended });
      // What both draw has gone through the same file.
      loaded.set(meshId, await loadAsset(bytes));
    } else if (asset.type === "mesh") {
      items.push({ type: "mesh", matrix, parts: asset.parts.map((part) => plainPart(asset, part)) });
      loaded.set(meshId, asset);
    } else throw new Error("points are not compared");
  }
  const [red, green, blue] = options.background ?? ([0, 0, 0] as const);
  const description: Description = {
    ...size,
    background: [red, green, blue],
    items,
    lights,
    ambient: AMBIENT,
    settings,
  };
  return { description, view: viewOf(plan.camera, size), loaded };
}

export function viewOf(
  camera: PlannedCamera,
  { width, height }: { readonly width: number; readonly height: number },
): View {
  const aspect = width / height;
  const projection = projectionMatrix(camera, { aspect });
  const [near, far] = camera.clippingRange;
  return {
    isPerspective: camera.projection === "perspective",
    projection,
    world: camera.worldMatrix,
    near,
    far,
    angle: (2 * Math.atan(1 / projection[5]) * 180) / Math.PI,
    aspect,
    box: [1 / projection[0], 1 / projection[5]],
  };
}

function lookUp(assets: Exclude<GoldenScene["assets"], () => unknown>, meshId: string): Asset | Uint8Array | undefined {
  return (assets as Record<string, Asset | Uint8Array | undefined>)[meshId];
}

function plainPart({ materials, textures }: MeshAsset, part: MeshAsset["parts"][number]): object {
  const list = (array: ArrayLike<number> | null): number[] | null => (array === null ? null : Array.from(array));
  const material = materials[part.material];
  const texture = material?.texture === null || material === undefined ? null : textures[material.texture];
  return {
    positions: list(part.positions),
    normals: list(part.normals),
    colors: list(part.colors),
    texCoords: list(part.texCoords),
    indices: list(part.indices),
    material,
    texture: texture === null || texture === undefined ? null : { ...texture, data: list(texture.data) },
  };
}
