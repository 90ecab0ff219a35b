/** The header of an OpenEXR image. */
import { AssetError } from "../errors/asset-error.ts";

/** A channel of each pixel, in the order of the rows. */
export interface ExrChannel {
  readonly name: string;
  readonly type: "half" | "float" | "uint";
  readonly bytes: number;
}

/** What rows of pixels are read with. */
export interface ExrHeader {
  readonly width: number;
  readonly height: number;
  /** The number of the uppermost row. */
  readonly firstRow: number;
  readonly channels: readonly ExrChannel[];
  readonly packing: "none" | "runs" | "zip";
  /** Rows that are packed together, and bytes of an unpacked one. */
  readonly rowsOfBlock: number;
  readonly rowBytes: number;
  /** Where the table of blocks begins. */
  readonly offsets: number;
}

const PACKINGS: ReadonlyMap<number, readonly [ExrHeader["packing"], rows: number]> = new Map([
  [0, ["none", 1]],
  [1, ["runs", 1]],
  [2, ["zip", 1]],
  [3, ["zip", 16]],
]);
const PACKING_NAMES = ["none", "RLE", "ZIPS", "ZIP", "PIZ", "PXR24", "B44", "B44A", "DWAA", "DWAB"];
const TYPES = ["uint", "half", "float"] as const;
const MAX_ATTRIBUTES = 1000;

/** @throws AssetError if the header is cut, or the image is of a kind that is not read */
export function readExrHeader(bytes: Uint8Array, where: string): ExrHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fail = (message: string): never => {
    throw new AssetError("malformed", message, { where });
  };
  const unsupported = (what: string): never => {
    throw new AssetError("unsupported", `${what} of OpenEXR are not read. Write the image as rows with ZIP.`, {
      where,
    });
  };
  if ((view.getUint32(4, true) & 0x1a00) !== 0) unsupported("tiles, deep pixels and several parts");
  let at = 8;
  const text = (): string => {
    const end = bytes.indexOf(0, at);
    if (end < 0 || end - at > 255) return fail("a name of the header has no end.");
    const found = new TextDecoder("latin1").decode(bytes.subarray(at, end));
    at = end + 1;
    return found;
  };
  let channels: readonly ExrChannel[] = [];
  let [packing, box]: [number, readonly number[]] = [-1, []];
  for (let i = 0; ; i++) {
    if (i > MAX_ATTRIBUTES) return fail("the header has too many attributes.");
    const name = text();
    if (name === "") break;
    text();
    if (at + 4 > bytes.length) return fail("the header is cut.");
    const size = view.getUint32(at, true);
    at += 4;
    const end = at + size;
    if (end > bytes.length) return fail("the header is cut.");
    if (name === "compression" && size >= 1) packing = bytes[at];
    if (name === "dataWindow" && size >= 16) box = [0, 4, 8, 12].map((k) => view.getInt32(at + k, true));
    if (name === "channels") channels = readChannels(bytes.subarray(at, end), fail, unsupported);
    at = end;
  }
  const [left, top, right, bottom] = box;
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (!(width > 0 && height > 0) || channels.length === 0) return fail("the header has no size or no channels.");
  const known = PACKINGS.get(packing) ?? unsupported(`images packed by ${PACKING_NAMES[packing] ?? packing}`);
  const rowBytes = channels.reduce((sum, channel) => sum + width * channel.bytes, 0);
  return { width, height, firstRow: top, channels, packing: known[0], rowsOfBlock: known[1], rowBytes, offsets: at };
}

function readChannels(
  bytes: Uint8Array,
  fail: (message: string) => never,
  unsupported: (what: string) => never,
): readonly ExrChannel[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const channels: ExrChannel[] = [];
  for (let at = 0; at < bytes.length && bytes[at] !== 0;) {
    const end = bytes.indexOf(0, at);
    if (end < 0 || end + 17 > bytes.length) return fail("the channels are cut.");
    const name = new TextDecoder("latin1").decode(bytes.subarray(at, end));
    const type = TYPES.at(view.getUint32(end + 1, true)) ?? fail("a channel has an unknown type.");
    if (view.getInt32(end + 9, true) !== 1 || view.getInt32(end + 13, true) !== 1)
      unsupported("channels of less pixels");
    channels.push({ name, type, bytes: type === "half" ? 2 : 4 });
    at = end + 17;
  }
  return channels;
}
