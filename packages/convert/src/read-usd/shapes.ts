/** What prims show as meshes. */
import type { Drawable, Geometry, SurfaceMaterial, VertexPrimvars } from "@usdkit/geometry";
import type { Extras } from "../model/extras.ts";
import type { MeshModel, MeshPart, Topology, Vertices } from "../model/mesh.ts";
import type { SceneDraft } from "./scene-draft.ts";
import { usesVertexColors, type StageMaterials } from "./stage-materials.ts";
import { keyOf, type StageVariants } from "./variants.ts";
import { groupIndices, verticesOf } from "./vertices.ts";

/** A shape with its name. */
export interface NamedShape {
  readonly drawable: Drawable;
  readonly name: string;
  readonly extras: Extras;
}

/** The mesh of a shape before joints and targets move it. */
export interface ShapeMesh {
  readonly mesh: MeshModel;
  /** Of each vertex, its point; null: they are the points. */
  readonly pointOf: Uint32Array | null;
}

/** Makes the meshes of shapes; those that look the same are one. */
export class StageShapes {
  readonly #draft: SceneDraft;
  readonly #materials: StageMaterials;
  readonly #isOwn: boolean;
  readonly #known: Map<Geometry, Map<string, number>> = new Map();

  /** @param isOwn whether the stage was converted from glTF: prims without a material have that of glTF */
  constructor(draft: SceneDraft, materials: StageMaterials, isOwn: boolean) {
    this.#isOwn = isOwn;
    this.#draft = draft;
    this.#materials = materials;
  }

  /** By what is drawn, by group: the materials of variants. */
  variants: StageVariants["materials"] = new Map();

  /** Returns the index of the mesh of a shape; null if glTF has none like it. */
  async place(shape: NamedShape): Promise<number | null> {
    const { geometry } = shape.drawable;
    const materials = await this.materialsOf(shape.drawable);
    const variants = this.variants.get(keyOf(shape.drawable)) ?? [];
    const key = JSON.stringify([materials, variants.map((each) => [...each])]);
    const known = this.#known.get(geometry) ?? new Map<string, number>();
    this.#known.set(geometry, known);
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = this.#make(shape, materials);
    if (made === undefined) return null;
    const place = this.#draft.meshes.push(made.mesh) - 1;
    known.set(key, place);
    return place;
  }

  /** Returns a mesh of its own. */
  async make(shape: NamedShape): Promise<ShapeMesh | undefined> {
    return this.#make(shape, await this.materialsOf(shape.drawable));
  }

  #make({ drawable, name, extras }: NamedShape, materials: readonly (number | null)[]): ShapeMesh | undefined {
    const { geometry, source } = drawable;
    const parts = partsOf(drawable, this.#isOwn);
    if (parts === undefined) return undefined;
    if ("widths" in geometry && geometry.widths !== null) {
      this.#draft.losses.add(source, "Widths are not part of glTF: lines and points are one pixel wide");
    }
    const variants = this.variants.get(keyOf(drawable)) ?? [];
    const isDoubleSided = geometry.type === "triangles" && geometry.isDoubleSided;
    const mesh: MeshModel = {
      name,
      source,
      parts: parts.map(({ topology, vertices }, i): MeshPart => {
        return {
          source,
          topology,
          vertices,
          material: materials[i],
          variantMaterials: variants[i] ?? new Map(),
          isDoubleSided,
        };
      }),
      targetNames: [],
      targetWeights: [],
      extras,
    };
    return { mesh, pointOf: geometry.type === "triangles" ? geometry.pointOf : null };
  }

  /** Returns the materials of a shape, by group. */
  async materialsOf(drawable: Drawable): Promise<readonly (number | null)[]> {
    const places: (number | null)[] = [];
    for (const material of drawable.materials) {
      if (material !== null) places.push(await this.#materials.place(material));
      else if (this.#isOwn && !hasDisplayColor(drawable)) places.push(null);
      else places.push(await this.#materials.plain(plainSurface(drawable)));
    }
    return places;
  }
}

function hasDisplayColor({ geometry }: Drawable): boolean {
  return "primvars" in geometry && geometry.primvars.has("displayColor");
}

/** Colors of instances of PointInstancers would need a mesh for each. */
function plainSurface({ geometry }: Drawable): { color: readonly number[] | null; opacity: number } {
  const primvars: VertexPrimvars = "primvars" in geometry ? geometry.primvars : new Map();
  const color = primvars.get("displayColor");
  const opacity = primvars.get("displayOpacity");
  return {
    color:
      color === undefined
        ? [0.18, 0.18, 0.18]
        : color.isConstant
          ? Array.from(color.values.subarray(0, 3), unit)
          : null,
    opacity: opacity?.isConstant === true ? unit(opacity.values[0]) : 1,
  };
}

function unit(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}

interface PartShape {
  readonly topology: Topology;
  readonly vertices: Vertices;
}

/**
 * Undefined for splats. In stages that were converted from glTF the colors of vertices are those of the file, where they are seen whatever
 * the material is.
 */
function partsOf({ geometry, materials }: Drawable, isOwn: boolean): readonly PartShape[] | undefined {
  if (geometry.type === "splats") return undefined;
  const { positions, normals, primvars } = { normals: null, ...geometry };
  const isTriangles = geometry.type === "triangles";
  const shape = {
    positions,
    normals: isTriangles ? normals : null,
    primvars,
    indices: isTriangles ? geometry.indices : null,
  };
  const made = new Map<boolean, Vertices>();
  const verticesFor = (material: SurfaceMaterial | null): Vertices => {
    const color = primvars.get("displayColor");
    const isSeen = material === null || isOwn ? color?.isConstant === false : usesVertexColors(material);
    const known = made.get(isSeen) ?? verticesOf(shape, { colors: isSeen, opacities: isSeen });
    made.set(isSeen, known);
    return known;
  };
  if (geometry.type === "triangles") {
    return groupIndices(geometry).map((indices, i) => {
      return { topology: { kind: "triangles", indices }, vertices: verticesFor(materials[i]) };
    });
  }
  const vertices = verticesFor(materials[0]);
  if (geometry.type === "points") return [{ topology: { kind: "points", indices: null }, vertices }];
  const { counts, isClosed } = geometry;
  return [{ topology: { kind: "lines", indices: null, counts, isClosed }, vertices }];
}
