import type * as Raster from "@usdkit/raster";
import type { LightChoice } from "@usdkit/raster";
import { counted } from "@usdkit/base";
import type { Command } from "@usdkit/command/cli/command";
import { IoError, UsageError } from "@usdkit/command/cli/errors";
import { EXIT_FINDINGS, EXIT_INTERRUPTED } from "@usdkit/command/process/exit-codes";
import { reportProblem, resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { fs } from "@usdkit/command/process/builtins";
import { STANDARD_INPUT } from "@usdkit/command/files/input";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { ProgressBar } from "@usdkit/command/terminal/progress-bar";
import { drawFolderSheet } from "../pictures/draw-sheet.ts";
import { LFS_HINT, LFS_MESSAGE, lfsObjectId } from "../files/lfs-pointer.ts";
import { chooseCameras } from "../render/choose-cameras.ts";
import { drawImages, type DrawnImages, type Sequence } from "../render/draw-images.ts";
import { flagMessage } from "../render/flag-message.ts";
import { parseFrames } from "../render/frame-specs.ts";
import { fileOptions } from "../render/file-options.ts";
import { imageFormat, parseBackground, parseSize, parseTime } from "../render/image-arguments.ts";
import { ImageFiles } from "../render/image-files.ts";
import { parseLimits, type Limits } from "../render/limits.ts";
import { loadPeer } from "../render/load-peer.ts";
import { openDrawn, type OpenArguments, type OpenedScene } from "../render/open-drawn.ts";
import { drawnJson, drawnText, jsonLine } from "../render/print-drawn.ts";
import { sceneOptions } from "../render/scene-arguments.ts";
import { readLayer } from "../run/read-layer.ts";

export interface RenderArguments extends OpenArguments {
  scene: string;
  output?: string;
  size?: string;
  camera?: string[];
  all?: boolean;
  only?: string[];
  lights?: LightChoice;
  depthOfField?: number;
  background?: string;
  samples?: number;
  threads?: number;
  quality?: number;
  depth?: boolean;
  normals?: boolean;
  ids?: boolean;
  edges?: boolean;
  turntable?: number;
  animate?: boolean;
  frames?: string;
  fps?: number;
  time?: string;
  contactSheet?: string;
  json?: boolean;
  color?: boolean;
}

/** Problems that are printed for people. */
const SHOWN_PROBLEMS = 10;
/** The name of an image: after `--contact-sheet` it is not the scene. */
const IMAGE_NAME = /\.(?:png|jpe?g|webp|gif)$/iu;

export const render: Command<RenderArguments> = {
  command: "render <scene>",
  describe: "Render any USD file without a GPU: the same pixels on every machine (needs @usdkit/raster)",
  builder: {
    scene: {
      describe: "A USD file, a .glb, .gltf or splat file, - for standard input, or with --contact-sheet a folder",
    },
    output: {
      type: "string",
      alias: "o",
      describe: "The image: .png, .jpg, .webp or .gif; several have numbers, at the place of #### if the name has it",
    },
    size: {
      type: "string",
      describe: "Width and height in pixels, as in 1280x720; default: the resolution of the scene, or 960x540",
    },
    camera: {
      type: "string",
      array: true,
      describe:
        "Path or name of a Camera, auto for one that shows everything, or all; repeatable: a file for each; default: the first, or auto without any",
    },
    all: {
      type: "boolean",
      describe:
        "Of a folder: also layers that another file of their folder is made of; default: only models among them",
    },
    only: { type: "string", array: true, describe: "Path of a prim: draw it and those below it alone; repeatable" },
    ...sceneOptions,
    ...fileOptions,
    background: { type: "string", describe: 'A color as "#rrggbb" or "#rrggbbaa"; default: transparent' },
    lights: {
      type: "string",
      choices: ["auto", "studio", "camera", "with-camera"],
      describe:
        "Lights of the scene, or the studio without any (default); the studio; a light from the camera; or that in addition to the scene's",
    },
    "depth-of-field": {
      type: "number",
      describe:
        "Blur what is out of focus, by the fStop and focusDistance of the camera: images that are averaged, 16 for drafts",
    },
    samples: { type: "number", describe: "Samples for each pixel: 1, 4 (default), 9 or 16" },
    threads: { type: "number", describe: "Number of threads; the image does not depend on it" },
    quality: { type: "number", describe: "Quality of JPEG and WebP, 1 to 100; default: 90 and 85" },
    missing: {
      type: "string",
      choices: ["fail", "skip"],
      describe: "If a mesh id has no file: fail (default), or skip the prim with a message",
    },
    depth: { type: "boolean", describe: "Also write OUT-depth.png: near is white" },
    normals: { type: "boolean", describe: "Also write OUT-normals.png: x, y, z as red, green, blue" },
    ids: { type: "boolean", describe: "Also write OUT-ids.png: a color for each prim, listed by --json" },
    edges: { type: "boolean", describe: "Also write OUT-edges.png: the edges of triangles that are seen, in white" },
    turntable: { type: "number", describe: "Images around the scene: an animation, or numbered files" },
    animate: {
      type: "boolean",
      describe:
        "Time samples and splines of transforms, visibility, cameras and splats: an animation, or numbered files",
    },
    frames: {
      type: "string",
      describe: "Time codes, as in 1:10, 1:10x2 or 101,105:110: an animation, or files with these numbers",
    },
    fps: {
      type: "number",
      describe: "Images per second of --animate and of animations of --frames; default: framesPerSecond of the scene",
    },
    time: {
      type: "string",
      describe: "Time code of the image; default: the first of a stage, or default values, as the service reads them",
    },
    "contact-sheet": {
      type: "string",
      optionalValue: IMAGE_NAME,
      describe: "One image with the views of all cameras, or of all files of a folder; its name may follow",
    },
    json: { type: "boolean", describe: "Print statistics as JSON, with the hash of the pixels" },
    "no-config": { type: "boolean", describe: "As of the other commands: this one never uses a configuration file" },
  },
  examples: [
    ["$0 render chair.usdz -o chair.png", "any USD file, with a camera that shows everything if it has none"],
    ["$0 render shot.usd --camera all --frames 1:48 -o shot.####.png", "shot-Main.0001.png and so on"],
    ["$0 render scene.usda --assets models -o scene.png", "models/chair-01.glb is the mesh chair-01"],
    ["$0 render scene.usda --assets map.json --size 640x360 --json -o scene.png", "for a test in CI"],
  ],
  handler,
};

async function handler(args: RenderArguments, context: CommandContext): Promise<void> {
  const request = readRequest(args);
  const isOfFolder = args.scene !== STANDARD_INPUT && isFolder(resolvePath(context, args.scene));
  if (isOfFolder && request.sequence?.kind !== "contactSheet") {
    throw new UsageError(
      `${args.scene} is a folder: add --contact-sheet, or draw each file of it with usda thumbnails`,
    );
  }
  const raster = await loadPeer<typeof Raster>("@usdkit/raster");
  const interrupt = new AbortController();
  const stopListening = context.onInterrupt(() => interrupt.abort());
  try {
    if (isOfFolder) {
      await drawFolder({ raster, context, args, request, signal: interrupt.signal });
      return;
    }
    const opened = await openDrawn(raster, context, args.scene, { args, signal: interrupt.signal });
    // No `await using`: the bundle keeps it, and Node 22 does not parse it.
    try {
      await draw({ raster, context, args, request, signal: interrupt.signal }, opened);
    } finally {
      await opened.scene[Symbol.asyncDispose]();
    }
  } catch (error) {
    if (interrupt.signal.aborted) context.exitCode = EXIT_INTERRUPTED;
    else await reportFailure(raster, context, args, error);
  } finally {
    stopListening();
  }
}

/** The arguments of a call, checked. */
interface RenderRequest {
  readonly output: string;
  readonly sequence: Sequence;
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly background: ReturnType<typeof parseBackground>;
  readonly time: number | undefined;
  readonly limits: Limits;
}

function readRequest(args: RenderArguments): RenderRequest {
  const output = args.contactSheet === undefined || args.contactSheet === "" ? args.output : args.contactSheet;
  if (output === undefined) throw new UsageError("Missing output file: -o scene.png");
  imageFormat(output);
  return {
    output,
    sequence: sequenceOf(args),
    size: parseSize(args.size),
    background: parseBackground(args.background),
    time: parseTime(args.time),
    limits: parseLimits(args.limit),
  };
}

/** The sequence that the arguments ask for; null is one image. */
function sequenceOf({ turntable, animate, frames, contactSheet, fps, time }: RenderArguments): Sequence {
  const asked = [turntable, animate, frames, contactSheet].filter((each) => each !== undefined && each !== false);
  if (asked.length > 1) {
    throw new UsageError("--turntable, --animate, --frames and --contact-sheet exclude each other");
  }
  if (fps !== undefined && animate !== true && frames === undefined) {
    throw new UsageError("--fps belongs to --animate and --frames");
  }
  if (time !== undefined && (animate === true || frames !== undefined)) {
    throw new UsageError("--time is one image: it excludes --animate and --frames");
  }
  if (turntable !== undefined) return { kind: "turntable", frames: turntable };
  if (animate === true) return { kind: "animation", rate: fps };
  if (frames !== undefined) return { kind: "frames", times: parseFrames(frames), rate: fps };
  return contactSheet === undefined ? null : { kind: "contactSheet" };
}

interface Run {
  readonly raster: typeof Raster;
  readonly context: CommandContext;
  readonly args: RenderArguments;
  readonly request: RenderRequest;
  readonly signal: AbortSignal;
}

/** Draws the files of a folder on one sheet. */
async function drawFolder({ raster, context, args, request, signal }: Run): Promise<void> {
  const [camera = "auto", ...others] = args.camera ?? [];
  if (others.length > 0 || (camera !== "auto" && camera !== "first")) {
    throw new UsageError("--camera of a folder expects auto, or first for the first Camera of each file");
  }
  const onProblem = (name: string, problem: string): void => {
    reportProblem(context, "usda render", `${name}: ${problem}`);
  };
  const { image, rows } = await drawFolderSheet(context, args.scene, { ...args, camera }, { signal, onProblem });
  const { output } = request;
  if (image === null) context.exitCode ??= EXIT_FINDINGS;
  else {
    await new ImageFiles(raster, context, { format: imageFormat(output), quality: args.quality }).write(output, image);
  }
  const size = image === null ? {} : { width: image.width, height: image.height, hash: await raster.imageHash(image) };
  if (args.json === true) {
    await context.stdout.write(jsonLine({ file: image === null ? null : output, ...size, pictures: rows }));
    return;
  }
  const count = (status: string): number => rows.filter((row) => row.status === status).length;
  const empty = count("empty");
  if (image === null) {
    const [first] = rows.filter(({ status }) => status === "empty");
    const why = first === undefined ? "" : `; ${first.file}: ${first.reason ?? ""} (--json has the reason of each)`;
    notice(context, `${args.scene}: nothing is drawn of ${counted(rows.length, "file")}${why}`);
  } else {
    const more = empty > 0 ? `; ${counted(empty, "file")} with nothing to draw (--json names them)` : "";
    await context.stdout.write(
      `${escapeLines(`${output}: ${image.width} × ${image.height}, ${counted(count("drawn"), "picture")}${more}`)}\n`,
    );
  }
}

/** Draws a scene, writes the images and prints what was drawn. */
async function draw({ raster, context, args, request, signal }: Run, opened: OpenedScene): Promise<void> {
  const { scene } = opened;
  const { sequence, output, time = firstTime(sequence), background } = request;
  const isOfScene = args.camera === undefined && sequence?.kind !== "contactSheet";
  if (isOfScene && opened.cameraNotice !== undefined) notice(context, opened.cameraNotice);
  const report = await scene.report(time);
  const missed = (args.only ?? []).filter((each) => !report.drawn.some(({ path }) => isAtOrBelow(path, each)));
  const isShown = args.only === undefined || missed.length < args.only.length;
  let drawn: DrawnImages | null = null;
  // A blank image would hide the reason.
  if (report.drawn.length > 0 && isShown) {
    const { samples = 4, look = "full", lights, depthOfField, threads, only } = args;
    const progress = new ProgressBar(context.stderr, "drawing");
    try {
      drawn = await drawImages(
        scene,
        new ImageFiles(raster, context, { format: imageFormat(output), quality: args.quality }),
        {
          output,
          cameras: camerasOf(args, opened, sequence),
          options: {
            ...(request.size ?? opened.size),
            background,
            samples: samples as 1 | 4 | 9 | 16,
            look: look === "plain" ? "plain" : { lights },
            depthOfField,
            limits: request.limits,
            threads,
            time: request.time,
            only,
            signal,
          },
          layers: {
            depth: args.depth === true,
            normals: args.normals === true,
            ids: args.ids === true,
            edges: args.edges === true,
          },
          sequence,
          onImage: (done, total) => progress.update(done, total),
          hash: raster.imageHash,
        },
      );
    } finally {
      progress.clear();
    }
  } else context.exitCode = EXIT_FINDINGS;
  const ofCamera = isOfScene ? opened.cameraProblems : [];
  const problems = [...ofCamera, ...(await opened.notices(drawn?.first, time))];
  if (args.json === true) await context.stdout.write(drawnJson(drawn, { report, problems }, args.ids === true));
  else if (drawn !== null) await context.stdout.write(drawnText(drawn));
  const sentence = raster.describeReport(report);
  const more = problems.length - SHOWN_PROBLEMS;
  if (sentence !== null) notice(context, sentence);
  if (report.drawn.length > 0) {
    for (const each of missed) notice(context, `--only: nothing is drawn at ${each} or below it`);
  }
  for (const each of problems.slice(0, SHOWN_PROBLEMS)) notice(context, each);
  if (more > 0) notice(context, `${more} more problems; --json lists all`);
}

function isAtOrBelow(prim: string, at: string): boolean {
  return prim === at || prim.startsWith(at.endsWith("/") ? at : `${at}/`);
}

function firstTime(sequence: Sequence): number | undefined {
  return sequence?.kind === "frames" ? sequence.times[0] : undefined;
}

function camerasOf({ camera }: RenderArguments, opened: OpenedScene, sequence: Sequence): readonly string[] {
  const known = opened.scene.cameras();
  if (camera !== undefined) return chooseCameras(camera, known);
  if (sequence?.kind !== "contactSheet") return [opened.camera];
  if (known.length === 0) throw new UsageError("The scene has no Camera prim for --contact-sheet");
  return known;
}

function notice(context: CommandContext, message: string): void {
  context.stderr.write(`usda render: ${escapeLines(message)}\n`);
}

/** Reports why nothing was drawn; a text with its lines. */
async function reportFailure(
  raster: typeof Raster,
  context: CommandContext,
  { scene, color }: RenderArguments,
  error: unknown,
): Promise<void> {
  const { StageError } = await import("@usdkit/usd");
  if (error instanceof raster.RenderError && error.problem === "scene" && scene !== STANDARD_INPUT) {
    if ((await readLayer(context, scene, { command: "usda render", color })) === undefined) return;
  }
  if (error instanceof raster.AssetError) {
    const message = isLfsPointer(resolvePath(context, scene)) ? `${LFS_MESSAGE}. ${LFS_HINT}` : error.message;
    reportProblem(context, "usda render", `${scene}: ${message}`);
  } else if (raster.isRasterError(error)) reportProblem(context, "usda render", flagMessage(error));
  else if (error instanceof StageError) throw new IoError(`${scene}: ${error.message}`);
  else throw error;
}

/** Whether a file that is no asset is a text that stands for one. */
function isLfsPointer(location: string): boolean {
  return fs.existsSync(location) && lfsObjectId(fs.readFileSync(location)) !== undefined;
}

function isFolder(location: string): boolean {
  return fs.statSync(location, { throwIfNoEntry: false })?.isDirectory() === true;
}
