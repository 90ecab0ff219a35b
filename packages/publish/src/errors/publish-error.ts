/** A stage that cannot be published: nothing was sent, or meshes failed at the service. */
export class PublishError extends Error {
  override readonly name: string = "PublishError";
  /** Errors of the meshes that were not published; empty if nothing was sent. */
  readonly errors: readonly Error[];
  /** Paths of their prims, in the same order. */
  readonly paths: readonly string[];
  /** Whether the service refused or could not be reached, so that further meshes were not tried. */
  readonly isStopped: boolean;

  constructor(
    message: string,
    { errors = [], paths = [], isStopped = false }: Partial<Pick<PublishError, "errors" | "paths" | "isStopped">> = {},
  ) {
    super(message);
    this.errors = errors;
    this.paths = paths;
    this.isStopped = isStopped;
  }
}
