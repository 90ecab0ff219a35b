import { RasterError } from "./errors.ts";

/**
 * Why no picture can be made:
 *
 * - `scene`: the text is no valid USDA, or no full scene
 * - `asset`: an asset is missing, cannot be loaded, or goes against its type; `cause` says more
 * - `camera`: there is none, or its numbers make no image
 * - `resolution`: nobody says how large the image is
 * - `limit`: the scene or the image is larger than the limits allow
 * - `option`: an option has a value that means nothing
 * - `thread`: a thread ended in the middle of its work
 */
export type RenderProblem = "scene" | "asset" | "camera" | "resolution" | "limit" | "option" | "thread";

/** A picture that cannot be made. The message says where, what was expected and what to do. */
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
