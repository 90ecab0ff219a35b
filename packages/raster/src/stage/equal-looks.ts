/** Looks that are equal: those of the materials of each placement of an asset. */
import type { SurfaceLook } from "./surface-look.ts";

/** Returns the first of the looks that are equal but for the names of their materials. */
export class EqualLooks {
  readonly #known: Map<string, SurfaceLook> = new Map();
  readonly #numbers: WeakMap<object, number> = new WeakMap();
  #count = 0;

  of(look: SurfaceLook): SurfaceLook {
    const { material, textures, texCoordSets, colors, opacities, isThickAsShape } = look;
    const ofTextures = textures.map((texture) => Object.values(texture).map((each) => this.#keyOf(each)));
    const vertices = [this.#keyOf(colors), this.#keyOf(opacities)];
    const key = JSON.stringify(
      [{ ...material, name: "" }, texCoordSets, isThickAsShape, ofTextures, vertices],
      exactNumber,
    );
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, look);
    return known ?? look;
  }

  /** Objects are equal if they are the same. */
  #keyOf(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    let number = this.#numbers.get(value);
    if (number === undefined) this.#numbers.set(value, (number = this.#count++));
    return [number];
  }
}

/** JSON has neither numbers that are not finite nor −0. */
function exactNumber(_: string, value: unknown): unknown {
  return typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))
    ? `${1 / value} ${value}`
    : value;
}
