/** A scene while it is made of a stage. */
import type { RowMatrix } from "@usdkit/transforms";
import { identityMatrix } from "@usdkit/transforms";
import type { Losses } from "../errors/losses.ts";
import type { AnimationModel } from "../model/animation.ts";
import type { CameraModel } from "../model/camera.ts";
import type { Extras } from "../model/extras.ts";
import type { LightModel } from "../model/light.ts";
import type { MeshModel } from "../model/mesh.ts";
import type { Instances, NodeTransform } from "../model/scene.ts";
import type { SkinModel } from "../model/skin.ts";
import type { SplatModel } from "../model/splats.ts";

/** A node while its content is found. */
export interface NodeDraft {
  name: string;
  /** Path of the prim. */
  readonly source: string;
  readonly children: number[];
  transform: NodeTransform;
  /** From its space to that of the stage, at the time of the scene. */
  readonly world: RowMatrix;
  mesh: number | null;
  camera: number | null;
  light: number | null;
  skin: number | null;
  targetWeights: readonly number[] | null;
  instances: Instances | null;
  readonly splats: number[];
  extras: Extras;
  /** Whether it stays without content: it may be a pivot, or a joint. */
  isKept: boolean;
  /** Whether animations move it. */
  isMoved: boolean;
}

/** The parts of a scene. Their indices are those of the lists. */
export class SceneDraft {
  readonly losses: Losses;
  readonly nodes: NodeDraft[] = [];
  readonly roots: number[] = [];
  readonly meshes: MeshModel[] = [];
  readonly cameras: CameraModel[] = [];
  readonly lights: LightModel[] = [];
  readonly skins: SkinModel[] = [];
  readonly splats: SplatModel[] = [];
  readonly animations: AnimationModel[] = [];
  /** By path of the prim, the index of its node. */
  readonly nodeOf: Map<string, number> = new Map();

  constructor(losses: Losses) {
    this.losses = losses;
  }

  /** Adds a node below another one; `null`: at the top. Returns its index. */
  add(
    parent: number | null,
    node: Pick<NodeDraft, "name" | "source" | "transform" | "world"> & Partial<NodeDraft>,
  ): number {
    const index = this.nodes.length;
    this.nodes.push({
      children: [],
      mesh: null,
      camera: null,
      light: null,
      skin: null,
      targetWeights: null,
      instances: null,
      splats: [],
      extras: undefined,
      isKept: false,
      isMoved: false,
      ...node,
    });
    (parent === null ? this.roots : this.nodes[parent].children).push(index);
    return index;
  }
}

/** The transform of a node that is where its parent is. */
export const stillTransform: NodeTransform = {
  kind: "trs",
  translation: [0, 0, 0],
  rotation: [1, 0, 0, 0],
  scale: [1, 1, 1],
};

/** Whether a transform changes nothing. */
export function isStill(transform: NodeTransform): boolean {
  if (transform.kind === "matrix") return transform.matrix.every((value, i) => value === identityMatrix[i]);
  const { translation, rotation, scale } = transform;
  return (
    translation.every((value) => value === 0) &&
    scale.every((value) => value === 1) &&
    rotation[0] === 1 &&
    rotation.slice(1).every((value) => value === 0)
  );
}
