import { AssetError, embedGltfFiles, imageReader } from "@usdkit/assets";
import { bytesOf } from "@usdkit/base";
import type { SceneModel } from "../model/scene.ts";
import { readGltf } from "../read-gltf/read-gltf.ts";
import { asConvertError } from "../read-gltf/pointer.ts";
import { extensionOf } from "./extension.ts";
import type { Format, FormatInput, FormatOutput, OutputFile } from "./format.ts";

/** glTF, as GLB or as JSON with files next to it. */
export const gltf: Format = {
  read: async (input) => await readGltf(await embedded(input), input.losses, input.options),
  write,
};

/** Returns the GLB of a file and of the files that it names. */
async function embedded({ file, bytes, resolver }: FormatInput): Promise<Uint8Array> {
  try {
    return await embedGltfFiles(bytes(), async (path) => {
      const [identifier] = resolver.identify(`./${path}`, file);
      const found = identifier === undefined ? undefined : await resolver.read(identifier);
      return found === undefined ? undefined : bytesOf(found);
    });
  } catch (error) {
    throw error instanceof AssetError ? asConvertError(error) : error;
  }
}

async function write(scene: SceneModel, { fileName, losses, options }: FormatOutput): Promise<readonly OutputFile[]> {
  const { writeGlbFile, writeGltfFiles } = await import("../write-gltf/write-gltf.ts");
  const extension = extensionOf(fileName);
  const decode = imageReader(options);
  if (extension === ".glb") return [{ path: fileName, parts: [await writeGlbFile(scene, losses, { decode })] }];
  const stem = fileName.slice(0, fileName.length - extension.length);
  const { json, files } = await writeGltfFiles(scene, losses, { decode, stem });
  const text = new TextEncoder().encode(`${JSON.stringify(json, null, 1)}\n`);
  const others = Array.from(files, ([uri, bytes]): OutputFile => ({ path: decodeURI(uri), parts: [bytes] }));
  return [...others, { path: fileName, parts: [text] }];
}
