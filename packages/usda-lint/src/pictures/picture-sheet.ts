/** Pictures of files with their names in one image. */
import type { LayerImage } from "../render/layer-images.ts";
import { LETTER, letterRows } from "./label-font.ts";

/** A picture and its name; without pixels it is an empty place. */
export interface NamedPicture {
  readonly name: string;
  readonly image: LayerImage | undefined;
}

/** Size of a picture, and the color of the ground: red, green, blue, alpha from 0 to 255. */
export interface SheetLayout {
  readonly width: number;
  readonly height: number;
  readonly background: readonly [number, number, number, number];
}

const GAP = 8;
/** Rows below a picture for its name. */
const LABEL = LETTER.height + 6;
/** Pixels from one letter to the next. */
const ADVANCE = LETTER.width + 1;
/** Of backgrounds with a luminance above it names are dark. */
const BRIGHT = 128;

/** Returns the size of a sheet that is about square, in pictures and in pixels. */
export function sheetSize(
  count: number,
  { width, height }: Pick<SheetLayout, "width" | "height">,
): { readonly columns: number; readonly width: number; readonly height: number } {
  const [cellWidth, cellHeight] = [width + GAP, height + LABEL + GAP];
  const columns = Math.max(1, Math.min(count, Math.round(Math.sqrt((count * cellHeight) / cellWidth))));
  const rows = Math.ceil(count / columns);
  return { columns, width: columns * cellWidth + GAP, height: rows * cellHeight + GAP };
}

/** Draws pictures from the upper left, with their names below them. */
export function pictureSheet(pictures: readonly NamedPicture[], layout: SheetLayout): LayerImage {
  const size = sheetSize(pictures.length, layout);
  const data = new Uint8Array(4 * size.width * size.height);
  new Uint32Array(data.buffer).fill(packed(layout.background));
  const sheet = { width: size.width, height: size.height, data };
  const [red, green, blue, alpha] = layout.background;
  const isDark = alpha > 0 && 0.3 * red + 0.59 * green + 0.11 * blue < BRIGHT;
  const ink = packed(isDark ? [225, 225, 230, 255] : [50, 52, 58, 255]);
  for (const [i, { name, image }] of pictures.entries()) {
    const left = GAP + (i % size.columns) * (layout.width + GAP);
    const top = GAP + Math.floor(i / size.columns) * (layout.height + LABEL + GAP);
    if (image !== undefined) place(sheet, image, left, top);
    else drawFrame(sheet, { left, top, ...layout }, ink);
    drawText(sheet, { text: name, left, top: top + layout.height + 3, width: layout.width }, ink);
  }
  return sheet;
}

/** Puts an image over the ground. */
function place(sheet: LayerImage, image: LayerImage, left: number, top: number): void {
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      const from = 4 * (y * image.width + x);
      const to = 4 * ((top + y) * sheet.width + left + x);
      const alpha = image.data[from + 3] / 255;
      if (alpha === 0) continue;
      const below = (sheet.data[to + 3] / 255) * (1 - alpha);
      const sum = alpha + below;
      for (let k = 0; k < 3; k++) {
        sheet.data[to + k] = (image.data[from + k] * alpha + sheet.data[to + k] * below) / sum + 0.5;
      }
      sheet.data[to + 3] = 255 * sum + 0.5;
    }
  }
}

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The place of a picture that could not be drawn: a frame with its diagonals. */
function drawFrame(sheet: LayerImage, { left, top, width, height }: Frame, ink: number): void {
  const pixels = new Uint32Array(sheet.data.buffer);
  const set = (x: number, y: number): void => {
    pixels[(top + y) * sheet.width + left + x] = ink;
  };
  for (let x = 0; x < width; x++) {
    const y = Math.floor((x * height) / width);
    for (const each of [0, height - 1, y, height - 1 - y]) set(x, each);
  }
  for (let y = 0; y < height; y++) for (const each of [0, width - 1]) set(each, y);
}

interface Text {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  /** What is longer is cut in the middle. */
  readonly width: number;
}

function drawText(sheet: LayerImage, { text, left, top, width }: Text, ink: number): void {
  const pixels = new Uint32Array(sheet.data.buffer);
  const letters = shortened(Array.from(text), Math.floor(width / ADVANCE));
  const start = left + Math.floor((width - letters.length * ADVANCE) / 2);
  for (const [i, letter] of letters.entries()) {
    for (const [y, row] of letterRows(letter).entries()) {
      for (let x = 0; x < LETTER.width; x++) {
        if ((row & (1 << (LETTER.width - 1 - x))) === 0) continue;
        pixels[(top + y) * sheet.width + start + i * ADVANCE + x] = ink;
      }
    }
  }
}

/** The beginning and the end of a name tell files apart. */
function shortened(letters: readonly string[], room: number): readonly string[] {
  if (letters.length <= room) return letters;
  const tail = Math.floor((room - 2) * 0.6);
  return [...letters.slice(0, Math.max(0, room - 2 - tail)), ".", ".", ...letters.slice(letters.length - tail)].slice(
    0,
    room,
  );
}

/** A color as the number of its bytes in memory. */
function packed(color: readonly number[]): number {
  const bytes = Uint8Array.from(color);
  return new Uint32Array(bytes.buffer)[0];
}
