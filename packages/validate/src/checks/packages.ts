/** The packages of a stage. */
import { parseLayerName, type OpenedLayer, type Stage, type StageLayer } from "@usdkit/usd";

/** A package whose layers a stage uses. */
export interface StagePackage {
  /** `chair.usdz`, `set.usdz[chair.usdz]` for one in another. */
  readonly name: string;
  readonly contents: NonNullable<OpenedLayer["packages"]>[number];
  /** A layer in it, to which findings about the package are attached. */
  readonly layer: StageLayer;
}

/** Returns the packages of a stage, each once. */
export function packagesOf(stage: Stage): readonly StagePackage[] {
  const found = new Map<string, StagePackage>();
  for (const layer of stage.layers) {
    const { packages = [], inner = [] } = layer.opened ?? {};
    const { file } = parseLayerName(layer.anchor);
    for (const [depth, contents] of packages.entries()) {
      const within = inner.slice(0, depth);
      const name = within.length === 0 ? file : `${file}[${within.join("][")}]`;
      if (!found.has(name)) found.set(name, { name, contents, layer });
    }
  }
  return [...found.values()];
}

/** Returns the file of the package that has the root layer; undefined if it is in none. */
export function rootPackage({ layerStack: { rootLayer } }: Stage): string | undefined {
  return rootLayer.opened?.packages === undefined ? undefined : parseLayerName(rootLayer.anchor).file;
}

/** Returns the last name of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
