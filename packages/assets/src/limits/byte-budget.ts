import { AssetError, type AssetPlace } from "../errors/asset-error.ts";
import type { AssetLimits } from "./asset-limits.ts";

/** Counts the memory of an asset before it is allocated. */
export class ByteBudget {
  readonly #limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @throws AssetError if the asset's `decodedBytes` would be exceeded */
  take(bytes: number, where: string): void {
    // Not a comparison of "greater": NaN must not pass.
    if (this.#taken + bytes <= this.#limit) {
      this.#taken += bytes;
      return;
    }
    const message = `needs ${bytes} more bytes of memory, and ${this.#taken} of the ${this.#limit} allowed are taken. Raise the limit "decodedBytes", or make the asset smaller.`;
    throw new AssetError("limit", message, { where });
  }
}

/**
 * Checks a declared count against the limit of that name.
 *
 * @throws AssetError if there are more than the limit allows
 */
export function checkCount(count: number, limits: AssetLimits, name: keyof AssetLimits, place: AssetPlace): void {
  if (count <= limits[name]) return;
  const message = `${count} are declared, and ${limits[name]} are allowed. Raise the limit "${name}", or make the asset smaller.`;
  throw new AssetError("limit", message, place);
}
