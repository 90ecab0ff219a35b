/** Placeholder worlds without machine learning: a seeded arrangement for a text, a relief for an image. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Engine } from "./engine.ts";
import { colorOf, randomOf } from "./random.ts";
import { readRelief, type Relief } from "./relief.ts";
import { writePly, writeSpz, type Splats } from "./splat-files.ts";

const inputSchema = z.looseObject({ prompt: z.string().default("") });

/** Number of samples along the longer side of an image. */
const SIDE = 160;
const FLOOR_SIDE = 64;
const BALLS = 9;
const BALL_SPLATS = 900;

export const previewWorld: Engine = {
  name: "preview",
  takes: ({ task }) => task === "world-generation",
  async make({ input, files, folder }, onProgress) {
    const { prompt } = inputSchema.parse(input);
    const image = files.find(({ field }) => field.startsWith("resources"));
    const splats = image === undefined ? arrange(prompt) : fromRelief(await readRelief(image.path, SIDE));
    onProgress(0.5);
    await writeFile(join(folder, "world.ply"), writePly(splats), { flush: true });
    await writeFile(join(folder, "world.spz"), writeSpz(splats), { flush: true });
    const what = image === undefined ? "an arrangement seeded by the prompt" : "a relief of the image";
    return {
      outputs: { ply: "world.ply", spz: "world.spz" },
      notes: [`A preview: ${what}, made without learning. Set --engine-command for real worlds.`],
    };
  },
};

/** The image is at z = 0, at most two scene units wide; bright parts are in front. */
function fromRelief({ width, height, colors, heights }: Relief): Splats {
  const count = width * height;
  const step = 2 / Math.max(width, height);
  const positions = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    positions[3 * i] = ((i % width) + 0.5 - width / 2) * step;
    positions[3 * i + 1] = (height / 2 - Math.floor(i / width) - 0.5) * step;
    positions[3 * i + 2] = heights[i] * 0.4;
  }
  const scales = new Float32Array(3 * count).fill(step * 0.6);
  return { positions, colors, scales, opacities: new Float32Array(count).fill(0.95) };
}

/** A floor with balls on it. */
function arrange(prompt: string): Splats {
  const random = randomOf(prompt);
  const base = colorOf(prompt);
  const count = FLOOR_SIDE ** 2 + BALLS * BALL_SPLATS;
  const positions = new Float32Array(3 * count);
  const colors = new Float32Array(3 * count);
  const scales = new Float32Array(3 * count);
  let i = 0;
  const add = (position: readonly number[], color: readonly number[], scale: number): void => {
    positions.set(position, 3 * i);
    colors.set(color, 3 * i);
    scales.fill(scale, 3 * i, 3 * i + 3);
    i++;
  };
  for (let x = 0; x < FLOOR_SIDE; x++) {
    for (let z = 0; z < FLOOR_SIDE; z++) {
      const shade = 0.35 + ((Math.floor(x / 8) + Math.floor(z / 8)) % 2) * 0.15;
      add([(x / FLOOR_SIDE - 0.5) * 6, -1, (z / FLOOR_SIDE - 0.5) * 6], [shade, shade, shade], 0.06);
    }
  }
  for (let ball = 0; ball < BALLS; ball++) {
    const radius = 0.15 + random() * 0.45;
    const center = [(random() - 0.5) * 4.5, radius - 1, (random() - 0.5) * 4.5] as const;
    const color = ball === 0 ? base : base.map((value) => Math.min(1, Math.max(0, value + (random() - 0.5) * 0.5)));
    for (let k = 0; k < BALL_SPLATS; k++) {
      // Points of a spiral, evenly distributed on a sphere.
      const y = 1 - (2 * (k + 0.5)) / BALL_SPLATS;
      const ring = Math.sqrt(1 - y * y);
      const angle = k * 2.399963229728653;
      const normal = [Math.cos(angle) * ring, y, Math.sin(angle) * ring] as const;
      const light = 0.55 + 0.45 * Math.max(0, 0.4 * normal[0] + 0.8 * normal[1] + 0.4 * normal[2]);
      const place = center.map((value, axis) => value + radius * (normal[axis] ?? 0));
      add(
        place,
        color.map((value) => value * light),
        radius * 0.05,
      );
    }
  }
  return { positions, colors, scales, opacities: new Float32Array(count).fill(0.95) };
}
