/** Rotates a reconstruction, whose orientation is arbitrary, so that +Y is up. */
import * as z from "zod";

/** A camera in the convention of the reconstruction: looks down +Z, its +Y is down. */
export interface FoundCamera {
  readonly image: string;
  /** World-to-camera matrix, row by row, for column vectors. */
  readonly rotation: readonly number[];
  readonly position: readonly number[];
  /** Degrees. */
  readonly horizontalFieldOfView: number;
}

export const foundCamerasSchema: z.ZodType<readonly FoundCamera[]> = z.array(
  z.object({
    image: z.string(),
    rotation: z.array(z.number()).length(9),
    position: z.array(z.number()).length(3),
    horizontalFieldOfView: z.number(),
  }),
);

/** A camera in the convention of scenes: looks down -Z, its +Y is up. */
export interface PlacedCamera {
  readonly image: string;
  /** Camera-to-world matrix: 16 numbers, row vectors. */
  readonly worldMatrix: readonly number[];
  /** Degrees. */
  readonly horizontalFieldOfView: number;
}

type Vector = readonly [number, number, number];

/** Returns the rotation, row by row, that takes the mean up direction of the cameras to +Y. */
export function uprightRotation(cameras: readonly FoundCamera[]): readonly number[] {
  const sum = [0, 0, 0];
  // The second row of a camera's rotation is its down direction in the world.
  for (const { rotation } of cameras) for (let axis = 0; axis < 3; axis++) sum[axis] -= rotation[3 + axis] ?? 0;
  const length = Math.hypot(...sum);
  if (length < 1e-6) return [1, 0, 0, 0, -1, 0, 0, 0, -1];
  const [x = 0, y = 0, z = 0] = sum.map((value) => value / length);
  const horizontal = x * x + z * z;
  // A half turn about X; any half turn about a horizontal axis works.
  if (y < 0 && horizontal < 1e-30) return [1, 0, 0, 0, -1, 0, 0, 0, -1];
  // The shortest rotation from (x, y, z) to (0, 1, 0), by Rodrigues. The factor is 1 / (1 + y), which loses precision
  // where y approaches -1; there, (1 + y)(1 - y) is the horizontal part.
  const k = y < 0 ? (1 - y) / horizontal : 1 / (1 + y);
  return [1 - x * x * k, -x, -x * z * k, x, y, z, -x * z * k, -z, 1 - z * z * k];
}

/** Rotates points (flat, 3 per point). */
export function rotatePoints(rotation: readonly number[], positions: Float32Array): Float32Array {
  const rotated = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    rotated.set(rotate(rotation, [positions[at], positions[at + 1], positions[at + 2]]), at);
  }
  return rotated;
}

export function placeCamera(rotation: readonly number[], camera: FoundCamera): PlacedCamera {
  const axis = (row: number, sign: number): Vector => {
    const [x = 0, y = 0, z = 0] = camera.rotation.slice(3 * row, 3 * row + 3);
    return rotate(rotation, [sign * x, sign * y, sign * z]);
  };
  const [x = 0, y = 0, z = 0] = camera.position;
  const rows = [axis(0, 1), axis(1, -1), axis(2, -1), rotate(rotation, [x, y, z])];
  const worldMatrix = rows.flatMap((row, i) => [...row, i === 3 ? 1 : 0]);
  return { image: camera.image, worldMatrix, horizontalFieldOfView: camera.horizontalFieldOfView };
}

function rotate(rotation: readonly number[], [x, y, z]: Vector): Vector {
  const row = (at: number): number =>
    (rotation[at] ?? 0) * x + (rotation[at + 1] ?? 0) * y + (rotation[at + 2] ?? 0) * z;
  return [row(0), row(3), row(6)];
}
