/** The images that the arguments of `usda render` ask for. */
import type { DrawableScene, OutputName, RenderedImage, RenderOptions } from "@usdkit/raster";
import { UsageError } from "@usdkit/command/cli/errors";
import { delayOf, frameTimes } from "./frame-times.ts";
import { withNameSuffix } from "./image-arguments.ts";
import type { ImageFiles } from "./image-files.ts";
import { cameraNames, checkNames, hasPlaceholder, imageName, type ImageLabel } from "./image-names.ts";
import {
  contactSheet,
  depthImage,
  depthRange,
  edgesImage,
  idsImage,
  normalsImage,
  type LayerImage,
} from "./layer-images.ts";

/** Of the images of a sequence that are in memory together. */
const MAX_SEQUENCE_BYTES = 2 ** 30;
const MAX_SHEET_CAMERAS = 64;
/** Images a second, as stages have it by default. */
const DEFAULT_RATE = 24;

/** Images in addition to color. */
export interface ImageLayers {
  readonly depth: boolean;
  readonly normals: boolean;
  readonly ids: boolean;
  readonly edges: boolean;
}

/** Which images of each camera are drawn; `null` is one. */
export type Sequence =
  | { readonly kind: "turntable"; readonly frames: number }
  /** Images a second; undefined is the scene's own. */
  | { readonly kind: "animation"; readonly rate: number | undefined }
  /** Time codes; an animation has `rate` images a second. */
  | { readonly kind: "frames"; readonly times: readonly number[]; readonly rate: number | undefined }
  | { readonly kind: "contactSheet" }
  | null;

/** What is drawn, and where it goes. */
export interface Drawing {
  readonly output: string;
  /** Paths of cameras, or `auto`. */
  readonly cameras: readonly string[];
  readonly options: RenderOptions;
  readonly layers: ImageLayers;
  readonly sequence: Sequence;
  /** Called after each image. */
  readonly onImage: (done: number, total: number) => void;
  readonly hash: (image: RenderedImage) => Promise<string>;
}

/** A file of an image, or of an animation. */
export interface DrawnFile {
  readonly file: string;
  readonly camera: string;
  /** Time code; undefined for that of the scene. */
  readonly time: number | undefined;
  /** Of the first image. */
  readonly hash: string;
}

/** What was drawn. */
export interface DrawnImages {
  readonly files: readonly DrawnFile[];
  readonly first: RenderedImage;
}

/** An image of a camera before it is drawn. */
interface Shot extends ImageLabel {
  readonly path: string;
  readonly options: Pick<RenderOptions, "camera" | "time">;
}

/** Draws and writes the images. */
export async function drawImages(scene: DrawableScene, files: ImageFiles, drawing: Drawing): Promise<DrawnImages> {
  const { sequence, output } = drawing;
  if (sequence?.kind === "contactSheet") return await drawContactSheet(scene, files, drawing);
  const { shots, delay } = await shotsOf(scene, drawing);
  const run: Run = { scene, files, drawing, shots, delay };
  const isAnimation = files.canAnimate && sequence !== null && !hasPlaceholder(output);
  return isAnimation ? await drawAnimations(run) : await drawShots(run);
}

/** The images of a run. */
interface Run {
  readonly scene: DrawableScene;
  readonly files: ImageFiles;
  readonly drawing: Drawing;
  readonly shots: readonly Shot[];
  /** Milliseconds of each image of an animation. */
  readonly delay: number | undefined;
}

/** Returns the images of all cameras, and the milliseconds that an animation shows each. */
async function shotsOf(
  scene: DrawableScene,
  { cameras, sequence, options }: Drawing,
): Promise<{ readonly shots: readonly Shot[]; readonly delay: number | undefined }> {
  const names = cameras.length > 1 ? cameraNames(cameras) : [undefined];
  const each = async (
    shotsOfCamera: (path: string) => Promise<readonly Omit<Shot, "path" | "camera">[]>,
  ): Promise<readonly Shot[]> => {
    const shots: Shot[] = [];
    for (const [i, path] of cameras.entries()) {
      for (const shot of await shotsOfCamera(path)) shots.push({ ...shot, path, camera: names[i] });
    }
    return shots;
  };
  switch (sequence?.kind) {
    case "turntable": {
      const { frames } = sequence;
      const shots = await each(async (path) => {
        const poses = await scene.turntable(frames, path, options.only);
        return poses.map((camera, i) => ({ index: i + 1, options: { camera, time: options.time } }));
      });
      return { shots, delay: undefined };
    }
    case "animation": {
      const { times, delay } = frameTimes(scene.timeRange(), sequence.rate);
      return { shots: await each(async (path) => timesAs(times, path, "index")), delay };
    }
    case "frames": {
      const { times, rate = scene.timeRange()?.framesPerSecond ?? DEFAULT_RATE } = sequence;
      return { shots: await each(async (path) => timesAs(times, path, "frame")), delay: delayOf(rate) };
    }
    default:
      return {
        shots: await each(async (path) => [{ options: { camera: path, time: options.time } }]),
        delay: undefined,
      };
  }
}

function timesAs(
  times: readonly number[],
  camera: string,
  label: "index" | "frame",
): readonly Omit<Shot, "path" | "camera">[] {
  return times.map((time, i) => ({ [label]: label === "index" ? i + 1 : time, options: { camera, time } }));
}

function outputsOf({ depth, normals, ids, edges }: ImageLayers): OutputName[] {
  return [
    ...(depth ? ["depth" as const] : []),
    ...(normals ? ["normal" as const] : []),
    ...(ids ? ["primId" as const] : []),
    ...(edges ? ["edges" as const] : []),
  ];
}

/** The wanted images of an image but depth, by the suffix of their file. */
function layersOf({ normals, ids, edges }: ImageLayers, image: RenderedImage): [name: string, layer: LayerImage][] {
  const found: [string, LayerImage][] = [];
  if (normals) found.push(["normals", normalsImage(image)]);
  if (ids) found.push(["ids", idsImage(image)]);
  if (edges) found.push(["edges", edgesImage(image)]);
  return found;
}

/** Draws a file for each image. Depths have one range for all of them, so they are kept to the end. */
async function drawShots({ scene, files, drawing, shots }: Run): Promise<DrawnImages> {
  const { output, layers, options, onImage, hash } = drawing;
  const names = shots.map((shot) => imageName(output, shot));
  checkNames(names);
  const drawn: DrawnFile[] = [];
  const depths: DepthPixels[] = [];
  const room = new Room();
  let first: RenderedImage | undefined;
  for (const [i, { path, options: own }] of shots.entries()) {
    const image = await scene.render({ ...options, ...own, outputs: outputsOf(layers) });
    first ??= image;
    await files.write(names[i], image);
    for (const [name, layer] of layersOf(layers, image)) await files.writeLayer(names[i], name, layer);
    if (layers.depth) depths.push(room.keep(image));
    drawn.push({ file: names[i], camera: path, time: own.time, hash: await hash(image) });
    onImage(i + 1, shots.length);
  }
  const range = depthRange(depths);
  for (const [i, depth] of depths.entries()) await files.writeLayer(names[i], "depth", depthImage(depth, range));
  return { files: drawn, first: required(first) };
}

/** Draws the images of each camera into one file, and one for each layer. */
async function drawAnimations(run: Run): Promise<DrawnImages> {
  const drawn: DrawnFile[] = [];
  let first: RenderedImage | undefined;
  let before = 0;
  for (const camera of run.drawing.cameras) {
    const shots = run.shots.filter(({ path }) => path === camera);
    const onImage = (done: number): void => run.drawing.onImage(before + done, run.shots.length);
    const { file, image } = await drawAnimation({ ...run, shots, drawing: { ...run.drawing, onImage } });
    before += shots.length;
    first ??= image;
    drawn.push(file);
  }
  return { files: drawn, first: required(first) };
}

async function drawAnimation({
  scene,
  files,
  drawing,
  shots,
  delay,
}: Run): Promise<{ readonly file: DrawnFile; readonly image: RenderedImage }> {
  const { output, options, layers, onImage, hash } = drawing;
  const kept = new Map<string, LayerImage[]>();
  const depths: DepthPixels[] = [];
  const room = new Room();
  const keep = (name: string, { width, height, data }: LayerImage): void => {
    room.take(data.length);
    kept.set(name, [...(kept.get(name) ?? []), { width, height, data }]);
  };
  let first: RenderedImage | undefined;
  for (const [i, { options: own }] of shots.entries()) {
    const image = await scene.render({ ...options, ...own, outputs: outputsOf(layers) });
    first ??= image;
    keep("", image);
    for (const [name, layer] of layersOf(layers, image)) keep(name, layer);
    if (layers.depth) depths.push(room.keep(image));
    onImage(i + 1, shots.length);
  }
  const image = required(first);
  const range = depthRange(depths);
  for (const depth of depths) keep("depth", depthImage(depth, range));
  const [{ camera, path, options: own }] = shots;
  const name = imageName(output, { camera });
  for (const [layer, images] of kept) {
    const file = layer === "" ? name : withNameSuffix(name, layer);
    await files.writeAnimation(file, images, { delay, lossless: layer !== "" });
  }
  return { file: { file: name, camera: path, time: own.time, hash: await hash(image) }, image };
}

async function drawContactSheet(
  scene: DrawableScene,
  files: ImageFiles,
  { output, options, cameras, layers, onImage, hash }: Drawing,
): Promise<DrawnImages> {
  if (cameras.length > MAX_SHEET_CAMERAS) {
    throw new UsageError(
      `--contact-sheet draws at most ${MAX_SHEET_CAMERAS} cameras, and the scene has ${cameras.length}`,
    );
  }
  const images: RenderedImage[] = [];
  for (const camera of cameras) {
    images.push(await scene.render({ ...options, camera, outputs: outputsOf(layers) }));
    onImage(images.length, cameras.length);
  }
  const first = required(images.at(0));
  const sheet = { ...first, ...contactSheet(images) };
  await files.write(output, sheet);
  const range = depthRange(images);
  const all = images.map((image): readonly (readonly [name: string, layer: LayerImage])[] => [
    ...layersOf(layers, image),
    ...(layers.depth ? [["depth", depthImage(image, range)] as const] : []),
  ]);
  for (const [i, [name]] of all[0].entries()) {
    await files.writeLayer(output, name, contactSheet(all.map((each) => each[i][1])));
  }
  const file = { file: output, camera: cameras[0], time: options.time, hash: await hash(sheet) };
  return { files: [file], first: sheet };
}

function required(image: RenderedImage | undefined): RenderedImage {
  if (image === undefined) throw new UsageError("There is no image to draw");
  return image;
}

type DepthPixels = Pick<RenderedImage, "width" | "height" | "depth">;

/** Bounds what is in memory. */
class Room {
  #bytes = 0;

  take(size: number): void {
    this.#bytes += size;
    if (this.#bytes <= MAX_SEQUENCE_BYTES) return;
    throw new UsageError("The images exceed 1 GiB of pixels: reduce their number or --size");
  }

  keep({ width, height, depth }: RenderedImage): DepthPixels {
    this.take(depth?.byteLength ?? 0);
    return { width, height, depth };
  }
}
