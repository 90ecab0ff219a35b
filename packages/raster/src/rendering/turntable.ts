import {
  identityMatrix,
  multiplyMatrices,
  rowMatrix,
  translationMatrix,
  type RowMatrix,
  type Vector3,
} from "@usdkit/service-scene";
import { RenderError } from "../errors/render-error.ts";
import { sinCos } from "@usdkit/base/math";
import type { Box } from "../prepare/scene-bounds.ts";

const MAX_FRAMES = 3600;

/** How many poses there are, and the axis that they go around. */
export interface TurntableOptions {
  readonly frames: number;
  readonly upAxis: "Y" | "Z";
}

/** World matrices of a camera that goes once around the centre of a box, in equal steps; the first is the camera's own. */
export function turntableMatrices(
  worldMatrix: RowMatrix,
  bounds: Box,
  { frames, upAxis }: TurntableOptions,
): RowMatrix[] {
  if (!Number.isInteger(frames) || frames < 1 || frames > MAX_FRAMES) {
    throw new RenderError("option", `a turntable has 1 to ${MAX_FRAMES} frames, and ${frames} were asked for`);
  }
  const isEmpty = !(bounds[0] <= bounds[3]);
  const [x, y, z] = isEmpty ? [0, 0, 0] : [0, 1, 2].map((axis) => (bounds[axis] + bounds[3 + axis]) / 2);
  return Array.from({ length: frames }, (_, i) => {
    if (i === 0) return multiplyMatrices(worldMatrix, identityMatrix);
    const [sine, cosine] = sinCos((2 * Math.PI * i) / frames);
    const turn = rowMatrix(
      upAxis === "Y"
        ? [cosine, 0, -sine, 0, 0, 1, 0, 0, sine, 0, cosine, 0, 0, 0, 0, 1]
        : [cosine, sine, 0, 0, -sine, cosine, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    );
    const [toCentre, back]: readonly Vector3[] =
      upAxis === "Y"
        ? [
            [-x, 0, -z],
            [x, 0, z],
          ]
        : [
            [-x, -y, 0],
            [x, y, 0],
          ];
    const around = multiplyMatrices(multiplyMatrices(translationMatrix(toCentre), turn), translationMatrix(back));
    return multiplyMatrices(worldMatrix, around);
  });
}
