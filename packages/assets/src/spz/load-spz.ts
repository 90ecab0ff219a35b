import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import type { SplatAsset } from "../model/asset.ts";
import type { LoadContext } from "../options/load-options.ts";
import { SkipCounter } from "../model/skip-counter.ts";
import { finishSplats, makeSplatArrays } from "../model/splat-arrays.ts";
import { inflate } from "../compression/inflate.ts";
import { checkStreams, GZIP_HEAD, readSpzHeader, streamWidths, type SpzHeader } from "./spz-header.ts";
import { checkExtensions, unpackSplats } from "./unpack-splats.ts";

/** Maximum compression ratio of gzip. */
const MAX_GZIP_RATIO = 1032;
/** Space for records after the streams of versions 2 and 3. */
const EXTENSION_BYTES = 1 << 16;

/** Loads splats of SPZ 2 to 4. The axes are right, up, back, as in USD, so positions need no conversion. */
export async function loadSpz(bytes: Uint8Array, context: LoadContext): Promise<SplatAsset> {
  return bytes[0] === 0x1f ? loadGzip(bytes, context) : loadStreams(bytes, context);
}

async function loadGzip(bytes: Uint8Array, { limits, budget }: LoadContext): Promise<SplatAsset> {
  const total = (header: SpzHeader): number =>
    GZIP_HEAD + header.count * streamWidths(header).reduce((sum, width) => sum + width, 0);
  const data = await inflate(bytes, { format: "gzip", head: GZIP_HEAD }, (first) => {
    const header = readSpzHeader(first, "gzip");
    checkCount(header.count, limits, "splats", { where: "header", offset: 8 });
    const size = total(header);
    if (size > bytes.length * MAX_GZIP_RATIO) {
      const message = `${header.count} splats unpack to ${size} bytes, which ${bytes.length} cannot hold.`;
      throw new AssetError("truncated", message, { where: "header", offset: 8 });
    }
    budget.take(size, "gzip");
    return size + (header.hasExtensions ? EXTENSION_BYTES : 0);
  });
  const header = readSpzHeader(data, "gzip");
  if (data.length < total(header)) {
    const message = `${header.count} splats have ${total(header)} bytes, found ${data.length}.`;
    throw new AssetError("truncated", message, { where: "gzip" });
  }
  if (header.hasExtensions) checkExtensions(data, header);
  const degree = usedDegree(header);
  const arrays = makeSplatArrays(header.count, degree, budget, "header");
  unpackSplats(data, header, arrays);
  const skips = new SkipCounter();
  if (header.degree > 3) skips.add("harmonicsBeyondDegree3", header.count);
  return finishSplats(arrays, degree, skips);
}

async function loadStreams(bytes: Uint8Array, { limits, budget }: LoadContext): Promise<SplatAsset> {
  const header = readSpzHeader(bytes, "streams");
  checkCount(header.count, limits, "splats", { where: "header", offset: 8 });
  checkStreams(bytes, header);
  const degree = usedDegree(header);
  const arrays = makeSplatArrays(header.count, degree, budget, "header");
  if (header.count === 0) return finishSplats(arrays, degree, new SkipCounter());
  const { addLibrarySplats, decodeWithLibrary, librarySplatBytes } = await import("./library-splats.ts");
  budget.take(bytes.length + header.count * librarySplatBytes(header), "streams");
  const cloud = await decodeWithLibrary(bytes, header);
  const skips = new SkipCounter();
  addLibrarySplats(arrays, cloud, skips);
  if (header.degree > 3) skips.add("harmonicsBeyondDegree3", arrays.count);
  return finishSplats(arrays, degree, skips);
}

function usedDegree({ degree }: SpzHeader): 0 | 1 | 2 | 3 {
  return Math.min(degree, 3) as 0 | 1 | 2 | 3;
}
