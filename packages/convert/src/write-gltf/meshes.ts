/** Meshes of glTF. */
import type { Material, Mesh, Primitive } from "@gltf-transform/core";
import { KHRMaterialsVariants } from "@gltf-transform/extensions";
import type { MeshModel, MeshPart, Topology } from "../model/mesh.ts";
import type { MaterialModel } from "../model/material.ts";
import type { MaterialTextures } from "./material-textures.ts";
import { writeMaterial } from "./materials.ts";
import type { GltfWriter } from "./gltf-writer.ts";
import { writeVertices } from "./vertices.ts";

const MODES = { points: 0, lines: 1, lineLoop: 2, lineStrip: 3, triangles: 4 } as const;

/** Writes meshes and the materials that they need. */
export class MeshWriter {
  readonly #writer: GltfWriter;
  readonly #textures: MaterialTextures;
  readonly #materials: Map<string, Promise<Material>> = new Map();
  readonly #variants: readonly ReturnType<KHRMaterialsVariants["createVariant"]>[];

  constructor(writer: GltfWriter, textures: MaterialTextures) {
    this.#writer = writer;
    this.#textures = textures;
    const { variants } = writer.scene;
    const extension = variants.length === 0 ? undefined : writer.document.createExtension(KHRMaterialsVariants);
    this.#variants = extension === undefined ? [] : variants.map((name) => extension.createVariant(name));
  }

  /** Returns a mesh; null if it has nothing to show. */
  async write(model: MeshModel): Promise<Mesh | null> {
    const primitives: Primitive[] = [];
    for (const part of model.parts) primitives.push(...(await this.#part(part)));
    if (primitives.length === 0) return null;
    const mesh = this.#writer.document.createMesh(model.name);
    for (const primitive of primitives) mesh.addPrimitive(primitive);
    const { targetNames, targetWeights, extras } = model;
    // The library writes the names of the targets, whatever the extras are.
    for (const primitive of primitives) {
      for (const [i, target] of primitive.listTargets().entries()) target.setName(targetNames[i] ?? "");
    }
    if (targetNames.length > 0) mesh.setWeights([...targetWeights]);
    if (targetNames.length > 0 || extras !== undefined) {
      mesh.setExtras({ ...extras, ...(targetNames.length > 0 && { targetNames: [...targetNames] }) });
    }
    return mesh;
  }

  async #part(part: MeshPart): Promise<readonly Primitive[]> {
    const { vertices, topology, material } = part;
    if (vertices.count === 0) return [];
    const used = [material, ...part.variantMaterials.values()].filter((each) => each !== null);
    const sets = this.#texCoordsOf(part, used);
    const places = new Map(sets.map((name, i) => [name, i]));
    const made: Primitive[] = [];
    for (const { mode, indices } of elementsOf(topology, vertices.count)) {
      if (indices?.length === 0) continue;
      const primitive = this.#writer.document.createPrimitive().setMode(mode);
      writeVertices(this.#writer, primitive, vertices, sets);
      if (indices !== null) {
        const packed =
          vertices.count < 0xffff ? this.#writer.derived(indices, "16", () => Uint16Array.from(indices)) : indices;
        primitive.setIndices(this.#writer.accessor(packed, 1));
      }
      if (material !== null) primitive.setMaterial(await this.#material(material, part, places));
      await this.#setVariants(primitive, part, places);
      made.push(primitive);
    }
    return made;
  }

  async #setVariants(primitive: Primitive, part: MeshPart, places: ReadonlyMap<string, number>): Promise<void> {
    if (part.variantMaterials.size === 0) return;
    const extension = this.#writer.document.createExtension(KHRMaterialsVariants);
    const list = extension.createMappingList();
    for (const [variant, index] of part.variantMaterials) {
      if (index === null) continue;
      const mapping = extension.createMapping().setMaterial(await this.#material(index, part, places));
      list.addMapping(mapping.addVariant(this.#variants[variant]));
    }
    primitive.setExtension("KHR_materials_variants", list);
  }

  /** Returns the sets of texture coordinates: those of the vertices, and those that only materials name. */
  #texCoordsOf({ vertices }: MeshPart, materials: readonly number[]): readonly string[] {
    const names = new Set(vertices.texCoords.keys());
    for (const index of materials) {
      for (const { texture } of Object.values(this.#writer.scene.materials[index].inputs)) {
        if (texture !== null) names.add(texture.texCoords);
      }
    }
    return [...names];
  }

  /** The number of a set of texture coordinates is part of a material. */
  async #material(index: number, { isDoubleSided }: MeshPart, places: ReadonlyMap<string, number>): Promise<Material> {
    const model: MaterialModel = this.#writer.scene.materials[index];
    const used = Object.values(model.inputs).flatMap(({ texture }) => (texture === null ? [] : texture.texCoords));
    const key = JSON.stringify([index, isDoubleSided, [...new Set(used)].map((name) => [name, places.get(name)])]);
    const known =
      this.#materials.get(key) ??
      writeMaterial({ writer: this.#writer, textures: this.#textures, model, isDoubleSided }, places);
    this.#materials.set(key, known);
    return await known;
  }
}

interface Elements {
  readonly mode: (typeof MODES)[keyof typeof MODES];
  readonly indices: Uint32Array | Uint16Array | null;
}

function elementsOf(topology: Topology, count: number): readonly Elements[] {
  if (topology.kind !== "lines") return [{ mode: MODES[topology.kind], indices: topology.indices }];
  const { counts, isClosed, indices } = topology;
  if (counts.length === 1) return [{ mode: isClosed ? MODES.lineLoop : MODES.lineStrip, indices }];
  const vertexAt = (place: number): number => indices?.[place] ?? place;
  const pairs: number[] = [];
  let start = 0;
  for (const length of counts) {
    for (let i = 0; i + 1 < length; i++) pairs.push(vertexAt(start + i), vertexAt(start + i + 1));
    if (isClosed && length > 2) pairs.push(vertexAt(start + length - 1), vertexAt(start));
    start += length;
  }
  return start > count && indices === null ? [] : [{ mode: MODES.lines, indices: Uint32Array.from(pairs) }];
}
