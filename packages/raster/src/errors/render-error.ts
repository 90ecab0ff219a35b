import { RasterError } from "./errors.ts";

/**
 * Why no image can be made:
 *
 * - `scene`: the text is not valid USDA, or no full scene
 * - `asset`: an asset is missing, cannot be loaded, or does not match its type; see `cause`
 * - `camera`: there is none, or its numbers make no image
 * - `resolution`: neither the scene nor the options define the size of the image
 * - `limit`: the scene or the image is larger than the limits allow
 * - `option`: an option has a value that means nothing
 * - `thread`: a thread ended in the middle of its work
 */
export type RenderProblem = "scene" | "asset" | "camera" | "resolution" | "limit" | "option" | "thread";

/** An image that cannot be made. The message names the place, what was expected and the remedy. */
export class RenderError extends RasterError {
  override readonly name: string = "RenderError";
  readonly problem: RenderProblem;
  /** The prim that it is about. */
  readonly primPath: string | undefined;

  constructor(
    problem: RenderProblem,
    message: string,
    { primPath, cause }: { readonly primPath?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(primPath === undefined ? message : `${primPath}: ${message}`, cause === undefined ? undefined : { cause });
    this.problem = problem;
    this.primPath = primPath;
  }
}
