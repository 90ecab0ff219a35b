/** Draws stages that are written as text. */
import { memoryResolver, Stage } from "@usdkit/usd";
import { StageGeometry, type StageGeometryOptions } from "../stage/stage-geometry.ts";
import type { Drawable, StageDrawables } from "../stage/stage-drawables.ts";

/** Opens a stage; the text is without its first line. */
export async function openText(text: string): Promise<Stage> {
  const files = new Map([["root.usda", new TextEncoder().encode(`#usda 1.0\n${text}`)]]);
  return await Stage.open("root.usda", { resolver: memoryResolver(files) });
}

/** Returns the shapes of a stage, at default values if no other time is given. */
export async function drawText(
  text: string,
  options: StageGeometryOptions = {},
  time: number | null = null,
): Promise<StageDrawables> {
  return new StageGeometry(await openText(text), options).at(time);
}

/** Returns where the vertices of a drawable are in the world, by its first matrix, rounded to a thousandth. */
export function worldPoints({ geometry, matrices: [m] }: Drawable): number[][] {
  const points: number[][] = [];
  for (let i = 0; i < geometry.positions.length; i += 3) {
    const [x, y, z] = geometry.positions.subarray(i, i + 3);
    const moved = [0, 1, 2].map((k) => x * m[k] + y * m[4 + k] + z * m[8 + k] + m[12 + k]);
    points.push(moved.map((value) => Math.round(value * 1000) / 1000 + 0));
  }
  return points;
}
