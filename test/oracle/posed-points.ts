// Compares where the points and normals of meshes are at several times with the reference implementation: posed by skeletons and blend
// shapes, in the world.
//
//   node test/oracle/posed-points.ts FILES…
//   node test/oracle/posed-points.ts --seeds 200 [--from 1]
//
// The exit code is 1 if any differs.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { StageGeometry, type Drawable } from "@usdkit/geometry";
import { transformPoint, type RowMatrix } from "@usdkit/transforms";
import { Stage, stageMetrics } from "@usdkit/usd";
import { fileResolver } from "@usdkit/usd/files";
import { Random } from "../bench/generate/random.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";
import { randomSkeletons } from "./random-skeletons.ts";

interface PosedMesh {
  readonly path: string;
  readonly points: readonly (readonly number[])[];
  /** In the order of points; null if the mesh has none. */
  readonly normals: readonly (readonly number[])[] | null;
}

interface Answer {
  readonly error?: string;
  readonly times?: readonly (readonly PosedMesh[])[];
}

/** Of the size of the mesh; points have single precision. */
const TOLERANCE = 2e-5;
/** Of unit vectors. */
const NORMAL_TOLERANCE = 2e-3;

function differences(drawables: readonly Drawable[], expected: readonly PosedMesh[]): string[] {
  const byPath = new Map(drawables.map((drawable) => [drawable.path, drawable]));
  return expected.flatMap(({ path, points, normals }) => {
    const drawable = byPath.get(path);
    if (drawable?.geometry.type !== "triangles") return [];
    const { positions, pointOf, indices, normals: own } = drawable.geometry;
    const [matrix] = drawable.matrices;
    const size = Math.max(1e-3, ...points.flat().map(Math.abs));
    for (const vertex of new Set(indices)) {
      const point = pointOf?.[vertex] ?? vertex;
      const at = Array.from(positions.subarray(3 * vertex, 3 * vertex + 3)) as [number, number, number];
      const off = distance(transformPoint(at, matrix), points[point]);
      if (!(off <= TOLERANCE * size)) return [`${path}: point ${point} is ${off} away of ${size}`];
      if (normals === null || own === null || Math.hypot(...normals[point]) < 0.5) continue;
      const turned = transformNormal(matrix, Array.from(own.subarray(3 * vertex, 3 * vertex + 3)));
      const apart = distance(turned, normals[point]);
      if (!(apart <= NORMAL_TOLERANCE))
        return [`${path}: normal ${point} is ${turned.join(" ")} for ${normals[point].join(" ")}`];
    }
    return [];
  });
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i]));
}

/** By the cofactors of the matrix, which are its inverse transpose up to a factor. */
function transformNormal(m: RowMatrix, [x, y, z]: readonly number[]): number[] {
  const cofactor = (row: number, column: number): number => {
    const [r, s] = [4 * ((row + 1) % 3), 4 * ((row + 2) % 3)];
    const [c, d] = [(column + 1) % 3, (column + 2) % 3];
    return m[r + c] * m[s + d] - m[r + d] * m[s + c];
  };
  const determinant = [0, 1, 2].reduce((sum, k) => sum + m[k] * cofactor(0, k), 0);
  const turned = [0, 1, 2].map(
    (k) => (x * cofactor(0, k) + y * cofactor(1, k) + z * cofactor(2, k)) * Math.sign(determinant),
  );
  const length = Math.hypot(...turned);
  return turned.map((value) => value / length);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: "string" }, from: { type: "string", default: "1" } },
});
const files = positionals.map((each) => resolve(each));
const folder = mkdtempSync(join(tmpdir(), "skeletons-"));
for (let i = 0; i < Number(values.seeds ?? 0); i++) {
  const seed = Number(values.from) + i;
  files.push(join(folder, `${seed}.usda`));
  writeFileSync(files[files.length - 1], randomSkeletons(new Random(seed)));
}
const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "posed-points.py"),
});
let [stages, meshes, different, refused] = [0, 0, 0, 0];
for (const file of files) {
  const stage = await Stage.open(file, { resolver: fileResolver({}), hasOwnSession: true }).catch(() => undefined);
  if (stage === undefined) {
    refused++;
    continue;
  }
  const { startTimeCode, endTimeCode } = stageMetrics(stage);
  const times = [startTimeCode, (startTimeCode + endTimeCode) / 2, endTimeCode];
  const answer = await worker.ask({ root: file, times });
  if (!("times" in answer) || answer.times === undefined) {
    refused++;
    console.log(`${file}: ${JSON.stringify(answer)}`);
    continue;
  }
  const geometry = new StageGeometry(stage, { purposes: ["default", "render", "proxy", "guide"] });
  const found = answer.times.flatMap((expected, i) =>
    differences(geometry.at(times[i]).drawables, expected).map((line) => `at ${times[i]}: ${line}`),
  );
  stages++;
  meshes += answer.times.reduce((sum, each) => sum + each.length, 0);
  if (found.length === 0) continue;
  different++;
  console.log([file, ...found.slice(0, 4).map((line) => `  ${line}`)].join("\n"));
}
worker.close();
console.log(`${stages} stages with ${meshes} meshes at a time: ${different} differ; ${refused} cannot be opened`);
process.exitCode = different > 0 ? 1 : 0;
