import { embedGltfFiles } from "@usdkit/assets";
import { AssetError } from "@usdkit/assets";
import { bytesOf } from "@usdkit/base";
import { readGltf } from "../read-gltf/read-gltf.ts";
import { asConvertError } from "../read-gltf/pointer.ts";
import type { Format, FormatInput } from "./format.ts";

/** glTF, as GLB or as JSON with files next to it. */
export const gltf: Format = {
  read: async (input) => await readGltf(await embedded(input), input.losses, input.options),
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
