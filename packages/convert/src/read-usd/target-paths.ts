import type { Extras } from "../model/extras.ts";
import type { SceneModel } from "../model/scene.ts";
import { USD_DATA, type UsdData } from "../model/usd-data.ts";

/** What may be the target of a relationship. */
interface Part {
  readonly source: string;
  readonly extras: Extras;
}

/**
 * Returns a scene whose parts have the path of their prim if a relationship that is kept has it as a target: so it is found again
 * where paths are others.
 *
 * @param rootPath path of the prim that is the scene
 */
export function withTargetPaths(scene: SceneModel, rootPath: string | undefined): SceneModel {
  const { nodes, meshes, cameras, lights, materials } = scene;
  const root: Part = { source: rootPath ?? "", extras: scene.extras };
  const wanted = new Set([root, ...nodes, ...meshes, ...cameras, ...lights, ...materials].flatMap(targetsOf));
  if (wanted.size === 0) return scene;
  const place = <T extends Part>(part: T): T =>
    wanted.delete(part.source) ? { ...part, extras: withPath(part.extras, part.source) } : part;
  // Nodes have the path of the only prim that they show, if there is no Xform above it.
  const placed = {
    meshes: meshes.map(place),
    cameras: cameras.map(place),
    lights: lights.map(place),
    materials: materials.map(place),
    extras: place(root).extras,
  };
  return { ...scene, ...placed, nodes: nodes.map(place) };
}

function targetsOf({ extras }: Part): readonly string[] {
  const data = extras?.[USD_DATA] as UsdData | undefined;
  return Object.values(data?.relationships ?? {}).flatMap(({ targets }) => targets.map(primOf));
}

/** Returns the path of the prim that has a property, or the path of a prim itself. */
function primOf(path: string): string {
  const dot = path.indexOf(".");
  return dot < 0 ? path : path.slice(0, dot);
}

function withPath(extras: Extras, path: string): Extras {
  return { ...extras, [USD_DATA]: { ...(extras?.[USD_DATA] as UsdData | undefined), path } };
}
