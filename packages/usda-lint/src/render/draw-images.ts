/** The images that the arguments of `usda render` ask for. */
import type { DrawableScene, OutputName, RenderedImage, RenderOptions } from "@usdkit/raster";
import { UsageError } from "@usdkit/command/cli/errors";
import { frameTimes } from "./frame-times.ts";
import { withNameSuffix } from "./image-arguments.ts";
import type { ImageFiles } from "./image-files.ts";
import { contactSheet, depthImage, depthRange, idsImage, normalsImage, type LayerImage } from "./layer-images.ts";

/** Of the images of a sequence that are in memory together. */
const MAX_SEQUENCE_BYTES = 2 ** 30;
const MAX_CAMERAS = 64;

/** What is drawn, and where it goes. */
export interface Drawing {
  readonly output: string;
  readonly camera: string | undefined;
  readonly options: RenderOptions;
  /** Images in addition to color. */
  readonly layers: { readonly depth: boolean; readonly normals: boolean; readonly ids: boolean };
  readonly sequence:
    | { readonly kind: "turntable"; readonly frames: number }
    /** Images a second; undefined is the scene's own. */
    | { readonly kind: "animation"; readonly rate: number | undefined }
    | { readonly kind: "contactSheet" }
    | null;
}

/** Draws and writes the images; returns the one that is reported. */
export async function drawImages(scene: DrawableScene, files: ImageFiles, drawing: Drawing): Promise<RenderedImage> {
  const { sequence, camera, options, output } = drawing;
  switch (sequence?.kind) {
    case "contactSheet":
      return await drawContactSheet(scene, files, drawing);
    case "turntable": {
      const poses = await scene.turntable(sequence.frames, camera);
      return await drawSequence(
        scene,
        files,
        drawing,
        poses.map((pose) => ({ camera: pose })),
      );
    }
    case "animation": {
      const { times, delay } = frameTimes(scene.timeRange(), sequence.rate);
      return await drawSequence(
        scene,
        files,
        { ...drawing, delay },
        times.map((time) => ({ camera, time })),
      );
    }
    case undefined: {
      const image = await scene.render({ ...options, camera, outputs: outputsOf(drawing) });
      await files.write(output, image);
      for (const [name, layer] of layersOf(drawing, image)) await files.write(withNameSuffix(output, name), layer);
      return image;
    }
  }
}

function outputsOf({ layers: { depth, normals, ids } }: Drawing): OutputName[] {
  return [
    ...(depth ? ["depth" as const] : []),
    ...(normals ? ["normal" as const] : []),
    ...(ids ? ["primId" as const] : []),
  ];
}

/** The wanted images of an image, by the suffix of their file. */
function layersOf({ layers }: Drawing, image: RenderedImage): [name: string, layer: LayerImage][] {
  const found: [string, LayerImage][] = [];
  if (layers.depth) found.push(["depth", depthImage(image, depthRange([image]))]);
  if (layers.normals) found.push(["normals", normalsImage(image)]);
  if (layers.ids) found.push(["ids", idsImage(image)]);
  return found;
}

/** Animations, or files with numbers. Depths have one range for all images, so they are kept to the end. */
async function drawSequence(
  scene: DrawableScene,
  files: ImageFiles,
  drawing: Drawing & { readonly delay?: number },
  frames: readonly RenderOptions[],
): Promise<RenderedImage> {
  const { output, options, layers, delay } = drawing;
  const outputs = outputsOf(drawing);
  const kept = new Map<string, LayerImage[]>();
  const depths: Pick<RenderedImage, "width" | "height" | "depth">[] = [];
  let bytes = 0;
  const hold = (size: number): void => {
    bytes += size;
    if (bytes <= MAX_SEQUENCE_BYTES) return;
    throw new UsageError("The images exceed 1 GiB of pixels: reduce their number or --size");
  };
  const numbered = (i: number): string => withNameSuffix(output, String(i + 1).padStart(3, "0"));
  const take = async (name: string, i: number, image: LayerImage): Promise<void> => {
    if (!files.isAnimation) {
      await files.write(name === "" ? numbered(i) : withNameSuffix(numbered(i), name), image);
      return;
    }
    hold(image.data.length);
    kept.set(name, [...(kept.get(name) ?? []), { width: image.width, height: image.height, data: image.data }]);
  };
  let first: RenderedImage | undefined;
  for (const [i, frame] of frames.entries()) {
    const image = await scene.render({ ...options, ...frame, outputs });
    first ??= image;
    await take("", i, image);
    if (layers.normals) await take("normals", i, normalsImage(image));
    if (layers.ids) await take("ids", i, idsImage(image));
    const { width, height, depth } = image;
    if (!layers.depth || depth === undefined) continue;
    hold(depth.byteLength);
    depths.push({ width, height, depth });
  }
  if (first === undefined) throw new UsageError("There is no image to draw");
  const range = depthRange(depths);
  for (const [i, depth] of depths.entries()) await take("depth", i, depthImage(depth, range));
  for (const [name, images] of kept) {
    const file = name === "" ? output : withNameSuffix(output, name);
    await files.writeAnimation(file, images, { delay, lossless: name !== "" });
  }
  return first;
}

async function drawContactSheet(scene: DrawableScene, files: ImageFiles, drawing: Drawing): Promise<RenderedImage> {
  const { output, options } = drawing;
  const cameras = scene.cameras();
  if (cameras.length > MAX_CAMERAS) {
    throw new UsageError(`--contact-sheet draws at most ${MAX_CAMERAS} cameras, and the scene has ${cameras.length}`);
  }
  const images: RenderedImage[] = [];
  for (const camera of cameras) images.push(await scene.render({ ...options, camera, outputs: outputsOf(drawing) }));
  const [first] = images;
  if (first === undefined) throw new UsageError("The scene has no Camera prim for --contact-sheet");
  const sheet = { ...first, ...contactSheet(images) };
  await files.write(output, sheet);
  const range = depthRange(images);
  const layers = images.map((image) => new Map([...layersOf(drawing, image), ["depth", depthImage(image, range)]]));
  for (const [name] of layersOf(drawing, first)) {
    const list = layers.flatMap((each) => each.get(name) ?? []);
    await files.write(withNameSuffix(output, name), contactSheet(list));
  }
  return sheet;
}
