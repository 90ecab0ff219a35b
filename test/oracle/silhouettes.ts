// Compares which prim is seen at each pixel with a drawing of the reference's geometry by numpy: points, transforms, visibility,
// instances and skinning of OpenUSD.
//
//   USDKIT_PYTHON=… node test/oracle/silhouettes.ts --seeds 100 [--from 1]
//   USDKIT_PYTHON=… node test/oracle/silhouettes.ts FILES…
//
// The Python needs usd-core and numpy. A stage passes if silhouettes overlap by 0.97 (intersection by union of the pixels that show
// anything) and 0.97 of the pixels of both show the same prim. The exit code is 1 if any does not. Meshes of files are compared as
// their control cages.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { NO_PRIM, prepareStage, type CameraPose } from "@usdkit/raster";
import { Stage, stageMetrics } from "@usdkit/usd";
import { fileResolver } from "@usdkit/usd/files";
import { Random } from "../bench/generate/random.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";
import { randomShapes } from "./random-shapes.ts";
import { randomSkeletons } from "./random-skeletons.ts";

interface Answer {
  readonly error?: string;
  /** 32-bit numbers in base64, −1 where nothing is seen. */
  readonly ids?: string;
  readonly paths?: readonly string[];
}

const LEAST_OVERLAP = 0.97;
const SIZE = [240, 180] as const;
const DISTANCE = 4;

interface View {
  readonly pose: CameraPose;
  /** For the script: how the camera maps the image. */
  readonly camera: object;
}

/** Returns a camera that sees a box whole, from the right above. */
function viewOf(box: readonly number[], isPerspective: boolean): View {
  const centre = [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2);
  const radius = Math.max(1e-6, Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2);
  const back = unit([0.5, 0.6, 0.7]);
  const right = unit([back[2], 0, -back[0]]);
  const up = [
    back[1] * right[2] - back[2] * right[1],
    back[2] * right[0] - back[0] * right[2],
    back[0] * right[1] - back[1] * right[0],
  ];
  const eye = centre.map((value, k) => value + DISTANCE * radius * back[k]);
  const worldMatrix = [...right, 0, ...up, 0, ...back, 0, ...eye, 1];
  const [width, height] = SIZE;
  // In tenths of a scene unit, as apertures are.
  const verticalAperture = 22 * radius;
  const horizontalAperture = (verticalAperture * width) / height;
  const focalLength = isPerspective ? 10 * (DISTANCE - 1) * radius : 50;
  const scale = (isPerspective ? focalLength : 10) * (height / verticalAperture);
  return {
    pose: {
      worldMatrix,
      projection: isPerspective ? "perspective" : "orthographic",
      horizontalAperture,
      verticalAperture,
      focalLength,
      clippingRange: [0.1 * radius, 100 * radius],
    },
    camera: { worldMatrix, isPerspective, size: SIZE, scale: [scale, scale] },
  };
}

function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Faces of four corners that are not in a plane are cut in two ways. */
function ofTriangles(stage: string): string {
  return stage
    .replaceAll("faceVertexCounts = [3, 3, 4]", "faceVertexCounts = [3, 3, 3]")
    .replaceAll(
      "faceVertexIndices = [0, 1, 2, 2, 3, 4, 0, 2, 4, 5]",
      "faceVertexIndices = [0, 1, 2, 2, 3, 4, 0, 2, 4]",
    );
}

interface Seen {
  /** By pixel; "" where nothing is seen. */
  readonly paths: readonly string[];
}

/** Returns the share of both silhouettes in either, and the share of pixels of both that show the same prim. */
function overlap(ours: Seen, theirs: Seen): { readonly silhouette: number; readonly prims: number } {
  let [either, both, same] = [0, 0, 0];
  for (const [i, path] of ours.paths.entries()) {
    const other = theirs.paths[i];
    if (path !== "" || other !== "") either++;
    if (path === "" || other === "") continue;
    both++;
    if (path === other) same++;
  }
  return { silhouette: either === 0 ? 1 : both / either, prims: both === 0 ? 1 : same / both };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: "string" }, from: { type: "string", default: "1" } },
});
const files = positionals.map((each) => resolve(each));
const folder = mkdtempSync(join(tmpdir(), "silhouettes-"));
for (let i = 0; i < Number(values.seeds ?? 0); i++) {
  const seed = Number(values.from) + i;
  files.push(join(folder, `${seed}.usda`));
  const random = new Random(seed);
  writeFileSync(files[files.length - 1], seed % 5 === 0 ? ofTriangles(randomSkeletons(random)) : randomShapes(random));
}
const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "silhouettes.py"),
  timeout: 120_000,
});
const counts = { stages: 0, different: 0, refused: 0, empty: 0 };
const least = { silhouette: 1, prims: 1 };
for (const [index, file] of files.entries()) {
  const stage = await Stage.open(file, { resolver: fileResolver({}), hasOwnSession: true }).catch(() => undefined);
  if (stage === undefined) {
    counts.refused++;
    continue;
  }
  const { startTimeCode, endTimeCode, hasTimeCodeRange } = stageMetrics(stage);
  const time = hasTimeCodeRange ? (startTimeCode + endTimeCode) / 2 : 0;
  await using scene = prepareStage(stage, { subdivisionLevel: 0 });
  const box = await scene.bounds(time);
  if (!box.every(Number.isFinite)) {
    counts.empty++;
    continue;
  }
  const { pose, camera } = viewOf(box, index % 2 === 0);
  const answer = await worker.ask({ root: file, time, camera });
  if (!("ids" in answer) || answer.ids === undefined) {
    counts.refused++;
    console.log(`${file}: ${JSON.stringify(answer)}`);
    continue;
  }
  const [width, height] = SIZE;
  const image = await scene.render({ width, height, camera: pose, time, outputs: ["primId"] });
  const ours = Array.from(image.primId ?? [], (id) => (id === NO_PRIM ? "" : image.prims[id]));
  const bytes = Buffer.from(answer.ids, "base64");
  const theirs = Array.from({ length: width * height }, (_, i) => answer.paths?.[bytes.readInt32LE(4 * i)] ?? "");
  const found = overlap({ paths: ours }, { paths: theirs });
  counts.stages++;
  least.silhouette = Math.min(least.silhouette, found.silhouette);
  least.prims = Math.min(least.prims, found.prims);
  if (found.silhouette >= LEAST_OVERLAP && found.prims >= LEAST_OVERLAP) continue;
  counts.different++;
  console.log(`${file}: silhouette ${found.silhouette.toFixed(4)}, prims ${found.prims.toFixed(4)}`);
}
worker.close();
console.log(JSON.stringify({ ...counts, least }));
process.exitCode = counts.different > 0 ? 1 : 0;
