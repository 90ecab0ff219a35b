/** Shapes of a stage as files of their own. */
import { imageReader, type LoadOptions } from "@usdkit/assets";
import { surfaceOfCurves, surfaceOfPoints, type Drawable, type Geometry } from "@usdkit/geometry";
import { StageReader, type Stage } from "@usdkit/usd";
import { Losses, type Loss } from "./errors/losses.ts";
import { SceneDraft } from "./read-usd/scene-draft.ts";
import { StageShapes } from "./read-usd/shapes.ts";
import { StageMaterials } from "./read-usd/stage-materials.ts";
import { splatScene } from "./splats/splat-scene.ts";
import { splatFileParts } from "./splats/splat-formats.ts";
import { primSplats } from "./splats/stage-splats.ts";
import type { SceneModel } from "./model/scene.ts";
import { writeGlbFile } from "./write-gltf/write-gltf.ts";

/** Of the mesh and its node. */
const NAME = "mesh";

/** How shapes become files. */
export type StageMeshOptions = Pick<LoadOptions, "limits" | "decodeImage" | "createBasisTranscoder">;

/** A shape as a file. */
export interface StageMeshFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly extension: ".glb" | ".ply";
  /** What was lost, with paths of prims and properties. */
  readonly losses: readonly Loss[];
}

/**
 * Makes a GLB of each mesh of a stage with its materials and textures, in the space of its prim and in the units of the stage, and a PLY of
 * each prim of splats. Curves and points with widths become surfaces. The same shape gives the same bytes.
 *
 * ```ts
 * const meshes = new StageMeshes(stage);
 * for (const drawable of new StageGeometry(stage).each(1)) {
 *   const file = await meshes.file(drawable);
 *   if (file !== undefined) await writeFile(`mesh${file.extension}`, file.bytes);
 * }
 * ```
 */
export class StageMeshes {
  readonly #stage: Stage;
  readonly #reader: StageReader;
  readonly #options: StageMeshOptions;

  constructor(stage: Stage, options: StageMeshOptions = {}) {
    this.#stage = stage;
    this.#reader = new StageReader(stage);
    this.#options = options;
  }

  /** Returns the file of a shape; undefined if it has no surface. */
  async file(drawable: Drawable): Promise<StageMeshFile | undefined> {
    const losses = new Losses();
    const geometry = surfaceOf(drawable.geometry);
    if (geometry.type === "splats") {
      const cloud = primSplats(this.#reader, { ...drawable, geometry }, losses);
      const bytes = joined(await splatFileParts(cloud, "ply", losses));
      return { bytes, extension: ".ply", losses: losses.list() };
    }
    if (geometry.type !== "triangles" || geometry.indices.length === 0) return undefined;
    const draft = new SceneDraft(losses);
    const materials = new StageMaterials(this.#stage, this.#reader, losses);
    const mesh = await new StageShapes(draft, materials, false).place({
      drawable: { ...drawable, geometry },
      name: NAME,
      extras: undefined,
    });
    if (mesh === null) return undefined;
    const scene: SceneModel = {
      ...meshScene(mesh),
      meshes: draft.meshes,
      // Names and custom data are those of prims and files: without them what looks the same is the same.
      materials: materials.list.map((material) => ({ ...material, name: "", extras: undefined })),
      images: materials.images.list.map((image) => ({ ...image, name: "" })),
    };
    const bytes = await writeGlbFile(scene, losses, { decode: imageReader(this.#options) });
    return { bytes: new Uint8Array(bytes), extension: ".glb", losses: losses.list() };
  }
}

/** Curves as tubes or ribbons, and points with widths as balls. */
function surfaceOf(geometry: Geometry): Geometry {
  if (geometry.type === "curves") return surfaceOfCurves(geometry);
  return geometry.type === "points" ? (surfaceOfPoints(geometry) ?? geometry) : geometry;
}

/** A scene with one node, which shows a mesh. */
function meshScene(mesh: number): SceneModel {
  const { nodes, ...scene } = splatScene("", null);
  return { ...scene, nodes: nodes.map((node) => ({ ...node, name: NAME, mesh })) };
}

function joined(parts: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const all = [...parts];
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
