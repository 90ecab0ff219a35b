/** How `Stage.flatten` differs from the reference. */
export interface FlattenOptions {
  /** Returns the path to write for an anchored asset path. Default: the path itself. */
  readonly assetPath?: ((anchored: string) => string) | undefined;
  /** Whether a payload is written instead of composed: one to an asset that is not a layer. Default: none are. */
  readonly keepsPayload?: ((assetPath: string) => boolean) | undefined;
}
