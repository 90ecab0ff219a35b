/** One image with the pictures of all files of a folder. */
import { counted } from "@usdkit/base";
import { UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { ProgressBar } from "@usdkit/command/terminal/progress-bar";
import { parseBackground } from "../render/image-arguments.ts";
import type { LayerImage } from "../render/layer-images.ts";
import { PicturePool } from "./draw-pictures.ts";
import type { PictureOutcome } from "./draw-picture.ts";
import { findPictured, type PicturedFile } from "./find-pictured.ts";
import { pictureSettings, type PictureArguments } from "./picture-arguments.ts";
import { pictureSheet, sheetSize, type NamedPicture } from "./picture-sheet.ts";

/** Sides of pictures that are tried, in pixels. */
const SIDES = [256, 192, 128, 96, 64];
/** Sides of a sheet without `--size`. */
const MAX_DEFAULT_SIDE = 8192;
/** Limit of WebP. */
const MAX_SIDE = 16_383;
const MAX_PIXELS = 2 ** 27;
const GROUND = [233, 236, 241, 255] as const;

/** A file of a sheet, and what came of it. */
export interface SheetRow {
  readonly file: string;
  readonly status: "drawn" | "empty" | "failed";
  readonly reason?: string;
}

/** A sheet; `image` is null if nothing was drawn. */
export interface FolderSheet {
  readonly image: LayerImage | null;
  readonly rows: readonly SheetRow[];
}

/**
 * Draws the files of a folder; those that cannot be read have an empty place.
 *
 * @param onProblem called for each of these
 * @throws {UsageError} if there are no files, or too many for an image
 */
export async function drawFolderSheet(
  context: CommandContext,
  folder: string,
  args: PictureArguments,
  { signal, onProblem }: { readonly signal: AbortSignal; readonly onProblem: (name: string, problem: string) => void },
): Promise<FolderSheet> {
  const found = await findPictured(context, [folder], onProblem);
  if (found.length === 0) throw new UsageError(`${folder}: no USD, glTF or splat files to draw`);
  const size = args.size ?? defaultSize(found.length);
  const { background, ...ofPictures } = args;
  // The ground of the sheet shows through.
  const settings = pictureSettings(context, { ...ofPictures, size }, null);
  checkSize(found.length, settings);
  const pool = new PicturePool(settings);
  const stop = (): void => void pool[Symbol.asyncDispose]();
  signal.addEventListener("abort", stop);
  const progress = new ProgressBar(context.stderr, "drawing");
  try {
    const files = (args.all === true ? undefined : await pool.withoutParts(found)) ?? found;
    const pictures: NamedPicture[] = [];
    const rows: SheetRow[] = [];
    for await (const outcome of pool.draw(files.map(({ location }) => ({ file: location, known: null })))) {
      signal.throwIfAborted();
      const file = files[rows.length];
      const row = rowOf(file, outcome);
      rows.push(row);
      if (row.status === "failed") {
        progress.clear();
        onProblem(file.name, row.reason ?? "");
      }
      if (row.status !== "empty") pictures.push({ name: file.relative, image: pixelsOf(outcome) });
      progress.update(rows.length, files.length);
    }
    const hasImages = pictures.some(({ image }) => image !== undefined);
    const ground = background === undefined ? GROUND : colorOf(background);
    const { width, height } = settings;
    return { image: hasImages ? pictureSheet(pictures, { width, height, background: ground }) : null, rows };
  } finally {
    progress.clear();
    signal.removeEventListener("abort", stop);
    await pool[Symbol.asyncDispose]();
  }
}

function rowOf({ name: file }: PicturedFile, outcome: PictureOutcome): SheetRow {
  if (outcome.status === "drawn" || outcome.status === "current") return { file, status: "drawn" };
  return { file, status: outcome.status, reason: outcome.reason };
}

function pixelsOf(outcome: PictureOutcome): LayerImage | undefined {
  return outcome.status === "drawn" && outcome.content.kind === "pixels" ? outcome.content : undefined;
}

function colorOf(background: string): readonly [number, number, number, number] {
  const [r, g, b, a] = parseBackground(background) ?? [0, 0, 0, 0];
  return [255 * r, 255 * g, 255 * b, 255 * a];
}

/** The largest pictures for which a sheet is not too large. */
function defaultSize(count: number): string {
  const fits = (side: number): boolean => {
    const { width, height } = sheetSize(count, { width: side, height: side });
    return Math.max(width, height) <= MAX_DEFAULT_SIDE;
  };
  const side = SIDES.find(fits) ?? SIDES.at(-1);
  return `${side}x${side}`;
}

function checkSize(count: number, layout: { readonly width: number; readonly height: number }): void {
  const { width, height } = sheetSize(count, layout);
  if (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS) return;
  const pictures = `${counted(count, "picture")} of ${layout.width} × ${layout.height}`;
  throw new UsageError(
    `--contact-sheet: ${pictures} make an image of ${width} × ${height} pixels, and at most ${MAX_SIDE} a side are drawn: reduce --size, or use usda thumbnails`,
  );
}
