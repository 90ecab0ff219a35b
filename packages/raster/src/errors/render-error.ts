import { RasterError } from "./raster-error.ts";

/**
 * Why an image cannot be rendered:
 *
 * - `scene`: the text is not valid USDA, or no full scene
 * - `asset`: an asset is missing, cannot be loaded, or does not match its type; see `cause`
 * - `camera`: it is missing, or its values are invalid
 * - `resolution`: neither the scene nor the options define the size of the image
 * - `limit`: the scene or the image is larger than the limits allow
 * - `option`: an option has an invalid value
 * - `thread`: a thread ended unexpectedly
 */
export type RenderProblem = "scene" | "asset" | "camera" | "resolution" | "limit" | "option" | "thread";

/** An image cannot be rendered. The message has the location, what was expected and the remedy. */
export class RenderError extends RasterError {
  override readonly name: string = "RenderError";
  readonly problem: RenderProblem;
  /** The prim concerned. */
  readonly primPath: string | undefined;

  /** The property of it that is wrong, if it is one. */
  readonly property: string | undefined;

  constructor(problem: RenderProblem, message: string, { primPath, property, cause }: RenderErrorPlace = {}) {
    const place = [primPath, property].filter((each) => each !== undefined).join(".");
    super(place === "" ? message : `${place}: ${message}`, cause === undefined ? undefined : { cause });
    this.problem = problem;
    this.primPath = primPath;
    this.property = property;
  }
}

interface RenderErrorPlace {
  readonly primPath?: string | undefined;
  readonly property?: string | undefined;
  readonly cause?: unknown;
}
