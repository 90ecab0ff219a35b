import type * as Raster from "@usdkit/raster";
import type { OutputName, PreparedScene, RenderedImage, RenderOptions } from "@usdkit/raster";
import type { PlannedItem } from "@usdkit/schema";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { EXIT_INTERRUPTED } from "@usdkit/command/process/exit-codes";
import { reportProblem, resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import { assetFinder, type FindAsset } from "../render/asset-files.ts";
import { loadPeer } from "../render/load-peer.ts";
import { animationFormat, withNameSuffix, imageFormat, parseBackground, parseSize } from "../render/image-arguments.ts";
import {
  contactSheet,
  depthImage,
  idsImage,
  normalsImage,
  primColor,
  type LayerImage,
} from "../render/layer-images.ts";
import { escapeJson, escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { readLayer } from "./read-layer.ts";

/** Of the images of an animation, which are in memory together. */
const MAX_ANIMATION_BYTES = 2 ** 30;
const MAX_CAMERAS = 64;

export interface RenderArguments {
  scene: string;
  output?: string;
  assets?: string;
  size?: string;
  camera?: string;
  background?: string;
  samples?: number;
  threads?: number;
  quality?: number;
  missing?: "fail" | "skip";
  look?: "full" | "plain";
  depth?: boolean;
  normals?: boolean;
  ids?: boolean;
  turntable?: number;
  contactSheet?: boolean;
  json?: boolean;
  color?: boolean;
}

export const render: Command<RenderArguments> = {
  command: "render <scene>",
  describe: "Render a scene without a GPU: the same pixels on every machine (needs @usdkit/raster)",
  builder: {
    scene: { describe: "A scene, or - for standard input" },
    output: { type: "string", alias: "o", describe: "The image, a .png or .jpg; a turntable also a .webp or .gif" },
    assets: {
      type: "string",
      describe: "A folder of <mesh id>.glb, .ply, .spz, .sog or .splat files, or a JSON map of mesh ids to files",
    },
    size: {
      type: "string",
      describe: "Width and height in pixels, as in 1280x720; default: the resolution of the scene",
    },
    camera: { type: "string", describe: "Path of the Camera; default: the first of the scene" },
    background: { type: "string", describe: 'A color as "#rrggbb" or "#rrggbbaa"; default: transparent' },
    samples: { type: "number", describe: "Samples for each pixel: 1, 4 (default), 9 or 16" },
    threads: { type: "number", describe: "Number of threads; the image does not depend on it" },
    quality: { type: "number", describe: "JPEG quality, 1 to 100; default: 90" },
    missing: {
      type: "string",
      choices: ["fail", "skip"],
      describe: "If a mesh id has no file: fail (default), or skip the prim with a message",
    },
    look: {
      type: "string",
      choices: ["full", "plain"],
      describe: "Materials under an environment with shadows (default), or base colors under three lights",
    },
    depth: { type: "boolean", describe: "Also write OUT-depth.png: near is white" },
    normals: { type: "boolean", describe: "Also write OUT-normals.png: x, y, z as red, green, blue" },
    ids: { type: "boolean", describe: "Also write OUT-ids.png: a color for each prim, listed by --json" },
    turntable: { type: "number", describe: "Images around the scene: an animation, or numbered files" },
    "contact-sheet": { type: "boolean", describe: "One image with the views of all cameras" },
    json: { type: "boolean", describe: "Print statistics as JSON, with the hash of the pixels" },
  },
  examples: [
    ["$0 render scene.usda --assets models -o scene.png", "models/chair-01.glb is the mesh chair-01"],
    ["$0 render scene.usda --assets map.json --size 640x360 --json -o scene.png", "for a test in CI"],
  ],
  handler,
};

async function handler(args: RenderArguments, context: CommandContext): Promise<void> {
  const { output } = args;
  if (output === undefined) throw new UsageError("Missing output file: -o scene.png");
  const animation = args.turntable === undefined ? undefined : animationFormat(output);
  const format = animation ?? imageFormat(output);
  const size = parseSize(args.size);
  const background = parseBackground(args.background);
  const find: FindAsset =
    args.assets === undefined ? () => undefined : assetFinder(args.assets, resolvePath(context, args.assets));
  const read = await readLayer(context, args.scene, { command: "usda render", color: args.color });
  if (read === undefined) return;

  const raster = await loadPeer<typeof Raster>("@usdkit/raster");
  const interrupt = new AbortController();
  const stopListening = context.onInterrupt(() => interrupt.abort());
  try {
    const { signal } = interrupt;
    const { camera, samples = 4, look = "full", threads, missing } = args;
    const options = { ...size, background, samples: samples as 1 | 4 | 9 | 16, look, threads, signal };
    // No `await using`: the bundle keeps it, and Node 22 does not parse it.
    const scene = await raster.prepareScene(read.layer, missing === "skip" ? find : orFail(find, args.assets), {
      missingAssets: missing,
      maps: look === "plain" ? "baseColor" : "all",
      signal,
    });
    const files = new ImageFiles(raster, context, { format, quality: args.quality });
    let image: Awaited<ReturnType<typeof drawAll>>;
    try {
      image = await drawAll(scene, files, { args, output, camera, options });
    } finally {
      await scene[Symbol.asyncDispose]();
    }
    const hash = await raster.imageHash(image);
    await context.stdout.write(
      args.json === true ? json({ output, ids: args.ids === true }, image, hash) : text(output, image, hash),
    );
    for (const { primPath, meshId, reason } of image.stats.leftOut) {
      const what = reason === "missingAsset" ? `no file for the mesh "${meshId ?? ""}"` : reason;
      context.stderr.write(`usda render: ${escapeLines(`${primPath}: skipped: ${what}`)}\n`);
    }
  } catch (error) {
    if (interrupt.signal.aborted) context.exitCode = EXIT_INTERRUPTED;
    else if (error instanceof raster.RasterError) reportProblem(context, "usda render", error.message);
    else throw error;
  } finally {
    stopListening();
  }
}

/** Throws for a mesh id without a file, with the option that helps. */
function orFail(find: FindAsset, place: string | undefined): (meshId: string, item: PlannedItem) => Uint8Array {
  return (meshId, { path }) => {
    const bytes = find(meshId);
    if (bytes !== undefined) return bytes;
    const where = place === undefined ? "add --assets FOLDER" : `it is not in ${place}`;
    throw new IoError(`${path}: no file for the mesh "${meshId}": ${where}; --missing skip skips such prims`);
  };
}

/** What is drawn, and where it goes. */
interface Drawing {
  readonly args: RenderArguments;
  readonly output: string;
  readonly camera: string | undefined;
  readonly options: RenderOptions;
}

/** Draws and writes the images that the arguments ask for; returns the one that is reported. */
async function drawAll(scene: PreparedScene, files: ImageFiles, drawing: Drawing): Promise<RenderedImage> {
  const { args, output, camera, options } = drawing;
  if (args.turntable !== undefined) return drawTurntable(scene, files, drawing, args.turntable);
  if (args.contactSheet === true) return drawContactSheet(scene, files, drawing);
  const outputs: OutputName[] = [];
  if (args.depth === true) outputs.push("depth");
  if (args.normals === true) outputs.push("normal");
  if (args.ids === true) outputs.push("primId");
  const image = await scene.render({ ...options, camera, outputs });
  await files.write(output, image);
  if (args.depth === true) await files.write(withNameSuffix(output, "depth"), depthImage(image));
  if (args.normals === true) await files.write(withNameSuffix(output, "normals"), normalsImage(image));
  if (args.ids === true) await files.write(withNameSuffix(output, "ids"), idsImage(image));
  return image;
}

/** An animation, or files with numbers. Only an animation needs all images at a time. */
async function drawTurntable(
  scene: PreparedScene,
  files: ImageFiles,
  { output, camera, options }: Drawing,
  frames: number,
): Promise<RenderedImage> {
  const images: RenderedImage[] = [];
  let first: RenderedImage | undefined;
  for (const [i, pose] of scene.turntable(frames, camera).entries()) {
    const image = await scene.render({ ...options, camera: pose });
    first ??= image;
    if (files.isAnimation) images.push(image);
    else await files.write(withNameSuffix(output, String(i + 1).padStart(3, "0")), image);
    if (images.length * image.data.length > MAX_ANIMATION_BYTES) {
      throw new UsageError("The turntable exceeds 1 GiB of pixels: reduce --turntable or --size");
    }
  }
  if (first === undefined) throw new UsageError("--turntable expects a number of images from 1");
  if (files.isAnimation) await files.writeAnimation(output, images);
  return first;
}

async function drawContactSheet(
  scene: PreparedScene,
  files: ImageFiles,
  { output, options }: Drawing,
): Promise<RenderedImage> {
  const cameras = scene.cameras();
  if (cameras.length > MAX_CAMERAS) {
    throw new UsageError(`--contact-sheet draws at most ${MAX_CAMERAS} cameras, and the scene has ${cameras.length}`);
  }
  const images: RenderedImage[] = [];
  for (const camera of cameras) images.push(await scene.render({ ...options, camera }));
  const [first] = images;
  if (first === undefined) throw new UsageError("The scene has no Camera prim for --contact-sheet");
  const sheet = { ...first, ...contactSheet(images) };
  await files.write(output, sheet);
  return sheet;
}

/** Writes images in one format. */
class ImageFiles {
  readonly #raster: typeof Raster;
  readonly #context: CommandContext;
  readonly #settings: { readonly format: "png" | "jpeg" | "webp" | "gif"; readonly quality: number | undefined };

  constructor(
    raster: typeof Raster,
    context: CommandContext,
    settings: { readonly format: "png" | "jpeg" | "webp" | "gif"; readonly quality: number | undefined },
  ) {
    this.#raster = raster;
    this.#context = context;
    this.#settings = settings;
  }

  get isAnimation(): boolean {
    return this.#settings.format === "webp" || this.#settings.format === "gif";
  }

  async write(name: string, image: LayerImage): Promise<void> {
    const { format, quality } = this.#settings;
    const { encodeJpeg, encodePng } = this.#raster;
    this.#save(name, format === "jpeg" ? await encodeJpeg(image, { quality }) : await encodePng(image));
  }

  async writeAnimation(name: string, images: readonly LayerImage[]): Promise<void> {
    const { format, quality } = this.#settings;
    if (format !== "webp" && format !== "gif") return;
    this.#save(name, await this.#raster.encodeAnimation(images, { format, quality }));
  }

  #save(name: string, bytes: Uint8Array): void {
    try {
      writeAtomically(resolvePath(this.#context, name), bytes);
    } catch (error) {
      throw new IoError(`${name}: ${describeIoError(error)}`);
    }
  }
}

function text(file: string, { width, height, stats }: RenderedImage, hash: string): string {
  const counts = (["triangles", "splats", "points"] as const)
    .filter((name) => stats[name].total > 0)
    .map((name) => `${stats[name].total} ${name}`);
  const skipped = Object.entries(stats.skipped).map(([reason, count]) => `${reason} ${count}`);
  const lines = [
    `${file}: ${width} × ${height}, ${counts.length > 0 ? counts.join(", ") : "nothing drawn"}`,
    ...(skipped.length > 0 ? [`skipped: ${skipped.join(", ")}`] : []),
    `sha256 ${hash}`,
  ];
  return `${lines.map(escapeLines).join("\n")}\n`;
}

function json(
  { output: file, ids }: { readonly output: string; readonly ids: boolean },
  { width, height, stats, prims }: RenderedImage,
  hash: string,
): string {
  const { triangles, splats, points, leftOut, skipped, threads, milliseconds } = stats;
  const result = { file, width, height, hash, triangles, splats, points, leftOut, skipped, threads, milliseconds };
  const colors: Record<string, string> = {};
  for (const path of prims) colors[path] = `#${primColor(path).map(hex).join("")}`;
  return `${escapeJson(JSON.stringify(ids ? { ...result, ids: colors } : result))}\n`;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
