/** Shapes as files that the service ingests. */
import type { StageMeshes } from "@usdkit/convert/stage-meshes";
import type { Drawable, Geometry } from "@usdkit/geometry";
import type { DroppedList } from "../errors/dropped.ts";

/** A file of a shape. */
export interface MeshFile {
  /** SHA-256 of the content, with the extension: the name of the file at the service, and its key in the record. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The name of a file that was made before. */
export interface KnownFile {
  readonly name: string;
  readonly size: number;
}

/** Makes the files of shapes; instances of a prototype have one. */
export class MeshFiles {
  readonly #meshes: StageMeshes;
  readonly #dropped: DroppedList;
  /** Of shapes that several prims share. */
  readonly #known: WeakMap<Geometry, Map<string, KnownFile>> = new WeakMap();
  readonly #numbers: WeakMap<object, number> = new WeakMap();
  #next = 1;

  constructor(meshes: StageMeshes, dropped: DroppedList) {
    this.#meshes = meshes;
    this.#dropped = dropped;
  }

  /** Returns the file that was made of the same shape with the same materials. */
  known(drawable: Drawable): KnownFile | undefined {
    return this.#known.get(drawable.geometry)?.get(this.#lookOf(drawable));
  }

  /** Returns the file of a shape; undefined if there is nothing to draw. */
  async make(drawable: Drawable): Promise<MeshFile | undefined> {
    const made = await this.#meshes.file(drawable);
    for (const { at, message } of made?.losses ?? [])
      this.#dropped.add(...placeOf(at === "" ? drawable.source : at, message));
    if (made === undefined) return undefined;
    const { bytes, extension } = made;
    const name = `${await hashOf(bytes)}${extension}`;
    const looks = this.#known.get(drawable.geometry) ?? new Map<string, KnownFile>();
    looks.set(this.#lookOf(drawable), { name, size: bytes.length });
    this.#known.set(drawable.geometry, looks);
    return { name, bytes };
  }

  #lookOf({ materials }: Drawable): string {
    return materials.map((material) => (material === null ? 0 : this.#numberOf(material))).join(" ");
  }

  #numberOf(material: object): number {
    let number = this.#numbers.get(material);
    if (number === undefined) {
      number = this.#next++;
      this.#numbers.set(material, number);
    }
    return number;
  }
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Splits a path of a property: what is dropped has that of its prim. */
function placeOf(at: string, message: string): [path: string, reason: string] {
  const dot = at.indexOf(".");
  return dot < 0 ? [at, message] : [at.slice(0, dot), `${at.slice(dot + 1)}: ${message}`];
}
