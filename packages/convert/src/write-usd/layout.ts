/** Where the parts of a scene are in the layer: decided before anything is written, so that prims can refer to each other. */
import type { MaterialModel } from "../model/material.ts";
import type { SceneModel } from "../model/scene.ts";
import { UniqueNames } from "../model/unique-names.ts";
import { meshUses } from "./mesh-uses.ts";
import { SkeletonPlan, type PlacedSkeletons } from "./skeleton-layout.ts";
import { variantNames, type VariantNames } from "./variants.ts";
import type { WriteUsdOptions } from "./write-options.ts";

/** The prims of a scene. Paths are absolute. */
export interface Layout extends PlacedSkeletons, VariantNames {
  /** Path of the root prim. */
  readonly root: string;
  readonly rootName: string;
  /** By node, its path; undefined if it is only a joint of a skeleton. */
  readonly nodePaths: readonly (string | undefined)[];
  /** Nodes with a prim, parents before their children. */
  readonly nodes: readonly number[];
  /** Names of the children of a prim, by its path: those of nodes are taken first. */
  readonly names: ReadonlyMap<string, UniqueNames>;
  /** By material, its path. */
  readonly materialPaths: readonly string[];
  /** Materials of meshes with colors of vertices, and whether these have opacities too. */
  readonly coloredMaterials: ReadonlyMap<MaterialModel, "colors" | "opacities">;
  /** Path of the scope of materials. */
  readonly materials: string;
  /** By mesh that several nodes show, the path of its prototype. */
  readonly prototypes: ReadonlyMap<number, string>;
  /** Path of the class that has the prototypes. */
  readonly meshes: string;
  /** Of each animation: the name of its variant. */
  readonly animationNames: readonly string[];
}

/** Decides where the prims of a scene are. */
export function layoutOf(scene: SceneModel, options: WriteUsdOptions): Layout {
  const ascii = options.asciiNames ?? false;
  const rootName = new UniqueNames(ascii).take(scene.name, new UniqueNames(ascii).take(options.name ?? "", "Scene"));
  const root = `/${rootName}`;
  const names = new Map<string, UniqueNames>([[root, new UniqueNames(ascii)]]);
  const skins = new SkeletonPlan(scene);
  const nodePaths: (string | undefined)[] = scene.nodes.map(() => undefined);
  const nodes: number[] = [];
  const waiting = scene.roots.map((node) => ({ node, parent: root })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    if (skins.jointsOnly.has(node)) continue;
    const { name, children } = scene.nodes[node];
    const siblings = namesOf(names, parent, ascii);
    const path = `${parent}/${siblings.take(name, "Node")}`;
    nodePaths[node] = path;
    nodes.push(node);
    namesOf(names, path, ascii);
    for (const child of children.toReversed()) waiting.push({ node: child, parent: path });
  }
  const ofRoot = namesOf(names, root, ascii);
  const shared = meshUses(scene, nodes).shared;
  const meshes = `${root}/${ofRoot.take("Meshes", "Meshes")}`;
  const prototypeNames = new UniqueNames(ascii);
  const prototypes = new Map(
    Array.from(shared, (mesh) => [mesh, `${meshes}/${prototypeNames.take(scene.meshes[mesh].name, "Mesh")}`]),
  );
  const materials = `${root}/${ofRoot.take("Materials", "Materials")}`;
  const materialNames = new UniqueNames(ascii);
  const materialPaths = scene.materials.map(({ name }) => `${materials}/${materialNames.take(name, "Material")}`);
  const ofAnimations = new UniqueNames(ascii);
  const animationNames = scene.animations.map(({ name }) => ofAnimations.take(name, "animation"));
  const placed = skins.place({ root, nodePaths, namesOf: (path) => namesOf(names, path, ascii), ascii });
  return {
    root,
    rootName,
    nodePaths,
    nodes,
    names,
    materialPaths,
    materials,
    prototypes,
    meshes,
    animationNames,
    ...placed,
    ...variantNames(scene, ascii),
    coloredMaterials: coloredMaterials(scene),
  };
}

function namesOf(all: Map<string, UniqueNames>, path: string, ascii: boolean): UniqueNames {
  let names = all.get(path);
  if (names === undefined) {
    names = new UniqueNames(ascii);
    all.set(path, names);
  }
  return names;
}

function coloredMaterials({ meshes, materials }: SceneModel): ReadonlyMap<MaterialModel, "colors" | "opacities"> {
  const found = new Map<MaterialModel, "colors" | "opacities">();
  for (const { parts } of meshes) {
    for (const { vertices, material, variantMaterials } of parts) {
      if (vertices.colors === null) continue;
      for (const index of new Set([material, ...variantMaterials.values()])) {
        if (index === null) continue;
        if (vertices.opacities !== null) found.set(materials[index], "opacities");
        else if (!found.has(materials[index])) found.set(materials[index], "colors");
      }
    }
  }
  return found;
}
