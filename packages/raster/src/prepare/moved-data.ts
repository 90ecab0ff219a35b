import type { RowMatrix } from "@usdkit/service-scene";
import { affineOf } from "./affine-of.ts";
import { multiplyAffine } from "./affine.ts";
import { withDraws } from "./part-of-scene.ts";
import type { LeftOut } from "./prepare-data.ts";
import type { Affine, CloudDraw, MeshDraw, SceneData } from "./scene-data.ts";

/** A scene's data with other world matrices, and the prims that these exclude. */
export interface MovedData {
  readonly data: SceneData;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Returns the data of a scene with the world matrices of another time; arrays are shared. Prims that were left out when the scene
 * was prepared stay out; those whose matrix is now singular, projective or not finite are left out and listed; those that are
 * hidden are left out.
 *
 * @param matrices By prim, as `SceneData.prims` counts them.
 * @param hidden Paths of prims that are not drawn.
 */
export function movedData(
  data: SceneData,
  matrices: readonly RowMatrix[],
  hidden: ReadonlySet<string> = new Set(),
): MovedData {
  const places = matrices.map((matrix, prim) => (hidden.has(data.prims[prim]) ? "hidden" : affineOf(matrix)));
  const isDrawn = ({ prim }: { readonly prim: number }): boolean => typeof places[prim] === "object";
  const moved = <T extends MeshDraw | CloudDraw>(draw: T): T => ({
    ...draw,
    toWorld: placeOf(draw, places[draw.prim]),
  });
  const drawn = new Set([...data.meshes.draws, ...data.splats.draws, ...data.points.draws].map(({ prim }) => prim));
  const leftOut: LeftOut[] = [];
  for (const [prim, place] of places.entries()) {
    if (typeof place !== "string" || place === "hidden" || !drawn.has(prim)) continue;
    leftOut.push({ primPath: data.prims[prim], meshId: null, reason: place });
  }
  return {
    data: withDraws(data, {
      meshes: data.meshes.draws.filter(isDrawn).map(moved),
      splats: data.splats.draws.filter(isDrawn).map(moved),
      points: data.points.draws.filter(isDrawn).map(moved),
    }),
    leftOut,
  };
}

function placeOf({ local, toWorld }: MeshDraw | CloudDraw, place: Affine | string | undefined): Affine {
  if (typeof place !== "object") return toWorld;
  return local === null ? place : multiplyAffine(local, place);
}
