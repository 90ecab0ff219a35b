/** Rendering within a worker process. */
import { open, readFile } from "node:fs/promises";
import { encodeJpeg, encodePng, prepareScene, type PreparedScene } from "@usdkit/raster";
import { renderPool as pool } from "../engines/render-pool.ts";
import type { AssetPath, WorkerReplies, WorkerRequest } from "./protocol.ts";

type RequestOf<Kind extends WorkerRequest["kind"]> = Extract<WorkerRequest, { readonly kind: Kind }>;

/** Renders a scene to a PNG file, durable when it returns. */
export async function drawImage(
  { scene, width, height, background, assets, output }: RequestOf<"render">,
  onProgress: (value: number) => void,
): Promise<WorkerReplies["render"]> {
  const prepared = await prepare(scene, assets);
  try {
    const picture = await prepared.render({
      width,
      height,
      background,
      look: "full",
      samples: 4,
      pool,
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

/** @throws {Error} `AssetError` if the file cannot be rendered. */
export async function inspectFile(path: string): Promise<WorkerReplies["inspect"]> {
  const asset = await pool.loadAsset(await readFile(path));
  return { type: asset.type, count: asset.type === "mesh" ? asset.parts.length : asset.count };
}

/** The service reported missing assets earlier; the remaining ones may be missing. */
function prepare(scene: Uint8Array, assets: readonly AssetPath[]): Promise<PreparedScene> {
  const paths = new Map(assets.map(({ meshId, path }) => [meshId, path]));
  const find = async (meshId: string): Promise<Uint8Array | undefined> => {
    const path = paths.get(meshId);
    return path === undefined ? undefined : readFile(path);
  };
  return prepareScene(scene, find, { missingAssets: "skip", pool });
}

/** A scene that is prepared once and rendered from many camera poses. */
export class OpenScene {
  private readonly prepared: PreparedScene;

  private constructor(prepared: PreparedScene) {
    this.prepared = prepared;
  }

  static async open({ scene, assets }: RequestOf<"open-scene">): Promise<OpenScene> {
    return new OpenScene(await prepare(scene, assets));
  }

  async frame({ camera, width, height, background, quality }: RequestOf<"frame">): Promise<Uint8Array> {
    const picture = await this.prepared.render({ width, height, background, look: "full", camera, pool });
    return encodeJpeg(picture, { quality });
  }
}
