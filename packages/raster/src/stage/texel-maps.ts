/** Textures made of the channels of images. */
import type { TexelEncoding, TexelImage } from "@usdkit/geometry";
import type { DecodedImage } from "@usdkit/assets";
import { halfBitsToFloat } from "@usdkit/base";
import { decodeSrgb, encodeSrgb } from "@usdkit/base/math";
import { hasBytes } from "./stage-image.ts";

/** What the values of a texture are: light, which texels hold as sRGB; numbers from 0 to 1; or vectors from −1 to 1. */
export type TexelKind = "color" | "data" | "vector";

/** One channel of a texture that is made: where it is taken from. */
export interface ChannelSource {
  readonly image: TexelImage;
  /** Channel of the source's texels. */
  readonly channel: number;
  /** For each byte of the source, or the bits of each half, the byte of the texture. */
  readonly table: Uint8Array;
}

const identity = /* @__PURE__ */ Uint8Array.from({ length: 256 }, (_, byte) => byte);
const HALVES = 1 << 16;
/** Bits of the half 1, and the least ones of halves below 0. */
const ONE = 0x3c00;
const NEGATIVE = 0x8000;

const CHANNEL_INDICES = { r: 0, g: 1, b: 2, a: 3 } as const;

/** Returns where channel `index` (0 to 2 of a color or vector, 0 of a number) of an input is taken from. */
export function channelSource(input: TexelEncoding, image: TexelImage, index: number, kind: TexelKind): ChannelSource {
  const channel = input.channels === "rgb" ? index : CHANNEL_INDICES[input.channels];
  const table = hasBytes(image) ? byteTable(input, channel, kind) : halfTable(input, channel, kind);
  return { image, channel, table };
}

/** Returns the byte of a texture for each byte of an image. */
function byteTable({ scale, bias, sourceColorSpace }: TexelEncoding, channel: number, kind: TexelKind): Uint8Array {
  // Without a color space colors are sRGB, and other numbers are what they are. Alpha is never encoded.
  const isSrgb = channel < 3 && (sourceColorSpace === "sRGB" || (sourceColorSpace === "auto" && kind === "color"));
  const isVector = kind === "vector";
  // Most textures are used as they are, which takes no table.
  const isSame = isSrgb === (kind === "color") && scale[channel] === (isVector ? 2 : 1);
  if (isSame && bias[channel] === (isVector ? -1 : 0)) return identity;
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    return byteOf(scale[channel] * (isSrgb ? decodeSrgb(byte / 255) : byte / 255) + bias[channel], kind);
  });
}

/** Returns the byte of a texture for the bits of each half, which is linear whatever the color space of the input, as in the reference. */
function halfTable({ scale, bias }: TexelEncoding, channel: number, kind: TexelKind): Uint8Array {
  return Uint8Array.from({ length: HALVES }, (_, bits) =>
    byteOf(scale[channel] * halfBitsToFloat(bits) + bias[channel], kind),
  );
}

function byteOf(value: number, kind: TexelKind): number {
  const bounded = Math.min(1, Math.max(0, kind === "vector" ? (value + 1) / 2 : value));
  return Math.round(255 * (kind === "color" ? encodeSrgb(bounded) : bounded));
}

/** Returns the largest color value of an image, at least 1. */
export function brightestOf({ data }: TexelImage): number {
  if (data instanceof Uint8Array) return 1;
  let most = ONE;
  // Bits of positive halves have the order of their values; those of negative ones are larger.
  for (let i = 0; i < data.length; i++) if ((i & 3) < 3 && data[i] > most && data[i] < NEGATIVE) most = data[i];
  return halfBitsToFloat(most);
}

/** Returns a channel with 255 less the bytes that it has. */
export function inverted(source: ChannelSource): ChannelSource {
  return { ...source, table: source.table.map((byte) => 255 - byte) };
}

/** What a channel without a source has: 255 if it is read, otherwise any value. */
export type EmptyChannels = "read" | "unread";

/**
 * Returns an image of channels, of the size of the largest source; undefined without a source. It is the source itself if its channels
 * are taken as they are.
 *
 * @param channels sources, or bytes that all texels have
 */
export function combinedImage(
  channels: readonly (ChannelSource | number | undefined)[],
  empty: EmptyChannels = "read",
): DecodedImage | undefined {
  const sources = channels.flatMap((each) => (typeof each === "object" ? [each] : []));
  if (sources.length === 0) return undefined;
  const same = unchanged(channels, empty);
  if (same !== undefined) return same;
  const width = Math.max(...sources.map(({ image }) => image.width));
  const height = Math.max(...sources.map(({ image }) => image.height));
  const data = new Uint8Array(4 * width * height).fill(255);
  for (const [out, source] of channels.entries()) {
    if (typeof source === "object") putChannel({ width, height, data }, out, source);
    else if (source !== undefined) for (let i = out; i < data.length; i += 4) data[i] = source;
  }
  return { width, height, data };
}

function putChannel(
  { width, height, data }: DecodedImage,
  out: number,
  { image, channel, table }: ChannelSource,
): void {
  if (image.width === width && image.height === height) {
    const from = image.data;
    for (let i = 0; i < data.length; i += 4) data[i + out] = table[from[i + channel]];
    return;
  }
  const columns = Int32Array.from({ length: width }, (_, x) => 4 * Math.floor((x * image.width) / width) + channel);
  for (let y = 0; y < height; y++) {
    const row = 4 * image.width * Math.floor((y * image.height) / height);
    for (let x = 0; x < width; x++) data[4 * (y * width + x) + out] = table[image.data[row + columns[x]]];
  }
}

/** Returns the image that all channels are taken from as they are; undefined if there is none. */
function unchanged(
  channels: readonly (ChannelSource | number | undefined)[],
  empty: EmptyChannels,
): DecodedImage | undefined {
  const image = channels.find((source) => typeof source === "object")?.image;
  const isSame = [0, 1, 2, 3].every((index) => {
    const source = channels[index];
    if (source === undefined) return empty === "unread";
    return typeof source === "object" && source.image === image && source.channel === index && isIdentity(source.table);
  });
  return isSame && image !== undefined && hasBytes(image) ? image : undefined;
}

function isIdentity(table: Uint8Array): boolean {
  return table === identity || table.every((value, byte) => value === byte);
}
