// Compares the shapes of stages with the reference implementation: which prims have one, their bounds in the world, and how many
// triangles meshes have.
//
//   node test/oracle/drawables.ts FILES…
//
// The exit code is 1 if any differs. Instances of instancers are not compared, nor are prims with projective matrices, for which the
// reference divides the points.

import { join, resolve } from "node:path";
import { drawStage, type Drawable } from "@usdkit/geometry";
import { isAffineMatrix } from "@usdkit/transforms";
import { Stage, stageMetrics, StageReader } from "@usdkit/usd";
import { fileResolver } from "@usdkit/usd/files";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

interface Shape {
  readonly path: string;
  /** Least x, y, z, then greatest. */
  readonly bounds: readonly number[];
  /** Of meshes. */
  readonly triangles?: number;
}

interface Answer {
  readonly error?: string;
  readonly shapes?: readonly Shape[];
}

/** Types whose shapes the reference has no extent for, or another one on purpose. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  "Points",
  "BasisCurves",
  "PointInstancer",
  "ParticleField3DGaussianSplat",
]);
/** Of the size of the bounds; points have single precision. */
const TOLERANCE = 1e-5;

function shapeOf({ path, type, geometry, matrices }: Drawable): Shape {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const [m] = matrices;
  const used = geometry.type === "triangles" ? new Set(geometry.indices) : [];
  // Shapes are compared by the corners of their extent, as the reference computes it.
  const local = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const add = (box: number[], point: readonly number[]): void => {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], point[k]);
      box[3 + k] = Math.max(box[3 + k], point[k]);
    }
  };
  const moved = ([x, y, z]: readonly number[]): number[] =>
    [0, 1, 2].map((k) => x * m[k] + y * m[4 + k] + z * m[8 + k] + m[12 + k]);
  for (const vertex of used) {
    const point = Array.from(geometry.positions.subarray(3 * vertex, 3 * vertex + 3));
    add(local, point);
    if (type === "Mesh") add(bounds, moved(point));
  }
  if (type !== "Mesh") {
    for (let corner = 0; corner < 8; corner++) {
      add(bounds, moved([0, 1, 2].map((k) => local[((corner >> k) & 1) === 0 ? k : 3 + k])));
    }
  }
  const triangles = type === "Mesh" && geometry.type === "triangles" ? geometry.indices.length / 3 : undefined;
  return { path, bounds, ...(triangles === undefined ? {} : { triangles }) };
}

function differences(ours: readonly Shape[], theirs: readonly Shape[]): string[] {
  const mine = new Map(ours.map((shape) => [shape.path, shape]));
  const found: string[] = [];
  for (const { path, bounds, triangles } of theirs) {
    const own = mine.get(path);
    mine.delete(path);
    if (own === undefined) {
      found.push(`${path}: not drawn`);
      continue;
    }
    const size = Math.max(1e-6, ...bounds.map(Math.abs));
    const off = Math.max(...bounds.map((value, k) => Math.abs(value - own.bounds[k]))) / size;
    if (!(off <= TOLERANCE)) found.push(`${path}: bounds ${own.bounds.join(" ")} for ${bounds.join(" ")}`);
    if (own.triangles !== triangles) found.push(`${path}: ${own.triangles} triangles for ${triangles}`);
  }
  return [...found, ...Array.from(mine.keys(), (path) => `${path}: drawn, but not by the reference`)];
}

function stagePaths(stage: Stage, wanted: string): string[] {
  const prims = new StageReader(stage).prims({ instanceProxies: true });
  return Array.from(prims).flatMap(({ type, path }) => (type === wanted ? [path] : []));
}

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "drawables.py"),
});
let [stages, shapes, different, refused] = [0, 0, 0, 0];
for (const file of process.argv.slice(2).map((each) => resolve(each))) {
  const answer = await worker.ask({ root: file });
  if (!("shapes" in answer) || answer.shapes === undefined) {
    refused++;
    continue;
  }
  const stage = await Stage.open(file, { resolver: fileResolver({}), hasOwnSession: true });
  const instancers = new Set(stagePaths(stage, "PointInstancer"));
  const { hasTimeCodeRange, startTimeCode } = stageMetrics(stage);
  const { drawables } = drawStage(stage, { time: hasTimeCodeRange ? startTimeCode : Number.MIN_SAFE_INTEGER });
  const projective = new Set(
    drawables.filter(({ matrices: [matrix] }) => !isAffineMatrix(matrix)).map(({ path }) => path),
  );
  const own = drawables
    .filter(({ type, matrices }) => !NOT_COMPARED.has(type) && matrices.length === 1 && isAffineMatrix(matrices[0]))
    .map(shapeOf)
    .filter(({ path }) => !instancers.has(path));
  const found = differences(
    own,
    answer.shapes.filter(({ path }) => !projective.has(path)),
  );
  stages++;
  shapes += answer.shapes.length;
  if (found.length === 0) continue;
  different++;
  console.log([file, ...found.slice(0, 5).map((line) => `  ${line}`)].join("\n"));
}
worker.close();
console.log(`${stages} stages with ${shapes} shapes: ${different} differ; ${refused} are refused by the reference`);
process.exitCode = different > 0 ? 1 : 0;
