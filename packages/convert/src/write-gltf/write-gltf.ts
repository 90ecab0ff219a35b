/** A scene as glTF. */
import { WebIO, type GLTF, type Mesh } from "@gltf-transform/core";
import { ALL_EXTENSIONS } from "@gltf-transform/extensions";
import type { ImageReader } from "@usdkit/assets";
import { writeGlb } from "@usdkit/assets/gltf-parts";
import type { Losses } from "../errors/losses.ts";
import type { SceneModel } from "../model/scene.ts";
import { writeAnimations } from "./animations.ts";
import { GltfWriter } from "./gltf-writer.ts";
import { MaterialTextures } from "./material-textures.ts";
import { MeshWriter } from "./meshes.ts";
import { writeNodes } from "./nodes.ts";
import { TextureSlots } from "./texture-slots.ts";

/** How a scene is written. */
export interface WriteGltfOptions {
  readonly decode: ImageReader;
}

/** A glTF with files. */
export interface GltfFiles {
  readonly json: GLTF.IGLTF;
  /** By URI in the JSON. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Returns a scene as a GLB. */
export async function writeGlbFile(scene: SceneModel, losses: Losses, options: WriteGltfOptions): Promise<Uint8Array> {
  const writer = await makeDocument(scene, losses, options);
  const { json, resources } = await io().writeJSON(writer.document, { format: "GLB" as never });
  finish(json);
  const binary = Object.values(resources)[0] ?? new Uint8Array(0);
  const padding = -binary.length & 3;
  return writeGlb(json, padding === 0 ? [binary] : [binary, new Uint8Array(padding)], binary.length + padding);
}

/** Returns a scene as a glTF with a buffer and images of their own, named after it. */
export async function writeGltfFiles(
  scene: SceneModel,
  losses: Losses,
  { stem, ...options }: WriteGltfOptions & { readonly stem: string },
): Promise<GltfFiles> {
  const writer = await makeDocument(scene, losses, options);
  const root = writer.document.getRoot();
  for (const buffer of root.listBuffers()) buffer.setURI(`${encodeURI(stem)}.bin`);
  for (const [i, texture] of root.listTextures().entries()) {
    const extension = texture.getMimeType() === "image/jpeg" ? "jpg" : "png";
    texture.setURI(`${encodeURI(stem)}_textures/texture_${i}.${extension}`);
  }
  const { json, resources } = await io().writeJSON(writer.document);
  finish(json);
  return { json, files: new Map(Object.entries(resources)) };
}

function io(): WebIO {
  return new WebIO().registerExtensions(ALL_EXTENSIONS);
}

async function makeDocument(scene: SceneModel, losses: Losses, { decode }: WriteGltfOptions): Promise<GltfWriter> {
  const writer = new GltfWriter(scene, losses);
  const meshWriter = new MeshWriter(
    writer,
    new MaterialTextures(writer, new TextureSlots(scene.images, losses, decode)),
  );
  const meshes: (Mesh | null)[] = [];
  for (const mesh of scene.meshes) meshes.push(await meshWriter.write(mesh));
  writeAnimations(writer, writeNodes(writer, meshes));
  const asset = writer.document.getRoot().getAsset();
  asset.generator = "@usdkit/convert";
  if (scene.copyright !== "") asset.copyright = scene.copyright;
  if (scene.assetExtras !== undefined) asset["extras"] = scene.assetExtras;
  return writer;
}

/** What the library does not write: cameras without an end, and files without numbers. */
function finish(json: GLTF.IGLTF): void {
  // What sees everything has no end; JSON has no infinity.
  for (const { perspective } of json.cameras ?? []) if (perspective?.zfar === Infinity) delete perspective.zfar;
  // Without anything that has numbers.
  if ((json.bufferViews ?? []).length === 0) {
    delete json.bufferViews;
    delete json.buffers;
  }
}
