import { identityMatrix, multiplyMatrices, rowMatrix, translationMatrix, type RowMatrix } from "@usdkit/service-scene";
import { RenderError } from "../errors/render-error.ts";
import { sinCos } from "../math/sin-cos.ts";
import type { Box } from "../prepare/scene-bounds.ts";

const MAX_FRAMES = 3600;

/**
 * World matrices of a camera that goes once around the vertical axis (y) through the centre of a box, in equal steps; the first is
 * the camera's own.
 */
export function turntableMatrices(worldMatrix: RowMatrix, bounds: Box, frames: number): RowMatrix[] {
  if (!Number.isInteger(frames) || frames < 1 || frames > MAX_FRAMES) {
    throw new RenderError("option", `a turntable has 1 to ${MAX_FRAMES} frames, and ${frames} were asked for`);
  }
  const isEmpty = !(bounds[0] <= bounds[3]);
  const [x, z] = isEmpty ? [0, 0] : [(bounds[0] + bounds[3]) / 2, (bounds[2] + bounds[5]) / 2];
  return Array.from({ length: frames }, (_, i) => {
    if (i === 0) return multiplyMatrices(worldMatrix, identityMatrix);
    const [sine, cosine] = sinCos((2 * Math.PI * i) / frames);
    const turn = rowMatrix([cosine, 0, -sine, 0, 0, 1, 0, 0, sine, 0, cosine, 0, 0, 0, 0, 1]);
    const around = multiplyMatrices(
      multiplyMatrices(translationMatrix([-x, 0, -z]), turn),
      translationMatrix([x, 0, z]),
    );
    return multiplyMatrices(worldMatrix, around);
  });
}
