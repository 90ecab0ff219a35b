/** Arguments for sizes, colors and names of images. */
import { path } from "@usdkit/command/process/builtins";
import { UsageError } from "@usdkit/command/cli/errors";

/** Parses `1280x720`. */
export function parseSize(text: string | undefined): { width: number; height: number } | undefined {
  if (text === undefined) return undefined;
  const match = /^([1-9]\d{0,5})x([1-9]\d{0,5})$/i.exec(text);
  if (match === null)
    throw new UsageError(`--size expects a width and a height in pixels, as in 1280x720, found "${text}"`);
  return { width: Number(match[1]), height: Number(match[2]) };
}

export type Background = readonly [r: number, g: number, b: number, a: number];

/** Parses `#rrggbb` or `#rrggbbaa`, with or without the `#`, to numbers from 0 to 1. */
export function parseBackground(text: string | undefined): Background | undefined {
  if (text === undefined) return undefined;
  const digits = text.replace(/^#/, "");
  if (!/^(?:[\da-f]{6}|[\da-f]{8})$/i.test(digits)) {
    throw new UsageError(`--background expects a color as "#rrggbb" or "#rrggbbaa", found "${text}"`);
  }
  const byte = (i: number): number => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16) / 255;
  return [byte(0), byte(1), byte(2), digits.length === 8 ? byte(3) : 1];
}

/** Returns `scene-depth.png` for `scene.png` and `depth`. */
export function withNameSuffix(file: string, name: string): string {
  const { dir, name: base, ext } = path.parse(file);
  return path.join(dir, `${base}-${name}${ext}`);
}

/** How an image is encoded; WebP and GIF may be animations. */
export type ImageFormat = "png" | "jpeg" | "webp" | "gif";

const formats: Readonly<Record<string, ImageFormat>> = {
  ".png": "png",
  ".jpg": "jpeg",
  ".jpeg": "jpeg",
  ".webp": "webp",
  ".gif": "gif",
};

/** Returns the format for the extension of a file. @throws {UsageError} for others */
export function imageFormat(file: string): ImageFormat {
  const format = formats[path.extname(file).toLowerCase()];
  if (format === undefined) throw new UsageError(`-o expects a .png, .jpg, .webp or .gif file, found "${file}"`);
  return format;
}

/** Parses a time code. */
export function parseTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(time)) throw new UsageError(`--time expects a time code, found "${text}"`);
  return time;
}
