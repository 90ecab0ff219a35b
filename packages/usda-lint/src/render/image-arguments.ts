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

/** Returns the format for the extension of an animation; undefined for other files. */
export function animationFormat(file: string): "webp" | "gif" | undefined {
  const extension = path.extname(file).toLowerCase();
  return extension === ".webp" ? "webp" : extension === ".gif" ? "gif" : undefined;
}

/** Returns `scene-depth.png` for `scene.png` and `depth`. */
export function withNameSuffix(file: string, name: string): string {
  const { dir, name: base, ext } = path.parse(file);
  return path.join(dir, `${base}-${name}${ext}`);
}

/** Returns the format for the extension of a file. */
export function imageFormat(file: string): "png" | "jpeg" {
  switch (path.extname(file).toLowerCase()) {
    case ".png":
      return "png";
    case ".jpg":
    case ".jpeg":
      return "jpeg";
    default:
      throw new UsageError(
        `-o expects a .png or .jpg file, or with --turntable or --animate a .webp or .gif file, found "${file}"`,
      );
  }
}
