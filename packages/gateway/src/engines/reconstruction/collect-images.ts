import { copyFile, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import sharp from "sharp";
import * as z from "zod";
import { InputError, type EngineInputFile } from "../engine.ts";
import { runPython } from "./run-python.ts";

const IMAGES = new Set([".jpg", ".jpeg", ".png"]);
const VIDEOS = new Set([".mp4", ".mov", ".insv"]);
const PANORAMIC = ".insv";
/** Maximum number of frames, and of moments of panoramic videos, of all videos together; each video gets at least 20. */
const MAX_FRAMES = 200;
const MAX_MOMENTS = 40;
const MIN_FRAMES = 20;
const MAX_PIXELS = 100_000_000;
/** Field of view of the views cut from a fisheye frame, in degrees. */
const VIEW_DEGREES = 90;

/** Images of one source, in a folder of their own. */
export interface ImageGroup {
  readonly folder: string;
  /** Frames of one camera, in order of time. */
  readonly isVideo: boolean;
  /** Horizontal field of view in degrees, if known. */
  readonly fieldOfView: number | null;
  /** Views of the same moment that have one centre. Images of one moment have one name, in the folders of the views. */
  readonly rigs: readonly (readonly RigView[])[];
}

/** A view of a panoramic camera. */
export interface RigView {
  /** Within the folder of the group. */
  readonly folder: string;
  /** Matrix from the space of the first lens to that of the view, row by row, for column vectors. */
  readonly rotation: readonly number[];
}

export interface CollectedImages {
  readonly groups: readonly ImageGroup[];
  readonly notes: readonly string[];
}

const framesSchema = z.looseObject({
  frames: z.array(z.object({ name: z.string(), time: z.number() })),
  rigs: z.array(z.array(z.object({ folder: z.string(), rotation: z.array(z.number()).length(9) }))),
});
type Frames = z.infer<typeof framesSchema>;

/**
 * Writes images, and frames of videos, to subfolders of a folder.
 *
 * @throws {InputError} for other files and unreadable videos, with the field of the request.
 */
export async function collectImages(
  files: readonly EngineInputFile[],
  folder: string,
  onProgress: (value: number) => void,
): Promise<CollectedImages> {
  const given = files.filter(({ field }) => field.startsWith("resources"));
  const videos = given.filter(({ extension }) => VIDEOS.has(extension));
  const images = given.filter(({ extension }) => IMAGES.has(extension) || extension === ".webp");
  const other = given.find((file) => !videos.includes(file) && !images.includes(file));
  if (other !== undefined) {
    throw new InputError(`${other.field}: expected an image or a video, found the extension "${other.extension}"`);
  }
  const groups: ImageGroup[] = [];
  const notes: string[] = [];
  if (images.length > 0) {
    await mkdir(join(folder, "images"));
    for (const [i, image] of images.entries()) await takeImage(image, join(folder, "images", number(i)));
    groups.push({ folder: "images", isVideo: false, fieldOfView: null, rigs: [] });
  }
  const share = (frames: number): number => Math.max(MIN_FRAMES, Math.floor(frames / Math.max(1, videos.length)));
  for (const [i, video] of videos.entries()) {
    const isPanoramic = video.extension === PANORAMIC;
    const name = `video-${i}`;
    const place = join(folder, name);
    await mkdir(place);
    const most = share(isPanoramic ? MAX_MOMENTS : MAX_FRAMES);
    const { frames, rigs } = await takeFrames(video, place, most, (value) => onProgress((i + value) / videos.length));
    groups.push({ folder: name, isVideo: true, fieldOfView: isPanoramic ? VIEW_DEGREES : null, rigs });
    const what = isPanoramic ? viewsOf(rigs) : "frames";
    notes.push(`${video.field} (${basename(new URL(video.url).pathname)}) as ${name}: ${frames.length} ${what}.`);
  }
  if (groups.length === 0) throw new InputError("resources: expected images or videos");
  return { groups, notes };
}

function viewsOf(rigs: Frames["rigs"]): string {
  const views = `views of ${VIEW_DEGREES} degrees cut from its fisheye frames`;
  return rigs.length < 2
    ? views
    : `${views}; how its lenses are turned to each other is not clear, so each was placed on its own`;
}

async function takeImage({ field, path, extension }: EngineInputFile, place: string): Promise<void> {
  if (extension !== ".webp") return copyFile(path, place + extension);
  try {
    await sharp(path, { limitInputPixels: MAX_PIXELS, pages: 1 }).png().toFile(`${place}.png`);
  } catch (cause) {
    throw new InputError(`${field}: the image cannot be read`, { cause });
  }
}

async function takeFrames(
  { field, path, extension }: EngineInputFile,
  place: string,
  maxFrames: number,
  onProgress: (value: number) => void,
): Promise<Frames> {
  const args = [path, place, String(maxFrames), extension === PANORAMIC ? "fisheye" : "plain"];
  try {
    return framesSchema.parse(await runPython("frames", args, onProgress));
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${field}: ${error.message}`, { cause: error }) : error;
  }
}

function number(i: number): string {
  return String(i).padStart(5, "0");
}
