/** A stage that cannot be published: nothing was sent, or meshes failed at the service. */
export class PublishError extends Error {
  override readonly name: string = "PublishError";
  /** Errors of the meshes that were not published; empty if nothing was sent. */
  readonly errors: readonly Error[];

  constructor(message: string, errors: readonly Error[] = []) {
    super(message);
    this.errors = errors;
  }
}
