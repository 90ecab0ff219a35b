import type { RenderedImage } from "@usdkit/raster";
import type { PlannedItem } from "@usdkit/schema";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { EXIT_INTERRUPTED } from "@usdkit/command/process/exit-codes";
import { reportProblem, resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import { assetFinder, type FindAsset } from "../render/asset-files.ts";
import { loadRaster } from "../render/load-raster.ts";
import { parseBackground, parseSize, imageFormat } from "../render/image-arguments.ts";
import { escapeJson, escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { readLayer } from "./read-layer.ts";

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
  json?: boolean;
  color?: boolean;
}

export const render: Command<RenderArguments> = {
  command: "render <scene>",
  describe: "Render a scene without a GPU: the same pixels on every machine (needs @usdkit/raster)",
  builder: {
    scene: { describe: "A scene, or - for standard input" },
    output: { type: "string", alias: "o", describe: "The image, a .png or .jpg" },
    assets: {
      type: "string",
      describe: "A folder of <mesh id>.glb, .ply or .spz files, or a JSON map of mesh ids to files",
    },
    size: {
      type: "string",
      describe: "Width and height in pixels, as in 1280x720; default: the resolution of the scene",
    },
    camera: { type: "string", describe: "Path of the Camera; default: the first of the scene" },
    background: { type: "string", describe: 'A color as "#rrggbb" or "#rrggbbaa"; default: transparent' },
    samples: { type: "number", describe: "Samples for each pixel: 1 (default), 4, 9 or 16" },
    threads: { type: "number", describe: "Number of threads; the image does not depend on it" },
    quality: { type: "number", describe: "JPEG quality, 1 to 100; default: 90" },
    missing: {
      type: "string",
      choices: ["fail", "skip"],
      describe: "If a mesh id has no file: fail (default), or skip the prim with a message",
    },
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
  const format = imageFormat(output);
  const size = parseSize(args.size);
  const background = parseBackground(args.background);
  const find: FindAsset =
    args.assets === undefined ? () => undefined : assetFinder(args.assets, resolvePath(context, args.assets));
  const read = await readLayer(context, args.scene, { command: "usda render", color: args.color });
  if (read === undefined) return;

  const raster = await loadRaster();
  const interrupt = new AbortController();
  const stopListening = context.onInterrupt(() => interrupt.abort());
  try {
    const { signal } = interrupt;
    const { camera, samples, threads, quality, missing } = args;
    const image = await raster.render(read.layer, missing === "skip" ? find : orFail(find, args.assets), {
      ...size,
      background,
      samples: samples as 1 | 4 | 9 | 16 | undefined,
      threads,
      camera,
      missingAssets: missing,
      signal,
    });
    const bytes = format === "png" ? await raster.encodePng(image) : await raster.encodeJpeg(image, { quality });
    write(output, resolvePath(context, output), bytes);
    const hash = await raster.imageHash(image);
    await context.stdout.write(args.json === true ? json(output, image, hash) : text(output, image, hash));
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

function write(name: string, file: string, bytes: Uint8Array): void {
  try {
    writeAtomically(file, bytes);
  } catch (error) {
    throw new IoError(`${name}: ${describeIoError(error)}`);
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

function json(file: string, { width, height, stats }: RenderedImage, hash: string): string {
  const { triangles, splats, points, leftOut, skipped, threads, milliseconds } = stats;
  const result = { file, width, height, hash, triangles, splats, points, leftOut, skipped, threads, milliseconds };
  return `${escapeJson(JSON.stringify(result))}\n`;
}
