/** What a scene consists of, in numbers. */
import type { SceneData } from "../prepare/scene-data.ts";

/** Numbers of what is drawn of a scene, whatever the camera sees; instances count each. */
export interface SceneStatistics {
  /** That draw something. */
  readonly prims: number;
  /** Placed meshes, splats and points: the parts of a mesh with one material each. */
  readonly draws: number;
  readonly triangles: number;
  readonly splats: number;
  readonly points: number;
  readonly materials: number;
  /** Pixels of each texture, largest first. */
  readonly textures: readonly { readonly width: number; readonly height: number }[];
  /** Bytes in memory of meshes, splats and points; instances share them. */
  readonly geometryBytes: number;
  /** Bytes in memory of textures with their mipmaps. */
  readonly textureBytes: number;
}

/** Returns the numbers of a scene. */
export function sceneStatistics({ meshes, splats, points }: SceneData): SceneStatistics {
  const draws = [...meshes.draws, ...splats.draws, ...points.draws];
  // Textures that differ in their samplers alone share their texels.
  const levels = [...new Set(meshes.textures.map((texture) => texture.levels))];
  const textures = levels.map(([{ width, height }]) => ({ width, height }));
  const arrays = [
    meshes.positions,
    meshes.normals,
    meshes.colors,
    meshes.texCoords,
    meshes.indices,
    splats.positions,
    splats.covariances,
    splats.opacities,
    splats.reaches,
    splats.colors,
    splats.harmonics,
    points.positions,
    points.colors,
    points.ends.positions,
    points.ends.colors,
  ];
  return {
    prims: new Set(draws.map(({ prim }) => prim)).size,
    draws: draws.length,
    triangles: meshes.triangles,
    splats: splats.count,
    points: points.count,
    materials: new Set(meshes.draws.map(({ material }) => material)).size,
    textures: textures.toSorted((a, b) => b.width * b.height - a.width * a.height),
    geometryBytes: arrays.reduce((sum, { byteLength }) => sum + byteLength, 0),
    textureBytes: [...new Set(meshes.textures.map(({ texels }) => texels))].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    ),
  };
}
