import { AssetError } from "../errors/asset-error.ts";
import type { ImageContext } from "./image-context.ts";
import type { BasisModule } from "./basis-transcoder.ts";
import type { DecodedImage } from "./image-decoder.ts";
import { checkKtx2Header } from "./ktx2-header.ts";

/** `cTFRGBA32` of Basis Universal. */
const RGBA = 13;

/**
 * Returns the largest level of a KTX2 texture (ETC1S or UASTC, as `KHR_texture_basisu` has it) as RGBA bytes.
 *
 * @throws {AssetError} if the file is of another kind, cut or damaged.
 */
export async function transcodeKtx2(
  bytes: Uint8Array,
  where: string,
  { basisTranscoder, budget }: ImageContext,
): Promise<DecodedImage> {
  checkKtx2Header(bytes, where);
  // The module's copy of the file.
  budget.take(bytes.length, where);
  const module = await basisTranscoder.open(where);
  try {
    return transcode(module, bytes, where);
  } catch (cause) {
    basisTranscoder.discard();
    if (cause instanceof AssetError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AssetError("malformed", `the KTX2 texture cannot be decoded: ${reason}`, { where, cause });
  }
}

function transcode({ KTX2File }: BasisModule, bytes: Uint8Array, where: string): DecodedImage {
  const file = new KTX2File(bytes);
  try {
    const [width, height] = file.isValid() ? [file.getWidth(), file.getHeight()] : [0, 0];
    const data = new Uint8Array(4 * width * height);
    const isDecoded =
      data.length > 0 &&
      Boolean(file.startTranscoding()) &&
      file.getImageTranscodedSizeInBytes(0, 0, 0, RGBA) === data.length &&
      Boolean(file.transcodeImage(data, 0, 0, 0, RGBA, 0, -1, -1));
    if (isDecoded) return { width, height, data };
    throw new AssetError("malformed", "the KTX2 texture is damaged.", { where });
  } finally {
    file.close();
    file.delete();
  }
}
