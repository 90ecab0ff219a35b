/** Reconstructs worlds from images and videos with pycolmap and PyAV, if installed; the points become splats. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { InputError, type Engine } from "../engine.ts";
import { writePly, writeSpz } from "../splat-files.ts";
import { collectImages } from "./collect-images.ts";
import { pointSplats, type ColoredPoints } from "./point-splats.ts";
import { runPython } from "./run-python.ts";
import { foundCamerasSchema, placeCamera, rotatePoints, uprightRotation, type PlacedCamera } from "./upright.ts";

/** Share of the progress that extracting frames takes. */
const FRAMES_SHARE = 0.3;
/** Formats numbers in notes. */
const DIGITS = 5;
/** Number of values per point in `points.bin`. */
const POINT_VALUES = 6;

const fitSchema = z.looseObject({ used: z.number(), given: z.number(), models: z.number() });

export const previewReconstruction: Engine = {
  name: "preview",
  takes: ({ task }) => task === "world-reconstruction",
  async make({ files, folder }, onProgress) {
    const images = join(folder, "images");
    const model = join(folder, "model");
    await mkdir(images);
    await mkdir(model);
    const { groups, notes } = await collectImages(files, images, (value) => onProgress(value * FRAMES_SHARE));
    const plan = join(folder, "plan.json");
    await writeFile(plan, JSON.stringify({ groups }));
    const result = await runPython("mapping", [plan, images, model], (value) =>
      onProgress(FRAMES_SHARE + value * (1 - FRAMES_SHARE)),
    );
    const fit = fitSchema.parse(result);
    const found = foundCamerasSchema.parse(JSON.parse(await readFile(join(model, "cameras.json"), "utf8")));
    const rotation = uprightRotation(found);
    const { positions, colors } = readPoints(await readFile(join(model, "points.bin")));
    const splats = pointSplats({ positions: rotatePoints(rotation, positions), colors });
    const cameras = found.map((camera) => placeCamera(rotation, camera));
    await writeFile(join(folder, "world.ply"), writePly(splats), { flush: true });
    await writeFile(join(folder, "world.spz"), writeSpz(splats), { flush: true });
    const view = cameras[cameras.length >> 1];
    return {
      outputs: { ply: "world.ply", spz: "world.spz" },
      notes: [
        "A preview: the points that pycolmap found, as round splats sized and colored by their neighbours; nothing was trained.",
        ...notes,
        fitNote(fit),
        `cameras: ${JSON.stringify(cameras.map(shortened))}`,
      ],
      ...(view !== undefined && { view }),
    };
  },
};

function fitNote({ used, given, models }: z.infer<typeof fitSchema>): string {
  const placed = `${used} of ${given} images were placed`;
  return models === 1
    ? `${placed}.`
    : `${placed}: the images form ${models} separate models, of which this is the largest.`;
}

function readPoints(bytes: Buffer): ColoredPoints {
  const count = Math.floor(bytes.length / (POINT_VALUES * 4));
  if (count === 0) throw new InputError("the images have no points in common");
  const positions = new Float32Array(3 * count);
  const colors = new Float32Array(3 * count);
  const at = (i: number, column: number): number => bytes.readFloatLE((i * POINT_VALUES + column) * 4);
  for (let i = 0; i < count; i++) {
    positions.set([at(i, 0), at(i, 1), at(i, 2)], 3 * i);
    colors.set([at(i, 3), at(i, 4), at(i, 5)], 3 * i);
  }
  return { positions, colors };
}

function shortened({ image, worldMatrix, horizontalFieldOfView }: PlacedCamera): PlacedCamera {
  const short = (value: number): number => Number(value.toPrecision(DIGITS));
  return { image, worldMatrix: worldMatrix.map(short), horizontalFieldOfView: short(horizontalFieldOfView) };
}
