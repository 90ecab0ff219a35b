/** Textures made of the channels of images. */
import type { TextureSource } from "@usdkit/geometry";
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

const CHANNEL_INDICES = { r: 0, g: 1, b: 2, a: 3 } as const;

/** Returns where channel `index` (0 to 2 of a color or vector, 0 of a number) of an input is taken from. */
export function channelSource(
  input: TextureSource,
  image: DecodedImage,
  index: number,
  kind: TexelKind,
): ChannelSource {
  const channel = input.channels === "rgb" ? index : CHANNEL_INDICES[input.channels];
  return { image, channel, table: tableOf(input, channel, kind) };
}

/** Returns the byte of a texture for each byte of an image. */
function tableOf({ scale, bias, sourceColorSpace }: TextureSource, channel: number, kind: TexelKind): Uint8Array {
  // Without a color space colors are sRGB, and other numbers are what they are. Alpha is never encoded.
  const isSrgb = channel < 3 && (sourceColorSpace === "sRGB" || (sourceColorSpace === "auto" && kind === "color"));
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    const value = scale[channel] * (isSrgb ? decodeSrgb(byte / 255) : byte / 255) + bias[channel];
    const wanted = kind === "vector" ? (value + 1) / 2 : value;
    const bounded = Math.min(1, Math.max(0, wanted));
    return Math.round(255 * (kind === "color" ? encodeSrgb(bounded) : bounded));
  });
}

/** Returns an image of channels, of the size of the largest source; channels without a source are 255. */
export function combinedImage(channels: readonly (ChannelSource | undefined)[]): DecodedImage | undefined {
  const sources = channels.flatMap((each) => (each === undefined ? [] : [each]));
  if (sources.length === 0) return undefined;
  const same = unchanged(channels);
  if (same !== undefined) return same;
  const width = Math.max(...sources.map(({ image }) => image.width));
  const height = Math.max(...sources.map(({ image }) => image.height));
  const data = new Uint8Array(4 * width * height).fill(255);
  for (const [out, source] of channels.entries()) {
    if (source === undefined) continue;
    const { image, channel, table } = source;
    for (let y = 0; y < height; y++) {
      const row = image.width * Math.floor((y * image.height) / height);
      for (let x = 0; x < width; x++) {
        const from = row + Math.floor((x * image.width) / width);
        data[4 * (y * width + x) + out] = table[image.data[4 * from + channel]];
      }
    }
  }
  return { width, height, data };
}

/** Returns the image that all four channels are taken from as they are; undefined if there is none. */
function unchanged(channels: readonly (ChannelSource | undefined)[]): DecodedImage | undefined {
  const [first] = channels;
  const isSame = [0, 1, 2, 3].every((index) => {
    const source = channels[index];
    return (
      source !== undefined && source.image === first?.image && source.channel === index && isIdentity(source.table)
    );
  });
  return isSame ? first?.image : undefined;
}

function isIdentity(table: Uint8Array): boolean {
  return table.every((value, byte) => value === byte);
}
