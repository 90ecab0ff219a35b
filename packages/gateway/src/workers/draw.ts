/** Drawing, within a worker process. */
import { open, readFile } from "node:fs/promises";
import { encodeJpeg, encodePng, loadAsset, prepareScene, type CameraPose, type PreparedScene } from "@usdkit/raster";
import { type Layer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { movedCamera } from "./moved-camera.ts";
import type { AssetPath, WorkerReplies, WorkerRequest } from "./protocol.ts";

type RequestOf<Kind extends WorkerRequest["kind"]> = Extract<WorkerRequest, { readonly kind: Kind }>;

/** Opaque, so that a frame and an image show the same. */
const BACKGROUND = [0, 0, 0, 1] as const;

/** Draws a scene to a PNG file, which is on the disk when it returns. */
export async function drawImage(
  { scene, width, height, assets, output }: RequestOf<"render">,
  onProgress: (value: number) => void,
): Promise<WorkerReplies["render"]> {
  const prepared = await prepare(scene, assets);
  try {
    const picture = await prepared.render({
      width,
      height,
      background: BACKGROUND,
      onProgress: ({ fraction }) => onProgress(fraction * 0.95),
    });
    const file = await open(output, "wx", 0o600);
    try {
      await file.writeFile(await encodePng(picture));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await prepared[Symbol.asyncDispose]();
  }
  return { notes: [] };
}

/** @throws {Error} `AssetError`, where a file cannot be drawn. */
export async function inspectFile(path: string): Promise<WorkerReplies["inspect"]> {
  const asset = await loadAsset(await readFile(path));
  return { type: asset.type, count: asset.type === "mesh" ? asset.parts.length : asset.count };
}

/** What is missing was found missing before; what the caller allowed to be missing is left out. */
function prepare(scene: Uint8Array, assets: readonly AssetPath[]): Promise<PreparedScene> {
  const paths = new Map(assets.map(({ meshId, path }) => [meshId, path]));
  const find = async (meshId: string): Promise<Uint8Array | undefined> => {
    const path = paths.get(meshId);
    return path === undefined ? undefined : readFile(path);
  };
  return prepareScene(scene, find, { missingAssets: "skip" });
}

/** A scene that is kept to be drawn again and again, from wherever its camera goes. */
export class OpenScene {
  private readonly prepared: PreparedScene;
  private readonly layer: Layer;
  private camera: CameraPose = {};

  private constructor(prepared: PreparedScene, layer: Layer) {
    this.prepared = prepared;
    this.layer = layer;
  }

  static async open({ scene, assets }: RequestOf<"open-scene">): Promise<OpenScene> {
    return new OpenScene(await prepare(scene, assets), parseUsda(scene).layer);
  }

  async frame({ patches, width, height, quality }: RequestOf<"frame">): Promise<Uint8Array> {
    // Patches add up: what one says of the lens stays when the next one moves the camera.
    for (const patch of patches) {
      this.camera = { ...this.camera, ...movedCamera(this.layer, parseUsda(patch).layer) };
    }
    const picture = await this.prepared.render({ width, height, background: BACKGROUND, camera: this.camera });
    return encodeJpeg(picture, { quality });
  }
}
