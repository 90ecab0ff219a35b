/** The shapes of prims with their materials. */
import type { PrimNode } from "@usdkit/usd";
import type { SkelBinding } from "@usdkit/usd/skel";
import type { Geometry } from "../model/geometry.ts";
import type { GeometryProblem } from "../model/geometry-problem.ts";
import { bones } from "../stand-ins/bones.ts";
import type { MakeGeometry } from "../prims/registry.ts";
import { DrawModes } from "./draw-modes.ts";
import { KeptValues } from "./kept-values.ts";
import { namesOf, SharedShapes } from "./shared-shapes.ts";
import { StageMaterials, type BoundMaterials } from "./stage-materials.ts";
import type { Shape, ShapeSpace } from "./shape.ts";
import { StagePrim, type WantedPrimvars } from "./stage-prim.ts";
import { StageSkins, type PosedPrim } from "./stage-skins.ts";
import { KeptAttributes, type StageMoment, type StageSource } from "./stage-source.ts";

/** How shapes are made. */
export interface ShapeOptions {
  readonly subdivisionLevel: number;
  /** Whether they have all primvars of numbers, and not those alone that their materials read. */
  readonly hasAllPrimvars: boolean;
  /** Whether skeletons and blend shapes move points. */
  readonly isPosed: boolean;
  /** Whether skeletons have bones, of the purpose `guide`. */
  readonly hasBones: boolean;
  /** Whether models have the draw modes that they author. */
  readonly hasDrawModes: boolean;
  /** Whether the shapes of prims outside of prototypes are kept. */
  readonly isKept: boolean;
}

/** A prim to make the shape of. */
export interface ShapedPrim {
  readonly prim: PrimNode;
  readonly make: MakeGeometry;
  readonly binding: SkelBinding | undefined;
}

/** Makes the shapes of prims, and keeps those that do not vary. */
export class StageShapes {
  /** Null: models are drawn as they are. */
  readonly modes: DrawModes | null;
  readonly hasBones: boolean;
  readonly #source: StageSource;
  readonly #options: ShapeOptions;
  readonly #materials: StageMaterials;
  readonly #skins: StageSkins;
  readonly #shared: SharedShapes;
  /** By prim; of those in prototypes, and of those that share all with others, by what their shape depends on. */
  readonly #kept: Map<PrimNode | string, KeptValues> = new Map();

  constructor(source: StageSource, options: ShapeOptions) {
    this.#source = source;
    this.#options = options;
    this.#materials = new StageMaterials(source);
    this.#skins = new StageSkins(source);
    this.#shared = new SharedShapes(source);
    this.hasBones = options.hasBones;
    this.modes = options.hasDrawModes ? new DrawModes(source.reader) : null;
  }

  /** Returns the shape of a prim; undefined if there is nothing to draw. */
  shape(moment: StageMoment, { prim, make, binding }: ShapedPrim, problems: GeometryProblem[]): Shape | undefined {
    const bound = this.#materials.of(moment, prim, problems);
    const wanted = this.#options.hasAllPrimvars ? "all" : bound.primvars;
    const skinned =
      this.#options.isPosed && binding?.isDeformable === true ? this.#skins.skeletonOf(binding) : undefined;
    const shared =
      this.#options.isKept && prim.instance === undefined && skinned === undefined
        ? this.#shared.keyOf(prim, wanted)
        : undefined;
    const kept = this.kept(shared ?? this.#keyOf(prim, wanted, skinned?.key ?? ""));
    const attributes = new KeptAttributes(moment, kept);
    const posed =
      binding === undefined || skinned === undefined
        ? undefined
        : this.#skins.pose(moment, attributes, { prim, binding, skeleton: skinned });
    const geometry = kept.value("geometry", [], () => {
      if (posed?.deformation !== undefined && posed.varies) kept.varies();
      return make(
        new StagePrim(this.#source, prim, { attributes, wanted, deformation: posed?.deformation }),
        this.#options,
      );
    });
    const found = kept.takeProblems();
    if (shared !== undefined && found.length > 0) {
      this.#shared.separate(shared);
      this.#kept.delete(shared);
      this.#kept.set(prim, kept);
    }
    problems.push(...found);
    return geometry && { geometry, materials: materialsOf(geometry, bound), wanted, space: spaceOf(prim, posed) };
  }

  /** Returns the bones of a skeleton; undefined if there are none. */
  bones(moment: StageMoment, prim: PrimNode, problems: GeometryProblem[]): Shape | undefined {
    const { skeletons } = this.#skins;
    const skeleton = skeletons.of(prim);
    const kept = this.kept(prim);
    const geometry = kept.value("bones", [], () => {
      if (skeleton.varies) kept.varies();
      const joints = skeletons.joints(moment, skeleton);
      if (typeof joints !== "string") return bones(joints.parents, joints.matrices);
      kept.problem({ path: prim.path, property: "", message: `${joints}: its bones are not drawn` });
      return undefined;
    });
    problems.push(...kept.takeProblems());
    return geometry && { geometry, materials: [null], wanted: new Set(), space: { prim, matrix: undefined } };
  }

  /** Returns what is kept of a prim. */
  kept(key: PrimNode | string): KeptValues {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const kept = new KeptValues();
    if (this.#options.isKept || typeof key === "string") this.#kept.set(key, kept);
    return kept;
  }

  /** Instances of a prim have one geometry if nothing above them changes it. */
  #keyOf(prim: PrimNode, wanted: WantedPrimvars, skeleton: string): PrimNode | string {
    const { instance, source } = prim;
    if (instance === undefined || this.#source.primvars.inheritable(instance).size > 0) return prim;
    return `${source} ${skeleton} ${namesOf(wanted)}`;
  }
}

function spaceOf(prim: PrimNode, posed: PosedPrim | undefined): ShapeSpace {
  return posed?.space ?? { prim, matrix: undefined };
}

function materialsOf(geometry: Geometry, { own, ofSubsets }: BoundMaterials): Shape["materials"] {
  if (geometry.type !== "triangles") return [own];
  // Instances share the path of the first subset that was found.
  return geometry.groups.map(({ subset }) =>
    subset === null ? own : (ofSubsets.get(subset.slice(subset.lastIndexOf("/") + 1)) ?? own),
  );
}
