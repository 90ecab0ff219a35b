import { AssetError } from "../errors/errors.ts";

/** Counts what an asset makes of memory, before it is allocated. */
export class ByteBudget {
  readonly #limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @throws AssetError where the asset's `decodedBytes` would be exceeded */
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

/** @throws AssetError where there is more of something than its limit allows */
export function checkCount(count: number, limit: number, limitName: string, where: string, offset?: number): void {
  if (count <= limit) return;
  const message = `${count} are declared, and ${limit} are allowed. Raise the limit "${limitName}", or make the asset smaller.`;
  throw new AssetError("limit", message, { where, offset });
}
