import { sharedFloats } from "../prepare/shared-arrays.ts";
import type { FillTarget } from "./fill-triangle.ts";

/** Memory that shadow maps are drawn to. Some is kept for the next map of its size, once more than one was drawn. */
export class ShadowTargets {
  #kept: FillTarget | undefined;
  #depths: Float32Array | undefined;
  #given = 0;

  /** Returns an empty square target, for one map at a time. */
  take(size: number): FillTarget {
    const target = this.#kept;
    this.#kept = undefined;
    if (target?.width !== size) return shadowTarget(size);
    target.inverseDepths.fill(-Infinity);
    return target;
  }

  /** Gives a target back that nothing reads any more. */
  give(target: FillTarget): void {
    // A scene that does not change has its maps drawn once.
    if (this.#given++ > 0) this.#kept = target;
  }

  /** Returns shared memory for the depths of a map; its content is undefined. */
  takeDepths(size: number): Float32Array {
    const depths = this.#depths;
    this.#depths = undefined;
    return depths?.length === size * size ? depths : sharedFloats(size * size);
  }

  /** Gives the depths of a map back that is not used any more: engines do not see how much shared memory waits to be collected. */
  giveDepths(depths: Float32Array): void {
    this.#depths = depths;
  }

  /** Frees what is kept. */
  clear(): void {
    this.#kept = undefined;
    this.#depths = undefined;
    this.#given = 0;
  }
}

/** Returns an empty square target. */
export function shadowTarget(size: number): FillTarget {
  return {
    inverseDepths: new Float64Array(size * size).fill(-Infinity),
    ids: new Uint32Array(size * size),
    width: size,
    left: 0,
    right: size,
    top: 0,
    bottom: size,
    origin: 0,
    lists: false,
    settlesTies: false,
    listedPlaces: new Uint32Array(0),
    listedInverseDepths: new Float64Array(0),
    listed: 0,
  };
}
