/**
 * Kinds of invalid assets:
 *
 * - `format`: not a supported file format
 * - `truncated`: it declares more data than it contains
 * - `malformed`: it violates its format
 * - `unsupported`: it is valid, and uses a feature that is not supported
 * - `external`: it refers to another file; nothing is fetched
 * - `limit`: it exceeds a limit
 */
export type AssetProblem = "format" | "truncated" | "malformed" | "unsupported" | "external" | "limit";

/** Location of a problem in an asset. */
export interface AssetPlace {
  /** Byte in the file, from 0, if known. */
  readonly offset?: number | undefined;
  /** Part of the file: `header`, `accessors[3]`, `property f_rest_4`, `/World/Splat.positions`. */
  readonly where?: string | undefined;
  readonly cause?: unknown;
}

/** Locations may contain names of the file, of any length. */
const MAX_PLACE = 200;

/** An asset that cannot be loaded. The message has the location, what was expected and the remedy. */
export class AssetError extends Error {
  override readonly name: string = "AssetError";
  readonly problem: AssetProblem;
  /** Byte in the file, from 0; undefined if the problem has no single location. */
  readonly offset: number | undefined;
  /** Part of the file: `header`, `accessors[3]`, `property f_rest_4`, `/World/Splat.positions`. */
  readonly where: string | undefined;
  /** The message without the location. */
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
