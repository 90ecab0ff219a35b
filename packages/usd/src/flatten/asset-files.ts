/** What asset paths of layers lead to. */
import type { LayerRegistry } from "../resolve/layer-registry.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { FlattenSource } from "./flatten-source.ts";

/** How flattening finds files. */
export interface AssetFiles extends Pick<FlattenSource, "anchor"> {
  readonly findLayer: (assetPath: string, from: StageLayer) => StageLayer | undefined;
}

/** Returns how flattening finds the files of a registry. */
export function assetFiles(registry: LayerRegistry): AssetFiles {
  return {
    anchor: (path, layer) => registry.anchor(path, layer),
    findLayer: (path, from) => {
      const found = registry.find(path, from);
      return found.kind === "found" ? found.layer : undefined;
    },
  };
}
