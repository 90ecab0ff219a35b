/** Worlds of photographs by pycolmap, where that is installed: its points, as splats. */
import { spawn } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { InputError, type Engine } from "./engine.ts";
import { writePly, writeSpz, type Splats } from "./splat-files.ts";

const HINT =
  "reconstruction needs pycolmap: install it (pip install pycolmap) for the python3 on the PATH, or set --engine-command";

/** Values a point: x y z, red green blue. */
const ROW = 6;

/** Says how far it is, and writes its points as float32. */
const script = `
import struct, sys
try:
    import pycolmap
except ImportError:
    sys.exit(42)
images, database, output = sys.argv[1:4]
pycolmap.extract_features(database, images)
print("0.3", flush=True)
pycolmap.match_exhaustive(database)
print("0.5", flush=True)
maps = pycolmap.incremental_mapping(database, images, output)
if not maps:
    sys.exit(43)
best = max(maps.values(), key=lambda each: each.num_points3D())
with open(output + "/points.bin", "wb") as file:
    for point in best.points3D.values():
        file.write(struct.pack("<6f", *point.xyz, *(c / 255 for c in point.color)))
print("0.9", flush=True)
`;

export const previewReconstruction: Engine = {
  name: "preview",
  takes: ({ task }) => task === "world-reconstruction",
  async make({ files, folder }, onProgress) {
    const images = join(folder, "images");
    const output = join(folder, "model");
    await mkdir(images);
    await mkdir(output);
    const pictures = files.filter(({ extension }) => [".jpg", ".jpeg", ".png"].includes(extension));
    if (pictures.length === 0) throw new InputError("the preview engine reads .jpg and .png only, and no videos");
    for (const [i, { path, extension }] of pictures.entries()) {
      await copyFile(path, join(images, `${String(i).padStart(5, "0")}${extension}`));
    }
    const code = await run(["-c", script, images, join(folder, "features.db"), output], onProgress);
    if (code === 42) throw new InputError(HINT);
    if (code === 43) throw new InputError("the images do not fit together: too little of one is seen in another");
    if (code !== 0) throw new Error(`pycolmap ended with ${code ?? "a signal"}`);
    const splats = pointSplats(await readFile(join(output, "points.bin")));
    await writeFile(join(folder, "world.ply"), writePly(splats), { flush: true });
    await writeFile(join(folder, "world.spz"), writeSpz(splats), { flush: true });
    return {
      outputs: { ply: "world.ply", spz: "world.spz" },
      notes: ["A preview: the points that pycolmap found, each as a small round splat; nothing was trained."],
    };
  },
};

function run(args: readonly string[], onProgress: (value: number) => void): Promise<number | null> {
  const child = spawn("python3", args, { stdio: ["ignore", "pipe", "ignore"] });
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (/^0\.\d$/.test(line)) onProgress(Number(line));
  });
  return new Promise((resolve, reject) => {
    child.on("error", () => reject(new InputError(HINT)));
    child.on("close", resolve);
  });
}

/** Cameras of photographs look down +Z with +Y downwards: turned over, the world stands upright. */
function pointSplats(bytes: Buffer): Splats {
  const count = Math.floor(bytes.length / (ROW * 4));
  if (count === 0) throw new InputError("the images have no points in common");
  const positions = new Float32Array(3 * count);
  const colors = new Float32Array(3 * count);
  const at = (i: number, column: number): number => bytes.readFloatLE((i * ROW + column) * 4);
  for (let i = 0; i < count; i++) {
    positions.set([at(i, 0), -at(i, 1), -at(i, 2)], 3 * i);
    colors.set([at(i, 3), at(i, 4), at(i, 5)], 3 * i);
  }
  const scales = new Float32Array(3 * count).fill(spread(positions) / Math.cbrt(count) / 4);
  return { positions, colors, scales, opacities: new Float32Array(count).fill(0.9) };
}

/** Of the middle half of the points along x, which a few far ones do not stretch. */
function spread(positions: Float32Array): number {
  const xs = positions.filter((_, i) => i % 3 === 0).toSorted();
  return Math.max(1e-3, (xs[Math.floor(xs.length * 0.75)] ?? 0) - (xs[Math.floor(xs.length * 0.25)] ?? 0));
}
