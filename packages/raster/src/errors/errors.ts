/** What can go wrong, as a small tree. */

/** The root of the tree: everything that this package throws on purpose. */
export class RasterError extends Error {
  override readonly name: string = "RasterError";
}

/**
 * What is wrong with an asset:
 *
 * - `format`: no file of a kind that is read here
 * - `truncated`: it declares more than its bytes can hold
 * - `malformed`: it goes against its format
 * - `unsupported`: it is right, and asks for something that is not done here
 * - `external`: it names another file; nothing is fetched
 * - `limit`: it holds more than the limits allow
 */
export type AssetProblem = "format" | "truncated" | "malformed" | "unsupported" | "external" | "limit";

/** Where an asset is wrong. */
export interface AssetPlace {
  /** Byte in the file, from 0, if there is one to name. */
  readonly offset?: number | undefined;
  /** What of the file: `header`, `accessors[3]`, `property f_rest_4`, `/World/Splat.positions`. */
  readonly where?: string | undefined;
  readonly cause?: unknown;
}

/** A place may be named by the file, at any length. */
const MAX_PLACE = 200;

/** An asset that cannot be loaded. The message names the place, what was expected and the remedy. */
export class AssetError extends RasterError {
  override readonly name: string = "AssetError";
  readonly problem: AssetProblem;
  /** Byte in the file, from 0; undefined if the fault has no single place. */
  readonly offset: number | undefined;
  /** What of the file: `header`, `accessors[3]`, `property f_rest_4`, `/World/Splat.positions`. */
  readonly where: string | undefined;
  /** The message without the place. */
  readonly reason: string;

  constructor(problem: AssetProblem, message: string, { offset, where, cause }: AssetPlace = {}) {
    const shown = where !== undefined && where.length > MAX_PLACE ? `${where.slice(0, MAX_PLACE)}…` : where;
    const places = [...(shown === undefined ? [] : [shown]), ...(offset === undefined ? [] : [`byte ${offset}`])];
    super(
      places.length > 0 ? `${places.join(", ")}: ${message}` : message,
      cause === undefined ? undefined : { cause },
    );
    this.problem = problem;
    this.offset = offset;
    this.where = shown;
    this.reason = message;
  }
}
