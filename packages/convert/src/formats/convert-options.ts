import type { ReadGltfOptions } from "../read-gltf/read-options.ts";
import type { WriteUsdOptions } from "../write-usd/write-options.ts";

/** How a file is converted; each format takes what concerns it. */
export interface ConvertOptions extends ReadGltfOptions, WriteUsdOptions {}
