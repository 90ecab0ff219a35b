/** Scenes for tests, as text. */
import {
  identityMatrix,
  multiplyMatrices,
  rowMatrix,
  translationMatrix,
  type RowMatrix,
  type Vector3,
} from "@usdkit/service-scene";
import { sinCos } from "@usdkit/base/math";

export interface TestItem {
  readonly name: string;
  /** Default `Mesh`. */
  readonly type?: "Mesh" | "ParticleField3DGaussianSplat" | undefined;
  /** Default: the name. */
  readonly meshId?: string | undefined;
  readonly matrix?: readonly number[] | undefined;
}

export interface TestCamera {
  readonly matrix?: readonly number[] | undefined;
  readonly projection?: "perspective" | "orthographic" | undefined;
  readonly focalLength?: number | undefined;
  readonly aperture?: readonly [horizontal: number, vertical: number] | undefined;
  readonly clippingRange?: readonly [near: number, far: number] | undefined;
}

/** One camera, and items under `/World`. */
export function sceneText(items: readonly TestItem[], camera: TestCamera = {}, extra = ""): string {
  const [horizontal, vertical] = camera.aperture ?? [36, 24];
  const [near, far] = camera.clippingRange ?? [0.1, 1000];
  const prims = items.map(
    ({ name, type = "Mesh", meshId = name, matrix }) => `    def ${type} "${name}" (
        payload = @asset:/mesh/${meshId}@
    )
    {
${transform(matrix)}    }
`,
  );
  return `#usda 1.0

def Xform "World"
{
${prims.join("")}${extra}    def Camera "Main"
    {
        float focalLength = ${camera.focalLength ?? 36}
        float horizontalAperture = ${horizontal}
        float verticalAperture = ${vertical}
        float2 clippingRange = (${near}, ${far})
        token projection = "${camera.projection ?? "perspective"}"
${transform(camera.matrix)}    }
}
`;
}

function transform(matrix: readonly number[] | undefined): string {
  if (matrix === undefined) return "";
  const rows = [0, 4, 8, 12].map(
    (i) =>
      `(${matrix
        .slice(i, i + 4)
        .map(usdaNumber)
        .join(", ")})`,
  );
  return `        matrix4d xformOp:transform = (${rows.join(", ")})
        uniform token[] xformOpOrder = ["xformOp:transform"]
`;
}

function usdaNumber(value: number): string {
  if (Number.isNaN(value)) return "nan";
  return Number.isFinite(value) ? String(value) : value > 0 ? "inf" : "-inf";
}

export function at(x: number, y: number, z: number): RowMatrix {
  return translationMatrix([x, y, z]);
}

/** What each does in turn, the first one first. */
export function chain(...matrices: readonly RowMatrix[]): RowMatrix {
  return matrices.reduce(multiplyMatrices, identityMatrix);
}

/** Counter-clockwise around an axis (Rodrigues), with the same bits on every engine: images are compared byte by byte. */
export function turn(axis: Vector3, degrees: number): RowMatrix {
  const [x, y, z] = unit(axis);
  const [s, c] = sinCos((degrees * Math.PI) / 180);
  const t = 1 - c;
  const rows = [
    [t * x * x + c, t * x * y + s * z, t * x * z - s * y, 0],
    [t * x * y - s * z, t * y * y + c, t * y * z + s * x, 0],
    [t * x * z + s * y, t * y * z - s * x, t * z * z + c, 0],
    [0, 0, 0, 1],
  ];
  return rowMatrix(rows.flat());
}

/** The place of a camera at `eye` that looks at `target`. */
export function lookAt(eye: Vector3, target: Vector3, up: Vector3 = [0, 1, 0]): RowMatrix {
  const back = unit([eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]]);
  const right = unit(cross(up, back));
  const above = cross(back, right);
  return rowMatrix([...right, 0, ...above, 0, ...back, 0, ...eye, 1]);
}

function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(v: Vector3): Vector3 {
  const length = Math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2);
  return [v[0] / length, v[1] / length, v[2] / length];
}
