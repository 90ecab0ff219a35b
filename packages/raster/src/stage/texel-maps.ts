/** Textures made of the channels of images. */
import type { TexelEncoding } from "@usdkit/geometry";
import type { DecodedImage } from "@usdkit/assets";
import { decodeSrgb, encodeSrgb } from "@usdkit/base/math";

/** What the values of a texture are: light, which texels hold as sRGB; numbers from 0 to 1; or vectors from −1 to 1. */
export type TexelKind = "color" | "data" | "vector";

/** One channel of a texture that is made: where it is taken from. */
export interface ChannelSource {
  readonly image: DecodedImage;
  /** Byte of the source's texels. */
  readonly channel: number;
  /** For each byte of the source, the byte of the texture. */
  readonly table: Uint8Array;
}

const identity = /* @__PURE__ */ Uint8Array.from({ length: 256 }, (_, byte) => byte);

const CHANNEL_INDICES = { r: 0, g: 1, b: 2, a: 3 } as const;

/** Returns where channel `index` (0 to 2 of a color or vector, 0 of a number) of an input is taken from. */
export function channelSource(
  input: TexelEncoding,
  image: DecodedImage,
  index: number,
  kind: TexelKind,
): ChannelSource {
  const channel = input.channels === "rgb" ? index : CHANNEL_INDICES[input.channels];
  return { image, channel, table: tableOf(input, channel, kind) };
}

/** Returns the byte of a texture for each byte of an image. */
function tableOf({ scale, bias, sourceColorSpace }: TexelEncoding, channel: number, kind: TexelKind): Uint8Array {
  // Without a color space colors are sRGB, and other numbers are what they are. Alpha is never encoded.
  const isSrgb = channel < 3 && (sourceColorSpace === "sRGB" || (sourceColorSpace === "auto" && kind === "color"));
  const isVector = kind === "vector";
  // Most textures are used as they are, which takes no table.
  const isSame = isSrgb === (kind === "color") && scale[channel] === (isVector ? 2 : 1);
  if (isSame && bias[channel] === (isVector ? -1 : 0)) return identity;
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    const value = scale[channel] * (isSrgb ? decodeSrgb(byte / 255) : byte / 255) + bias[channel];
    const wanted = kind === "vector" ? (value + 1) / 2 : value;
    const bounded = Math.min(1, Math.max(0, wanted));
    return Math.round(255 * (kind === "color" ? encodeSrgb(bounded) : bounded));
  });
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
  return isSame ? image : undefined;
}

function isIdentity(table: Uint8Array): boolean {
  return table === identity || table.every((value, byte) => value === byte);
}
