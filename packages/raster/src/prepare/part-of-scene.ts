/** Some of the draws of a scene. */
import type { CloudDraw, MeshDraw, PointDraw, SceneData } from "./scene-data.ts";

/** The draws that are kept, in their order. */
export interface KeptDraws {
  readonly meshes: readonly MeshDraw[];
  readonly splats: SceneData["splats"]["draws"];
  readonly points: readonly PointDraw[];
}

/** Returns a scene with other draws of the same arrays; its elements are numbered again. */
export function withDraws(data: SceneData, { meshes, splats, points }: KeptDraws): SceneData {
  const { parts } = data.meshes;
  const draws: MeshDraw[] = [];
  let [vertices, triangles] = [0, 0];
  for (const draw of meshes) {
    draws.push({ ...draw, vertexBase: vertices, triangleBase: triangles });
    vertices += parts[draw.part].vertices;
    triangles += parts[draw.part].triangles;
  }
  return {
    prims: data.prims,
    meshes: { ...data.meshes, draws, vertices, triangles },
    splats: { ...data.splats, ...numbered(splats) },
    points: { ...data.points, ...numbered(points) },
  };
}

/** Returns the scene with the given prims, and those below them, alone; without paths the scene itself. */
export function partOfScene(data: SceneData, paths: readonly string[] | undefined): SceneData {
  if (paths === undefined) return data;
  const isShown = data.prims.map((prim) => paths.some((path) => isAtOrBelow(prim, path)));
  const ofShown = <T extends { readonly prim: number }>(draws: readonly T[]): T[] =>
    draws.filter(({ prim }) => isShown[prim]);
  return withDraws(data, {
    meshes: ofShown(data.meshes.draws),
    splats: ofShown(data.splats.draws),
    points: ofShown(data.points.draws),
  });
}

/** Returns whether a prim is another one, or below it. */
function isAtOrBelow(prim: string, path: string): boolean {
  return prim === path || prim.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function numbered<T extends CloudDraw>(draws: readonly T[]): { draws: T[]; count: number } {
  let base = 0;
  const list = draws.map((draw) => {
    const first = base;
    base += draw.count;
    return { ...draw, base: first };
  });
  return { draws: list, count: base };
}
