import { AssetError } from "../errors/asset-error.ts";
import type { ImageContext } from "./image-context.ts";
import type { BasisModule } from "./basis-transcoder.ts";
import type { DecodedImage, ImageSize } from "./image-decoder.ts";
import { checkKtx2Header } from "./ktx2-header.ts";

/** `cTFRGBA32` of Basis Universal. */
const RGBA = 13;

/**
 * Returns the level of some size of a KTX2 texture (ETC1S or UASTC, as `KHR_texture_basisu` has it) as RGBA bytes.
 *
 * @throws {AssetError} if the file is of another kind, cut or damaged.
 */
export async function transcodeKtx2(
  bytes: Uint8Array,
  { where, context, size }: { readonly where: string; readonly context: ImageContext; readonly size: ImageSize },
): Promise<DecodedImage> {
  const { basisTranscoder, budget } = context;
  checkKtx2Header(bytes, where);
  // The module's copy of the file.
  budget.take(bytes.length, where);
  const module = await basisTranscoder.open(where);
  try {
    return transcode(module, bytes, where, size);
  } catch (cause) {
    basisTranscoder.discard();
    if (cause instanceof AssetError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AssetError("malformed", `the KTX2 texture cannot be decoded: ${reason}`, { where, cause });
  }
}

function transcode(
  { KTX2File }: BasisModule,
  bytes: Uint8Array,
  where: string,
  { width, height }: ImageSize,
): DecodedImage {
  const file = new KTX2File(bytes);
  try {
    const [wholeWidth, wholeHeight] = file.isValid() ? [file.getWidth(), file.getHeight()] : [0, 0];
    let level = 0;
    while (wholeWidth >> level > width || wholeHeight >> level > height) level++;
    const data = new Uint8Array(wholeWidth === 0 ? 0 : 4 * width * height);
    const isDecoded =
      data.length > 0 &&
      Boolean(file.startTranscoding()) &&
      file.getImageTranscodedSizeInBytes(level, 0, 0, RGBA) === data.length &&
      Boolean(file.transcodeImage(data, level, 0, 0, RGBA, 0, -1, -1));
    if (isDecoded) return { width, height, data };
    throw new AssetError("malformed", "the KTX2 texture is damaged.", { where });
  } finally {
    file.close();
    file.delete();
  }
}
