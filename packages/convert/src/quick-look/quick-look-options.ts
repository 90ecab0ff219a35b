/** How a package for Apple's viewer is made. */
export interface QuickLookOptions {
  /** What the model is placed on: floors and tables (the default), or walls. */
  readonly anchor?: "horizontal" | "vertical" | undefined;
  /** Size of the model relative to that of the input. Default: 1, as large as in reality. */
  readonly scale?: number | undefined;
  /** Maximum width and height of textures, a power of two. Default: 2048. */
  readonly maxTextureSize?: number | undefined;
}
