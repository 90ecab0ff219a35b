import type { LoadOptions } from "@usdkit/assets";

/** How a glTF is read. */
export interface ReadGltfOptions extends Pick<
  LoadOptions,
  "limits" | "decodeImage" | "createDracoDecoder" | "createBasisTranscoder"
> {
  /** Index or name of the scene; by default the one that the file names, otherwise the first. */
  readonly scene?: number | string | undefined;
}
