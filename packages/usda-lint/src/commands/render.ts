import type * as Raster from "@usdkit/raster";
import type { DrawableScene, DrawingReport, LeftOut, RenderedImage } from "@usdkit/raster";
import type { Layer } from "@usdkit/layer";
import type { PlannedItem } from "@usdkit/service-scene";
import type { Command } from "@usdkit/command/cli/command";
import { IoError, UsageError } from "@usdkit/command/cli/errors";
import { EXIT_FINDINGS, EXIT_INTERRUPTED } from "@usdkit/command/process/exit-codes";
import { reportProblem, resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { assetFinder, type FindAsset } from "@usdkit/command/assets/asset-files";
import { loadPeer } from "../render/load-peer.ts";
import { animationFormat, imageFormat, parseBackground, parseSize } from "../render/image-arguments.ts";
import { drawImages, type Drawing } from "../render/draw-images.ts";
import { cameraProblem } from "../render/camera-problem.ts";
import { flagMessage } from "../render/flag-message.ts";
import { ImageFiles } from "../render/image-files.ts";
import { primColor } from "../render/layer-images.ts";
import { escapeJson, escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { compositionOptions } from "../composition/composition-options.ts";
import { SEARCH_PATH_HELP } from "../files/root-files.ts";
import {
  complexities,
  isDrawnAsStage,
  prepareStageScene,
  stageNotices,
  type StageArguments,
} from "../render/stage-scene.ts";
import { readLayer } from "../run/read-layer.ts";

export interface RenderArguments extends StageArguments {
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
  animate?: boolean;
  fps?: number;
  time?: number;
  contactSheet?: boolean;
  json?: boolean;
  color?: boolean;
}

export const render: Command<RenderArguments> = {
  command: "render <scene>",
  describe: "Render any USD file without a GPU: the same pixels on every machine (needs @usdkit/raster)",
  builder: {
    scene: { describe: "A USD file, or - for standard input" },
    output: {
      type: "string",
      alias: "o",
      describe: "The image, a .png or .jpg; with --turntable or --animate also a .webp or .gif",
    },
    assets: {
      type: "string",
      describe: "A folder of <mesh id>.glb, .ply, .spz, .sog or .splat files, or a JSON map of mesh ids to files",
    },
    size: {
      type: "string",
      describe: "Width and height in pixels, as in 1280x720; default: the resolution of the scene, or 960x540",
    },
    camera: {
      type: "string",
      describe: "Path of the Camera, or auto for one that shows everything; default: the first, or auto without any",
    },
    as: {
      type: "string",
      choices: ["service", "usd"],
      describe: "Read the file as the service does, or as USD; default: by its content",
    },
    purpose: { type: "string", describe: "Purposes of prims that are drawn; default: default,render" },
    complexity: {
      type: "string",
      choices: Object.keys(complexities),
      describe: "Subdivide meshes with a subdivision scheme 0 (low, default), 1, 2 or 3 times",
    },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
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
    animate: {
      type: "boolean",
      describe:
        "Time samples and splines of transforms, visibility, cameras and splats: an animation, or numbered files",
    },
    fps: { type: "number", describe: "Images per second of --animate; default: framesPerSecond of the scene, or 24" },
    time: {
      type: "number",
      describe: "Time code of the image; default: the first of a stage, or default values, as the service reads them",
    },
    "contact-sheet": { type: "boolean", describe: "One image with the views of all cameras" },
    json: { type: "boolean", describe: "Print statistics as JSON, with the hash of the pixels" },
    "no-config": { type: "boolean", describe: "As of the other commands: this one never uses a configuration file" },
  },
  examples: [
    ["$0 render chair.usdz -o chair.png", "any USD file, with a camera that shows everything if it has none"],
    ["$0 render scene.usda --assets models -o scene.png", "models/chair-01.glb is the mesh chair-01"],
    ["$0 render scene.usda --assets map.json --size 640x360 --json -o scene.png", "for a test in CI"],
  ],
  handler,
};

async function handler(args: RenderArguments, context: CommandContext): Promise<void> {
  const { output } = args;
  if (output === undefined) throw new UsageError("Missing output file: -o scene.png");
  const sequence = sequenceOf(args);
  const isMoving = sequence !== null && sequence.kind !== "contactSheet";
  const animation = isMoving ? animationFormat(output) : undefined;
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
    const { camera, samples = 4, look = "full", threads, time } = args;
    const options = { ...size, background, samples: samples as 1 | 4 | 9 | 16, look, threads, time, signal };
    const layers = { depth: args.depth === true, normals: args.normals === true, ids: args.ids === true };
    const drawn = isDrawnAsStage(read.layer, args)
      ? await openStageScene(raster, context, read.layer, args)
      : await openServiceScene(raster, context, read.layer, { args, find, signal });
    const { scene } = drawn;
    const files = new ImageFiles(raster, context, { format, quality: args.quality });
    let image: RenderedImage | undefined;
    let report: DrawingReport;
    let notices: readonly string[];
    // No `await using`: the bundle keeps it, and Node 22 does not parse it.
    try {
      report = await scene.report(time);
      // A blank image would hide the reason.
      if (report.drawn.length > 0) {
        image = await drawImages(scene, files, { output, camera, options, layers, sequence });
      }
      notices = await drawn.notices(image);
    } finally {
      await scene[Symbol.asyncDispose]();
    }
    if (image === undefined) {
      context.exitCode = EXIT_FINDINGS;
      if (args.json === true) await context.stdout.write(jsonLine({ file: null, ...listsOf(report) }));
    } else {
      const hash = await raster.imageHash(image);
      const cameraPath = camera ?? drawn.camera;
      const printed =
        args.json === true
          ? json({ output, camera: cameraPath, ids: args.ids === true, report }, image, hash)
          : text(output, image, hash);
      await context.stdout.write(printed);
    }
    const sentence = raster.describeReport(report);
    for (const notice of sentence === null ? notices : [sentence, ...notices]) {
      context.stderr.write(`usda render: ${escapeLines(notice)}\n`);
    }
  } catch (error) {
    if (interrupt.signal.aborted) context.exitCode = EXIT_INTERRUPTED;
    else if (error instanceof raster.RasterError) reportProblem(context, "usda render", flagMessage(error));
    else throw error;
  } finally {
    stopListening();
  }
}

/** A scene that is ready to be drawn. */
interface OpenedScene {
  readonly scene: DrawableScene;
  /** Path of the camera without `--camera`; `auto` for one that shows everything. */
  readonly camera: string;
  /** Returns what is to be said about the image; undefined if nothing is drawn. */
  notices(image: RenderedImage | undefined): Promise<readonly string[]>;
}

async function openStageScene(
  raster: typeof Raster,
  context: CommandContext,
  layer: Layer,
  args: RenderArguments,
): Promise<OpenedScene> {
  const { stage, scene } = await prepareStageScene(raster, context, { file: args.scene, layer }, args);
  const notices = (): Promise<readonly string[]> => stageNotices(stage, scene, args.time);
  return { scene, camera: scene.cameras().at(0) ?? "auto", notices };
}

async function openServiceScene(
  raster: typeof Raster,
  context: CommandContext,
  layer: Layer,
  { args, find, signal }: { readonly args: RenderArguments; readonly find: FindAsset; readonly signal: AbortSignal },
): Promise<OpenedScene> {
  const { missing, look = "full" } = args;
  // A turntable turns around the scene from the camera as well.
  const problem = args.camera === undefined && args.contactSheet !== true ? cameraProblem(layer) : undefined;
  if (problem !== undefined) context.stderr.write(`usda render: ${escapeLines(problem)}\n`);
  const scene = await raster.prepareScene(layer, missing === "skip" ? find : orFail(find, args.assets), {
    missingAssets: missing,
    maps: look === "plain" ? "baseColor" : "all",
    signal,
  });
  const notices = (image: RenderedImage | undefined): Promise<readonly string[]> =>
    Promise.resolve((image?.stats.leftOut ?? scene.leftOut).map(describeLeftOut));
  return { scene, camera: scene.plan.camera?.path ?? "auto", notices };
}

/** A prim whose asset or matrix is the reason that it is not drawn. */
function describeLeftOut({ primPath, meshId, reason }: LeftOut): string {
  return `${primPath}: skipped: ${reason === "missingAsset" ? `no file for the mesh "${meshId ?? ""}"` : reason}`;
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

/** The sequence that the arguments ask for; null is one image. */
function sequenceOf({ turntable, animate, contactSheet, fps, time }: RenderArguments): Drawing["sequence"] {
  const asked = [turntable !== undefined, animate === true, contactSheet === true].filter((isAsked) => isAsked);
  if (asked.length > 1) throw new UsageError("--turntable, --animate and --contact-sheet exclude each other");
  if (fps !== undefined && animate !== true) throw new UsageError("--fps belongs to --animate");
  if (time !== undefined && animate === true) throw new UsageError("--time and --animate exclude each other");
  if (turntable !== undefined) return { kind: "turntable", frames: turntable };
  if (animate === true) return { kind: "animation", rate: fps };
  return contactSheet === true ? { kind: "contactSheet" } : null;
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

interface PrintedImage {
  readonly output: string;
  readonly camera: string;
  readonly ids: boolean;
  readonly report: DrawingReport;
}

function json(
  { output: file, camera, ids, report }: PrintedImage,
  { width, height, stats, prims }: RenderedImage,
  hash: string,
): string {
  const { triangles, splats, points, leftOut, skipped, threads, milliseconds } = stats;
  const counts = { triangles, splats, points, leftOut, skipped, threads, milliseconds };
  const result = { file, width, height, hash, camera, ...counts, ...listsOf(report) };
  const colors: Record<string, string> = {};
  for (const path of prims) colors[path] = `#${primColor(path).map(hex).join("")}`;
  return jsonLine(ids ? { ...result, ids: colors } : result);
}

function listsOf({ drawn, notDrawn }: DrawingReport): Pick<DrawingReport, "drawn" | "notDrawn"> {
  return { drawn, notDrawn };
}

function jsonLine(value: object): string {
  return `${escapeJson(JSON.stringify(value))}\n`;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
